/** A service that can be asked by our id: when it is asked about a call without an answer, and what becomes of a token that it knows. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Payins, type PaymentStore, Payouts, Review } from "@cauri/core"
import { noAnswer, notSent } from "@cauri/core/adapter"
import { CallFailure, type PaymentRecord } from "@cauri/core/model"
import {
  accepted,
  after,
  answerComes,
  completed,
  failed,
  flagsOf,
  hostedPayin,
  it,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  type ScriptedPorts,
  stateOf,
  tagsOf,
  tokenNumber,
} from "./scripted.ts"
import { inDoubt, refusal, ring, rule, sweep, why, sweepAfter } from "./setups.ts"

const salary = payoutKey("salary-1")
const order = payinKey("order-1")
const token = tokenNumber(1)
const lost = CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })
const cannotAsk = "did not say just now"

/** A payout without an answer, at a service that can be asked by our id and knows this of it. */
const doubtful = (script: Script, ...knows: ReadonlyArray<readonly [number, NonNullable<Says>]>) =>
  Effect.andThen(
    Effect.sync(() => void (script.lookUps = new Map(knows))),
    inDoubt(script),
  )
type Says = ReturnType<NonNullable<Script["lookUps"]>["get"]>

/** The same of a push payin, once the customer may try again. */
const unanswered = (script: Script, ...knows: ReadonlyArray<readonly [number, NonNullable<Says>]>) =>
  Effect.gen(function* () {
    script.lookUps = new Map(knows)
    script.creations = [noAnswer("timed_out")]
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* TestClock.adjust("5 minutes")
  })

const tryAgain = Effect.flatMap(Payins, (payins) => payins.tryAgain(order))
const recheck = (key: typeof salary) => Effect.flatMap(Review, (review) => review.recheck(key))
const outcomes = ({ payment }: PaymentRecord) => payment.attempts.map(({ outcome }) => outcome._tag)

/** Knows nothing when it is asked now, and answers the question before with the token, later. */
const slowly = () => {
  let asked = 0
  return () =>
    Effect.suspend(() => (asked++ === 0 ? Effect.delay(Effect.succeed(token), "5 seconds") : Effect.succeed(null)))
}

describe("a token that a look-up finds", () => {
  it("is the late answer of its attempt: the worker confirms the payout like any other", function* (script) {
    yield* doubtful(script, [1, token])
    script.confirms.set(token, completed(700))
    yield* sweepAfter("1 minute")
    const { lease } = yield* recordOf(salary)
    assert.deepStrictEqual([yield* stateOf(salary), lease.until], ["pending", 0])
    yield* sweepAfter("1 minute")
    assert.deepStrictEqual((yield* tagsOf(salary)).slice(-2), ["answered_late", "completed"])
    assert.strictEqual(script.lookedUp.length, 1)
  })

  it("is kept while a second attempt is under way", function* (script) {
    yield* unanswered(script, [1, slowly()])
    script.creations = [after("10 seconds", accepted(2))]
    const rechecked = yield* Effect.forkChild(recheck(order), { startImmediately: true })
    const tried = yield* Effect.forkChild(tryAgain, { startImmediately: true })
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* stateOf(order), "submitting")
    assert.include(yield* why(rule(order, "not_completed")), "its state does not allow that")
    assert.deepStrictEqual(outcomes(yield* recordOf(order)), ["accepted", "in_flight"])
    yield* TestClock.adjust("5 seconds")
    yield* Fiber.join(tried)
    yield* Fiber.join(rechecked)
    assert.strictEqual(script.lookedUp.length, 2, "not while a call is under way")
    assert.strictEqual(yield* stateOf(order), "pending")
    assert.deepStrictEqual(outcomes(yield* recordOf(order)), ["accepted", "accepted"])
  })

  for (const to of ["not_completed", "send_again"] as const)
    it(`is kept and flagged when a person decided meanwhile: ${to} (O8)`, function* (script) {
      yield* doubtful(script, [1, slowly()])
      yield* TestClock.adjust("80 hours")
      const rechecked = yield* Effect.forkChild(recheck(salary), { startImmediately: true })
      yield* rule(salary, to)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(rechecked)
      assert.strictEqual(yield* stateOf(salary), to === "send_again" ? "pending" : "not_completed")
      assert.deepStrictEqual(outcomes(yield* recordOf(salary)), ["accepted"])
      assert.include(yield* flagsOf(salary), "late_answer 1")
    })

  it("counts for one attempt where the service gives it for two: it cannot tell them apart", function* (script) {
    yield* unanswered(script)
    script.creations = [noAnswer("timed_out")]
    yield* tryAgain
    script.lookUps = new Map([1, 2].map((attempt) => [attempt, token]))
    script.confirms.set(token, failed())
    yield* recheck(order)
    assert.deepStrictEqual(outcomes(yield* recordOf(order)), ["accepted", "no_answer"])
    assert.strictEqual(yield* stateOf(order), "pending", "the other may still be paid")
  })

  it("counts for one attempt also where another round finds it for the other", function* (script) {
    yield* unanswered(script)
    script.creations = [noAnswer("timed_out")]
    yield* tryAgain
    script.lookUps = new Map([[2, () => Effect.delay(Effect.succeed(token), "5 seconds")]])
    const slow = yield* Effect.forkChild(recheck(order), { startImmediately: true })
    yield* TestClock.adjust("1 second")
    script.lookUps = new Map([[1, token]])
    yield* recheck(order)
    yield* TestClock.adjust("5 seconds")
    yield* Fiber.join(slow)
    assert.deepStrictEqual(outcomes(yield* recordOf(order)), ["accepted", "no_answer"])
  })
})

describe("nothing is sent again, and no person decides, before the service was asked by our id", () => {
  it("a further try is refused when the token that is found is paid", function* (script) {
    yield* unanswered(script, [1, token])
    script.confirms.set(token, completed(500))
    assert.strictEqual(yield* refusal(tryAgain), "already_paid")
    assert.deepStrictEqual([yield* stateOf(order), script.seen.length], ["completed", 1])
  })

  it("a further try waits like after a confirm that fails, and goes out when the service knows none", function* (script) {
    yield* unanswered(script, [1, lost])
    assert.strictEqual(yield* refusal(tryAgain), "cannot_ask")
    assert.strictEqual(script.seen.length, 1)
    script.lookUps?.set(1, CallFailure.cases.not_found.make({ code: "" }))
    yield* tryAgain
    assert.strictEqual(script.seen.length, 2)
  })

  for (const to of ["not_completed", "send_again"] as const) {
    it(`${to}: refused when a token is found, and while the service does not say`, function* (script) {
      yield* doubtful(script, [1, lost])
      yield* TestClock.adjust("80 hours")
      assert.include(yield* why(rule(salary, to)), cannotAsk)
      script.lookUps?.set(1, () => Effect.succeed(JSON.parse('""')))
      assert.include(yield* why(rule(salary, to)), cannotAsk, "what it gives is no token")
      script.lookUps?.set(1, token)
      assert.include(yield* why(rule(salary, to)), "it has changed since you looked")
      assert.deepStrictEqual([yield* stateOf(salary), script.seen.length], ["pending", 1])
    })

    it(`${to}: taken when the service knows none, under either name of that`, function* (script) {
      yield* doubtful(script, [1, CallFailure.cases.not_found.make({ code: "" })])
      yield* TestClock.adjust("80 hours")
      yield* rule(salary, to)
      assert.strictEqual(script.lookedUp.length, 1)
      assert.strictEqual(yield* stateOf(salary), to === "send_again" ? "intended" : "not_completed")
    })
  }

  it("a payin expires only once the service was asked after its deadline", function* (script) {
    yield* unanswered(script, [1, lost])
    yield* sweepAfter("24 hours")
    assert.strictEqual(yield* stateOf(order), "in_doubt")
    yield* sweep
    const asked = script.lookedUp.length
    script.lookUps?.clear()
    yield* sweepAfter("10 minutes")
    assert.deepStrictEqual([yield* stateOf(order), script.lookedUp.length], ["expired", asked + 1])
  })

  it("and a look-up proves nothing about a token that came meanwhile", function* (script) {
    yield* unanswered(script)
    yield* TestClock.adjust("24 hours")
    const arrives = yield* Effect.context<PaymentStore>()
    const late = Effect.as(Effect.orDie(answerComes(order, 1, accepted(1))), null)
    script.lookUps?.set(1, () => Effect.provideContext(late, arrives))
    yield* sweep
    assert.strictEqual(yield* stateOf(order), "pending")
  })
})

const slowNo = () => Effect.delay(Effect.succeed(null), "3 seconds")

describe("when the service is asked by our id", () => {
  it("on the schedule of confirms while it knows none, also about a call whose program died", function* (script) {
    script.lookUps = new Map()
    let lives = true
    script.beforeStore = (step) =>
      Effect.suspend(() => {
        const dies = lives && step === "save"
        if (dies) lives = false
        return dies ? Effect.never : Effect.void
      })
    yield* Effect.forkDetach((yield* Payouts).create(payout("salary-1")), { startImmediately: true })
    yield* sweepAfter("10 minutes")
    assert.strictEqual(yield* stateOf(salary), "in_doubt")
    for (let minutes = 0; minutes < 30; minutes++) {
      yield* sweepAfter("1 minute")
    }
    assert.isAbove(script.lookedUp.length, 3)
    const gaps = script.lookedUp.map(({ at }, index, all) => at - (all[index - 1]?.at ?? 0))
    assert.isAtLeast(Math.min(...gaps), 60_000)
  })

  it("about a call that counted as unsent, once a callback says otherwise", function* (script) {
    script.lookUps = new Map([[1, token]])
    script.creations = [notSent("lease_over")]
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* ring(salary)
    yield* sweep
    assert.strictEqual(yield* stateOf(salary), "in_doubt")
    yield* sweepAfter("1 minute")
    assert.strictEqual(yield* stateOf(salary), "pending")
  })

  it("about all attempts at once", function* (script) {
    yield* unanswered(script)
    script.creations = [noAnswer("timed_out")]
    yield* tryAgain
    script.lookedUp.length = 0
    script.lookUps = new Map([1, 2].map((attempt) => [attempt, slowNo]))
    const rechecked = yield* Effect.forkChild(recheck(order), { startImmediately: true })
    yield* TestClock.adjust("3 seconds")
    assert.strictEqual((yield* Fiber.join(rechecked)).notNow?.because, "no_token")
    assert.deepStrictEqual(new Set(script.lookedUp.map(({ at }) => at)).size, 1)
    assert.strictEqual(script.lookedUp.length, 2)
  })

  it.under({ calls: { confirmRate: { perSecond: 0.001, burst: 1 }, callbackConfirmRate: null } })(
    "within the rate of confirms",
    function* (script) {
      yield* doubtful(script)
      yield* TestClock.adjust("80 hours")
      yield* recheck(salary)
      assert.include(yield* why(rule(salary, "send_again")), cannotAsk)
      assert.strictEqual((yield* recheck(salary)).notNow?.because, "throttled")
      assert.strictEqual(script.lookedUp.length, 1)
    },
  )

  it.under({ calls: { confirmRate: { perSecond: 0.01, burst: 1 }, callbackConfirmRate: null } })(
    "for a callback that found no turn, when its turn comes: also where the service learnt to answer since",
    function* (script) {
      const other = payoutKey("salary-2")
      yield* inDoubt(script)
      script.creations = [noAnswer("timed_out")]
      yield* (yield* Payouts).create(payout("salary-2", { amount: 900 }))
      script.lookUps = new Map()
      yield* recheck(salary)
      yield* ring(other)
      yield* sweep
      assert.deepStrictEqual(yield* flagsOf(other), [])
      yield* sweepAfter("5 minutes")
      assert.deepStrictEqual(yield* flagsOf(other), ["callback_without_token 1"])
    },
  )

  it("once for callbacks that come together, and the person is called when it knows no token", function* (script) {
    yield* doubtful(script)
    yield* ring(salary)
    yield* sweep
    assert.deepStrictEqual(yield* flagsOf(salary), ["callback_without_token 1"])
    yield* ring(salary, 2)
    yield* sweep
    assert.strictEqual(script.lookedUp.length, 1)
  })

  const never: Readonly<Record<string, (script: Script) => Effect.Effect<unknown, unknown, ScriptedPorts>>> = {
    "a lost page": (script) =>
      Effect.gen(function* () {
        script.creations = [1, 2, 3, 4].map(() => noAnswer("timed_out"))
        yield* (yield* Payins).create(hostedPayin("order-1"))
        yield* recheck(order)
      }),
    "a lost page, whose next one the customer saw": (script) =>
      Effect.gen(function* () {
        script.creations = [noAnswer("timed_out")]
        yield* (yield* Payins).create(hostedPayin("order-1"))
        yield* recheck(order)
      }),
    "a payment that is over": (script) =>
      Effect.gen(function* () {
        yield* inDoubt(script)
        yield* rule(salary, "completed")
        yield* recheck(salary)
      }),
    "a payout of a restored store": (script) =>
      Effect.gen(function* () {
        yield* inDoubt(script)
        yield* (yield* Review).restored("A colleague", "the disk broke")
        yield* TestClock.adjust("80 hours")
        yield* recheck(salary)
        yield* rule(salary, "not_completed")
      }),
  }
  for (const [what, done] of Object.entries(never))
    it.under({ approvals: { statementAfterRestore: false } })(`never about ${what}`, function* (script) {
      script.lookUps = new Map()
      yield* done(script)
      yield* sweepAfter("1 hour")
      assert.strictEqual(script.lookedUp.length, 0)
    })
})
