/** The one clock: what a program does by the store's time, whatever happens to the machine's. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Context, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { emptyMemory, memoryDriver, noAnswer, PaymentStore, Settlement, StoreClock, StoreError } from "@cauri/core"
import { completed, failed, flagsOf, hostedPayin, payinKey, payoutKey, reconcile, stateOf } from "./scripted.ts"
import { rule, smsPayin, why } from "./setups.ts"
import { hour, minute, pay, payOut, second, world } from "./walls.ts"

const salary = payoutKey("salary-1")
const order = payinKey("order-1")
const now = Clock.currentTimeMillis

/** When two payins are asked about, with so many workers and such a step. */
const asking = (workers: number, behind: number) =>
  world((script, setBack) =>
    Effect.gen(function* () {
      const since = yield* now
      yield* pay("order-1")
      yield* TestClock.adjust("3 seconds")
      yield* pay("order-2")
      for (let worker = 0; worker < workers; worker++) yield* reconcile
      yield* TestClock.adjust("40 seconds")
      setBack(behind)
      yield* TestClock.adjust("13 minutes")
      return script.asked.map(({ at }) => at - since)
    }),
  )

describe("a machine's clock that is set back by an hour", () => {
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

  it.effect("changes no moment at which the service is asked, however many workers there are (S12)", () =>
    Effect.gen(function* () {
      const never = yield* asking(1, 0)
      assert.isAbove(never.length, 30)
      assert.deepStrictEqual(yield* asking(1, hour), never)
      assert.deepStrictEqual(yield* asking(2, hour), never)
    }),
  )

  it.effect("keeps nobody waiting in a program that is started after it either (L1)", () =>
    world((script, setBack, startAgain) =>
      Effect.gen(function* () {
        yield* payOut()
        const before = yield* now
        setBack(hour)
        yield* startAgain(() =>
          Effect.gen(function* () {
            assert.strictEqual(yield* now, before)
            yield* reconcile
            yield* TestClock.adjust("5 minutes")
            assert.isAbove(script.asked.length, 1)
          }),
        )
      }),
    ),
  )
})

describe("a machine's clock that is set forward", () => {
  it.effect("does not make two failures of a payout, a second apart, count as 30 s apart (O12)", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* payOut()
        script.confirms.set("token-1", failed({ tokenIsOurs: true }))
        const settlement = yield* Settlement
        yield* settlement.settle(salary)
        setBack(-hour)
        yield* TestClock.adjust("1 second")
        yield* settlement.settle(salary)
        assert.strictEqual(yield* stateOf(salary), "Pending")
      }),
    ),
  )

  it.effect("does not make two contradictions of a final state, a second apart, count as a minute apart (P20)", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* pay()
        script.confirms.set("token-1", completed(500))
        const settlement = yield* Settlement
        yield* settlement.settle(order)
        assert.strictEqual(yield* stateOf(order), "Completed")
        script.confirms.set("token-1", failed())
        yield* settlement.settle(order)
        setBack(-hour)
        yield* TestClock.adjust("1 second")
        yield* settlement.settle(order)
        assert.deepStrictEqual(yield* flagsOf(order), [])
      }),
    ),
  )

  it.effect("does not let a payout be ruled not executed before 72 hours have passed (O10)", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        script.creations = [noAnswer("TimedOut")]
        yield* payOut()
        setBack(-73 * hour)
        yield* TestClock.adjust("1 second")
        assert.include(yield* why(rule(salary, "SendAgain")), "`notExecutedAge` after the last call")
      }),
    ),
  )

  for (const [words, ahead] of [
    ["an hour", hour],
    ["400 days", 400 * 24 * hour],
  ] as const) {
    it.effect(`by ${words} ends a worker, which says what to do; one that is started again goes on`, () =>
      world((script, setBack, startAgain) =>
        Effect.gen(function* () {
          yield* payOut()
          const before = yield* now
          const worker = yield* reconcile
          yield* TestClock.adjust("1 second")
          setBack(-ahead)
          yield* TestClock.adjust("30 seconds")
          const exit = worker.pollUnsafe()
          assert.isTrue(exit !== undefined && Exit.isFailure(exit))
          if (exit === undefined || Exit.isSuccess(exit)) return
          assert.include(Cause.pretty(exit.cause), `Its time is ${ahead / second} s ahead`)
          assert.include(Cause.pretty(exit.cause), "start the program again")
          yield* startAgain(() =>
            Effect.gen(function* () {
              assert.strictEqual(yield* now, before + ahead + 31 * second)
              yield* reconcile
              yield* TestClock.adjust("1 second")
              assert.strictEqual(script.asked.length, 1)
            }),
          )
        }),
      ),
    )
  }
})

/** A store whose server tells the time, or cannot be asked. */
interface Server {
  time: number
  isDown?: boolean
}

/** A program on such a store, on a machine whose clock is that far from it. */
const host = (store: Server, machineAhead: () => number) =>
  TestClock.testClockWith((clock) => {
    const machine: Clock.Clock = {
      ...clock,
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + machineAhead(),
    }
    const driver = memoryDriver({ current: emptyMemory })
    const time = Effect.suspend(() =>
      store.isDown === true
        ? new StoreError({ operation: "clock", cause: "The server is away." })
        : Effect.succeed(store.time + clock.currentTimeMillisUnsafe()),
    )
    const served = PaymentStore.fromDriver({ ...driver, clock: time })
    return Effect.provideService(
      Layer.build(StoreClock.layer.pipe(Layer.provide(Layer.succeed(PaymentStore, served)))),
      Clock.Clock,
      machine,
    )
  })

describe("the one clock", () => {
  it.effect("is the same on two hosts whose clocks are 90 s apart", () =>
    Effect.gen(function* () {
      const hosts = [yield* host({ time: hour }, () => 0), yield* host({ time: hour }, () => 90 * second)]
      yield* TestClock.adjust("3 minutes")
      const times = yield* Effect.forEach(hosts, (each) => Effect.provideContext(now, each))
      assert.deepStrictEqual(times, [hour + 3 * minute, hour + 3 * minute])
    }),
  )

  it.effect("is watched on after a store that could not be asked", () =>
    Effect.gen(function* () {
      const server: Server = { time: hour }
      let machineAhead = 0
      const program = yield* host(server, () => machineAhead)
      const watching = yield* Effect.forkChild(Context.get(program, StoreClock).watch)
      machineAhead = 10 * minute
      server.time += 10 * minute
      server.isDown = true
      yield* TestClock.adjust("3 minutes")
      assert.isUndefined(watching.pollUnsafe())
      server.isDown = false
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual((yield* Effect.flip(Fiber.join(watching))).reason, "ClockAhead")
    }),
  )
})
