/** What the process goes through under load: it is killed, it is told to stop. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { killUnderLoad, stopUnderLoad } from "./loading.ts"
import { body, json, requestText, statusesIn, wireTo } from "./serving.ts"
import { newWorld, startIn, type StoreKind } from "./world.ts"

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

  it.live("under load answers every request that was begun after SIGTERM, and exits with 0 (A21)", () =>
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

  it.live("stays alive and not ready after SIGTERM while it answers what was begun (A21)", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind, 1)
      const [path = ""] = world.paths
      const app = yield* startIn(world)
      const operations = `http://127.0.0.1:${app.operations}`
      const ask = (probe: string) => Effect.promise(async () => (await fetch(`${operations}${probe}`)).status)
      yield* Effect.repeat(ask("/readyz"), { until: (status) => status === 200 })
      const wire = yield* wireTo(app.port)
      const asking = [json, "Host: callbacks.shop.example", "Expect: 100-continue", `Content-Length: ${body.length}`]
      wire.write(requestText(`POST ${path} HTTP/1.1`, asking))
      yield* wire.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
      yield* app.kill("SIGTERM")
      yield* app.says("Stopping: ")
      assert.deepStrictEqual([yield* ask("/livez"), yield* ask("/readyz")], [200, 503])
      wire.write(body)
      assert.deepStrictEqual(statusesIn(yield* wire.closed), [100, 200])
      assert.strictEqual(yield* app.ended, 0)
    }),
  )
})
