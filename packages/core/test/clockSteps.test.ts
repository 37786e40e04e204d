/** What a worker does when the wall clock is set back under it, while the time that nobody sets goes on. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CallbackIntake, keyText, noAnswer, Nudge } from "@cauri/core"
import { accepted, completed, hostedPayin, payinKey, payoutKey, reconcile, stateOf } from "./scripted.ts"
import { smsPayin, stubborn } from "./setups.ts"
import { collectLines } from "./spoil.ts"
import { countSteps, hour, minute, moments, pay, payOut, second, world } from "./walls.ts"

/** When two payins are asked about, with so many workers and such a step. */
const asking = (workers: number, behind: number) =>
  world((script, setBack) =>
    Effect.gen(function* () {
      const since = yield* Clock.currentTimeMillis
      yield* pay("order-1")
      yield* TestClock.adjust("3 seconds")
      yield* pay("order-2")
      for (let worker = 0; worker < workers; worker++) yield* reconcile
      yield* TestClock.adjust("40 seconds")
      const before = script.asked.length
      setBack(behind)
      yield* TestClock.adjust("13 minutes")
      return moments(script, since, before, behind)
    }),
  )

describe("a clock that is set back by an hour", () => {
  const payments = [
    { name: "a payin by USSD", create: Effect.asVoid(pay()), every: 20 * second },
    { name: "a hosted payin", create: Effect.asVoid(pay(hostedPayin("order-1"))), every: 54 * second },
    { name: "a payin that waits for its code", create: Effect.asVoid(pay(smsPayin)), every: 24 * second },
    { name: "a payout", create: Effect.asVoid(payOut()), every: 144 * second },
  ]
  for (const { name, create, every } of payments) {
    it.effect(`keeps ${name} waiting for no longer than two of its intervals and a minute (L1)`, () =>
      world((script, setBack) =>
        Effect.gen(function* () {
          yield* create
          yield* reconcile
          yield* TestClock.adjust("40 seconds")
          const before = script.asked.length
          assert.isAtLeast(before, 1)
          setBack(hour)
          yield* TestClock.adjust(2 * every + minute)
          assert.isAbove(script.asked.length, before)
        }),
      ),
    )
  }

  it.effect("changes no moment at which the service is asked, however many workers there are (S12)", () => {
    return Effect.gen(function* () {
      const never = yield* asking(1, 0)
      assert.isAbove(never.length, 30)
      assert.deepStrictEqual(yield* asking(1, hour), never)
      assert.deepStrictEqual(yield* asking(2, hour), never)
    })
  })

  const told = [
    { state: "InDoubt", create: Effect.asVoid(payOut()) },
    { state: "Held", create: Effect.andThen(payOut("salary-0"), payOut()) },
    { state: "Completed", create: Effect.asVoid(pay()) },
  ]
  for (const { create, state } of told) {
    it.effect(`keeps no host waiting that refused to hear of what is ${state} (L3)`, () =>
      world((script, setBack) =>
        Effect.gen(function* () {
          const shop = stubborn("shop")
          script.consumers.push(shop.consumer)
          if (state === "InDoubt") script.creations = [noAnswer("TimedOut")]
          script.confirms.set("token-1", completed(500))
          yield* create
          yield* reconcile
          yield* TestClock.adjust("90 minutes")
          const key = state === "Completed" ? payinKey("order-1") : payoutKey("salary-1")
          assert.strictEqual(yield* stateOf(key), state)
          // It is told after 1 s, 6, 21, 81, 381, 2181 and 5781 since it first refused.
          const before = shop.tries.length
          shop.state.refuses = false
          setBack(hour)
          yield* TestClock.adjust("8 minutes")
          assert.isAbove(shop.tries.length, before)
          assert.isTrue(shop.heard.some((id) => id.startsWith(keyText(key))))
        }),
      ),
    )
  }

  it.effect("keeps no intent waiting that nobody sent", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* reconcile
        yield* TestClock.adjust("1 second")
        yield* payOut("salary-1", true)
        setBack(hour)
        yield* TestClock.adjust("31 seconds")
        assert.strictEqual(script.seen.length, 1)
      }),
    ),
  )

  it.effect("leaves alone what waits for nothing, or not for longer than it would now", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        script.confirms.set("token-1", completed(500))
        script.creations = [accepted(1), noAnswer("TimedOut")]
        yield* pay()
        yield* payOut()
        yield* reconcile
        yield* TestClock.adjust("10 minutes")
        const count = countSteps(script)
        setBack(2 * minute)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual([count("list"), count("save")], [2, 0])
      }),
    ),
  )

  it.effect("keeps no callback waiting that came a moment before", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* payOut()
        yield* TestClock.adjust("2 minutes")
        yield* reconcile
        yield* TestClock.adjust("3 seconds")
        const before = script.asked.length
        const note = {
          key: payoutKey("salary-1"),
          attempt: 1,
          fingerprint: "one",
          receivedAt: yield* Clock.currentTimeMillis,
          body: null,
        }
        setBack(hour)
        yield* (yield* CallbackIntake).receive(note)
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(script.asked.length, before + 1)
      }),
    ),
  )

  it.effect("keeps no payment leased for a worker that is gone: it is asked about a lease and a sleep later", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* pay()
        script.confirms.set("token-1", () => Effect.never)
        const dying = yield* reconcile
        yield* TestClock.adjust("7 seconds")
        yield* reconcile
        yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(dying)
        assert.strictEqual(script.asked.length, 1)
        setBack(hour)
        script.confirms.set("token-1", completed(500))
        yield* TestClock.adjust("121 seconds")
        assert.strictEqual(yield* stateOf(payinKey("order-1")), "Completed")
      }),
    ),
  )

  it.effect("nor where the step is so small that nothing else of it must be planned anew", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* payOut()
        yield* TestClock.adjust("10 minutes")
        script.confirms.set("token-1", () => Effect.never)
        const dying = yield* reconcile
        while (script.asked.length === 0) yield* TestClock.adjust("1 second")
        yield* reconcile
        yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(dying)
        setBack(90 * second)
        script.confirms.set("token-1", completed(700))
        yield* TestClock.adjust("91 seconds")
        assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "Completed")
      }),
    ),
  )

  it.effect("throws away nothing that another worker is being told meanwhile", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* pay()
        script.confirms.set("token-1", () => Effect.delay(Effect.succeed(completed(500)), "8 seconds"))
        yield* reconcile
        yield* TestClock.adjust("7 seconds")
        yield* reconcile
        yield* TestClock.adjust("1 second")
        const count = countSteps(script)
        setBack(hour)
        yield* (yield* Nudge).wake
        yield* TestClock.adjust("3 seconds")
        // Both workers have looked at open and closed ones.
        assert.strictEqual(count("list"), 2 * 2)
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* stateOf(payinKey("order-1")), "Completed")
        assert.strictEqual(script.asked.length, 1)
      }),
    ),
  )

  it.effect("is dealt with page by page", () =>
    world(
      (script, setBack) =>
        Effect.gen(function* () {
          for (const n of [1, 2, 3, 4, 5]) yield* pay(`order-${n}`)
          yield* reconcile
          yield* TestClock.adjust("20 seconds")
          const before = script.asked.length
          const count = countSteps(script)
          setBack(hour)
          yield* TestClock.adjust("31 seconds")
          assert.strictEqual(new Set(script.asked.slice(before).map(({ token }) => token)).size, 5)
          assert.strictEqual(count("list"), 3 + 1)
        }),
      { walkPage: 2 },
    ),
  )
})

describe("a clock that needs nothing", () => {
  const steps = [
    { name: "is set back by a minute", behind: minute },
    { name: "is set forward by a day", behind: -24 * hour },
    { name: "goes on", behind: 0 },
  ]
  for (const { behind, name } of steps) {
    it.effect(`${name}, and no payment is looked at because of it`, () =>
      world((script, setBack) =>
        Effect.gen(function* () {
          yield* payOut()
          yield* reconcile
          yield* TestClock.adjust("40 seconds")
          const count = countSteps(script)
          setBack(behind)
          yield* TestClock.adjust("10 minutes")
          assert.strictEqual(count("list"), 0)
        }),
      ),
    )
  }
})

describe("the log", () => {
  it.effect("tells by how much the clock went back, and what was done about it", () => {
    const { lines, logger } = collectLines()
    return world(
      (_, setBack) =>
        Effect.gen(function* () {
          for (const id of ["order-1", "order-2"]) yield* pay(id)
          yield* reconcile
          yield* TestClock.adjust("40 seconds")
          setBack(hour)
          yield* TestClock.adjust("40 seconds")
          assert.deepStrictEqual(lines, [
            "The clock went back by 3600 s. What was planned before is planned anew.",
            "Payments planned anew after the clock went back: 2.",
          ])
        }),
      { walkPage: 1 },
    ).pipe(Effect.provide(logger))
  })
})
