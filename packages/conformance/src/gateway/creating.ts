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
      assert.include(causes, answer._tag === "NoAnswer" ? answer.cause : answer._tag)
    }
  })

const all = (cases: ReadonlyArray<GatewayCase>): GatewayCase => Effect.all(cases, { concurrency: 1, discard: true })

const accepted = (url: string | null): unknown => ({ _tag: "Accepted", token: createdToken, url })
const unanswered = (cause: string, code: string, token: string | null): unknown => ({
  _tag: "NoAnswer",
  cause,
  code,
  token,
})

/** Every sub-code with a stated cause, on its own endpoint: rule, what it is, and what it makes of the call. */
const stated: Readonly<Record<Envelope, Readonly<Record<string, readonly [rule: string, CallFailureTag]>>>> = {
  createHostedInvoice: {
    Code00: ["#225", "AuthenticationFailed"],
    Code01: ["#226", "PayinNotEnabled"],
    Code02: ["#227 #228", "AmountRefused"],
    Code03: ["#229", "IpDenied"],
  },
  createDirectInvoice: {
    Code00: ["#225", "AuthenticationFailed"],
    Code01: ["#226", "PayinNotEnabled"],
    Code02: ["#227 #228", "AmountRefused"],
    Code03: ["#229", "IpDenied"],
  },
  submitWalletInvoice: {
    Code00: ["#225", "AuthenticationFailed"],
    Code01: ["#226", "PayinNotEnabled"],
    Code02: ["#227 #228", "AmountRefused"],
    Code03: ["#229", "IpDenied"],
  },
  createWalletPayout: {
    Code00: ["#225", "AuthenticationFailed"],
    Code01: ["#231", "PayoutNotEnabled"],
    Code02: ["#232", "BeneficiaryWithoutWallet"],
    Code04: ["#233", "BalanceTooLow"],
    Code06: ["#234", "IpDenied"],
  },
  createMobileMoneyPayout: {
    Code00: ["#225", "AuthenticationFailed"],
    Code01: ["#235", "PayoutNotEnabled"],
    Code06: ["#236", "IpDenied"],
    Code08: ["#237", "BalanceTooLow"],
  },
}

/** Codes of other endpoints and codes that only public lists know: none of them is stated here (#218, #242). */
const unstated = ["Code02", "Code03", "Code03a", "Code04", "Code06", "Code07", "Code08", "Code15", "Code99", "Code101"]

/** Reasons that mean "not now": this payment waits until they are mended. */
const turnsAway = (reason: CallFailureTag): boolean =>
  ["AuthenticationFailed", "IpDenied", "PayinNotEnabled", "PayoutNotEnabled", "BalanceTooLow"].includes(reason)

const statedCases = (name: Envelope): Readonly<Record<string, GatewayCase>> =>
  Object.fromEntries(
    Object.entries(stated[name]).map(([code, [rule, reason]]) => {
      const tag = turnsAway(reason) ? "TurnedAway" : "Refused"
      const expected = { _tag: tag, reason: { _tag: reason, code } }
      return [`${name}: ${code} is ${tag}(${reason}) (${rule})`, means(name, refusal(name, code), expected)]
    }),
  )

const unrecognised = (code: string): unknown => unanswered("UnrecognisedCode", code, null)

/** Codes that resemble success: a token beside them is for confirming, and no more. */
const nearMisses = ["00 ", " 00", "0", "000", "0O", "OK", "success"]

const envelopeCases = (name: Envelope): Readonly<Record<string, GatewayCase>> => {
  const success = acceptance(name)
  const url = name === "createHostedInvoice" ? pageUrl : null
  const outcome = "NoAnswer(UnrecognisedCode), because it may be paid"
  const without: Body = Object.fromEntries(Object.entries(success).filter(([field]) => field !== "token"))
  return {
    [`${name}: 00 with a token is Accepted, whatever the status (#22, #78, #241)`]: means(name, success, accepted(url)),
    [`${name}: 00 without a token is NoAnswer(TokenMissing): it may be executed (#25)`]: all([
      means(name, { ...success, token: "" }, unanswered("TokenMissing", "", null)),
      means(name, { ...success, token: null }, unanswered("TokenMissing", "", null)),
      means(name, without, unanswered("TokenMissing", "", null)),
    ]),
    [`${name}: another code than 00 with a token is NoAnswer(Contradictory), and the token is kept (#25)`]: all([
      means(
        name,
        { ...refusal(name, "Code02"), token: createdToken },
        unanswered("Contradictory", "Code02", createdToken),
      ),
      ...nearMisses.map((code) =>
        means(
          name,
          { ...success, response_code: code, response_text: "" },
          unanswered("Contradictory", "", createdToken),
        ),
      ),
    ]),
    [`${name}: a code that is no text is NoAnswer (#22)`]: all(
      [0, "", null, true, ["00"], { code: "00" }].map((code) =>
        meansNothing(name, { ...success, response_code: code }, ["Unreadable", "Contradictory"]),
      ),
    ),
    [`${name}: 00 with a token that is no text is NoAnswer (#25)`]: all(
      [true, [createdToken], { token: createdToken }, "two words", "line\nbreak", "t\u00E9"].map((token) =>
        meansNothing(name, { ...success, token }, ["TokenMissing", "Unreadable"]),
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
          assert.include(answer, { _tag: "NoAnswer", cause: "UnrecognisedCode", code: "" })
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
        { _tag: "TurnedAway", reason: { _tag: "BalanceTooLow", code: "Code08" } },
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
  "sendWalletOtp: error false is OtpSent (#163)": otpCase(
    [acceptance("sendWalletOtp"), { error: false }, { error: false, message: null, more: 1 }],
    (answer) => assert.deepStrictEqual<unknown>({ ...answer }, { _tag: "OtpSent" }),
  ),
  "sendWalletOtp: error true is Refused, and no number in its message comes out (#163, #165, #219)": otpCase(
    [{ error: true, message: "No account for 22670000001" }, { error: true, message: "" }, { error: true }],
    (answer) => {
      assert.strictEqual(answer._tag === "Refused" ? answer.reason._tag : answer._tag, "OtpNotSent")
      assert.notInclude(JSON.stringify(answer), "22670000001")
    },
  ),
  "sendWalletOtp: anything but true and false is NoAnswer, so that no page asks for a code that was never sent (#163)":
    otpCase(
      ["false", "true", 0, 1, null, [], [false], {}].map((error) => ({ error, message: "OTP sent" })),
      (answer) => assert.strictEqual(answer._tag === "NoAnswer" ? answer.cause : answer._tag, "Unreadable"),
    ),
  "sendWalletOtp: an answer without its own envelope is never OtpSent (#29)": otpCase(
    [{ message: "OTP sent" }, { response_code: "00", token: createdToken, response_text: "" }, {}],
    (answer) => assert.strictEqual(answer._tag, "NoAnswer"),
  ),
  "sendWalletOtp: Code00 in the common envelope is TurnedAway(AuthenticationFailed) (#188, #225)": otpCase(
    [{ response_code: "01", response_text: "Echec (Code00)", token: "", description: "", wiki: "" }],
    (answer) =>
      assert.deepStrictEqual<unknown>(meaningOf(answer), {
        _tag: "TurnedAway",
        reason: { _tag: "AuthenticationFailed", code: "Code00" },
      }),
  ),
}

export const creating: Facet<GatewayUnderTest> = {
  name: "what a creation's answer means",
  alone: false,
  together: true,
  cases: { ...Object.assign({}, ...envelopeNames.map(envelopeCases)), ...texts, ...walletOtp },
}
