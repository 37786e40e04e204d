/** What a process goes through: it is told to stop, it is killed, it shares its work, it meets a damaged store. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { Payouts } from "@cauri/core"
import { waitUntil } from "@cauri/programs"
import { RequestLog } from "@cauri/simulator"
import { slowAnswers, stopDuringCreation } from "./stopping.ts"
import { payout } from "./payments.ts"
import { hastyPolicy } from "./surroundings.ts"
import { creationsOf, newWorld, startIn, stateOf, type StoreKind } from "./world.ts"

const kinds: ReadonlyArray<StoreKind> = ["SQLite", "Postgres"]

const metricOf = Effect.fnUntraced(function* (port: number, name: string) {
  const text = yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? Number.NaN)
})

describe.each(kinds)("a reconciler on %s", (kind) => {
  it.live("that stops during creations, five times, leaves none of them in doubt and exits with 0", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind, slowAnswers)
      for (const run of [1, 2, 3, 4, 5]) {
        assert.deepStrictEqual(yield* stopDuringCreation(world, run), {
          exit: 0,
          states: ["pending", "pending", "pending"],
          creations: [1, 1, 1],
        })
      }
    }),
  )

  it.live("whose terminal is closed during creations stops in the same way", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind, slowAnswers)
      assert.deepStrictEqual(yield* stopDuringCreation(world, 1, "SIGHUP"), {
        exit: 0,
        states: ["pending", "pending", "pending"],
        creations: [1, 1, 1],
      })
    }),
  )

  it.live(
    "that is killed during a creation sends nothing twice: its successor finds the payout in doubt, and does the rest",
    () =>
      Effect.gen(function* () {
        // Longer leases would only make the successor wait longer.
        const world = yield* newWorld(kind, slowAnswers, {
          calls: {
            ...hastyPolicy.calls,
            lease: 8_000,
            connectTimeout: 1_000,
            creationTimeout: 6_000,
            confirmTimeout: 2_000,
            creationPatience: 5_000,
          },
          delivery: { timeout: 2_000 },
          store: { clockTolerance: 2_000 },
        })
        const payouts = Context.get(world.merchant, Payouts)
        const app = yield* startIn(world)
        yield* payouts.create(payout("cut", "22660000190"), { sendLater: true })
        const { lines } = Context.get(world.simulator.services, RequestLog)
        yield* waitUntil(lines, (all) => all.some(({ transactionId }) => transactionId === "cut"))
        yield* app.kill("SIGKILL")
        assert.strictEqual(yield* app.ended, "SIGKILL")
        assert.strictEqual(yield* stateOf(world, "payout", "cut"), "submitting")

        yield* startIn(world)
        yield* payouts.create(payout("next", "22660000290"), { sendLater: true })
        yield* waitUntil(stateOf(world, "payout", "cut"), (state) => state === "in_doubt")
        yield* waitUntil(stateOf(world, "payout", "next"), (state) => state === "completed")
        const received = yield* waitUntil(world.host.received, (told) =>
          told.some(({ type }) => type === "payout.in_doubt"),
        )
        assert.include(
          received.map(({ id }) => id.split("#")[0]),
          "payout shop/cut",
        )
        assert.deepStrictEqual([yield* creationsOf(world, "cut"), yield* creationsOf(world, "next")], [1, 1])
      }),
  )
})

describe("two reconcilers on one Postgres", () => {
  it.live("share the work, and nothing is sent twice", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("Postgres", {}, { worker: { ...hastyPolicy.worker, batch: 2, concurrency: 2 } })
      const [one, other] = yield* Effect.all([startIn(world), startIn(world)], { concurrency: 2 })
      yield* Effect.all([one.says("The reconciler works."), other.says("The reconciler works.")], { concurrency: 2 })
      // One alone may work all of it off while the other waits for the processor: more comes until both have had their share.
      const ids: Array<string> = []
      const taken = Effect.forEach(
        [one, other],
        ({ operations }) => Effect.flatMap(operations, (port) => metricOf(port, "cauri_reconciler_payments_taken")),
        { concurrency: 1 },
      )
      const shared = taken.pipe(Effect.map((counts) => counts.every((count) => count > 0)))
      do {
        const more = Array.from({ length: 20 }, (_, index) => `wage-${ids.length + index + 100}`)
        ids.push(...more)
        yield* Effect.forEach(
          more,
          // Equal payouts to one number would be held: each has an amount of its own.
          (id) =>
            Context.get(world.merchant, Payouts).create(
              payout(id, "22660000090", 7_000 + Number(id.slice("wage-".length))),
              { sendLater: true },
            ),
          { concurrency: 4 },
        )
        yield* waitUntil(world.host.received, (told) => told.length >= ids.length)
      } while (!(yield* shared))
      for (const id of ids) {
        assert.strictEqual(yield* creationsOf(world, id), 1, id)
        assert.strictEqual(yield* stateOf(world, "payout", id), "completed", id)
      }
    }),
  )
})
