/** Turns of the shared rates: whoever calls the service takes one for each call, whoever asked for it. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { defaultPolicy, Review, Payins, PaymentStore, Worker } from "@cauri/core"
import { SharedState, noAnswer } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { makeReservedTokens, reservationTime, takeRateTokens, takeRateTokensLast } from "../src/services/rateTokens.ts"
import {
  it,
  completed,
  directPayin,
  fieldsOf,
  payinKey,
  pushPayin,
  recordOf,
  reconcile,
  type Script,
  scripted,
  stateOf,
  reconcileFor,
} from "./scripted.ts"
import { whyNot } from "./setups.ts"
import { collectLines } from "./spoil.ts"
import { policyWith } from "./samples.ts"

const rate = { perSecond: 1, burst: 1 }
const slow = { calls: { confirmRate: rate, callbackConfirmRate: rate, confirmPatience: 2_500 } }
const key = payinKey("order-1")

/** A payin with as many handles as are named. */
const withHandles = (script: Script, ...tokens: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const [first, ...others] = tokens.map((token) => noAnswer("contradictory", "", CreationToken.make(token)))
    const payins = yield* Payins
    script.creations = first === undefined ? [] : [first]
    yield* payins.create(directPayin("order-1", "sms_otp"))
    for (const answer of others) {
      yield* TestClock.adjust("1 minute")
      script.creations = [answer]
      yield* payins.submitOtp(key, Redacted.make("482913"))
    }
    yield* TestClock.adjust("1 minute")
    script.asked.length = 0
  })

const times = (script: Script) => script.asked.map(({ at }) => at - (script.asked[0]?.at ?? 0))

describe("turns", () => {
  it("are taken one by one, waiting for each, and not beyond the time that is given", function* () {
    const desk = yield* SharedState
    assert.isTrue(yield* takeRateTokens(desk, "confirms", rate, 1, 0))
    assert.isFalse(yield* takeRateTokens(desk, "confirms", rate, 1, 999))
    const taking = yield* Effect.forkChild(takeRateTokens(desk, "confirms", rate, 2, 2_000))
    yield* TestClock.adjust("1999 millis")
    assert.isUndefined(taking.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.isTrue(yield* Fiber.join(taking))
  })

  it("cost nothing where there is no rate, or nothing to ask", function* (script) {
    const desk = yield* SharedState
    assert.isTrue(yield* takeRateTokens(desk, "confirms", null, 5, 0))
    assert.isTrue(yield* takeRateTokens(desk, "confirms", rate, 0, 0))
    assert.strictEqual(script.cell.current.rateTokens.size, 0)
  })
})

describe("turns that are kept", () => {
  it("add up for each payment, and those of a thousand payments are all that is remembered", () => {
    const keptOf = makeReservedTokens(100)
    for (let n = 0; n <= 1_000; n++) keptOf(`payin ${n}`).putBack(1, 0)
    keptOf("payin 1").putBack(1, 0)
    keptOf("payin 1001").putBack(2, 0)
    assert.deepStrictEqual(
      ["payin 0", "payin 1", "payin 2", "payin 3", "payin 1001", "payin 1001"].map((name) => keptOf(name).takeOut(0)),
      [0, 2, 0, 1, 2, 0],
    )
  })

  it("expire when no worker fetches them in time, and count from each time that they are put back", () => {
    const keptOf = makeReservedTokens(100)
    keptOf("payin").putBack(1, 0)
    keptOf("payin").putBack(1, 100)
    keptOf("payout").putBack(1, 100)
    assert.strictEqual(keptOf("payin").takeOut(200), 2)
    assert.strictEqual(keptOf("payout").takeOut(201), 0)
    keptOf("payin").putBack(1, 210)
    keptOf("payin").putBack(0, 300)
    assert.strictEqual(keptOf("payin").takeOut(311), 0, "nothing that is put back renews nothing")
    keptOf("payin").putBack(3, 300)
    keptOf("payin").putBack(1, 401)
    assert.strictEqual(keptOf("payin").takeOut(401), 1)
  })

  it("are kept for two leases and no longer: afterwards a payment takes its turns again (S12)", function* () {
    const desk = yield* SharedState
    const kept = makeReservedTokens(reservationTime(policyWith(defaultPolicy, { calls: { lease: 60_000 } })))("payin")
    const two = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      takeRateTokens(desk, "confirms", { perSecond: 0.01, burst: 1 }, 2, now, kept),
    )
    assert.isFalse(yield* two, "the second turn comes after a hundred seconds")
    yield* TestClock.adjust("120 seconds")
    assert.isTrue(yield* two, "the kept one and a new one")
    yield* TestClock.adjust("100 seconds")
    assert.isFalse(yield* two)
    yield* TestClock.adjust("120001 millis")
    assert.isFalse(yield* two, "the kept one is worth nothing any more")
  })

  it("are used before others are taken, and what is left of them is kept", function* (script) {
    const desk = yield* SharedState
    const kept = makeReservedTokens(100)("payin")
    kept.putBack(3, 0)
    assert.isTrue(yield* takeRateTokens(desk, "confirms", rate, 2, 0, kept))
    assert.strictEqual(script.cell.current.rateTokens.size, 0)
    assert.isTrue(yield* takeRateTokens(desk, "confirms", rate, 2, 0, kept))
    assert.isFalse(yield* takeRateTokens(desk, "confirms", rate, 1, 999, kept))
    assert.strictEqual(kept.takeOut(0), 0)
  })
})

describe("turns that let others go first", () => {
  const spare = { perSecond: 1, burst: 2 }
  it("are neither taken nor given back where there is nothing to ask about", function* (script) {
    const kept = makeReservedTokens(100)("payin")
    assert.isTrue(yield* takeRateTokensLast(yield* SharedState, "callback confirms", spare, 0, 0, kept))
    assert.strictEqual(script.cell.current.rateTokens.size, 0)
    assert.strictEqual(kept.takeOut(0), 0)
  })

  it("are one for each call, none of them beyond those, and the first one is not waited for", function* () {
    const desk = yield* SharedState
    const kept = makeReservedTokens(100)("payin")
    const take = (count: number, until: number) =>
      takeRateTokensLast(desk, "callback confirms", spare, count, until, kept)
    assert.isTrue(yield* take(2, 0))
    assert.isFalse(yield* take(1, 9_999), "it would come within that time")
    assert.strictEqual(kept.takeOut(0), 0)
  })

  it("are kept, the first one too, where the last one comes too late", function* () {
    const kept = makeReservedTokens(100)("payin")
    assert.isFalse(yield* takeRateTokensLast(yield* SharedState, "callback confirms", spare, 3, 999, kept))
    assert.strictEqual(kept.takeOut(0), 2)
  })
})

describe("a payment with more handles than turns come in a lease (L2, S12)", () => {
  for (const [what, policy] of [
    ["its schedule", { calls: { confirmRate: { perSecond: 0.02, burst: 1 }, callbackConfirmRate: null } }],
    ["a callback", { calls: { callbackConfirmRate: { perSecond: 0.02, burst: 1 }, confirmRate: null } }],
  ] as const) {
    it.under(policyWith(policy, { confirms: { jitter: 0 } }))(
      `is still asked about when ${what} wants it: its turns are kept until it has one for each`,
      function* (script, { store }) {
        yield* withHandles(script, "a", "b")
        const { payment, tracking, version } = yield* recordOf(key)
        const now = yield* Clock.currentTimeMillis
        const isRung = policy.calls.confirmRate === null
        const actAt = isRung ? now + 10 * 3_600_000 : now
        yield* store.save({ payment, entries: [] }, { ...tracking, actAt }, { version, giveBack: null, now })
        if (isRung) yield* store.noteCallback({ key, attempt: 1, fingerprint: "one", receivedAt: now, body: null })
        script.confirms.set("b", completed(500))
        yield* reconcileFor("4 minutes")
        assert.strictEqual(yield* stateOf(key), "completed")
        assert.deepStrictEqual(
          script.asked.slice(0, 2).map(({ at }) => at - now),
          [50_000, 50_000],
        )
      },
    )
  }

  it.effect("is not asked about in a lease that its answers may outlast", () => {
    const { lines, logger } = collectLines()
    return scripted(
      (script) =>
        Effect.gen(function* () {
          yield* withHandles(script, "a", "b")
          const { payment, tracking, version } = yield* recordOf(key)
          const now = yield* Clock.currentTimeMillis
          const terms = { version, giveBack: null, now }
          yield* (yield* PaymentStore).save({ payment, entries: [] }, { ...tracking, actAt: now }, terms)
          for (const token of ["a", "b"]) {
            script.confirms.set(token, () => Effect.delay(Effect.succeed(completed(500)), "9 seconds"))
          }
          yield* reconcileFor("2 minutes")
          assert.strictEqual(yield* stateOf(key), "completed")
          assert.deepStrictEqual(
            lines.filter((each) => each.includes("could not be worked on")),
            [],
          )
        }),
      { calls: { confirmRate: { perSecond: 0.02, burst: 1 }, callbackConfirmRate: null }, confirms: { jitter: 0 } },
    ).pipe(Effect.provide(logger))
  })

  it.under({ calls: { callbackConfirmRate: { perSecond: 0.001, burst: 1 } } })(
    "takes none of the callbacks' turns when its own time has come",
    function* (script) {
      yield* (yield* Payins).create(pushPayin("order-1"))
      yield* TestClock.adjust("1 minute")
      const used = { perSecond: 0.001, burst: 1 }
      yield* (yield* SharedState).takeRateToken({
        rate: "callback confirms",
        limit: used,
        now: yield* Clock.currentTimeMillis,
      })
      yield* (yield* Worker).runOnce
      assert.strictEqual(script.asked.length, 1)
    },
  )

  it.under({
    calls: { callbackConfirmRate: { perSecond: 1 / 3_600, burst: 1 }, confirmRate: { perSecond: 0.005, burst: 1 } },
    confirms: { jitter: 0 },
  })("keeps the callbacks' turns while the other rate gives no token", function* (script, { store }) {
    yield* withHandles(script, "a")
    const { payment, tracking, version } = yield* recordOf(key)
    const now = yield* Clock.currentTimeMillis
    const later = { ...tracking, actAt: now + 10 * 3_600_000 }
    yield* store.save({ payment, entries: [] }, later, { version, giveBack: null, now })
    yield* store.noteCallback({ key, attempt: 1, fingerprint: "one", receivedAt: now, body: null })
    script.confirms.set("a", completed(500))
    yield* takeRateTokens(yield* SharedState, "confirms", { perSecond: 0.005, burst: 1 }, 1, now)
    yield* reconcile
    // The one turn of callbacks in this hour is taken at once, and 200 seconds too early.
    yield* TestClock.adjust("8 minutes")
    assert.strictEqual(yield* stateOf(key), "completed")
  })
})

describe("a confirm that a caller waits for (S12)", () => {
  it.under(slow)("takes a turn for each handle, also when a person rechecks", function* (script, { review: desk }) {
    yield* withHandles(script, "a", "b")
    const rechecking = yield* Effect.forkChild(desk.recheck(key))
    yield* TestClock.adjust("999 millis")
    assert.strictEqual(script.asked.length, 0)
    yield* TestClock.adjust("1 millis")
    yield* Fiber.join(rechecking)
    assert.deepStrictEqual(times(script), [0, 0])
  })

  it.under({ calls: { ...slow.calls, confirmPatience: 500 } })(
    "is not made when no turn comes in time: the payment is given back as it is, and so it is said",
    function* (script) {
      yield* withHandles(script, "a", "b")
      script.confirms.set("a", completed(500))
      const now = yield* Clock.currentTimeMillis
      yield* takeRateTokens(yield* SharedState, "confirms", rate, 1, now)
      const before = yield* recordOf(key)
      const rechecking = yield* Effect.forkChild((yield* Review).recheck(key))
      yield* TestClock.adjust("3 seconds")
      const { answered: received, notNow, ...after } = yield* Fiber.join(rechecking)
      assert.deepStrictEqual([received, whyNot(notNow), after], [null, ["throttled", now + 500], before])
      assert.strictEqual(script.asked.length, 0)
    },
  )

  it.under({ calls: { ...slow.calls, confirmPatience: 500 } })(
    "of a customer's code waits for its turn, and without one the code is not sent (P9, P11)",
    function* (script, { payins }) {
      yield* withHandles(script, "a")
      const sent = script.seen.length
      yield* takeRateTokens(yield* SharedState, "confirms", rate, 1, yield* Clock.currentTimeMillis)
      const refusal = yield* Effect.flip(payins.submitOtp(key, Redacted.make("482913")))
      assert.deepInclude(fieldsOf(refusal), { _tag: "NotNow", because: "throttled" })
      assert.isAbove(Object(refusal).retryAt, yield* Clock.currentTimeMillis)
      assert.strictEqual(script.seen.length, sent)
      yield* TestClock.adjust("1 second")
      yield* payins.submitOtp(key, Redacted.make("482913"))
      assert.strictEqual(script.seen.length, sent + 1)
    },
  )

  it.under({ calls: { ...slow.calls, confirmPatience: 500 } })(
    "of a refund's release takes its turns too: without them nothing is released",
    function* (script, { payins }) {
      for (const n of [1, 2]) {
        yield* payins.create(pushPayin(`order-${n}`, { orderRef: "order-17" }))
        script.confirms.set(`token-${n}`, completed(500))
        yield* (yield* Review).recheck(payinKey(`order-${n}`))
        yield* TestClock.adjust("2 seconds")
      }
      const draft = { ...payinKey("refund-order-2"), kind: "payout" as const }
      const decision = { by: "A colleague", reason: "paid twice", asOf: (yield* recordOf(draft)).payment.seq }
      const refusal = yield* Effect.flip((yield* Review).release(draft, decision))
      assert.include(refusal.message, "does not confirm both collections just now")
      assert.strictEqual(yield* stateOf(draft), "held")
    },
  )
})

describe("a confirm that a callback rings for (S12)", () => {
  it.under({ calls: { callbackConfirmRate: rate, confirmRate: null }, confirms: { jitter: 0 } })(
    "takes one of the callbacks' turns for each handle, and waits only for the later ones",
    function* (script) {
      yield* withHandles(script, "a", "b")
      const { runOnce: sweep } = yield* Worker
      // It is closed: only a callback makes us ask about it within an hour.
      script.confirms.set("a", completed(500))
      yield* (yield* Review).recheck(key)
      yield* sweep
      yield* TestClock.adjust("5 seconds")
      const desk = yield* SharedState
      const ring = (fingerprint: string) =>
        Effect.gen(function* () {
          const receivedAt = yield* Clock.currentTimeMillis
          yield* (yield* PaymentStore).noteCallback({ key, attempt: 1, fingerprint, receivedAt, body: null })
        })
      const begun = script.asked.length
      yield* ring("one")
      const sweeping = yield* Effect.forkChild(sweep)
      yield* TestClock.adjust("900 millis")
      assert.strictEqual(script.asked.length, begun)
      yield* TestClock.adjust("100 millis")
      yield* Fiber.join(sweeping)
      assert.strictEqual(script.asked.length, begun + 2)
      yield* TestClock.adjust("5 seconds")
      yield* takeRateTokens(desk, "callback confirms", rate, 1, yield* Clock.currentTimeMillis)
      yield* ring("two")
      yield* sweep
      assert.strictEqual(script.asked.length, begun + 2)
    },
  )
})
