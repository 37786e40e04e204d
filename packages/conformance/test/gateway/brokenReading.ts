/** Gateways that read an answer wrongly, or what is none. They are mistakes that real integrations make. */
import { gunzipSync } from "node:zlib"
import { CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import { accept, broken, type BrokenGateway, objectOf, refuse, statusOf } from "./Broken.ts"

/** Reads what it must not, or not what it must. */
const swallowing: ReadonlyArray<BrokenGateway> = [
  broken("reads a body of any length", ["creations: a body of 300 KiB, which is more than 256"], {
    mostBytes: 1_000_000_000,
  }),
  broken("takes bodies of many megabytes in", ["creations: a body of 300 MB", "confirms: a body of 300 MB"], {
    mostBytes: 48_000_000,
  }),
  broken("reads too little", ["creations: a body of 200 KiB, which is not"], { mostBytes: 65_536 }),
  broken("undoes gzip", ["creations: gzip that was not asked for"], { inflate: (body) => gunzipSync(body) }),
  broken(
    "takes what has come when the connection breaks off",
    ["creations: chunks end without the last one, though what came is a whole answer"],
    { takesPartial: true },
  ),
  broken("finds the envelope inside a list", ["creations: JSON that is a list around the envelope"], {
    parses: (text) => {
      const value: unknown = JSON.parse(text)
      return Array.isArray(value) ? value[0] : value
    },
  }),
  broken("finds the envelope inside a page", ["creations: JSON in a callback of a script"], {
    parses: (text) => JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)),
  }),
  broken("takes a page with status 200 for a success", ["creations: a page with status 200"], {
    judges: (_endpoint, raw) =>
      raw._tag === "Replied" && raw.status === 200 && raw.text.startsWith("<") ? accept("page") : null,
  }),
]

const deciding: ReadonlyArray<BrokenGateway> = [
  broken(
    "takes every 4xx for a refusal",
    [
      "createMobileMoneyPayout: 00 with a token is Accepted, whatever the status (#22, #78, #241)",
      "creations: a page with status 404",
    ],
    { judges: (_endpoint, raw) => (statusOf(raw) >= 400 && statusOf(raw) < 500 ? refuse : null) },
  ),
  broken("takes every 5xx for no answer", ["createDirectInvoice: Code02 is refused(amount_refused) (#227 #228)"], {
    judges: (_endpoint, raw) => (statusOf(raw) >= 500 ? noAnswer("unreadable") : null),
  }),
  broken(
    "takes 00 without a token for a success",
    ["createWalletPayout: 00 without a token is no_answer(token_missing): it may be executed (#25)"],
    {
      answers: (_endpoint, answer) =>
        answer._tag === "no_answer" && answer.cause === "token_missing" ? accept("none") : answer,
    },
  ),
  broken(
    "throws the token of a contradictory answer away",
    ["createDirectInvoice: another code than 00 with a token is no_answer(contradictory), and the token is kept (#25)"],
    {
      answers: (_endpoint, answer) => (answer._tag === "no_answer" ? { ...answer, token: null } : answer),
    },
  ),
  broken(
    "takes any answer with a token for a success",
    [
      "createDirectInvoice: another code than 00 with a token is no_answer(contradictory), and the token is kept (#25)",
      "createWalletPayout: a code that is no text is no_answer (#22)",
    ],
    {
      answers: (endpoint, answer, body) => {
        const { token } = objectOf(body)
        return typeof token === "string" && token !== "" && endpoint !== "sendWalletOtp" ? accept(token) : answer
      },
    },
  ),
  broken(
    "takes an unknown sub-code or response code for a refusal",
    [
      "createDirectInvoice: a sub-code that is not stated is no_answer(unrecognised_code), because it may be paid (#218, #242)",
      "createHostedInvoice: a response code that is neither 00 nor 01 is no_answer(unrecognised_code), because it may be paid (#22)",
      "createMobileMoneyPayout: a sub-code that is not stated is no_answer(unrecognised_code), because it may be paid (#218, #242)",
      "createWalletPayout: an error without a sub-code is no_answer(unrecognised_code), because it may be paid (#26)",
    ],
    {
      answers: (_endpoint, answer) =>
        answer._tag === "no_answer" && answer.cause === "unrecognised_code" ? refuse : answer,
    },
  ),
  broken(
    "takes a wrong key for a refusal",
    ["createHostedInvoice: Code00 is turned_away(authentication_failed) (#225)"],
    {
      answers: (_endpoint, answer) =>
        answer._tag === "turned_away" ? CreationAnswer.cases.refused.make({ reason: answer.reason }) : answer,
    },
  ),
  broken(
    "prompts for a code unless it hears of an error",
    [
      "sendWalletOtp: anything but true and false is no_answer, so that no page asks for a code that was never sent (#163)",
      "sendWalletOtp: an answer without its own envelope is never otp_sent (#29)",
    ],
    {
      answers: (endpoint, answer, body) =>
        endpoint === "sendWalletOtp" && objectOf(body)["error"] !== true
          ? CreationAnswer.cases.otp_sent.make({})
          : answer,
    },
  ),
  broken(
    "does not know whether a code was refused",
    ["sendWalletOtp: error true is refused, and no number in its message comes out (#163, #165, #219)"],
    { answers: (_endpoint, answer) => (answer._tag === "refused" ? noAnswer("unreadable") : answer) },
  ),
  broken(
    "keeps what the service says of an error",
    ["sendWalletOtp: error true is refused, and no number in its message comes out (#163, #165, #219)"],
    {
      answers: (endpoint, answer, body) =>
        endpoint === "sendWalletOtp" && answer._tag === "refused"
          ? CreationAnswer.cases.refused.make({
              reason: CallFailure.cases.otp_not_sent.make({ code: String(objectOf(body)["message"]) }),
            })
          : answer,
    },
  ),
  broken("opens any text", ["a hosted text that is no absolute web address is not handed on (#71)"], {
    answers: (_endpoint, answer, body) =>
      answer._tag === "accepted" ? { ...answer, url: String(objectOf(body)["response_text"]) } : answer,
  }),
  broken(
    "opens no text of a direct payin",
    [
      "the text of a direct success is not matched on: another wording is a success too, and an address is to be opened (#73)",
    ],
    { answers: (_endpoint, answer) => (answer._tag === "accepted" ? { ...answer, url: null } : answer) },
  ),
]

/** Every gateway that reads a creation's answer wrongly. */
export const brokenReading: ReadonlyArray<BrokenGateway> = [...swallowing, ...deciding]
