import { assert, describe, it } from "@effect/vitest"
import { type Attempt, stateOfAttempts } from "../src/model/Attempt.ts"
import { asAnswer, asWebAddress, CreationAnswer, noAnswer, notSent } from "../src/model/CreationAnswer.ts"
import { NoAnswerCause, NotSentCause, CallFailure } from "../src/model/CallFailure.ts"
import { CreationToken } from "../src/model/Identifiers.ts"
import type { AttemptKind } from "../src/model/ValidationMode.ts"

const turnedAway = (reason: "PayinNotEnabled" | "IpDenied" | "AuthenticationFailed"): CreationAnswer => ({
  _tag: "TurnedAway",
  reason: { _tag: reason, code: "Code03" },
})

const processing = "Votre requête est en cours de traitement"
/** What a gateway without types might hand over. */
const handedOver = (given: object, kind: AttemptKind = "Pay"): CreationAnswer =>
  Reflect.apply(asAnswer, undefined, [given, kind])

describe("an answer is never lost", () => {
  it("`00` is not completion: an accepted payment waits for a confirm #24", () => {
    const attempt: Attempt = {
      number: 1,
      kind: "Pay",
      carriesOtp: false,
      startedAt: 0,
      outcome: { _tag: "Accepted", token: CreationToken.make("token"), url: null },
    }
    assert.strictEqual(stateOfAttempts([attempt], { rail: "UssdPush", tries: 1, maxAttempts: 3 }), "Pending")
  })

  it("an address is taken up to 8,192 characters and not beyond", () => {
    const address = `https://pay.example/${"a".repeat(8_172)}`
    assert.strictEqual(asWebAddress(address), address)
    assert.isNull(asWebAddress(`${address}a`))
  })

  it("an answer of another gateway is kept as it is when history can hold it", () => {
    const token = CreationToken.make("token-1")
    const answers: ReadonlyArray<CreationAnswer> = [
      { _tag: "Accepted", token, url: "https://pay.example/1" },
      { _tag: "Accepted", token, url: null },
      { _tag: "Refused", reason: { _tag: "AmountRefused", code: "Code02" } },
      { _tag: "TurnedAway", reason: { _tag: "IpDenied", code: "Code03" } },
      notSent("ConnectionRefused"),
      noAnswer("Contradictory", "Code01", token),
      noAnswer("TimedOut"),
    ]
    for (const answer of answers) assert.deepStrictEqual(asAnswer(answer, "Pay"), answer)
  })

  it("an address that cannot be opened, or a token that cannot be held, costs no more than itself", () => {
    const token = CreationToken.make("token-1")
    for (const url of [processing, `https://pay.example/${"a".repeat(8_192)}`]) {
      assert.deepStrictEqual(asAnswer({ _tag: "Accepted", token, url }, "Pay"), { _tag: "Accepted", token, url: null })
    }
    for (const broken of ["", "a b", null, undefined, 7]) {
      assert.deepStrictEqual(
        handedOver({ _tag: "Accepted", token: broken, url: null }),
        noAnswer("TokenMissing"),
        String(broken),
      )
    }
    assert.deepStrictEqual(
      handedOver({ _tag: "NoAnswer", cause: "TimedOut", code: "a\u0000", detail: "a\u0000", token: "a b" }),
      CreationAnswer.cases.NoAnswer.make({ cause: "TimedOut", code: "", detail: "a\uFFFD", token: null }),
    )
    const evidence = { status: 502.5, contentType: "a\u0000".repeat(200), text: `a\n${"b".repeat(3_000)}` }
    assert.deepStrictEqual(handedOver({ _tag: "NoAnswer", cause: "WebPage", code: "", token, evidence }), {
      ...noAnswer("WebPage", "", token),
      evidence: { status: 0, contentType: "a\uFFFD".repeat(100), text: `a\uFFFD${"b".repeat(2_046)}` },
    })
  })

  it("a refusal that names no stated reason leaves the call in doubt, also from another gateway #242", () => {
    const unstated: CreationAnswer = { _tag: "Refused", reason: { _tag: "Unrecognised", code: "Code77", detail: "so" } }
    const doubt = { cause: "UnrecognisedCode", code: "Code77", detail: "so", token: null } as const
    assert.deepStrictEqual(asAnswer(unstated, "Pay"), CreationAnswer.cases.NoAnswer.make(doubt))
    const bare: CreationAnswer = { _tag: "Refused", reason: { _tag: "Unrecognised", code: "Code77" } }
    assert.deepStrictEqual(asAnswer(bare, "Pay"), noAnswer("UnrecognisedCode", "Code77"))
  })

  it("a code for a project that may not collect is refused; denied credentials and addresses are mended, and the code asked for again #226", () => {
    const over = turnedAway("PayinNotEnabled")
    assert.deepStrictEqual(asAnswer(over, "Pay", true)._tag, "Refused")
    assert.deepStrictEqual(asAnswer(over, "Pay", false), over)
    for (const reason of ["IpDenied", "AuthenticationFailed"] as const)
      assert.deepStrictEqual(asAnswer(turnedAway(reason), "Pay", true), turnedAway(reason))
  })

  it("what the service said beside its code is cut and kept, and what is no code is not", () => {
    const detail = "x".repeat(1_000)
    const reason = { _tag: "OtpNotSent", code: "the customer's note", detail }
    const kept = CallFailure.cases.OtpNotSent.make({ code: "", detail: "x".repeat(500) })
    assert.deepStrictEqual(handedOver({ _tag: "Refused", reason }), { _tag: "Refused", reason: kept })
  })

  it("what is no answer to such a call counts as none", () => {
    const nonsense = [
      {},
      { _tag: "Paid" },
      { _tag: "NotSent", cause: "Unknown" },
      { _tag: "NoAnswer", cause: "Unknown", code: "", token: null },
      { _tag: "Refused", reason: { _tag: "Unknown", code: "" } },
      { _tag: "OtpSent" },
    ]
    for (const given of nonsense)
      assert.deepStrictEqual(handedOver(given), noAnswer("Unreadable"), JSON.stringify(given))
    assert.deepStrictEqual(handedOver({ _tag: "OtpSent" }, "WalletOtpRequest"), { _tag: "OtpSent" })
  })

  it("every cause can be answered", () => {
    for (const cause of NotSentCause.literals) assert.deepStrictEqual(notSent(cause), { _tag: "NotSent", cause })
    for (const cause of NoAnswerCause.literals) {
      assert.deepStrictEqual(noAnswer(cause), { _tag: "NoAnswer", cause, code: "", token: null })
      assert.deepStrictEqual(noAnswer(cause, "Code17"), { _tag: "NoAnswer", cause, code: "Code17", token: null })
    }
  })
})
