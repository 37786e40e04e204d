/** The one clock: what a program does by the store's time, whatever happens to the machine's. */
import { assert, describe } from "@effect/vitest"
import { Cause, Clock, Context, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Confirmation } from "../src/services/Confirmation.ts"
import { type Cauri, PaymentStore, Payouts, Worker, StoreError } from "@cauri/core"
import { noAnswer, StoreClock, StoreRefused } from "@cauri/core/adapter"
import {
  it,
  accepted,
  after,
  completed,
  failed,
  flagsOf,
  hostedPayin,
  layerScripted,
  newScript,
  payinKey,
  payout,
  payoutKey,
  reconcile,
  stateOf,
  unlimited,
  reconcileFor,
} from "./scripted.ts"
import { rule, smsPayin, why } from "./setups.ts"
import { hour, machineOn, minute, pay, payOut, second, world } from "./walls.ts"

const salary = payoutKey("salary-1")
const bonus = payoutKey("salary-2")
const order = payinKey("order-1")
const day = 24 * hour
const now = Clock.currentTimeMillis

/** What happens to the clocks while payments are under way: by how much each of them jumps. */
interface Jump {
  /** The clock of the store's server; null: the store has none, as a file, and tells its machine's time. */
  readonly server: number | null
  /** The clocks of the machines. The clock that nobody sets stands still for as long as a machine is suspended. */
  readonly wall: number
  /** How far the clocks of the machines are apart all the time, one entry for each program. */
  readonly machines?: ReadonlyArray<number>
}

/** A payin, a payout that the service once calls failed, and a payout whose creation is under way when the clocks jump. */
const played = ({ machines = [0, 0], server, wall }: Jump) =>
  TestClock.testClockWith((clock) =>
    Effect.gen(function* () {
      const ahead = { server: 2 * hour, wall: 2 * hour }
      const script = newScript()
      if (server !== null) script.serverTime = () => clock.currentTimeMillisUnsafe() + ahead.server
      const start = (apart: number) =>
        Layer.build(layerScripted(script, unlimited)).pipe(
          Effect.provideService(
            Clock.Clock,
            machineOn(clock, () => ahead.wall + apart),
          ),
        )
      const startAll = Effect.forEach(machines, start)
      const worksOn = (program: Effect.Success<ReturnType<typeof start>>) => Effect.provideContext(reconcile, program)
      const programs = yield* startAll
      const [first, last] = [programs[0], programs.at(-1)]
      assert(first !== undefined && last !== undefined)
      const states = Effect.provideContext(Effect.forEach([order, salary, bonus], stateOf), first)
      const settle = Effect.flatMap(Confirmation, (settlement) => settlement.confirm(salary))

      yield* Effect.provideContext(Effect.andThen(pay(), payOut()), first)
      const since = yield* Effect.provideContext(now, first)
      const workers = yield* Effect.forEach(programs, worksOn)
      yield* TestClock.adjust("40 seconds")
      script.creations = [after("20 seconds", accepted(3))]
      const other = payout("salary-2", { phone: "22670000003" })
      const creation = Effect.flatMap(Payouts, (payouts) => payouts.create(other))
      yield* Effect.forkChild(Effect.provideContext(creation, first), { startImmediately: true })
      script.confirms.set("token-2", failed({ tokenIsOurs: true }))
      yield* Effect.provideContext(settle, first)
      ahead.wall += wall
      ahead.server += server ?? 0
      yield* TestClock.adjust("1 second")
      const again = yield* Effect.exit(Effect.provideContext(settle, last))
      const asked = script.asked.filter(({ token }) => token === "token-2").length
      if (Exit.isSuccess(again)) assert.isAtLeast(asked, 3, "both were asked")
      assert.strictEqual(yield* Effect.provideContext(stateOf(salary), first), "pending")
      script.confirms.delete("token-2")
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual(yield* Effect.provideContext(stateOf(bonus), first), "submitting")
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* states, ["pending", "pending", "pending"])
      const endings = workers.map((worker) => {
        const exit = worker.pollUnsafe()
        return exit !== undefined && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : null
      })

      if (endings.some((ending) => ending !== null)) {
        script.confirms.set("token-1", completed(500))
        const before = script.asked.length
        for (const program of yield* startAll) yield* worksOn(program)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(script.asked.length, before + 3, "each is asked about at once, by one of them")
        assert.deepStrictEqual(yield* states, ["completed", "pending", "pending"])
      } else {
        yield* TestClock.adjust("13 minutes")
        assert.deepStrictEqual(yield* states, ["pending", "pending", "pending"])
      }
      assert.strictEqual(script.seen.length, 3, "nothing is sent twice")
      return { endings, asked: script.asked.map(({ at, token }) => [token, at - since]) }
    }),
  )

/** What happens, and by how many seconds the store is ahead of the programs when it ends them; null: they go on. */
const jumps: ReadonlyArray<readonly [string, Jump, number | null]> = [
  ["a machine's clock is set back by an hour, on a file", { server: null, wall: -hour }, null],
  ["a machine's clock is set back by an hour, on a server", { server: 0, wall: -hour }, null],
  ["a machine's clock is set forward by an hour, on a server", { server: 0, wall: hour }, null],
  ["a machine's clock is set forward by 400 days, on a server", { server: 0, wall: 400 * day }, null],
  ["a machine's clock is set forward by an hour, on a file", { server: null, wall: hour }, 3_600],
  ["a machine's clock is set forward by 400 days, on a file", { server: null, wall: 400 * day }, 400 * 86_400],
  ["a machine was suspended for an hour, and its clock is put right", { server: hour, wall: hour }, 3_600],
  ["a machine was suspended for an hour, and both of its clocks stood still", { server: hour, wall: 0 }, 3_600],
  ["the server's clock is set back by an hour", { server: -hour, wall: 0 }, null],
  ["two hosts are 90 s apart", { server: 0, wall: 0, machines: [0, 90 * second] }, null],
]

describe("payments under way", () => {
  for (const [what, jump, ahead] of jumps) {
    const becomes = ahead === null ? "are asked about as if nothing had happened" : "wait for the programs' restart"
    it.gen(`${becomes} when ${what} (L1, O12, S12)`, function* () {
      const { asked, endings } = yield* played(jump)
      if (ahead === null) {
        const never = yield* played({ server: 0, wall: 0, machines: [0] })
        assert.isAbove(never.asked.length, 25)
        assert.deepStrictEqual({ asked, endings }, { asked: never.asked, endings: [null, null] })
      } else {
        for (const ending of endings) {
          assert.include(ending ?? "", `The store's time is ${ahead} s ahead`)
          assert.include(ending ?? "", "start the program again")
        }
      }
    })
  }
})

describe("a machine that was suspended for less than the tolerance", () => {
  it.gen("ends nothing: its programs catch up with the store's time (L1, O12, S12)", function* () {
    const { endings } = yield* played({ server: 4 * second, wall: 0 })
    assert.deepStrictEqual(endings, [null, null])
  })
})

describe("a machine's clock that is set back by an hour", () => {
  const payments = [
    { name: "a payin by USSD", create: Effect.asVoid(pay()), every: 20 * second },
    { name: "a hosted payin", create: Effect.asVoid(pay(hostedPayin("order-1"))), every: 54 * second },
    { name: "a payin that waits for its code", create: Effect.asVoid(pay(smsPayin)), every: 24 * second },
    { name: "a payout", create: Effect.asVoid(payOut()), every: 144 * second },
  ]
  for (const { name, create, every } of payments) {
    it.within(world)(
      `keeps ${name} waiting for no longer than two of its intervals and a minute (L1)`,
      function* (script, setBack) {
        yield* create
        yield* reconcileFor("40 seconds")
        const before = script.asked.length
        assert.isAtLeast(before, 1)
        setBack(hour)
        yield* TestClock.adjust(2 * every + minute)
        assert.isAbove(script.asked.length, before)
      },
    )
  }

  it.within(world)(
    "delays no payment in a program that is started after it either (L1)",
    function* (script, setBack, startAgain) {
      yield* payOut()
      const before = yield* now
      setBack(hour)
      yield* startAgain(() =>
        Effect.gen(function* () {
          assert.strictEqual(yield* now, before)
          yield* reconcileFor("5 minutes")
          assert.isAbove(script.asked.length, 1)
        }),
      )
    },
  )
})

describe("a machine's clock that is set forward", () => {
  it.within(world)(
    "does not make two contradictions of a final state, a second apart, count as a minute apart (P20)",
    function* (script, setBack) {
      yield* pay()
      script.confirms.set("token-1", completed(500))
      const settlement = yield* Confirmation
      yield* settlement.confirm(order)
      assert.strictEqual(yield* stateOf(order), "completed")
      script.confirms.set("token-1", failed())
      yield* settlement.confirm(order)
      setBack(-hour)
      yield* TestClock.adjust("1 second")
      assert.include(yield* why(settlement.confirm(order)), "during clock")
      assert.deepStrictEqual(yield* flagsOf(order), [])
    },
  )

  it.within(world)(
    "does not let a payout be ruled not executed before 72 hours have passed (O10)",
    function* (script, setBack) {
      script.creations = [noAnswer("timed_out")]
      yield* payOut()
      setBack(-73 * hour)
      yield* TestClock.adjust("1 second")
      assert.include(yield* why(rule(salary, "send_again")), "during clock")
      setBack(73 * hour)
      assert.include(yield* why(rule(salary, "send_again")), "`limits.notExecutedAge` after the last call")
    },
  )
})

describe("a program whose machine was suspended for 73 hours", () => {
  const steps: Readonly<Record<string, Effect.Effect<unknown, unknown, Cauri | PaymentStore>>> = {
    "creates nothing": payOut("salary-2"),
    "stores nothing to be sent later": payOut("salary-2", true),
    "asks for nothing that counts as proof": Effect.flatMap(Confirmation, (settlement) => settlement.confirm(salary)),
    "takes no decision": rule(salary, "send_again"),
    "works on nothing that is due": Effect.flatMap(Worker, ({ runOnce: sweep }) => sweep),
  }
  const suspended = { "was put right": 73 * hour, "stood still": 0 }
  for (const [what, step] of Object.entries(steps))
    for (const [clocks, wall] of Object.entries(suspended))
      it.effect(`${what} by its own time when the clock of the day ${clocks} (O10)`, () =>
        TestClock.testClockWith((clock) =>
          Effect.gen(function* () {
            const script = newScript()
            const ahead = { server: 2 * hour, wall: 2 * hour }
            script.serverTime = () => clock.currentTimeMillisUnsafe() + ahead.server
            const machine = machineOn(clock, () => ahead.wall)
            const program = yield* Effect.provideService(
              Layer.build(layerScripted(script, unlimited)),
              Clock.Clock,
              machine,
            )
            yield* Effect.provideContext(payOut(), program)
            const before = script.cell.current.payments
            ahead.server += 73 * hour
            ahead.wall += wall
            // The shortest time after which a program asks the store again, where no clock of its machine tells.
            if (wall === 0) yield* TestClock.adjust("1 second")
            const error: unknown = yield* Effect.flip(Effect.provideContext(step, program))
            assert(error instanceof StoreError && error.cause instanceof StoreRefused)
            assert.strictEqual(error.cause.reason, "clock_ahead")
            assert.strictEqual(script.cell.current.payments, before)
            assert.lengthOf(script.seen, 1)
          }),
        ),
      )

  it.gen("saves the answer of the call that was under way", function* () {
    const script = newScript()
    let time = hour
    script.serverTime = () => time
    script.creations = [after("20 seconds", accepted(1))]
    const program = yield* Layer.build(layerScripted(script, unlimited))
    yield* Effect.forkChild(Effect.provideContext(payOut(), program))
    yield* TestClock.adjust("10 seconds")
    time += 73 * hour
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* Effect.provideContext(stateOf(salary), program), "pending")
  })

  it.gen("does not make the call that it was about to make: others may have taken it for lost", function* () {
    const script = newScript()
    let time = hour
    script.serverTime = () => time
    const program = yield* Layer.build(layerScripted(script, unlimited))
    script.afterStore = (step) =>
      step === "claim"
        ? Effect.andThen(
            Effect.sync(() => (time += 73 * hour)),
            TestClock.adjust("1 second"),
          )
        : Effect.void
    yield* Effect.provideContext(payOut(), program)
    assert.lengthOf(script.seen, 0)
    assert.strictEqual(yield* Effect.provideContext(stateOf(salary), program), "intended")
  })
})

describe("the one clock", () => {
  it.gen(
    "catches up with the store's time where it lags by less than the tolerance, and never goes back",
    function* () {
      const script = newScript()
      let ahead = hour
      const real = yield* Clock.Clock
      const serverTime = () => real.currentTimeMillisUnsafe() + ahead
      script.serverTime = serverTime
      const program = yield* Layer.build(layerScripted(script))
      yield* Effect.forkChild(Context.get(program, StoreClock).watch)
      const lag = Effect.map(Effect.provideContext(now, program), (time) => serverTime() - time)
      ahead += 4 * second
      assert.strictEqual(yield* lag, 4 * second)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* lag, 0)
      ahead -= 10 * minute
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* lag, -10 * minute)
    },
  )

  it.effect(
    "counts a check from before the store was asked: the machine may be suspended before the answer is read",
    () =>
      TestClock.testClockWith((clock) =>
        Effect.gen(function* () {
          const script = newScript()
          const ahead = { server: 0, wall: 0, jump: 0 }
          script.serverTime = () => {
            const time = clock.currentTimeMillisUnsafe() + ahead.server
            ahead.server += ahead.jump
            ahead.wall += ahead.jump
            ahead.jump = 0
            return time
          }
          const machine = machineOn(clock, () => ahead.wall)
          const built = Layer.build(layerScripted(script, unlimited))
          const program = yield* Effect.provideService(built, Clock.Clock, machine)
          yield* TestClock.adjust("2 seconds")
          ahead.jump = 73 * hour
          const { now: checked } = Context.get(program, StoreClock)
          yield* checked
          assert.include(yield* why(checked), "during clock")
        }),
      ),
  )

  it.gen("is watched on after a store that could not be asked", function* () {
    const script = newScript()
    let time = hour
    script.serverTime = () => time
    const program = yield* Layer.build(layerScripted(script))
    const watching = yield* Effect.forkChild(Context.get(program, StoreClock).watch)
    time += 10 * minute
    script.beforeStore = (step) =>
      step === "clock" ? new StoreError({ operation: step, cause: "The server is away." }) : Effect.void
    yield* TestClock.adjust("3 minutes")
    assert.isUndefined(watching.pollUnsafe())
    script.beforeStore = () => Effect.void
    yield* TestClock.adjust("3 minutes")
    assert.strictEqual((yield* Effect.flip(Fiber.join(watching))).reason, "clock_ahead")
  })
})
