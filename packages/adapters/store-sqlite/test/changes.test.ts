/** A sleeping program notices what others write, at the next look. */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { StoreStatus } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { Effect, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { itOver } from "@cauri/house/it"
import { dataVersion, SqliteStore } from "../src/index.ts"
import { newStore, openRaw } from "./support.ts"

const it = itOver(() => newStore())

const beat = "INSERT OR REPLACE INTO cauri_heartbeats VALUES ('p', 'r', 1)"

describe("a change by another connection", () => {
  it("is noticed within half a second, one time for each look, and own writes are not", function* () {
    const { client } = yield* SqliteStore
    const { writesByOthers: changes } = yield* StoreStatus
    const store = yield* PaymentStore
    const other = yield* openRaw(client.name)
    const told = yield* Queue.unbounded<unknown>()
    yield* Effect.forkChild(
      Stream.runForEach(changes, (version) => Queue.offer(told, version)),
      { startImmediately: true },
    )
    const step = payoutIn(yield* newGround, "salary", "pending")
    yield* store.insert(step.change, step.tracking)
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* Queue.size(told), 0)
    other.exec(`${beat}; ${beat}`)
    yield* TestClock.adjust("499 millis")
    assert.strictEqual(yield* Queue.size(told), 0)
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* Queue.size(told), 1)
    yield* TestClock.adjust("10 seconds")
    other.exec(beat)
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* Queue.size(told), 2)
  })

  it("is not missed while the reader is busy with the one before", function* () {
    const { client } = yield* SqliteStore
    const { writesByOthers: changes } = yield* StoreStatus
    const other = yield* openRaw(client.name)
    let told = 0
    const slow = Stream.runForEach(changes, () =>
      Effect.gen(function* () {
        told += 1
        yield* Effect.sleep("1 minute")
      }),
    )
    yield* Effect.forkChild(slow, { startImmediately: true })
    other.exec(beat)
    yield* TestClock.adjust("10 seconds")
    other.exec(beat)
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(told, 1)
    yield* TestClock.adjust("2 minutes")
    assert.strictEqual(told, 2)
  })

  it("changes the number that the connection tells, whichever handle is asked", function* () {
    const { client } = yield* SqliteStore
    const other = yield* openRaw(client.name)
    const before = dataVersion(client)
    assert.strictEqual(dataVersion(drizzle(client)), before)
    other.exec(beat)
    assert.notStrictEqual(dataVersion(client), before)
  })
})
