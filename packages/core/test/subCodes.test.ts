/** What a merchant has learnt about sub-codes that the specification does not state: `merchant.subCodes` of the policy. */
import { assert, describe } from "@effect/vitest"
import { Effect, Result } from "effect"
import { Payins, Payouts, type PolicyInput } from "@cauri/core"
import { memoryDriver, noAnswer, makePolicy } from "@cauri/core/adapter"
import { CallFailure, CreationToken, decisionOutcomesFor } from "@cauri/core/model"
import {
  itUnder,
  flagsOf,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  stateOf,
  testPolicy,
  reconcileFor,
} from "./scripted.ts"
import { ring, smsPayin } from "./setups.ts"

const learnt: PolicyInput = {
  merchant: {
    subCodes: {
      mobile_money_payout: { Code05: "declined" },
      ussd_push: { Code09: "amount_refused" },
      sms_otp: { Code05: "declined" },
    },
  },
}
const it = itUnder(learnt)
const salary = payoutKey("salary-1")
const odd = (code: string) => noAnswer("unrecognised_code", code)

describe("a sub-code that a merchant has learnt (merchant.subCodes, #218, #242)", () => {
  it("refuses for good, with its reason and code in the attempt, and is never sent again", function* (script) {
    const evidence = { status: 400, contentType: "application/json", text: "Echec" }
    script.creations = [{ ...odd("Code05"), evidence }, odd("Code09")]
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcileFor("2 hours")
    assert.strictEqual(script.seen.length, 2)
    const outcomes = [yield* recordOf(salary), yield* recordOf(payinKey("order-1"))].map(
      ({ payment }) => payment.attempts[0]?.outcome,
    )
    assert.deepStrictEqual(outcomes, [
      { _tag: "refused", reason: { _tag: "declined", code: "Code05" } },
      { _tag: "refused", reason: { _tag: "amount_refused", code: "Code09" } },
    ])
    assert.strictEqual(yield* stateOf(salary), "refused")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "refused")
  })

  it("means nothing on another rail, and a code that is not in the list stays in doubt", function* (script) {
    script.creations = [odd("Code09"), odd("Code07"), odd("")]
    for (const n of [1, 2, 3]) yield* (yield* Payouts).create(payout(`salary-${n}`, { amount: n }))
    for (const n of [1, 2, 3]) assert.strictEqual(yield* stateOf(payoutKey(`salary-${n}`)), "in_doubt")
  })

  it("refuses a payin by SMS with its first request too, which asks for the code", function* (script) {
    script.creations = [odd("Code05")]
    assert.strictEqual((yield* (yield* Payins).create(smsPayin)).payment.state._tag, "refused")
  })

  it("leaves an answer with a token in doubt", function* (script) {
    script.creations = [noAnswer("contradictory", "Code05", CreationToken.make("token-1"))]
    assert.strictEqual((yield* (yield* Payouts).create(payout("salary-1"))).payment.state._tag, "pending")
  })

  it("leaves a call in doubt for which a callback came while it was under way (#205)", function* (script) {
    const note = { key: salary, attempt: 1, fingerprint: "one", receivedAt: 0, body: null }
    script.creations = [Effect.as(Effect.orDie(memoryDriver(script.cell).noteCallback(note)), odd("Code05"))]
    yield* (yield* Payouts).create(payout("salary-1"))
    assert.strictEqual(yield* stateOf(salary), "in_doubt")
  })

  it("is flagged where a callback comes later, and a person decides (#205)", function* (script) {
    script.creations = [odd("Code05")]
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* ring(salary)
    yield* reconcileFor("1 minute")
    assert.deepStrictEqual(yield* flagsOf(salary), ["callback_without_token 1"])
    assert.deepStrictEqual(decisionOutcomesFor(yield* recordOf(salary), 0, testPolicy), ["completed"])
  })
})

const problems = (subCodes: Readonly<Record<string, unknown>>) => {
  const input: PolicyInput = { merchant: JSON.parse(JSON.stringify({ subCodes })) }
  const made = Result.flip(makePolicy(input))
  return Result.isSuccess(made) ? made.success.message : null
}

it("merchant.subCodes takes only rails, sub-codes, and reasons after which nothing is sent again", () => {
  assert.include(problems({ Transfer: { Code05: "declined" } }), "merchant.subCodes.Transfer")
  assert.include(problems({ wallet_payout: { "05": "declined" } }), "merchant.subCodes.wallet_payout.05")
  for (const tag of Object.keys(CallFailure.cases)) {
    const isFinal = ["amount_refused", "beneficiary_without_wallet", "declined"].includes(tag)
    assert.strictEqual(problems({ wallet_payout: { Code05: tag } }) === null, isFinal, tag)
  }
})
