import { assert, describe, it } from "@effect/vitest"
import { type Attempt, stateOfAttempts } from "../src/model/Attempt.ts"
import { asAnswer, asWebAddress, CreationAnswer, noAnswer, notSent } from "../src/model/CreationAnswer.ts"
import { NoAnswerCause, NotSentCause, CallFailure } from "../src/model/CallFailure.ts"
import { CreationToken } from "../src/model/Identifiers.ts"
import type { AttemptKind } from "../src/model/ValidationMode.ts"

const turnedAway = (reason: "payin_not_enabled" | "ip_denied" | "authentication_failed"): CreationAnswer => ({
  _tag: "turned_away",
  reason: { _tag: reason, code: "Code03" },
})

const processing = "Votre requête est en cours de traitement"
/** What a gateway without types might hand over. */
const handedOver = (given: object, kind: AttemptKind = "pay"): CreationAnswer =>
  Reflect.apply(asAnswer, undefined, [given, kind])

describe("an answer is never lost", () => {
  it("`00` is not completion: an accepted payment waits for a confirm #24", () => {
    const attempt: Attempt = {
      number: 1,
      kind: "pay",
      carriesOtp: false,
      startedAt: 0,
      outcome: { _tag: "accepted", token: CreationToken.make("token"), url: null },
    }
    assert.strictEqual(stateOfAttempts([attempt], { rail: "ussd_push", tries: 1, maxAttempts: 3 }), "pending")
  })

  it("an address is taken up to 8,192 characters and not beyond", () => {
    const address = `https://pay.example/${"a".repeat(8_172)}`
    assert.strictEqual(asWebAddress(address), address)
    assert.isNull(asWebAddress(`${address}a`))
  })

  it("an answer of another gateway is kept as it is when history can hold it", () => {
    const token = CreationToken.make("token-1")
    const answers: ReadonlyArray<CreationAnswer> = [
      { _tag: "accepted", token, url: "https://pay.example/1" },
      { _tag: "accepted", token, url: null },
      { _tag: "refused", reason: { _tag: "amount_refused", code: "Code02" } },
      { _tag: "turned_away", reason: { _tag: "ip_denied", code: "Code03" } },
      notSent("connection_refused"),
      noAnswer("contradictory", "Code01", token),
      noAnswer("timed_out"),
    ]
    for (const answer of answers) assert.deepStrictEqual(asAnswer(answer, "pay"), answer)
  })

  it("an address that cannot be opened, or a token that cannot be held, costs no more than itself", () => {
    const token = CreationToken.make("token-1")
    for (const url of [processing, `https://pay.example/${"a".repeat(8_192)}`]) {
      assert.deepStrictEqual(asAnswer({ _tag: "accepted", token, url }, "pay"), { _tag: "accepted", token, url: null })
    }
    for (const broken of ["", "a b", null, undefined, 7]) {
      assert.deepStrictEqual(
        handedOver({ _tag: "accepted", token: broken, url: null }),
        noAnswer("token_missing"),
        String(broken),
      )
    }
    assert.deepStrictEqual(
      handedOver({ _tag: "no_answer", cause: "timed_out", code: "a\u0000", detail: "a\u0000", token: "a b" }),
      CreationAnswer.cases.no_answer.make({ cause: "timed_out", code: "", detail: "a\uFFFD", token: null }),
    )
    const evidence = { status: 502.5, contentType: "a\u0000".repeat(200), text: `a\n${"b".repeat(3_000)}` }
    assert.deepStrictEqual(handedOver({ _tag: "no_answer", cause: "web_page", code: "", token, evidence }), {
      ...noAnswer("web_page", "", token),
      evidence: { status: 0, contentType: "a\uFFFD".repeat(100), text: `a\uFFFD${"b".repeat(2_046)}` },
    })
  })

  it("a refusal that names no stated reason leaves the call in doubt, also from another gateway #242", () => {
    const unstated: CreationAnswer = { _tag: "refused", reason: { _tag: "unrecognised", code: "Code77", detail: "so" } }
    const doubt = { cause: "unrecognised_code", code: "Code77", detail: "so", token: null } as const
    assert.deepStrictEqual(asAnswer(unstated, "pay"), CreationAnswer.cases.no_answer.make(doubt))
    const bare: CreationAnswer = { _tag: "refused", reason: { _tag: "unrecognised", code: "Code77" } }
    assert.deepStrictEqual(asAnswer(bare, "pay"), noAnswer("unrecognised_code", "Code77"))
  })

  it("a code for a project that may not collect is refused; denied credentials and addresses are mended, and the code asked for again #226", () => {
    const over = turnedAway("payin_not_enabled")
    assert.deepStrictEqual(asAnswer(over, "pay", true)._tag, "refused")
    assert.deepStrictEqual(asAnswer(over, "pay", false), over)
    for (const reason of ["ip_denied", "authentication_failed"] as const)
      assert.deepStrictEqual(asAnswer(turnedAway(reason), "pay", true), turnedAway(reason))
  })

  it("what the service said beside its code is cut and kept, and what is no code is not", () => {
    const detail = "x".repeat(1_000)
    const reason = { _tag: "otp_not_sent", code: "the customer's note", detail }
    const kept = CallFailure.cases.otp_not_sent.make({ code: "", detail: "x".repeat(500) })
    assert.deepStrictEqual(handedOver({ _tag: "refused", reason }), { _tag: "refused", reason: kept })
  })

  it("what is no answer to such a call counts as none", () => {
    const nonsense = [
      {},
      { _tag: "Paid" },
      { _tag: "not_sent", cause: "Unknown" },
      { _tag: "no_answer", cause: "Unknown", code: "", token: null },
      { _tag: "refused", reason: { _tag: "Unknown", code: "" } },
      { _tag: "otp_sent" },
    ]
    for (const given of nonsense)
      assert.deepStrictEqual(handedOver(given), noAnswer("unreadable"), JSON.stringify(given))
    assert.deepStrictEqual(handedOver({ _tag: "otp_sent" }, "wallet_otp_request"), { _tag: "otp_sent" })
  })

  it("every cause can be answered", () => {
    for (const cause of NotSentCause.literals) assert.deepStrictEqual(notSent(cause), { _tag: "not_sent", cause })
    for (const cause of NoAnswerCause.literals) {
      assert.deepStrictEqual(noAnswer(cause), { _tag: "no_answer", cause, code: "", token: null })
      assert.deepStrictEqual(noAnswer(cause, "Code17"), { _tag: "no_answer", cause, code: "Code17", token: null })
    }
  })
})
