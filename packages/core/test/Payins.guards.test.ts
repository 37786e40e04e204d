/** What stands in the way of a further call on a payin: its handles are asked afresh, and nothing is sent before they have answered. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type PaymentKey, Payins, Payouts, Review } from "@cauri/core"
import { blankConfirmRecord, noAnswer, notSent } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  accepted,
  fieldsOf,
  code00,
  completed,
  directPayin,
  failed,
  flagsOf,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  type ScriptedPorts,
  stateOf,
  tagsOf,
  turnedAway,
  walletPayin,
} from "./scripted.ts"
import { otherCode, refusal, ring, smsPayin, sweep } from "./setups.ts"
import { spoil } from "./spoil.ts"

const key = payinKey("order-1")
const code = Redacted.make("734512")

describe("the guard of a further call (P9)", () => {
  it("nothing is sent when a handle is paid already: the payin completes instead", function* (script, { payins }) {
    yield* payins.create(smsPayin)
    yield* payins.submitOtp(key, otherCode)
    script.confirms.set("token-2", completed(500))
    assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "already_paid")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["completed", 2])
  })

  it("nothing is sent when a handle cannot be asked about", function* (script, { payins }) {
    yield* payins.create(smsPayin)
    script.confirms.set("token-1", CallFailure.cases.not_found.make({ code: "Code02" }))
    const refused = yield* Effect.flip(payins.submitOtp(key, code))
    assert.deepInclude(fieldsOf(refused), { _tag: "NotNow", because: "cannot_ask", retryAt: 3_000 })
    assert.strictEqual(script.seen.length, 1)
  })

  it("nothing is sent when every handle has failed: the payin is over", function* (script, { payins }) {
    yield* payins.create(smsPayin)
    script.confirms.set("token-1", failed())
    assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "already_failed")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["not_completed", 1])
  })

  it("nothing is sent when the payin changes in the same moment", function* (script, { payins }) {
    yield* payins.create(smsPayin)
    script.confirms.set("token-1", () => Effect.delay(Effect.succeed(blankConfirmRecord), "1 second"))
    const submitted = Effect.result(payins.submitOtp(key, code))
    const both = yield* Effect.forkChild(Effect.all([submitted, submitted], { concurrency: 2 }))
    yield* TestClock.adjust("1 second")
    const [one, other] = yield* Fiber.join(both)
    assert.strictEqual(one._tag, "Success")
    assert.deepInclude(other._tag === "Failure" && fieldsOf(other.failure), { because: "changed_meanwhile" })
    assert.strictEqual(script.seen.length, 2)
  })

  it.under({ calls: { breaker: { window: 60_000, calls: 4, share: 0.5, openFor: 30_000 } } })(
    "nothing is sent while payins are on hold, nor while the breaker is open",
    function* (script, { payins }) {
      yield* payins.create(walletPayin("order-1"))
      yield* payins.create(walletPayin("order-2"))
      script.creations = [turnedAway(code00)]
      yield* payins.create(pushPayin("order-3"))
      assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "paused")
      script.generation = "two"
      script.cell.current = { ...script.cell.current, pauses: new Map() }
      script.creations = [noAnswer("timed_out"), noAnswer("timed_out"), noAnswer("timed_out")]
      yield* payins.create(pushPayin("order-4"))
      yield* payins.create(pushPayin("order-5"))
      yield* payins.create(pushPayin("order-6"))
      assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "breaker_open")
      assert.strictEqual(script.seen.length, 6)
    },
  )

  it.under({ calls: { breaker: { window: 60_000, calls: 2, share: 0.5, openFor: 30_000 } } })(
    "no call is even made while the breaker is open",
    function* (script, { payins }) {
      yield* payins.create(smsPayin)
      script.creations = [noAnswer("timed_out")]
      yield* payins.create(pushPayin("order-2"))
      assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "breaker_open")
      assert.strictEqual(script.asked.length, 0)
    },
  )

  it.under({
    calls: {
      lease: 5_000,
      connectTimeout: 500,
      creationTimeout: 4_000,
      confirmTimeout: 4_000,
      creationPatience: 4_000,
    },
    delivery: { timeout: 2_000 },
    store: { clockTolerance: 1_000 },
  })("nothing is sent when the answers took longer than a lease, and so were not stored", function* (script) {
    const payins = yield* Payins
    yield* payins.create(smsPayin)
    // A gateway that cannot be interrupted, or a machine that was suspended.
    const slow = Effect.uninterruptible(Effect.delay(Effect.succeed(blankConfirmRecord), "5 seconds"))
    script.confirms.set("token-1", () => slow)
    const caller = yield* Effect.forkChild(refusal(payins.submitOtp(key, code)))
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* Fiber.join(caller), "changed_meanwhile")
    assert.strictEqual(script.seen.length, 1)
  })

  it.under({ calls: { creationRate: { perSecond: 0.01, burst: 1 } } })(
    "nothing is sent when the turn of a creation does not come in time",
    function* (script, { payins }) {
      yield* payins.create(walletPayin("order-1"))
      const refused = yield* Effect.flip(payins.submitOtp(key, code))
      assert.deepInclude(fieldsOf(refused), { _tag: "NotNow", because: "throttled", retryAt: 10_000 })
      assert.notInclude(refused.message, "does not answer")
      assert.strictEqual(script.seen.length, 1)
    },
  )

  it("a mode without a code takes none, and a state that waits for nothing takes no further call", function* () {
    const payins = yield* Payins
    yield* payins.create(pushPayin("order-1"))
    assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "no_code_in_this_mode")
    assert.strictEqual(yield* refusal(payins.sendOtpAgain(key)), "no_code_in_this_mode")
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "wrong_state")
    const unreadable = yield* Effect.flip(payins.submitOtp(key, Redacted.make("12 34")))
    const expected = "1 to 32 printable characters without spaces"
    assert.deepInclude(fieldsOf(unreadable), { _tag: "InvalidInput", field: "otp", expected })
  })
})

const says = (script: Script, status: "completed" | "not_completed") =>
  script.confirms.set("token-1", { ...completed(500), status, tokenIsOurs: true })
const recheck = (each: PaymentKey) => Effect.flatMap(Review, (review) => review.recheck(each))

describe("one token that the service gave to two payments (P13, O11, #78, #104)", () => {
  const second = payinKey("order-2")
  const salaries = [payoutKey("salary-1"), payoutKey("salary-2")] as const
  const pairs = [
    [[key, second], "reference_mismatch payin shop/order"],
    [salaries, "reference_mismatch payout shop/salary"],
  ] as const
  const createBoth = Effect.fnUntraced(function* (script: Script, { kind }: PaymentKey) {
    script.creations = [accepted(1), accepted(1)]
    for (const n of [1, 2]) {
      if (kind === "payin") yield* (yield* Payins).create(pushPayin(`order-${n}`))
      else yield* (yield* Payouts).create(payout(`salary-${n}`, { amount: 500 + n }))
    }
  })
  const decided = Effect.fnUntraced(function* (each: PaymentKey) {
    return { by: "A colleague", reason: "the service says it is this one", asOf: (yield* recordOf(each)).payment.seq }
  })

  for (const [[one, other], flag] of pairs) {
    for (const status of ["completed", "not_completed"] as const) {
      it(`flags both ${one.kind}s, and ends neither as ${status} before a person has looked`, function* (script) {
        yield* createBoth(script, one)
        says(script, status)
        yield* recheck(one)
        for (let round = 0; round < 3; round++) {
          assert.deepStrictEqual(yield* flagsOf(one), [`${flag}-2`])
          assert.deepStrictEqual(yield* flagsOf(other), [`${flag}-1`])
          assert.deepStrictEqual([yield* stateOf(one), yield* stateOf(other)], ["pending", "pending"])
          yield* TestClock.adjust("1 minute")
          for (const each of [one, other]) yield* recheck(each)
        }
      })
    }

    it(`takes a person's word on both ${one.kind}s: one flag is closed, the other payment is decided`, function* (script) {
      yield* createBoth(script, one)
      says(script, "completed")
      yield* recheck(one)
      const review = yield* Review
      const subject = flag.slice("reference_mismatch ".length)
      yield* review.closeFlag(one, { kind: "reference_mismatch", subject: `${subject}-2` }, yield* decided(one))
      yield* recheck(one)
      assert.strictEqual(yield* stateOf(one), "completed")
      yield* recheck(other)
      assert.strictEqual(yield* stateOf(other), "pending")
      yield* TestClock.adjust("4 days")
      const words = { ...(yield* decided(other)), evidence: "letter 7" }
      yield* review.resolve(other, { ...words, to: "not_completed" })
      assert.strictEqual(yield* stateOf(other), "not_completed")
    })
  }

  it("flags one that is completed already, across kinds", function* (script) {
    const [salary] = salaries
    script.creations = [accepted(1), accepted(1)]
    yield* (yield* Payins).create(pushPayin("order-1"))
    says(script, "completed")
    yield* recheck(key)
    assert.strictEqual(yield* stateOf(key), "completed")
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* recheck(salary)
    assert.strictEqual(yield* stateOf(salary), "pending")
    assert.deepStrictEqual(yield* flagsOf(salary), ["reference_mismatch payin shop/order-1"])
    assert.deepStrictEqual(yield* flagsOf(key), ["reference_mismatch payout shop/salary-1"])
  })

  it("flags the one that can be read where the other one cannot", function* (script) {
    yield* createBoth(script, key)
    says(script, "completed")
    spoil(script, "order-2")
    yield* recheck(key)
    assert.deepStrictEqual(yield* flagsOf(key), ["reference_mismatch payin shop/order-2"])
    assert.strictEqual(yield* stateOf(key), "pending")
  })

  it("is no trouble where the repetitions of one payin share it", function* (script) {
    script.creations = [accepted(1), accepted(1)]
    yield* (yield* Payins).create(smsPayin)
    yield* (yield* Payins).submitOtp(key, code)
    says(script, "completed")
    yield* recheck(key)
    assert.strictEqual(yield* stateOf(key), "completed")
    assert.deepStrictEqual(yield* flagsOf(key), [])
  })
})

describe("a callback of an attempt without a token proves that the service knows it (P16, #199, #200)", () => {
  const lost = noAnswer("timed_out")
  const doubtful = Effect.fnUntraced(function* (script: Script, input = pushPayin("order-1")) {
    const payins = yield* Payins
    script.creations = [lost]
    yield* payins.create(input)
    return payins
  })

  it("a customer does not pay again, before it is read and after, and waits while it is checked", function* (script) {
    const payins = yield* doubtful(script)
    yield* TestClock.adjust("3 minutes")
    yield* ring(key)
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "callback_without_token")
    yield* sweep
    assert.deepStrictEqual(yield* flagsOf(key), ["unanswered 1", "callback_without_token 1"])
    const refused = yield* Effect.flip(payins.tryAgain(key))
    assert.deepInclude(fieldsOf(refused), { because: "callback_without_token", retryAt: null })
    assert.include(refused.message, "the service knows of the earlier call")
    assert.strictEqual((yield* payins.get(key)).next._tag, "wait")
    assert.strictEqual(script.seen.length, 1)
  })

  it("also when it comes between the look and the claim", function* (script) {
    const payins = yield* doubtful(script)
    yield* TestClock.adjust("3 minutes")
    script.beforeStore = (step) => (step === "claim" ? Effect.orDie(Effect.provide(ring(key), services)) : Effect.void)
    const services = yield* Effect.context<ScriptedPorts>()
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "callback_without_token")
    assert.strictEqual(script.seen.length, 1)
  })

  it("no code is asked for, submitted or sent again (P9, P10, P11)", function* (script) {
    const payins = yield* doubtful(script, smsPayin)
    assert.strictEqual((yield* payins.get(key)).next._tag, "enter_code")
    yield* ring(key)
    assert.strictEqual((yield* payins.get(key)).next._tag, "wait")
    assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "callback_without_token")
    const other = payinKey("order-2")
    yield* payins.create(directPayin("order-2", "sms_otp"))
    script.creations = [lost]
    yield* payins.submitOtp(other, otherCode)
    yield* ring(other, 2)
    yield* TestClock.adjust("3 minutes")
    assert.strictEqual(yield* refusal(payins.submitOtp(other, code)), "callback_without_token")
    assert.strictEqual(yield* refusal(payins.sendOtpAgain(other)), "callback_without_token")
    assert.strictEqual((yield* payins.get(other)).next._tag, "wait")
    assert.strictEqual(script.seen.length, 3)
  })

  it("no program creates a hosted page again (P16)", function* (script) {
    script.creations = [Effect.as(Effect.orDie(Effect.suspend(() => noted)), lost)]
    const noted = Effect.provide(ring(key), yield* Effect.context<ScriptedPorts>())
    yield* (yield* Payins).create(hostedPayin("order-1"))
    for (let sweeps = 0; sweeps < 3; sweeps++) {
      yield* sweep
      yield* TestClock.adjust("1 minute")
    }
    assert.strictEqual(script.seen.length, 1)
    assert.strictEqual(yield* stateOf(key), "in_doubt")
  })

  it("a call that counted as unsent is in doubt again, and is neither repeated nor cancelled (P2, P3, P17)", function* (script) {
    script.creations = [notSent("connection_refused")]
    const { payment } = yield* (yield* Payins).create(pushPayin("order-1"))
    assert.strictEqual(payment.state._tag, "intended")
    yield* ring(key)
    for (let sweeps = 0; sweeps < 3; sweeps++) {
      yield* sweep
      yield* TestClock.adjust("1 minute")
    }
    assert.strictEqual(script.seen.length, 1)
    assert.strictEqual(yield* stateOf(key), "in_doubt")
    assert.deepStrictEqual((yield* tagsOf(key)).slice(3), ["reopened", "in_doubt", "flagged"])
  })
})
