/** What the process goes through under load: it is killed, it is told to stop. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { killUnderLoad, stopUnderLoad } from "./loading.ts"
import { newWorld, type StoreKind } from "./world.ts"

const kinds: ReadonlyArray<StoreKind> = ["SQLite", "Postgres"]

/** What it may answer besides 200 while the machine is busy: "not noted in time, come again". */
const notInTime = "503"

const lostIn = (acknowledged: ReadonlySet<string>, noted: ReadonlySet<string>) =>
  [...acknowledged].filter((fingerprint) => !noted.has(fingerprint))

describe.each(kinds)("a receiver on %s", (kind) => {
  it.live("that is killed under load, five times, has lost no callback that it acknowledged (A21, S18)", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind, 40)
      const acknowledged = new Set<string>()
      for (let run = 0; run < 5; run++) {
        const ledger = yield* killUnderLoad(world, run)
        assert.strictEqual(ledger.ended, "SIGKILL")
        assert.deepStrictEqual(
          ledger.others.filter((status) => status !== notInTime),
          [],
        )
        for (const each of ledger.acknowledged) acknowledged.add(each)
      }
      assert.isAtLeast(acknowledged.size, 750)
      assert.deepStrictEqual(lostIn(acknowledged, yield* world.fingerprints), [])
    }),
  )

  it.live("that is told to stop under load answers every request that was begun, and exits with 0 (A21)", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind, 40)
      const { acknowledged, ended, others, unanswered } = yield* stopUnderLoad(world)
      assert.strictEqual(ended, 0)
      assert.strictEqual(unanswered, 0)
      assert.deepStrictEqual(
        others.filter((status) => status !== notInTime),
        [],
      )
      assert.deepStrictEqual(lostIn(acknowledged, yield* world.fingerprints), [])
    }),
  )
})
