/**
 * Gateways that each have one wrong habit, and the cases that must notice. They are mistakes that real integrations make.
 */
import { Effect } from "effect"
import { gunzipSync } from "node:zlib"
import { CreationAnswer, CreationToken, noAnswer, notSent, Reason } from "@cauri/core"
import type { Habits, Outgoing, Raw } from "./habits.ts"
import { rightHabits } from "./plainGateway.ts"

/** One way to get the contract wrong. */
export interface BrokenGateway {
  readonly name: string
  readonly habits: Habits
  /** Titles of cases; each of them must fail. */
  readonly caughtBy: ReadonlyArray<string>
}

const broken = (name: string, caughtBy: ReadonlyArray<string>, habits: Partial<Habits>): BrokenGateway => ({
  name,
  caughtBy,
  habits: { ...rightHabits, ...habits },
})

const lostAs =
  (...causes: ReadonlyArray<string>) =>
  (raw: Raw) =>
    raw._tag === "Lost" && causes.includes(raw.cause) ? 1 : 0
const statusOf = (raw: Raw): number => (raw._tag === "Replied" ? raw.status : 0)
const objectOf = (body: unknown): { readonly [field: string]: unknown } =>
  typeof body === "object" && body !== null ? { ...body } : {}
const accept = (token: unknown): CreationAnswer =>
  CreationAnswer.cases.Accepted.make({ token: CreationToken.make(String(token)), url: null })
const refuse = CreationAnswer.cases.Refused.make({ reason: Reason.cases.Unrecognised.make({ code: "" }) })

const withHeaders = (more: { readonly [name: string]: string }) => (_operation: string, request: Outgoing) => ({
  ...request,
  headers: { ...request.headers, ...more },
})
const withBody = (change: (body: string) => string) => (_operation: string, request: Outgoing) => {
  if (request.body === null) return request
  const body = change(request.body)
  return { ...request, body, headers: { ...request.headers, "Content-Length": String(Buffer.byteLength(body)) } }
}
const withTarget = (change: (target: string) => string) => (_operation: string, request: Outgoing) => ({
  ...request,
  target: change(request.target),
})

const secret = "nothing is told of calls that succeed"

/** Sends a creation again, or repeats a confirm without an end. */
const repeating: ReadonlyArray<BrokenGateway> = [
  broken(
    "sends a creation again when the connection was lost",
    [
      "creations: the connection is reset after the whole request",
      "creations: the connection is half-closed after the whole request",
      "a connection that dies as it is used again is NoAnswer, and the payout is not sent on another one (B3)",
    ],
    { resends: lostAs("ConnectionLost") },
  ),
  broken("sends a creation again after a time-out", ["creations: nothing is ever answered"], {
    resends: lostAs("TimedOut"),
  }),
  broken("sends a creation again after 429", ["creations: a page with status 429 and Retry-After"], {
    resends: (raw) => (statusOf(raw) === 429 ? 1 : 0),
  }),
  broken(
    "sends a creation again after a 5xx",
    ["creations: a page with status 502", "creations: status 503 with Retry-After and no body"],
    { resends: (raw) => (statusOf(raw) >= 500 ? 2 : 0) },
  ),
  broken("sends a creation again after 408", ["creations: a page with status 408, which invites to send again"], {
    resends: (raw) => (statusOf(raw) === 408 ? 1 : 0),
  }),
  broken(
    "repeats a confirm once too often",
    ["confirms: a page with status 500", "confirms: nothing is ever answered"],
    {
      confirmRequests: (bound) => bound + 1,
    },
  ),
]

const dripping = "creations: the answer drips for ever, so that it is never quite silent"

const unsentTitles = [
  "creations: the connection is reset after the whole request",
  "creations: the connection is reset at the first byte",
  "creations: the connection is closed after the whole request",
]

/** Calls unsent what may have left, or lost what cannot have. */
const classifying: ReadonlyArray<BrokenGateway> = [
  broken("takes ECONNRESET for proof that nothing left", unsentTitles, {
    unsent: (failure) => (failure.code === "ECONNRESET" ? "ConnectionRefused" : rightHabits.unsent(failure)),
  }),
  broken(
    "takes a time-out for proof that nothing left",
    ["creations: nothing is ever answered", "creations: nothing is ever read"],
    {
      unsent: (failure) => (failure.code === "TIMEOUT" ? "ConnectTimeout" : rightHabits.unsent(failure)),
    },
  ),
  broken(
    "never says that nothing left",
    [
      "creations: nothing listens at the port",
      "creations: the name of the host does not resolve",
      "creations: nobody picks up: the queue of connections is full",
      "creations: the certificate has expired",
      "creations: the handshake hangs",
    ],
    { unsent: () => null },
  ),
  broken(
    "takes a name that does not resolve for a refused connection",
    ["creations: the name of the host does not resolve"],
    {
      unsent: (failure) => (rightHabits.unsent(failure) === null ? null : "ConnectionRefused"),
    },
  ),
  broken("stops its clock at the first byte of an answer", [dripping], { stopsClock: true }),
  broken("has no clock", [dripping, "creations: the answer stops in the middle of its body"], { timesOut: false }),
]

/** Trusts whom it must not. */
const trusting: ReadonlyArray<BrokenGateway> = [
  broken(
    "does not verify certificates",
    [
      "creations: the certificate vouches for itself",
      "creations: the certificate is signed by an authority that nobody knows",
      "creations: the certificate has expired",
      "creations: the certificate is not valid yet",
    ],
    { verifies: false },
  ),
  broken("does not look for whom a certificate is", ["creations: the certificate is another host's"], {
    verifiesHost: false,
  }),
  broken("speaks TLS 1.1", ["creations: the server speaks TLS 1.1 and no later version"], { minTls: "TLSv1" }),
  broken(
    "follows redirects",
    [
      "creations: 307 to another host is not followed and is NoAnswer(Redirected)",
      "creations: 302 within the host is not followed and is NoAnswer(Redirected)",
      "confirms: 301 to another host is not followed and settles nothing",
    ],
    { followsRedirects: true },
  ),
  broken(
    "believes the body of a redirect",
    ["creations: 303 to another host is not believed either, whatever its body says"],
    { redirected: () => false },
  ),
  broken(
    "sends to any address that it is given",
    ["no gateway is built for a base address that is not https, names a user, or has a query or a fragment (#2)"],
    { checksBaseUrl: false },
  ),
  broken(
    "puts any number into the address",
    ["a number that is none is InvalidRequest, and no other address is asked for (T10, #13, #159)"],
    { validates: false },
  ),
  broken(
    "sends after its lease",
    [
      "nothing leaves once the lease is over: LeaseOver",
      "nothing leaves when the lease ends while the connection is being made",
    ],
    { keepsLease: false, leaseAtSend: false },
  ),
  broken("looks at its lease only once", ["nothing leaves when the lease ends while the connection is being made"], {
    leaseAtSend: false,
  }),
]

/** Reads what it must not, or not what it must. */
const swallowing: ReadonlyArray<BrokenGateway> = [
  broken("reads a body of any length", ["creations: a body of 300 KiB, which is more than 256"], {
    mostBytes: 1_000_000_000,
  }),
  broken("takes bodies of many megabytes in", ["creations: a body of 300 MB", "confirms: a body of 300 MB"], {
    mostBytes: 48_000_000,
  }),
  broken("reads too little", ["creations: a body of 200 KiB, which is not"], { mostBytes: 65_536 }),
  broken("undoes gzip", ["creations: gzip that nobody asked for"], { inflate: (body) => gunzipSync(body) }),
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
    judges: (_operation, raw) =>
      raw._tag === "Replied" && raw.status === 200 && raw.text.startsWith("<") ? accept("page") : null,
  }),
]

/** Decides on the wrong thing. */
const deciding: ReadonlyArray<BrokenGateway> = [
  broken(
    "takes every 4xx for a refusal",
    [
      "createMobileMoneyPayout: 00 with a token is Accepted, whatever the status (#22, #78, #241)",
      "creations: a page with status 404",
    ],
    { judges: (_operation, raw) => (statusOf(raw) >= 400 && statusOf(raw) < 500 ? refuse : null) },
  ),
  broken("takes every 5xx for no answer", ["createDirectInvoice: Code02 is Refused(AmountRefused) (#227 #228)"], {
    judges: (_operation, raw) => (statusOf(raw) >= 500 ? noAnswer("Unreadable") : null),
  }),
  broken(
    "takes 00 without a token for a success",
    ["createWalletPayout: 00 without a token is NoAnswer(TokenMissing): it may be executed (#25)"],
    {
      answers: (_operation, answer) =>
        answer._tag === "NoAnswer" && answer.cause === "TokenMissing" ? accept("none") : answer,
    },
  ),
  broken(
    "throws the token of a contradictory answer away",
    ["createDirectInvoice: another code than 00 with a token is NoAnswer(Contradictory), and the token is kept (#25)"],
    {
      answers: (_operation, answer) => (answer._tag === "NoAnswer" ? { ...answer, token: null } : answer),
    },
  ),
  broken(
    "takes any answer with a token for a success",
    [
      "createDirectInvoice: another code than 00 with a token is NoAnswer(Contradictory), and the token is kept (#25)",
      "createWalletPayout: a code that is no text is NoAnswer (#22)",
    ],
    {
      answers: (operation, answer, body) => {
        const { token } = objectOf(body)
        return typeof token === "string" && token !== "" && operation !== "sendWalletOtp" ? accept(token) : answer
      },
    },
  ),
  broken(
    "takes an unknown sub-code of a payout for a refusal",
    [
      "createMobileMoneyPayout: a sub-code that is not stated is NoAnswer(UnrecognisedCode), because it may be paid (#218, #242)",
      "createWalletPayout: an error without a sub-code is NoAnswer(UnrecognisedCode), because it may be paid (#26)",
    ],
    {
      answers: (_operation, answer) =>
        answer._tag === "NoAnswer" && answer.cause === "UnrecognisedCode" ? refuse : answer,
    },
  ),
  broken(
    "takes a wrong key for a refusal",
    ["createHostedInvoice: Code00 is TurnedAway(AuthenticationFailed) (#225)"],
    {
      answers: (_operation, answer) =>
        answer._tag === "TurnedAway" ? CreationAnswer.cases.Refused.make({ reason: answer.reason }) : answer,
    },
  ),
  broken(
    "prompts for a code unless it hears of an error",
    [
      "sendWalletOtp: anything but true and false is NoAnswer, so that nobody asks for a code that was never sent (#163)",
      "sendWalletOtp: an answer without its own envelope is never OtpSent (#29)",
    ],
    {
      answers: (operation, answer, body) =>
        operation === "sendWalletOtp" && objectOf(body)["error"] !== true
          ? CreationAnswer.cases.OtpSent.make({})
          : answer,
    },
  ),
  broken(
    "keeps what the service says of an error",
    ["sendWalletOtp: error true is Refused, and what the message says is kept to itself (#163, #165, #219)"],
    {
      answers: (operation, answer, body) =>
        operation === "sendWalletOtp" && answer._tag === "Refused"
          ? CreationAnswer.cases.Refused.make({
              reason: Reason.cases.OtpNotSent.make({ code: String(objectOf(body)["message"]) }),
            })
          : answer,
    },
  ),
  broken("opens any text", ["a hosted text that is no absolute web address is not handed on (#71)"], {
    answers: (_operation, answer, body) =>
      answer._tag === "Accepted" ? { ...answer, url: String(objectOf(body)["response_text"]) } : answer,
  }),
  broken(
    "opens no text of a direct payin",
    [
      "the text of a direct success is not matched on: another wording is a success too, and an address is to be opened (#73)",
    ],
    { answers: (_operation, answer) => (answer._tag === "Accepted" ? { ...answer, url: null } : answer) },
  ),
]

const nearMiss = "a status that only resembles one of the three is pending, and kept for a person (#80, #108)"

/** Reads a record wrongly. */
const confirming: ReadonlyArray<BrokenGateway> = [
  broken("forgives the case of a status", [`confirmInvoice: ${nearMiss}`, `confirmPayout: ${nearMiss}`], {
    records: (record) =>
      record.unknownStatus?.toLowerCase() === "completed" ? { ...record, status: "completed" } : record,
  }),
  broken("forgives spaces around a status", [`confirmPayout: ${nearMiss}`], {
    records: (record) => (record.unknownStatus?.trim() === "completed" ? { ...record, status: "completed" } : record),
  }),
  broken("takes an unknown status for a failure", [`confirmPayout: ${nearMiss}`], {
    records: (record) => (record.unknownStatus === null ? record : { ...record, status: "notcompleted" }),
  }),
  broken("does not keep an unknown status", [`confirmInvoice: ${nearMiss}`], {
    records: (record) => ({ ...record, unknownStatus: null }),
  }),
  broken("reads a status out of a list", ["confirmInvoice: a status that is no text settles nothing (#80, #108)"], {
    parses: (text) => {
      const value = objectOf(JSON.parse(text))
      return "status" in value ? { ...value, status: String(value["status"]) } : value
    },
  }),
  broken(
    "looks at the status only, and not at the code",
    [
      "confirmInvoice: a code that is not 00 settles nothing, whatever the status says (#79, #103)",
      "confirmPayout: a record without a code settles nothing (#79, #103)",
    ],
    { parses: (text) => ({ ...objectOf(JSON.parse(text)), response_code: "00" }) },
  ),
  broken(
    "takes every record for its own",
    ["confirmPayout: a record that does not echo our token is not ours (#104)"],
    {
      records: (record) => ({ ...record, tokenIsOurs: true }),
    },
  ),
  broken(
    "rounds amounts",
    ["confirmInvoice: an amount that is not exactly an integer is none, and never rounded (#10, #88)"],
    {
      records: (record, body) => ({ ...record, amount: Math.round(Number(objectOf(body)["amount"])) }),
    },
  ),
  broken("takes one amount for both", ["confirmInvoice: amounts that came as texts are the same amounts (#88)"], {
    records: (record) => ({ ...record, montant: record.amount }),
  }),
  broken(
    "takes an error for a payment's end",
    [
      "confirmInvoice: an error says nothing about the payment (#81, #147, #179)",
      "confirmPayout: Code02 fails with NotFound (#144, #230)",
    ],
    {
      parses: (text) => {
        const value = objectOf(JSON.parse(text))
        return value["response_code"] === "01" ? { ...value, response_code: "00", status: "notcompleted" } : value
      },
    },
  ),
]

const hosted = "endpoint 1 is asked for as the specification writes it (#133, #30 to #58, #60, #141)"

/** Writes a request wrongly. */
const writing: ReadonlyArray<BrokenGateway> = [
  broken("sends a trace header", [hosted], {
    outgoing: withHeaders({ traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }),
  }),
  broken("asks for gzip", [hosted], { outgoing: withHeaders({ "Accept-Encoding": "gzip, deflate" }) }),
  broken("names itself", [hosted], { outgoing: withHeaders({ "User-Agent": "gateway/1" }) }),
  broken("sends a content type with a charset", [hosted], {
    outgoing: withHeaders({ "Content-Type": "application/json; charset=utf-8" }),
  }),
  broken(
    "does not percent-encode tokens",
    ["endpoint 2 is asked for as the specification writes it, with the token percent-encoded (#134, #143, #145)"],
    { outgoing: withTarget(decodeURIComponent) },
  ),
  broken(
    "forgets the slash at the end of a path",
    [
      "endpoint 8 is asked for as the specification writes it, with its slash and the two credentials alone (#140, #175, #176)",
    ],
    { outgoing: withTarget((target) => target.replace("/?", "?")) },
  ),
  broken(
    "sends amounts as texts",
    ["endpoint 7 is asked for as the specification writes it, without top_up_wallet (#139, #67)"],
    { outgoing: withBody((body) => body.replace('"amount":750', '"amount":"750"')) },
  ),
  broken(
    "has top_up_wallet the wrong way round",
    [
      "endpoint 6 is asked for as the specification writes it, with top_up_wallet 1 to keep the funds (#138, #61 to #66, #68, #70)",
      "endpoint 6 carries top_up_wallet 0 to send the funds on (#66, #69)",
    ],
    {
      outgoing: withBody((body) =>
        body.replace(/"top_up_wallet":([01])/, (_all, value) => `"top_up_wallet":${value === "1" ? 0 : 1}`),
      ),
    },
  ),
  broken("forgets the merchant's identifier", [hosted], {
    outgoing: withBody((body) => body.replace(/,?"transaction_id":"[^"]*"/, "")),
  }),
  broken(
    "drops the path of the base address",
    ["the path of the base address is kept, with and without a slash at its end (#1)"],
    {
      joins: (base, target) => new URL(target, base).href,
    },
  ),
]

/** Tells what it was trusted with. */
const telling: ReadonlyArray<BrokenGateway> = [
  broken("logs the address", [secret, "nothing is told when the answer is no HTTP"], {
    tells: ({ url }) => Effect.logInfo(`calling ${url}`),
  }),
  broken("logs the body", [secret, "nothing is told when the body is no answer"], {
    tells: ({ request }) => Effect.logDebug("sent", request.body ?? ""),
  }),
  broken("logs the headers in base64", [secret], {
    tells: ({ request }) => Effect.logTrace(Buffer.from(JSON.stringify(request.headers)).toString("base64")),
  }),
  broken(
    "prints the answer",
    ["nothing is told of calls that the service refuses, though it repeats what it was asked (#240)"],
    {
      tells: ({ raw }) => Effect.sync(() => void (raw._tag === "Replied" ? process.stdout.write(raw.text) : false)),
    },
  ),
  broken("annotates spans with the address", ["nothing is told when no connection comes about"], {
    tells: ({ url }) => Effect.annotateCurrentSpan("url.full", url),
  }),
  broken("dies with the request in its error", ["nothing is told when a connection breaks or falls silent"], {
    tells: ({ raw, request }) => (raw._tag === "Lost" ? Effect.die(new Error(request.headers["Apikey"])) : Effect.void),
  }),
  broken(
    "sends any credential",
    ["a credential that could break a header is never sent and never repeated (#181, #182)"],
    { checksCredentials: false },
  ),
]

/** Every broken gateway. */
export const brokenGateways: ReadonlyArray<BrokenGateway> = [
  ...repeating,
  ...classifying,
  ...trusting,
  ...swallowing,
  ...deciding,
  ...confirming,
  ...writing,
  ...telling,
]

/** Answers that never come from the service: whoever always gives one of them is caught by every case, by one or another. */
export const constantAnswers: ReadonlyArray<CreationAnswer> = [
  accept("made-up"),
  noAnswer("WorkerLost"),
  notSent("OnHold"),
]
