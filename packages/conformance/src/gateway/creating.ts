/**
 * What became of a creation, read from the answer's body: the rows of the lifecycle's table for the five calls that can move money.
 * The tables here are written from the specification (#216 to #237), not taken from the code that they judge.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { CreationAnswer } from "@cauri/core/adapter"
import type { CallFailureTag } from "@cauri/core/model"
import type { Case, Facet } from "../Facet.ts"
import { answersTo } from "./answering.ts"
import { acceptance, type Body, createdToken, envelopeNames, pageUrl, refusal } from "./bodies.ts"
import type { GatewayUnderTest } from "./GatewayUnderTest.ts"

type Envelope = (typeof envelopeNames)[number]
type GatewayCase = Case<GatewayUnderTest>

const isPayout = (name: Envelope): boolean => name === "createWalletPayout" || name === "createMobileMoneyPayout"

/** What decides: what the service said beside it is for operators, and a gateway may leave it out. */
const meaningOf = (answer: CreationAnswer): unknown => {
  const said = { detail: "", evidence: null }
  const {
    detail: _detail,
    evidence: _evidence,
    ...plain
  } = { ...said, ...("reason" in answer ? answer.reason : answer) }
  return "reason" in answer ? { ...answer, reason: plain } : plain
}

/** Fails unless the body means this, whatever the status beside it. */
const means = (name: Envelope, body: unknown, expected: unknown): GatewayCase =>
  Effect.gen(function* () {
    for (const answer of yield* answersTo(name, body)) assert.deepStrictEqual<unknown>(meaningOf(answer), expected)
  })

/** Fails unless the body's outcome is unknown, for one of these causes. */
const meansNothing = (name: Envelope, body: unknown, causes: ReadonlyArray<string>): GatewayCase =>
  Effect.gen(function* () {
    for (const answer of yield* answersTo(name, body)) {
      assert.include(causes, answer._tag === "no_answer" ? answer.cause : answer._tag)
    }
  })

const all = (cases: ReadonlyArray<GatewayCase>): GatewayCase => Effect.all(cases, { concurrency: 1, discard: true })

const accepted = (url: string | null): unknown => ({ _tag: "accepted", token: createdToken, url })
const unanswered = (cause: string, code: string, token: string | null): unknown => ({
  _tag: "no_answer",
  cause,
  code,
  token,
})

/** Every sub-code with a stated cause, on its own endpoint: rule, what it is, and what it makes of the call. */
const stated: Readonly<Record<Envelope, Readonly<Record<string, readonly [rule: string, CallFailureTag]>>>> = {
  createHostedInvoice: {
    Code00: ["#225", "authentication_failed"],
    Code01: ["#226", "payin_not_enabled"],
    Code02: ["#227 #228", "amount_refused"],
    Code03: ["#229", "ip_denied"],
  },
  createDirectInvoice: {
    Code00: ["#225", "authentication_failed"],
    Code01: ["#226", "payin_not_enabled"],
    Code02: ["#227 #228", "amount_refused"],
    Code03: ["#229", "ip_denied"],
  },
  submitWalletInvoice: {
    Code00: ["#225", "authentication_failed"],
    Code01: ["#226", "payin_not_enabled"],
    Code02: ["#227 #228", "amount_refused"],
    Code03: ["#229", "ip_denied"],
  },
  createWalletPayout: {
    Code00: ["#225", "authentication_failed"],
    Code01: ["#231", "payout_not_enabled"],
    Code02: ["#232", "beneficiary_without_wallet"],
    Code04: ["#233", "balance_too_low"],
    Code06: ["#234", "ip_denied"],
  },
  createMobileMoneyPayout: {
    Code00: ["#225", "authentication_failed"],
    Code01: ["#235", "payout_not_enabled"],
    Code06: ["#236", "ip_denied"],
    Code08: ["#237", "balance_too_low"],
  },
}

/** Codes of other endpoints and codes that only public lists know: none of them is stated here (#218, #242). */
const unstated = ["Code02", "Code03", "Code03a", "Code04", "Code06", "Code07", "Code08", "Code15", "Code99", "Code101"]

/** Reasons that mean "not now": this payment waits until they are mended. */
const turnsAway = (reason: CallFailureTag): boolean =>
  ["authentication_failed", "ip_denied", "payin_not_enabled", "payout_not_enabled", "balance_too_low"].includes(reason)

const statedCases = (name: Envelope): Readonly<Record<string, GatewayCase>> =>
  Object.fromEntries(
    Object.entries(stated[name]).map(([code, [rule, reason]]) => {
      const tag = turnsAway(reason) ? "turned_away" : "refused"
      const expected = { _tag: tag, reason: { _tag: reason, code } }
      return [`${name}: ${code} is ${tag}(${reason}) (${rule})`, means(name, refusal(name, code), expected)]
    }),
  )

const unrecognised = (code: string): unknown => unanswered("unrecognised_code", code, null)

/** Codes that resemble success: a token beside them is for confirming, and no more. */
const nearMisses = ["00 ", " 00", "0", "000", "0O", "OK", "success"]

const envelopeCases = (name: Envelope): Readonly<Record<string, GatewayCase>> => {
  const success = acceptance(name)
  const url = name === "createHostedInvoice" ? pageUrl : null
  const outcome = "no_answer(unrecognised_code), because it may be paid"
  const without: Body = Object.fromEntries(Object.entries(success).filter(([field]) => field !== "token"))
  return {
    [`${name}: 00 with a token is Accepted, whatever the status (#22, #78, #241)`]: means(name, success, accepted(url)),
    [`${name}: 00 without a token is no_answer(token_missing): it may be executed (#25)`]: all([
      means(name, { ...success, token: "" }, unanswered("token_missing", "", null)),
      means(name, { ...success, token: null }, unanswered("token_missing", "", null)),
      means(name, without, unanswered("token_missing", "", null)),
    ]),
    [`${name}: another code than 00 with a token is no_answer(contradictory), and the token is kept (#25)`]: all([
      means(
        name,
        { ...refusal(name, "Code02"), token: createdToken },
        unanswered("contradictory", "Code02", createdToken),
      ),
      ...nearMisses.map((code) =>
        means(
          name,
          { ...success, response_code: code, response_text: "" },
          unanswered("contradictory", "", createdToken),
        ),
      ),
    ]),
    [`${name}: a code that is no text is no_answer (#22)`]: all(
      [0, "", null, true, ["00"], { code: "00" }].map((code) =>
        meansNothing(name, { ...success, response_code: code }, ["unreadable", "contradictory"]),
      ),
    ),
    [`${name}: 00 with a token that is no text is no_answer (#25)`]: all(
      [true, [createdToken], { token: createdToken }, "two words", "line\nbreak", "t\u00E9"].map((token) =>
        meansNothing(name, { ...success, token }, ["token_missing", "unreadable"]),
      ),
    ),
    ...statedCases(name),
    [`${name}: a sub-code that is not stated is ${outcome} (#218, #242)`]: all(
      unstated
        .filter((code) => !Object.hasOwn(stated[name], code))
        .map((code) => means(name, refusal(name, code), unrecognised(code))),
    ),
    ...(isPayout(name)
      ? {}
      : {
          [`${name}: a response code that is neither 00 nor 01 is ${outcome} (#22)`]: all(
            ["02", "99", "1", "OK"].map((code) =>
              means(name, { ...refusal(name, "Code02"), response_code: code }, unrecognised("Code02")),
            ),
          ),
        }),
    [`${name}: an error without a sub-code is ${outcome} (#26)`]: Effect.gen(function* () {
      for (const text of ["", "Service en maintenance", "Echec", "Echec (Code)", "Code02", "Code00"]) {
        for (const answer of yield* answersTo(name, { ...refusal(name, ""), response_text: text })) {
          assert.include(answer, { _tag: "no_answer", cause: "unrecognised_code", code: "" })
        }
      }
    }),
    [`${name}: unknown fields change nothing`]: means(
      name,
      {
        ...success,
        response_text_details: "new",
        custom_data: { developpeur: "a" },
        amount: "1",
        status: "notcompleted",
      },
      accepted(url),
    ),
  }
}

/** A payin's `response_text` is an address to open, or it is not: nothing in between is opened. */
const texts: Readonly<Record<string, GatewayCase>> = {
  "a hosted text that is no absolute web address is not handed on (#71)": all(
    [
      "",
      "/pay/invoice/1",
      "javascript:alert(1)",
      "service.example/pay",
      "https://user@service.example/",
      "ftp://a/b",
    ].map((text) =>
      means("createHostedInvoice", { ...acceptance("createHostedInvoice"), response_text: text }, accepted(null)),
    ),
  ),
  "the page's address is opaque: any host and any path will do (#71)": all(
    ["https://other.example/directpayment/invoice/x?y=1", "http://service.example:8080/p#f"].map((text) =>
      means("createHostedInvoice", { ...acceptance("createHostedInvoice"), response_text: text }, accepted(text)),
    ),
  ),
  "the text of a direct success is not matched on: another wording is a success too, and an address is to be opened (#73)":
    all([
      means(
        "createDirectInvoice",
        { ...acceptance("createDirectInvoice"), response_text: "La requête est en cours de traitement" },
        accepted(null),
      ),
      means(
        "createDirectInvoice",
        { ...acceptance("createDirectInvoice"), response_text: "https://operator.example/pay/1" },
        accepted("https://operator.example/pay/1"),
      ),
    ]),
  "for payouts any code other than 00 is an error (#23)": all(
    ["02", "1", "99", "ERR"].map((code) =>
      means(
        "createMobileMoneyPayout",
        { ...refusal("createMobileMoneyPayout", "Code08"), response_code: code },
        { _tag: "turned_away", reason: { _tag: "balance_too_low", code: "Code08" } },
      ),
    ),
  ),
}

const otpAnswers = (body: unknown) => answersTo("sendWalletOtp", body)

const otpCase = (bodies: ReadonlyArray<unknown>, judge: (answer: CreationAnswer) => void): GatewayCase =>
  Effect.gen(function* () {
    for (const body of bodies) for (const answer of yield* otpAnswers(body)) judge(answer)
  })

const walletOtp: Readonly<Record<string, GatewayCase>> = {
  "sendWalletOtp: error false is otp_sent (#163)": otpCase(
    [acceptance("sendWalletOtp"), { error: false }, { error: false, message: null, more: 1 }],
    (answer) => assert.deepStrictEqual<unknown>({ ...answer }, { _tag: "otp_sent" }),
  ),
  "sendWalletOtp: error true is refused, and no number in its message comes out (#163, #165, #219)": otpCase(
    [{ error: true, message: "No account for 22670000001" }, { error: true, message: "" }, { error: true }],
    (answer) => {
      assert.strictEqual(answer._tag === "refused" ? answer.reason._tag : answer._tag, "otp_not_sent")
      assert.notInclude(JSON.stringify(answer), "22670000001")
    },
  ),
  "sendWalletOtp: anything but true and false is no_answer, so that no page asks for a code that was never sent (#163)":
    otpCase(
      ["false", "true", 0, 1, null, [], [false], {}].map((error) => ({ error, message: "OTP sent" })),
      (answer) => assert.strictEqual(answer._tag === "no_answer" ? answer.cause : answer._tag, "unreadable"),
    ),
  "sendWalletOtp: an answer without its own envelope is never otp_sent (#29)": otpCase(
    [{ message: "OTP sent" }, { response_code: "00", token: createdToken, response_text: "" }, {}],
    (answer) => assert.strictEqual(answer._tag, "no_answer"),
  ),
  "sendWalletOtp: Code00 in the common envelope is turned_away(authentication_failed) (#188, #225)": otpCase(
    [{ response_code: "01", response_text: "Echec (Code00)", token: "", description: "", wiki: "" }],
    (answer) =>
      assert.deepStrictEqual<unknown>(meaningOf(answer), {
        _tag: "turned_away",
        reason: { _tag: "authentication_failed", code: "Code00" },
      }),
  ),
}

export const creating: Facet<GatewayUnderTest> = {
  name: "what a creation's answer means",
  alone: false,
  together: true,
  cases: { ...Object.assign({}, ...envelopeNames.map(envelopeCases)), ...texts, ...walletOtp },
}
