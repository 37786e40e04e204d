/** What holds up what: silent hosts, slow calls, leases that ended, and stops that come while an answer is in hand. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type Consumer, Payins, Payouts, type PolicyInput, Worker, StoreError } from "@cauri/core"
import { CallbackIntake } from "@cauri/core/adapter"
import {
  it,
  accepted,
  after,
  completed,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  recordOf,
  type Script,
  scripted,
  stateOf,
  tokenNumber,
  unlimited,
  reconcileFor,
} from "./scripted.ts"
import { policyWith } from "./samples.ts"

const second = 1_000
const silent: Consumer = { name: "webhook", receive: () => Effect.never }

/** A payin of a customer of its own, whose first confirm says completed. */
const payinNumber = (script: Script, n: number, sendLater = false) =>
  Effect.gen(function* () {
    script.confirms.set(tokenNumber(n), completed(500))
    const customer = `2267${String(n).padStart(7, "0")}`
    const input = pushPayin(`order-${n}`, { method: { type: "direct", mode: "ussd_push", phone: customer } })
    yield* (yield* Payins).create(input, { sendLater })
  })

const silence = (script: Script) => void script.consumers.splice(0, Infinity, silent)

/** A payout whose creation is under way; what it gives lets the store fail from then on. */
const inHand = (script: Script) =>
  Effect.gen(function* () {
    script.creations.push(after("10 seconds", accepted(1)))
    yield* (yield* Payouts).create(payout("wage-1"), { sendLater: true })
    yield* TestClock.adjust("6 seconds")
    const down = new StoreError({ operation: "test", cause: new Error("connection refused") })
    return () => {
      script.beforeStore = () => Effect.fail(down)
    }
  })

const stream = (script: Script, count: number, sendLater = false) =>
  Effect.gen(function* () {
    for (let n = 1; n <= count; n++) {
      yield* payinNumber(script, n, sendLater)
      yield* TestClock.adjust("2 seconds")
    }
    yield* TestClock.adjust("10 seconds")
  })

const states = (count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => payinKey(`order-${n + 1}`)),
    stateOf,
  )

describe("a host that never answers delays nothing but its own announcements", () => {
  it("payins are confirmed as soon as they would be without it", function* (script) {
    silence(script)
    yield* reconcile
    yield* stream(script, 60)
    const firsts = new Map(script.asked.toReversed().map(({ token, at }) => [token, at]))
    for (let n = 1; n <= 60; n++) {
      assert.isAtMost((firsts.get(tokenNumber(n)) ?? Infinity) - (n - 1) * 2 * second, 6 * second, `payin ${n}`)
    }
  })

  it("payins that are sent later are sent", function* (script) {
    silence(script)
    yield* reconcile
    yield* stream(script, 60, true)
    assert.deepStrictEqual(new Set(yield* states(60)), new Set(["completed"]))
  })

  it.under(unlimited)(
    "it hears no more events at once than there are slots, and then the store is left in peace",
    function* (script) {
      let hearing = 0
      let most = 0
      let steps = 0
      const counted: Consumer = {
        name: "webhook",
        receive: () =>
          Effect.ensuring(
            Effect.suspend(() => {
              most = Math.max(most, ++hearing)
              return Effect.never
            }),
            Effect.sync(() => void hearing--),
          ),
      }
      script.consumers.splice(0, Infinity, counted)
      yield* reconcile
      for (let n = 1; n <= 60; n++) yield* payinNumber(script, n)
      yield* TestClock.adjust("7 seconds")
      assert.deepStrictEqual(new Set(yield* states(60)), new Set(["completed"]))
      script.beforeStore = () => Effect.sync(() => void (steps += 1))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(most, 4 * 8)
      assert.isAtMost(steps, 500)
    },
  )

  it("once it answers, it hears of every payment", function* (script) {
    const received = new Set<string>()
    let isUp = false
    const webhook: Consumer = {
      name: "webhook",
      receive: ({ key }) => (isUp ? Effect.sync(() => void received.add(key.id)) : Effect.never),
    }
    script.consumers.splice(0, Infinity, webhook)
    yield* reconcile
    yield* stream(script, 40)
    isUp = true
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(received.size, 40)
  })

  it.under(policyWith(unlimited, { worker: { concurrency: 2 } }))(
    "a callback that waits for its turn rings while its host is silent",
    function* (script) {
      silence(script)
      yield* reconcile
      for (let n = 1; n <= 20; n++) yield* payinNumber(script, n)
      yield* TestClock.adjust("7 seconds")
      script.asked.length = 0
      const receivedAt = yield* Clock.currentTimeMillis
      const intake = yield* CallbackIntake
      for (let n = 1; n <= 20; n++) {
        yield* intake.receive({
          key: payinKey(`order-${n}`),
          attempt: 1,
          fingerprint: "one",
          receivedAt,
          body: null,
        })
      }
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(new Set(script.asked.map(({ token }) => token)).size, 20)
    },
  )

  it.under(policyWith(unlimited, { worker: { concurrency: 2 } }))(
    "a callback that comes while its payment is asked about is not forgotten while its host is silent",
    function* (script) {
      silence(script)
      yield* reconcile
      for (let n = 1; n <= 20; n++) {
        yield* payinNumber(script, n)
        script.confirms.set(tokenNumber(n), () => Effect.delay(Effect.succeed(completed(500)), "1 second"))
      }
      while (script.asked.length < 12) yield* TestClock.adjust("500 millis")
      const receivedAt = yield* Clock.currentTimeMillis
      const { token } = script.asked.at(-1) ?? { token: "" }
      const key = payinKey(token.replace("token", "order"))
      yield* (yield* CallbackIntake).receive({ key, attempt: 1, fingerprint: "one", receivedAt, body: null })
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* stateOf(key), "completed")
      script.asked.length = 0
      yield* TestClock.adjust("30 seconds")
      assert.include(
        script.asked.map((each) => each.token),
        token,
      )
    },
  )

  it.under(policyWith(unlimited, { worker: { concurrency: 2 } }))(
    "one pass ends after one of its time-outs, and does the actions of the batch meanwhile",
    function* (script) {
      silence(script)
      for (let n = 1; n <= 30; n++) yield* payinNumber(script, n)
      yield* TestClock.adjust("7 seconds")
      const sweeping = yield* Effect.forkChild((yield* Worker).runOnce, { startImmediately: true })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(new Set(yield* states(30)), new Set(["completed"]))
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual((yield* Fiber.join(sweeping)).taken, 30 + 8)
    },
  )

  it.under(policyWith(unlimited, { worker: { concurrency: 2 } }))(
    "one pass lets a host that answers within its time hear everything that was due, however slow it is",
    function* (script) {
      const books: Consumer = {
        name: "books",
        receive: (event) =>
          Effect.delay(
            Effect.sync(() => void script.received.push(event)),
            "5 seconds",
          ),
      }
      script.consumers.splice(0, Infinity, books)
      for (let n = 1; n <= 50; n++) yield* payinNumber(script, n)
      yield* TestClock.adjust("7 seconds")
      const sweeping = yield* Effect.forkChild((yield* Worker).runOnce, { startImmediately: true })
      yield* TestClock.adjust("36 seconds")
      assert.strictEqual((yield* Fiber.join(sweeping)).taken, 50 + 50)
      assert.strictEqual(script.received.length, 50)
    },
  )

  it("keeps no other host waiting, which answers at once", function* (script) {
    const heardAt = new Map<string, number>()
    const books: Consumer = {
      name: "books",
      receive: ({ key }) =>
        Effect.map(Clock.currentTimeMillis, (now) => void (heardAt.has(key.id) || heardAt.set(key.id, now))),
    }
    script.consumers.splice(0, Infinity, books, silent)
    yield* reconcile
    const createdAt = new Map<string, number>()
    for (let n = 1; n <= 300; n++) {
      createdAt.set(`order-${n}`, yield* Clock.currentTimeMillis)
      yield* payinNumber(script, n)
      yield* TestClock.adjust("2 seconds")
    }
    yield* TestClock.adjust("10 minutes")
    const late = [...createdAt].map(([id, at]) => (heardAt.get(id) ?? Infinity) - at).toSorted((a, b) => a - b)
    assert.isAtMost(late.at(-1) ?? Infinity, 6 * second)
  })
})

describe("a slow call holds up no other payment", () => {
  it("a callback that comes a second into a creation of 29 seconds is confirmed at once", function* (script) {
    yield* reconcile
    yield* (yield* Payins).create(hostedPayin("order-1"))
    yield* TestClock.adjust("2 minutes")
    script.creations.push(after("29 seconds", accepted(99)))
    yield* (yield* Payouts).create(payout("wage-1"), { sendLater: true })
    yield* TestClock.adjust("6 seconds")
    assert.strictEqual(yield* stateOf(payoutKey("wage-1")), "submitting")
    script.asked.length = 0
    const receivedAt = yield* Clock.currentTimeMillis
    const note = { key: payinKey("order-1"), attempt: 1, fingerprint: "one", receivedAt, body: null }
    yield* (yield* CallbackIntake).receive(note)
    yield* TestClock.adjust("6 seconds")
    assert.strictEqual(script.asked.length, 1)
    assert.strictEqual(yield* stateOf(payoutKey("wage-1")), "submitting")
    yield* TestClock.adjust("30 seconds")
    assert.strictEqual(yield* stateOf(payoutKey("wage-1")), "pending")
  })

  it.effect("no more are acted on at once than there are places, and the others are left to other workers", () => {
    const two: PolicyInput = policyWith(unlimited, { worker: { concurrency: 2 } })
    return scripted(
      (script) =>
        Effect.gen(function* () {
          for (let n = 1; n <= 3; n++) {
            yield* payinNumber(script, n)
            script.confirms.set(tokenNumber(n), () => Effect.delay(Effect.succeed(completed(500)), "9 seconds"))
          }
          yield* TestClock.adjust("7 seconds")
          yield* reconcileFor("1 second")
          assert.strictEqual(script.asked.length, 2)
          const leases = yield* Effect.forEach([1, 2, 3], (n) => recordOf(payinKey(`order-${n}`)))
          assert.strictEqual(leases.filter(({ lease }) => lease.until > 8 * second).length, 2)
          yield* TestClock.adjust("9 seconds")
          assert.strictEqual(script.asked.length, 3)
        }),
      two,
    )
  })
})

describe("a lease that is over", () => {
  it("before the work has begun leaves the payment alone: no byte is sent", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* TestClock.adjust("10 seconds")
    script.afterStore = (step) => (step === "takeDue" ? Effect.sleep("61 seconds") : Effect.void)
    const sweeping = yield* Effect.forkChild((yield* Worker).runOnce, { startImmediately: true })
    yield* TestClock.adjust("62 seconds")
    assert.deepStrictEqual(yield* Fiber.join(sweeping), { taken: 1, failed: 1, unreadable: 0, nextDueAt: 10_000 })
    assert.strictEqual(script.asked.length, 0)
  })

  it("while an answer is in hand is waited for when the worker stops (S7)", function* (script) {
    const worker = yield* reconcile
    const fail = yield* inHand(script)
    fail()
    yield* TestClock.adjust("74 seconds")
    const stopping = yield* Effect.forkChild(Fiber.interrupt(worker), { startImmediately: true })
    yield* TestClock.adjust("5 seconds")
    assert.isUndefined(stopping.pollUnsafe())
    script.beforeStore = () => Effect.void
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(stopping)
    assert.strictEqual(yield* stateOf(payoutKey("wage-1")), "pending")
  })

  it("while an answer is in hand is waited for by a pass that finds nothing more to do (S7)", function* (script) {
    const { runOnce: sweep } = yield* Worker
    const fail = yield* inHand(script)
    const first = yield* Effect.forkChild(sweep, { startImmediately: true })
    fail()
    yield* TestClock.adjust("61 seconds")
    assert.strictEqual((yield* Fiber.join(first)).failed, 1)
    script.beforeStore = (step) =>
      step === "save" ? Effect.fail(new StoreError({ operation: "save", cause: "down" })) : Effect.void
    // What is due by now is that the sender's lease is over.
    yield* Effect.ignore(sweep)
    const second = yield* Effect.forkChild(sweep, { startImmediately: true })
    yield* TestClock.adjust("5 seconds")
    assert.isUndefined(second.pollUnsafe())
    script.beforeStore = () => Effect.void
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(second)
    assert.strictEqual(yield* stateOf(payoutKey("wage-1")), "pending")
  })
})
