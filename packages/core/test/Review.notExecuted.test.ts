/** The ruling that a payout in doubt was not executed: what it takes, and what takes it back. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payouts } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { it, flagsOf, payout, payoutKey, recordOf, stateOf, tagsOf } from "./scripted.ts"
import { inDoubt, ring, rule, sweep, why, sweepAfter } from "./setups.ts"

const key = payoutKey("salary-1")

describe('"not executed" of a payout in doubt (O10)', () => {
  for (const to of ["not_completed", "send_again"] as const) {
    it(`${to}: not before 72 hours after the last call`, function* (script) {
      yield* TestClock.adjust("80 hours")
      yield* inDoubt(script)
      yield* TestClock.adjust("71 hours")
      assert.include(yield* why(rule(key, to)), "`limits.notExecutedAge` after the last call")
      yield* TestClock.adjust("1 hour")
      yield* rule(key, to)
      assert.strictEqual(yield* stateOf(key), to === "send_again" ? "intended" : "not_completed")
    })
  }

  it("send_again: never where a callback came: it is known, and may be decided as failed by what support says", function* (script) {
    yield* inDoubt(script)
    yield* TestClock.adjust("80 hours")
    yield* ring(key)
    assert.include(yield* why(rule(key, "send_again")), "a callback came for an attempt without a token")
    yield* sweep
    assert.include(yield* why(rule(key, "send_again")), "a callback came for an attempt without a token")
    yield* rule(key, "not_completed")
    assert.strictEqual(yield* stateOf(key), "not_completed")
    assert.deepStrictEqual(yield* flagsOf(key), ["callback_without_token 1"])
    assert.strictEqual(script.seen.length, 1)
  })

  it("send_again: never where the service accepted it with an empty token, which may have failed too", function* (script) {
    script.creations = [noAnswer("token_missing")]
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* TestClock.adjust("80 days")
    assert.deepStrictEqual(yield* flagsOf(key), ["accepted_without_token 1"])
    assert.include(yield* why(rule(key, "send_again")), "accepted it without giving a token")
    const asOf = (yield* recordOf(key)).payment.seq
    const flag = { kind: "accepted_without_token", subject: "1" } as const
    yield* (yield* Review).closeFlag(key, flag, { by: "A colleague", reason: "the service will look", asOf })
    assert.include(yield* why(rule(key, "send_again")), "accepted it without giving a token", "with a closed flag")
    yield* rule(key, "not_completed")
    assert.strictEqual(yield* stateOf(key), "not_completed")
  })

  it("send_again sends exactly one more POST, under the next attempt's number (S2)", function* (script) {
    yield* inDoubt(script)
    yield* TestClock.adjust("72 hours")
    yield* rule(key, "send_again")
    for (let n = 0; n < 5; n++) {
      yield* sweepAfter("10 seconds")
    }
    assert.deepStrictEqual(
      script.seen.map(({ call }) => call.attempt),
      [1, 2],
    )
    assert.strictEqual(yield* stateOf(key), "pending")
    assert.strictEqual((yield* recordOf(key)).payment.attempts[0]?.outcome._tag, "not_executed")
  })

  it("a callback after the ruling takes the payout back into doubt before any claim (O9)", function* (script) {
    yield* inDoubt(script)
    yield* TestClock.adjust("72 hours")
    yield* rule(key, "send_again")
    yield* ring(key)
    yield* sweepAfter("1 minute")
    yield* sweep
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["in_doubt", 1])
    assert.deepStrictEqual((yield* tagsOf(key)).slice(-4), ["resolved", "reopened", "in_doubt", "flagged"])
  })

  it("two people who decide at once: one ruling counts, the other is refused", function* (script) {
    yield* inDoubt(script)
    script.beforeStore = () => Effect.yieldNow
    const both = yield* Effect.all([Effect.result(rule(key, "completed")), Effect.result(rule(key, "completed"))], {
      concurrency: 2,
    })
    assert.deepStrictEqual(both.map(({ _tag }) => _tag).toSorted(), ["Failure", "Success"])
    assert.strictEqual((yield* tagsOf(key)).filter((tag) => tag === "resolved").length, 1)
  })
})
