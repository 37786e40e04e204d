/** What the process goes through under load: it is killed, it is told to stop. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { load } from "./load.ts"
import { newWorld, startIn, type StoreKind } from "./world.ts"

const kinds: ReadonlyArray<StoreKind> = ["SQLite", "Postgres"]
const connections = 16

/** Loads an app until so many callbacks were acknowledged, does something to it, and gives what the callers know in the end. */
const loadUntil = Effect.fnUntraced(function* <A>(
  port: number,
  paths: ReadonlyArray<string>,
  acknowledged: number,
  act: Effect.Effect<A>,
  firstNumber: number,
) {
  const enough = yield* Deferred.make<void>()
  const loading = yield* Effect.forkChild(
    load(
      port,
      paths,
      connections,
      (ledger) => {
        if (ledger.acknowledged.size >= acknowledged) Deferred.doneUnsafe(enough, Effect.void)
      },
      firstNumber,
    ),
    { startImmediately: true },
  )
  yield* Deferred.await(enough)
  const ended = yield* act
  return { ledger: yield* Fiber.join(loading), ended }
})

const lostIn = (acknowledged: ReadonlySet<string>, noted: ReadonlySet<string>) =>
  [...acknowledged].filter((fingerprint) => !noted.has(fingerprint))

describe.each(kinds)("a receiver on %s", (kind) => {
  it.live("that is killed under load, five times, has lost no callback that it acknowledged (A21, S18)", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind, 40)
      const acknowledged = new Set<string>()
      for (let run = 0; run < 5; run++) {
        const app = yield* startIn(world)
        const killed = Effect.andThen(app.kill("SIGKILL"), app.ended)
        const { ended, ledger } = yield* loadUntil(app.port, world.paths, 150, killed, run * 1_000_000)
        assert.strictEqual(ended, "SIGKILL")
        assert.deepStrictEqual(ledger.others, [])
        for (const each of ledger.acknowledged) acknowledged.add(each)
      }
      assert.isAtLeast(acknowledged.size, 750)
      assert.deepStrictEqual(lostIn(acknowledged, yield* world.fingerprints), [])
    }),
  )

  it.live("that is told to stop under load answers every request that was begun, and exits with 0 (A21)", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind, 40)
      const app = yield* startIn(world)
      const stopped = Effect.andThen(app.kill("SIGTERM"), app.ended)
      const { ended, ledger } = yield* loadUntil(app.port, world.paths, 300, stopped, 0)
      assert.strictEqual(ended, 0)
      assert.strictEqual(ledger.unanswered, 0)
      assert.deepStrictEqual(ledger.others, [])
      assert.deepStrictEqual(lostIn(ledger.acknowledged, yield* world.fingerprints), [])
    }),
  )
})
