import { assert, describe } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  afterCall,
  Breaker,
  type BreakerState,
  closedBreaker,
  isBreakerOpen,
  connectionResultOf,
} from "../src/services/Breaker.ts"
import { CreationAnswer, noAnswer, notSent } from "../src/model/CreationAnswer.ts"
import { type NoAnswerCause, type NotSentCause, CallFailure } from "../src/model/CallFailure.ts"
import { CreationToken } from "../src/model/Identifiers.ts"
import { defaultPolicy, Policy } from "../src/model/Policy.ts"
import { policyWith } from "./samples.ts"
import { it } from "./scripted.ts"

const second = 1_000

/** A breaker after these calls, one per second: `x` failed, `.` was answered. */
const after = (calls: string, start: BreakerState = closedBreaker, from = 0) =>
  calls.split("").reduce((state, call, n) => afterCall(state, from + n * second, call === "x", defaultPolicy), start)

describe("the breaker's rule", () => {
  it("starts closed", () => {
    assert.isFalse(isBreakerOpen(closedBreaker, 0, defaultPolicy))
  })

  it("opens when ten calls were made and half of them failed on the way", () => {
    assert.isTrue(isBreakerOpen(after(".....xxxxx"), 9 * second, defaultPolicy))
    assert.isTrue(isBreakerOpen(after("xxxxxxxxxx"), 9 * second, defaultPolicy))
  })

  it("stays closed below ten calls, and below half", () => {
    assert.isFalse(isBreakerOpen(after("xxxxxxxxx"), 8 * second, defaultPolicy))
    assert.isFalse(isBreakerOpen(after("......xxxx"), 9 * second, defaultPolicy))
    assert.isFalse(isBreakerOpen(after("xxxx......."), 10 * second, defaultPolicy))
  })

  it("is open for 30 seconds and then lets creations through again", () => {
    const opened = after("xxxxxxxxxx")
    const at = 9 * second
    assert.isTrue(isBreakerOpen(opened, at + 30 * second - 1, defaultPolicy))
    assert.isFalse(isBreakerOpen(opened, at + 30 * second, defaultPolicy))
  })

  it("counts from zero after it opened: one failure does not open it again", () => {
    const opened = after("xxxxxxxxxx")
    const later = afterCall(opened, 40 * second, true, defaultPolicy)
    assert.isFalse(isBreakerOpen(later, 40 * second, defaultPolicy))
    assert.isTrue(isBreakerOpen(after("xxxxxxxxxx", opened, 40 * second), 49 * second, defaultPolicy))
  })

  it("stays open while a confirm that succeeds meanwhile is counted", () => {
    assert.isTrue(isBreakerOpen(after(".", after("xxxxxxxxxx"), 10 * second), 11 * second, defaultPolicy))
  })

  it("forgets calls that are older than a minute", () => {
    const old = after("xxxxxxxxx")
    assert.isFalse(isBreakerOpen(afterCall(old, 60 * second, true, defaultPolicy), 60 * second, defaultPolicy))
    assert.isTrue(isBreakerOpen(afterCall(old, 60 * second - 1, true, defaultPolicy), 60 * second - 1, defaultPolicy))
  })

  it("remembers a bounded number of calls, however many are made", () => {
    let crowded = closedBreaker
    for (let n = 0; n < 5_000; n++) crowded = afterCall(crowded, n, false, defaultPolicy)
    assert.strictEqual(crowded.calls.length, 100)
  })

  it.prop(
    "never opens while fewer than half of the calls fail",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 })))],
    ([pauses]) => {
      let state = closedBreaker
      let now = 0
      return pauses.every((pause, n) => {
        now += pause
        state = afterCall(state, now, n % 3 === 2, defaultPolicy)
        return !isBreakerOpen(state, now, defaultPolicy)
      })
    },
  )
})

describe("the way to the service", () => {
  it("failed where the network did not carry a creation or a confirm", () => {
    const causes: ReadonlyArray<NotSentCause> = [
      "name_not_resolved",
      "connection_refused",
      "connect_timeout",
      "tls_failure",
    ]
    for (const cause of causes) {
      assert.strictEqual(connectionResultOf(notSent(cause)), "Failed", cause)
      assert.strictEqual(connectionResultOf(CallFailure.cases.not_sent.make({ cause })), "Failed", cause)
    }
  })

  it("failed where there was no readable answer", () => {
    const causes: ReadonlyArray<NoAnswerCause> = ["timed_out", "connection_lost", "unreadable"]
    for (const cause of causes) assert.strictEqual(connectionResultOf(noAnswer(cause)), "Failed", cause)
  })

  it("is not judged by what we held back ourselves", () => {
    const causes: ReadonlyArray<NotSentCause> = [
      "invalid_request",
      "invalid_callback_address",
      "throttled",
      "lease_over",
    ]
    for (const cause of causes) assert.strictEqual(connectionResultOf(notSent(cause)), "HeldBack", cause)
  })

  it("carried whatever the service answered, a refusal included", () => {
    const reason = CallFailure.cases.unrecognised.make({ code: "Code17" })
    const answers = [
      CreationAnswer.cases.accepted.make({ token: CreationToken.make("token"), url: null }),
      CreationAnswer.cases.otp_sent.make({}),
      CreationAnswer.cases.refused.make({ reason }),
      CreationAnswer.cases.turned_away.make({
        reason: CallFailure.cases.authentication_failed.make({ code: "Code00" }),
      }),
    ]
    for (const answer of answers) assert.strictEqual(connectionResultOf(answer), "Carried", answer._tag)
    const causes: ReadonlyArray<NoAnswerCause> = [
      "redirected",
      "token_missing",
      "contradictory",
      "unrecognised_code",
      "worker_lost",
    ]
    for (const cause of causes) assert.strictEqual(connectionResultOf(noAnswer(cause)), "Carried", cause)
  })
})

describe("Breaker", () => {
  it.effect("opens by what is recorded, for as long as the policy in force says", () =>
    Effect.gen(function* () {
      const breaker = yield* Breaker
      yield* breaker.record(0, "Failed")
      assert.isFalse(yield* breaker.isOpen(0))
      yield* breaker.record(1, "Failed")
      assert.isTrue(yield* breaker.isOpen(1))
      assert.isTrue(yield* breaker.isOpen(100))
      assert.isFalse(yield* breaker.isOpen(101))
    }).pipe(
      Effect.provide(Breaker.layer),
      Effect.provideService(
        Policy,
        policyWith(defaultPolicy, { calls: { breaker: { window: 1_000, calls: 2, share: 0.5, openFor: 100 } } }),
      ),
    ),
  )

  it.gen("is one per process: each layer learns for itself", function* () {
    const open = Effect.gen(function* () {
      const breaker = yield* Breaker
      const before = yield* breaker.isOpen(0)
      for (let call = 0; call < 10; call++) yield* breaker.record(0, "Failed")
      return [before, yield* breaker.isOpen(0)]
    })
    assert.deepStrictEqual(yield* Effect.provide(open, Breaker.layer), [false, true])
    assert.deepStrictEqual(yield* Effect.provide(open, Breaker.layer), [false, true])
  })
})
