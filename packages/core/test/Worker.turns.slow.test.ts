/** The turns that confirms take, and how long what found none, or may not be asked about, is left alone. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, type PaymentKey, PaymentStore, Payouts, Worker } from "@cauri/core"
import { blankConfirmRecord, CallbackIntake, SharedState } from "@cauri/core/adapter"
import {
  it,
  completed,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  reconcile,
  type Script,
  scripted,
  stateOf,
  reconcileFor,
} from "./scripted.ts"

const key = payoutKey("salary-1")
const note = (of: PaymentKey) => ({ key: of, attempt: 1, fingerprint: "one", receivedAt: 0, body: null })
const ring = (of: PaymentKey, receivedAt: number) =>
  Effect.flatMap(CallbackIntake, (intake) => intake.receive({ ...note(of), receivedAt }))

/** Counts how often the reconciler looks at the store. */
const countLooks = (script: Script) => {
  const looks = { count: 0 }
  script.beforeStore = (step) => Effect.sync(() => void (looks.count += step === "takeDue" ? 1 : 0))
  return looks
}

describe("a confirm that must wait for its turn", () => {
  const second = { perSecond: 1, burst: 1 }
  it.under({ calls: { confirmRate: second, callbackConfirmRate: null } })(
    "waits within its lease and goes out in the moment of its turn",
    function* (script) {
      for (const id of ["order-1", "order-2"]) yield* (yield* Payins).create(pushPayin(id))
      yield* TestClock.adjust("1 minute")
      yield* reconcileFor("2 seconds")
      assert.deepStrictEqual(
        script.asked.map(({ at }) => at),
        [60_000, 61_000],
      )
    },
  )
})

describe("a callback's confirm", () => {
  const rate = { perSecond: 0.02, burst: 1 }
  /** When a note is read again that found no turn at 10 s, on a payout whose own time is this one. */
  const putOff = (actAt: number | null) =>
    scripted(
      () =>
        Effect.gen(function* () {
          yield* (yield* Payouts).create(payout("salary-1"))
          const { payment, tracking, version } = yield* recordOf(key)
          const terms = { version, giveBack: null, now: 0 }
          yield* (yield* PaymentStore).save({ payment, entries: [] }, { ...tracking, actAt }, terms)
          yield* TestClock.adjust("10 seconds")
          assert.strictEqual(
            yield* (yield* SharedState).takeRateToken({ rate: "callback confirms", limit: rate, now: 10_000 }),
            0,
          )
          yield* ring(key, 10_000)
          yield* (yield* Worker).runOnce
          const after = (yield* recordOf(key)).tracking
          assert.strictEqual(after.actAt, actAt, "no schedule is moved")
          return after.notesAt
        }),
      { calls: { callbackConfirmRate: rate } },
    )

  for (const [due, actAt, notesAt] of [
    ["for half a minute when the payment is due later", 100_000, 40_000],
    ["until the payment is due when that is sooner", 28_000, 28_000],
    ["for half a minute when the payment is not due by itself any more", null, 40_000],
  ] as const) {
    it.effect(`that finds no turn is put off ${due}`, () =>
      Effect.map(putOff(actAt), (at) => assert.strictEqual(at, notesAt)),
    )
  }

  it("that came too soon waits for its turn, wakes no worker meanwhile and lets no consumer hear sooner", function* (script) {
    const tries: Array<number> = []
    const receive = Effect.flatMap(Clock.currentTimeMillis, (at) => Effect.fail(tries.push(at)))
    script.consumers.splice(0, 1, { name: "stock", receive: () => receive })
    const order = payinKey("order-1")
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* reconcile
    // By then the consumer is tried every half hour and later, and the next audit is far away.
    yield* TestClock.adjust("90 minutes")
    yield* ring(order, 5_400_000)
    yield* TestClock.adjust("1 second")
    const asked = script.asked.length
    const before = tries.length
    const looks = countLooks(script)
    yield* (yield* CallbackIntake).receive({ ...note(order), fingerprint: "two", receivedAt: 5_401_000 })
    yield* TestClock.adjust("3 seconds")
    assert.strictEqual(script.asked.length, asked)
    assert.isAtMost(looks.count, 4)
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(script.asked.length, asked + 1)
    assert.strictEqual(tries.length, before)
  })

  it.under({ calls: { callbackConfirmRate: rate } })(
    "that found no turn is still made after a recheck that had begun before the callback came (S18)",
    function* (script) {
      const order = payinKey("order-1")
      yield* (yield* Payins).create(pushPayin("order-1"))
      yield* reconcileFor("8 days")
      assert.isNull((yield* recordOf(order)).tracking.actAt, "by itself the worker does not ask any more")
      yield* ring(order, 0)
      yield* TestClock.adjust("1 second")
      script.confirms.set("token-1", () => Effect.delay(Effect.succeed(blankConfirmRecord), "10 seconds"))
      const recheck = yield* Effect.forkChild((yield* Review).recheck(order))
      yield* TestClock.adjust("5 seconds")
      // The money comes now, and its callback finds no turn: the one before has used it up.
      yield* (yield* CallbackIntake).receive({ ...note(order), fingerprint: "two", receivedAt: 0 })
      yield* TestClock.adjust("1 second")
      script.confirms.set("token-1", completed(500))
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(recheck)
      assert.strictEqual(yield* stateOf(order), "expired")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* stateOf(order), "completed")
    },
  )

  it.under({ calls: { callbackConfirmRate: null } })(
    "is made where the callbacks have no rate of their own",
    function* (script) {
      yield* (yield* Payouts).create(payout("salary-1"))
      yield* TestClock.adjust("10 seconds")
      yield* ring(key, 10_000)
      yield* (yield* Worker).runOnce
      assert.strictEqual(script.asked.length, 1)
    },
  )
})

describe("a sweep", () => {
  it.under({ worker: { concurrency: 2 } })(
    "works on as many payments at once as the policy allows, and on no more",
    function* (script) {
      for (const n of [1, 2, 3]) {
        yield* (yield* Payins).create(pushPayin(`order-${n}`))
        script.confirms.set(`token-${n}`, () => Effect.delay(Effect.succeed(completed(500)), "5 seconds"))
      }
      yield* TestClock.adjust("1 minute")
      yield* Effect.forkChild((yield* Worker).runOnce)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        script.asked.map(({ at }) => at),
        [60_000, 60_000, 65_000],
      )
    },
  )
})

describe("credentials that have changed", () => {
  const held = { reason: "authentication_failed", by: "cauri", since: 0, credentials: "one" }
  it("lift the hold of their own project and no other's, and never one that names no project", function* (script) {
    const desk = yield* SharedState
    for (const scope of ["project/shop", "project/kiosk", "payouts"]) yield* desk.pause({ ...held, scope })
    yield* (yield* Worker).runOnce
    script.generations.set("kiosk", "two")
    yield* (yield* Worker).runOnce
    assert.deepStrictEqual(
      (yield* desk.pauses()).map(({ scope }) => scope),
      ["project/shop", "payouts"],
    )
  })

  it("leave a person's hold in force that stands beside the one they lift", function* (script) {
    yield* (yield* SharedState).pause({ ...held, scope: "project/shop" })
    yield* (yield* Review).pause("project/shop", "A colleague", "fraud: nothing leaves until I say so")
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* reconcileFor("10 seconds")
    script.generations.set("shop", "two")
    yield* TestClock.adjust("2 minutes")
    const pauses = yield* (yield* SharedState).pauses()
    assert.deepStrictEqual(
      pauses.map(({ by }) => by),
      ["A colleague"],
    )
    assert.strictEqual(yield* stateOf(key), "intended")
  })

  it("are waited for half a minute at a time: a payment that may not be asked about wakes no worker meanwhile", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* (yield* SharedState).pause({ ...held, scope: "project/shop" })
    const looks = countLooks(script)
    yield* reconcileFor("5 minutes")
    assert.strictEqual(script.asked.length, 0)
    // Each time is found by one look, and the empty one after it goes back to sleep.
    assert.isAtMost(looks.count, 2 * 10 + 4)
  })

  it("and a hold on creations is looked at again half a minute later, and not only after a lease", function* (script) {
    const desk = yield* SharedState
    yield* desk.pause({ ...held, credentials: null, scope: "payouts" })
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* reconcileFor("10 seconds")
    yield* desk.resume("payouts")
    yield* TestClock.adjust("26 seconds")
    assert.strictEqual(yield* stateOf(key), "pending")
    assert.strictEqual(script.seen[0]?.at, 35_000)
  })

  it("and holds on creations are waited for likewise", function* (script) {
    yield* (yield* SharedState).pause({ ...held, credentials: null, scope: "payouts" })
    yield* (yield* Payouts).create(payout("salary-1"))
    const looks = countLooks(script)
    yield* reconcileFor("5 minutes")
    assert.strictEqual(yield* stateOf(key), "intended")
    assert.isAtMost(looks.count, 2 * 10 + 4)
    assert.isAtLeast(looks.count, 10)
  })
})

describe("work that outlives its lease", () => {
  it("is stopped, so that it does not pile up beside the next sweeps", function* (script) {
    let stopped = 0
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.beforeStore = (step) =>
      step === "save" ? Effect.onInterrupt(Effect.never, () => Effect.sync(() => void stopped++)) : Effect.void
    yield* reconcileFor("7 seconds")
    assert.strictEqual(stopped, 0)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(stopped, 1)
  })

  it("is stopped with its worker, which waits for nothing that may be given up", function* (script) {
    let stopped = 0
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.beforeStore = (step) =>
      step === "save" ? Effect.onInterrupt(Effect.never, () => Effect.sync(() => void stopped++)) : Effect.void
    const worker = yield* reconcileFor("7 seconds")
    yield* Fiber.interrupt(worker)
    assert.strictEqual(stopped, 1)
  })

  it.gen("and a sweep that breaks off are told in the log, without what broke (S16)", function* () {
    const lines: Array<string> = []
    const collect = Logger.make<unknown, void>(({ message, logLevel }) => {
      lines.push(`${logLevel} ${String(message)}`)
    })
    yield* scripted((script) =>
      Effect.gen(function* () {
        yield* (yield* Payins).create(pushPayin("order-1"))
        script.beforeStore = (step) => (step === "save" ? Effect.die(new Error("token-1")) : Effect.void)
        yield* reconcileFor("7 seconds")
        script.beforeStore = (step) => (step === "takeDue" ? Effect.die(new Error("token-1")) : Effect.void)
        yield* TestClock.adjust("30 seconds")
      }),
    ).pipe(Effect.provide(Logger.layer([collect])))
    assert.deepStrictEqual(lines, [
      "Error The payin shop/order-1 could not be worked on; it stays as the store has it, and is tried again after its lease. It failed with Error; look in your own consumers and adapters for what threw it, or report it at https://github.com/cauri-dev/cauri/issues.",
      "Error The worker could not take what is due, and tries again soon. It failed with Error; look in your own consumers and adapters for what threw it, or report it at https://github.com/cauri-dev/cauri/issues.",
    ])
  })
})
