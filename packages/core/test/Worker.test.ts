/** The worker that misses nothing: when it sweeps, when it sleeps, and what it does not let happen to others. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock, TestConsole } from "effect/testing"
import { type Consumer, Review, keyText, Payins, Payouts, Worker, StoreError } from "@cauri/core"
import { WakeSignal } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  code00,
  completed,
  flagsOf,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  recordOf,
  stateOf,
  reconcileFor,
} from "./scripted.ts"
import { spoil } from "./spoil.ts"

const storeFails = new StoreError({ operation: "test", cause: new Error("the disk is full") })

const names = (name: string) => (line: unknown) => String(line).includes(`The row of the ${name} cannot be read.`)

describe("the sleeping loop", () => {
  it("sleeps until the next due time: over a day it looks no oftener than its safety net and its payments ask", function* (script) {
    let looks = 0
    script.beforeStore = (step) => Effect.sync(() => void (looks += step === "takeDue" ? 1 : 0))
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* reconcileFor("1 day")
    const safetyNet = (24 * 3_600) / 30
    // Each confirm costs the look that finds it and the empty one after it.
    assert.isAtMost(looks, safetyNet + 2 * script.asked.length + 4)
    assert.isAtLeast(looks, safetyNet)
    assert.isAtMost(script.asked.length, 35)
  })

  it("a wakeSignal wakes it before its time", function* (script) {
    let looks = 0
    script.beforeStore = (step) => Effect.sync(() => void (looks += step === "takeDue" ? 1 : 0))
    yield* reconcileFor("1 second")
    assert.strictEqual(looks, 1)
    yield* (yield* WakeSignal).signal
    yield* TestClock.adjust("1 second")
    assert.strictEqual(looks, 2)
  })

  it("a payment that was made meanwhile is confirmed on time, because making it wakes the sleeper", function* (script) {
    yield* reconcileFor("10 seconds")
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* TestClock.adjust("6 seconds")
    assert.strictEqual(script.asked.length, 1)
  })

  it("survives a store that fails, and goes on where it was", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcile
    script.beforeStore = () => Effect.fail(storeFails)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(script.asked.length, 0)
    script.beforeStore = () => Effect.void
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("6 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })

  it("survives a store that fails between reading and writing; the lease is over and the payment is tried again", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcile
    script.beforeStore = (step) => (step === "save" ? Effect.fail(storeFails) : Effect.void)
    yield* TestClock.adjust("7 seconds")
    assert.strictEqual(script.asked.length, 1)
    script.beforeStore = () => Effect.void
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("61 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })

  it("stops on request, also while a confirm is under way, and another worker takes over (L4)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", () => Effect.never)
    const worker = yield* reconcileFor("7 seconds")
    assert.strictEqual(script.asked.length, 1)
    yield* Fiber.interrupt(worker)
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("61 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })

  it("two workers share a store and ask about each payment once per turn", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcile
    yield* reconcileFor("6 seconds")
    assert.strictEqual(script.asked.length, 1)
  })

  it("says what a sweep did: how many were due, could not be worked on or be read, and when the next one is due", function* (script) {
    const { runOnce: sweep } = yield* Worker
    assert.deepStrictEqual(yield* sweep, { taken: 0, failed: 0, unreadable: 0, nextDueAt: null })
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.beforeStore = (step) => (step === "save" ? Effect.die(new Error("broken")) : Effect.void)
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(yield* sweep, { taken: 1, failed: 1, unreadable: 0, nextDueAt: 10_000 })
    assert.deepStrictEqual(yield* sweep, { taken: 0, failed: 0, unreadable: 0, nextDueAt: 70_000 })
    script.beforeStore = () => Effect.void
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* sweep, { taken: 1, failed: 0, unreadable: 0, nextDueAt: 70_000 })
    spoil(script, "order-1")
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* sweep, { taken: 0, failed: 0, unreadable: 1, nextDueAt: null })
  })
})

describe("one poisoned payment never blocks another (L6)", () => {
  it("a gateway that breaks on one payment does not touch the next", function* (script, { payins }) {
    yield* payins.create(pushPayin("order-1"))
    yield* payins.create(pushPayin("order-2"))
    script.confirms.set("token-1", () => Effect.die(new Error("broken")))
    script.confirms.set("token-2", completed(500))
    yield* reconcileFor("10 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-2")), "completed")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
  })

  it("a confirm that never comes back holds its sweep for no longer than a lease", function* (script, { payins }) {
    yield* payins.create(pushPayin("order-1"))
    script.confirms.set("token-1", () => Effect.never)
    yield* reconcileFor("10 seconds")
    yield* payins.create(pushPayin("order-2"))
    script.confirms.set("token-2", completed(500))
    yield* TestClock.adjust("70 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-2")), "completed")
  })

  it("a row that cannot be read is left alone, and named, and the others go on", function* (script, { payins }) {
    yield* payins.create(pushPayin("order-1"))
    spoil(script, "order-1")
    yield* reconcileFor("10 seconds")
    yield* payins.create(pushPayin("order-2"))
    script.confirms.set("token-2", completed(500))
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-2")), "completed")
    assert.isTrue(
      (yield* TestConsole.errorLines).concat(yield* TestConsole.logLines).some(names(keyText(payinKey("order-1")))),
    )
  })

  it("a consumer that never comes back is not waited for, and is parked in the end", function* (script, { payins }) {
    const hangs: Consumer = { name: "hangs", receive: () => Effect.never }
    script.consumers.push(hangs)
    yield* payins.create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("10 seconds")
    yield* payins.create(pushPayin("order-2"))
    script.confirms.set("token-2", completed(500))
    yield* TestClock.adjust("20 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-2")), "completed")
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["delivery_parked hangs"])
  })
})

describe("what a sweep may not do", () => {
  it("while creations are on hold an intent waits half a minute at a time, and goes out when the hold is lifted", function* (script) {
    const review = yield* Review
    yield* review.pause("payouts", "A colleague", "the balances are being counted")
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* reconcileFor("2 minutes")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "intended")
    assert.strictEqual(yield* review.resume("payouts"), true)
    yield* TestClock.adjust("31 seconds")
    assert.deepStrictEqual([yield* stateOf(payoutKey("salary-1")), script.seen.length], ["pending", 1])
  })

  it("a person's hold on a project stops creations and not confirms", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* (yield* Review).pause("project/shop", "A colleague", "the shop is closed today")
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("10 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })

  it("while a project's credentials are denied it is not asked about, and nothing of it expires", function* (script) {
    const payins = yield* Payins
    yield* payins.create(pushPayin("order-1"))
    yield* payins.create(pushPayin("order-2"))
    script.confirms.set("token-1", code00)
    script.confirms.set("token-2", code00)
    yield* reconcileFor("10 seconds")
    const asked = script.asked.length
    yield* TestClock.adjust("30 minutes")
    assert.strictEqual(script.asked.length, asked)
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
    script.confirms.clear()
    script.generation = "two"
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
  })

  it.under({ calls: { confirmRate: { perSecond: 0.04, burst: 1 }, callbackConfirmRate: null } })(
    "a confirm takes its turn, and one that would come after its lease is left for later",
    function* (script, { payins }) {
      for (let n = 0; n < 4; n++) yield* payins.create(hostedPayin(`order-${n}`))
      yield* TestClock.adjust("30 seconds")
      yield* reconcileFor("1 second")
      assert.strictEqual(script.asked.length, 1)
      yield* TestClock.adjust("3 minutes")
      const times = script.asked.map(({ at }) => at)
      times.slice(1).forEach((at, index) => assert.isAtLeast(at - (times[index] ?? 0), 25_000))
      assert.strictEqual(new Set(script.asked.map(({ token }) => token)).size, 4)
    },
  )

  it.under({ calls: { confirmRate: { perSecond: 0.01, burst: 1 }, callbackConfirmRate: null } })(
    "a confirm that waits for its turn keeps no other payment waiting",
    function* (script, { payins }) {
      yield* payins.create(hostedPayin("order-1"))
      yield* payins.create(hostedPayin("order-2"))
      yield* reconcileFor("30 seconds")
      assert.strictEqual(script.asked.length, 1)
      yield* payins.create(pushPayin("order-3"), { sendLater: true })
      yield* TestClock.adjust("6 seconds")
      assert.strictEqual(yield* stateOf(payinKey("order-3")), "pending")
    },
  )

  it("a payment that no confirm could ask about backs off and is not given up", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    script.confirms.set("token-1", CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" }))
    yield* reconcileFor("10 minutes")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "pending")
    const { tracking } = yield* recordOf(payoutKey("salary-1"))
    assert.strictEqual(tracking.failures, script.asked.length)
    assert.strictEqual(tracking.confirms, 0)
    script.confirms.set("token-1", completed(700))
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "completed")
  })
})
