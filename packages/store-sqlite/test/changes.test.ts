/** A sleeping program notices what others write, at the next look. */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { assert, describe, it } from "@effect/vitest"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { dataVersion, SqliteStore } from "../src/index.ts"
import { newStore, openRaw } from "./support.ts"

describe("a change by another connection", () => {
  it.effect("is told within half a second, and own writes are not", () =>
    Effect.gen(function* () {
      const { client, changed, dataVersion } = yield* SqliteStore
      const store = yield* PaymentStore
      const other = yield* openRaw(client.name)
      const step = payoutIn(yield* newGround, "salary", "Pending")
      const waiting = yield* Effect.forkChild(changed(yield* dataVersion), { startImmediately: true })
      yield* store.insert(step.change, step.watch)
      yield* TestClock.adjust("10 seconds")
      assert.isUndefined(waiting.pollUnsafe())
      other.exec("UPDATE cauri_payments SET act_at = 5")
      yield* TestClock.adjust("499 millis")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(waiting)
    }).pipe(Effect.provide(newStore())),
  )

  it.effect("is not missed between looking for work and waiting", () =>
    Effect.gen(function* () {
      const { client, changed, dataVersion } = yield* SqliteStore
      const other = yield* openRaw(client.name)
      const before = yield* dataVersion
      other.exec("INSERT INTO cauri_heartbeats VALUES ('p', 'r', 1)")
      yield* changed(before)
    }).pipe(Effect.provide(newStore())),
  )

  it.effect("changes the number that the connection tells, whichever handle is asked", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const other = yield* openRaw(client.name)
      const before = dataVersion(client)
      assert.strictEqual(dataVersion(drizzle(client)), before)
      other.exec("INSERT INTO cauri_heartbeats VALUES ('p', 'r', 1)")
      assert.notStrictEqual(dataVersion(client), before)
    }).pipe(Effect.provide(newStore())),
  )
})
