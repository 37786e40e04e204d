/**
 * Real processes whose clock is wrong. libfaketime lies to them about the time of day and leaves alone the clock that nobody sets, as a
 * machine does. Needs Debian's faketime (`apt-get install faketime`); where there is none, the tests are skipped and say so.
 */
import { assert, describe, it } from "@effect/vitest"
import { chmodSync, existsSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Context, Effect } from "effect"
import { Payins, Payouts } from "@cauri/core"
import type { PaymentKind } from "@cauri/core/model"
import { temporaryFolder, waitUntil } from "@cauri/programs"
import { Phones, RequestLog } from "@cauri/simulator"
import { payout, pushed } from "./payments.ts"
import { slowAnswers } from "./stopping.ts"
import { hastyPolicy } from "./surroundings.ts"
import { creationsOf, found, newWorld, startIn, stateOf, type StoreKind, type World } from "./world.ts"

const library = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"]
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))
const whySkipped = library === undefined ? ", skipped: no libfaketime is installed on this machine" : ""

/** Longer leases would only make a successor wait longer. */
const lease = 8_000
const brief = {
  calls: {
    ...hastyPolicy.calls,
    lease,
    connectTimeout: 1_000,
    creationTimeout: 6_000,
    confirmTimeout: 2_000,
    creationPatience: 5_000,
  },
  delivery: { timeout: 2_000 },
  store: { clockTolerance: 2_000 },
}
const seldom = { worker: { ...hastyPolicy.worker, sleep: 30_000 } }

/** A clock for processes: how far it is from the right time can be set while they run. */
const newClock = Effect.fnUntraced(function* (by: string) {
  const folder = yield* temporaryFolder
  const file = join(folder, "clock")
  const set = (to: string) =>
    Effect.sync(() => {
      writeFileSync(`${file}.new`, to, { mode: 0o644 })
      renameSync(`${file}.new`, file)
    })
  // A server that runs as another user reads it as well.
  yield* Effect.sync(() => chmodSync(folder, 0o755))
  yield* set(by)
  const environment = {
    LD_PRELOAD: library ?? "",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  }
  return { set, environment }
})

const pay = ({ merchant }: World, id: string, phone: string) =>
  Context.get(merchant, Payouts).create(payout(id, phone), { sendLater: true })

const called = ({ simulator }: World) => Context.get(simulator.services, RequestLog).lines

/** It was created at the service once, and its events, in the order of their numbers, lie in the order of time. Gives when each happened. */
const wasPaidOnce = Effect.fnUntraced(function* (world: World, kind: PaymentKind, id: string) {
  assert.strictEqual(yield* creationsOf(world, id), 1, id)
  const { key } = yield* found(world, kind, id)
  const history = yield* world.store.history({ key, after: 0, limit: 100 })
  const times = history.map(({ at }) => at)
  assert.deepStrictEqual(
    times,
    times.toSorted((one, other) => one - other),
    id,
  )
  return Object.fromEntries(history.map(({ at, event }): [string, number] => [event._tag, at]))
})

/** A clock that is set while payments are under way: the reconciler's, or that of the store's server. */
const jumps: ReadonlyArray<
  readonly [StoreKind, whose: "reconciler" | "server", to: string, becomes: "goes on" | "ends"]
> = [
  ["SQLite", "reconciler", "-1h", "goes on"],
  ["SQLite", "reconciler", "+1h", "ends"],
  ["SQLite", "reconciler", "+400d", "ends"],
  ["Postgres", "reconciler", "-1h", "goes on"],
  ["Postgres", "reconciler", "+400d", "goes on"],
  // So it looks after a machine was suspended: both of its clocks stood still while the server's went on.
  ["Postgres", "server", "+1h", "ends"],
]

describe.skipIf(library === undefined)(`a reconciler whose payments are under way${whySkipped}`, () => {
  for (const [kind, whose, to, becomes] of jumps) {
    it.live(`${becomes} when the ${whose}'s clock is set by ${to} on ${kind}, and after it is started again`, () =>
      Effect.gen(function* () {
        const clock = yield* newClock("+0")
        const [sees, serverSees] = whose === "server" ? [{}, clock.environment] : [clock.environment, {}]
        const world = yield* newWorld(kind, {}, { ...brief, limits: { payoutFailureAgreement: 60_000 } }, serverSees)
        const phones = Context.get(world.simulator.services, Phones)
        const app = yield* startIn(world, sees)
        yield* Context.get(world.merchant, Payins).create(pushed("order", "22660000001"), { sendLater: true })
        // The service calls it failed whenever it is asked; that counts when it has done so for a minute.
        yield* pay(world, "wage", "22660000192")
        const states = Effect.all([stateOf(world, "payin", "order"), stateOf(world, "payout", "wage")])
        yield* waitUntil(states, (all) => all.every((state) => state === "pending"))
        const before = (yield* called(world)).length
        yield* waitUntil(called(world), ({ length }) => length > before + 4)

        yield* clock.set(to)
        if (becomes === "ends") {
          assert.strictEqual(yield* app.ended, 75)
          yield* app.says("clock_ahead")
        } else {
          const then = (yield* called(world)).length
          yield* waitUntil(called(world), ({ length }) => length > then + 8)
          yield* app.kill("SIGTERM")
          assert.strictEqual(yield* app.ended, 0)
        }
        assert.deepStrictEqual(yield* states, ["pending", "pending"])

        yield* phones.approve("22660000001")
        yield* startIn(world, sees)
        const final = yield* waitUntil(stateOf(world, "payin", "order"), (state) => state !== "pending")
        assert.strictEqual(final, "completed")
        yield* wasPaidOnce(world, "payin", "order")
        yield* wasPaidOnce(world, "payout", "wage")
      }),
    )
  }
})

describe.skipIf(library === undefined)(`two reconcilers on one Postgres${whySkipped}`, () => {
  it.live("whose clocks are 90 s apart, longer than a lease, take no payment from each other", () =>
    Effect.gen(function* () {
      // The one is stopped in the middle, so that the other has all the time to look at what it has leased.
      const calls = { ...brief.calls, lease: 80_000, creationTimeout: 60_000 }
      const world = yield* newWorld("Postgres", slowAnswers, { ...brief, ...seldom, calls })
      const one = yield* startIn(world, (yield* newClock("+0")).environment)
      yield* pay(world, "wage", "22660000190")
      yield* waitUntil(called(world), (all) => all.some(({ transactionId }) => transactionId === "wage"))
      yield* one.kill("SIGSTOP")
      yield* startIn(world, (yield* newClock("+90s")).environment)
      yield* pay(world, "next", "22660000290")
      yield* waitUntil(stateOf(world, "payout", "next"), (state) => state === "completed")
      assert.strictEqual(yield* stateOf(world, "payout", "wage"), "submitting")
      yield* one.kill("SIGCONT")
      yield* waitUntil(stateOf(world, "payout", "wage"), (state) => state === "completed")
      assert.notProperty(yield* wasPaidOnce(world, "payout", "wage"), "in_doubt")
      yield* wasPaidOnce(world, "payout", "next")
    }),
  )
})

describe("a reconciler that is suspended during a creation, and goes on long after", () => {
  it.live("keeps its lease to its end, and sends nothing twice", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("Postgres", slowAnswers, { ...brief, ...seldom })
      const one = yield* startIn(world)
      yield* pay(world, "cut", "22660000190")
      yield* waitUntil(called(world), (all) => all.some(({ transactionId }) => transactionId === "cut"))
      yield* one.kill("SIGSTOP")
      const other = yield* startIn(world)
      yield* waitUntil(stateOf(world, "payout", "cut"), (state) => state === "in_doubt")
      yield* pay(world, "next", "22660000290")
      yield* waitUntil(stateOf(world, "payout", "next"), (state) => state === "completed")
      yield* other.kill("SIGTERM")
      assert.strictEqual(yield* other.ended, 0)

      yield* one.kill("SIGCONT")
      yield* pay(world, "last", "22660000390")
      yield* waitUntil(stateOf(world, "payout", "last"), (state) => state === "completed")
      yield* one.kill("SIGTERM")
      assert.strictEqual(yield* one.ended, 0)
      const { attempt_started: started = 0, in_doubt: doubted = 0 } = yield* wasPaidOnce(world, "payout", "cut")
      assert.isAtLeast(doubted - started, lease)
      yield* wasPaidOnce(world, "payout", "next")
      yield* wasPaidOnce(world, "payout", "last")
    }),
  )
})
