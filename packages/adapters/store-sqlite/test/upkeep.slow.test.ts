/**
 * Copies, damage, and what is taken away with time.
 */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore, StoreError } from "@cauri/core"
import { SharedState, StoreStatus } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { existsSync, linkSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { it } from "@cauri/house/it"
import { backup, layer, SqliteStore, StoreRefused } from "../src/index.ts"
import { landedIn, newFile, newStore, openRaw, silence } from "./support.ts"

/** Stores some payouts and tells their keys. */
const fill = Effect.fnUntraced(function* (count: number) {
  const store = yield* PaymentStore
  const ground = yield* newGround
  const steps = Array.from({ length: count }, (_, index) => payoutIn(ground, `salary-${index}`, "pending"))
  yield* Effect.forEach(steps, ({ change, tracking }) => store.insert(change, tracking), { concurrency: "unbounded" })
  return steps.map(({ change }) => change.payment.key)
})

describe("a copy", () => {
  it.effect("of a store in use holds everything that was acknowledged, for its owner alone", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const keys = yield* fill(20)
      const to = yield* newFile
      const identity = yield* backup(client.name, to)
      assert.deepStrictEqual(identity, yield* (yield* SharedState).identity())
      assert.strictEqual(statSync(to).mode & 0o777, 0o600)
      const copy = yield* openRaw(to, { readonly: true })
      for (const key of keys) assert.deepStrictEqual(landedIn(copy, key), landedIn(client, key))
    }).pipe(Effect.provide(newStore())),
  )

  it.effect("is made through the port, and not of a database that has no file", () =>
    Effect.gen(function* () {
      const { copyTo } = yield* StoreStatus
      const copied = typeof copyTo === "string" ? copyTo : yield* copyTo(yield* newFile)
      assert.deepStrictEqual(copied, yield* (yield* SharedState).identity())
      const inMemory = layer({ file: ":memory:", reserve: 0, acceptDataLoss: "nothing of a test is kept" })
      assert.strictEqual((yield* Effect.provide(StoreStatus, inMemory)).copyTo, "")
    }).pipe(Effect.provide([newStore(), silence])),
  )

  it("can be opened to restore the store that it is", function* () {
    const [file, to] = [yield* newFile, yield* newFile]
    const [key] = yield* Effect.provide(fill(1), layer({ file, reserve: 0 }))
    const { id, highWater } = yield* backup(file, to)
    yield* Effect.gen(function* () {
      assert.isTrue(key !== undefined && (yield* (yield* PaymentStore).find(key)) !== null)
    }).pipe(
      Effect.provide(layer({ file: to, reserve: 0, create: "never", restoring: true, expected: { id, highWater } })),
    )
  })

  it("is never written over a file that is there", function* () {
    const [file, to] = [yield* newFile, yield* newFile]
    yield* Effect.provide(fill(1), layer({ file, reserve: 0 }))
    writeFileSync(to, "something else")
    const failure = yield* Effect.flip(backup(file, to))
    assert.match(failure.message, /is there already/)
    assert.strictEqual(readFileSync(to, "utf8"), "something else")
    assert.strictEqual((yield* Effect.flip(backup(file, file))).reason, "unavailable")
  })

  it.effect("is not made of a file with two names: what lies in the log beside the other would be missing", () =>
    Effect.gen(function* () {
      const [file, to] = [yield* newFile, yield* newFile]
      yield* Effect.provide(fill(1), layer({ file, reserve: 0 }))
      linkSync(file, `${file}.link`)
      assert.strictEqual((yield* Effect.flip(backup(`${file}.link`, to))).reason, "aliased")
      assert.isFalse(existsSync(to))
    }),
  )

  it("that cannot be made leaves nothing behind", function* () {
    const [file, to] = [yield* newFile, yield* newFile]
    assert.strictEqual((yield* Effect.flip(backup(file, to))).reason, "unavailable")
    assert.isFalse(existsSync(to))
    const other = yield* openRaw(file)
    other.exec("CREATE TABLE orders (id TEXT)")
    assert.strictEqual((yield* Effect.flip(backup(file, to))).reason, "missing")
    assert.isFalse(existsSync(to))
  })
})

/** Opens a file, reads all of it and writes to it; what was acknowledged must be there, or the store must say that it is damaged. */
const tryOut = (file: string, keys: Effect.Success<ReturnType<typeof fill>>) =>
  Effect.gen(function* () {
    const store = yield* PaymentStore
    const found = yield* Effect.forEach(keys, (key) => store.find(key), { concurrency: 1 })
    const histories = yield* Effect.forEach(keys, (key) => store.history({ key, after: 0, limit: 10 }), {
      concurrency: 1,
    })
    yield* fill(1)
    return found.every((each) => each !== null) && histories.every((history) => history.length === 3)
  }).pipe(Effect.provide(layer({ file, reserve: 0 })), Effect.exit)

const newFilled = Effect.gen(function* () {
  const file = yield* newFile
  const keys = yield* Effect.provide(fill(5), layer({ file, reserve: 0 }))
  return { file, keys, bytes: readFileSync(file) }
})

describe("damage", () => {
  it.effect("that a hand has done is found: rows that break their rules, and rows that belong to no payment", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const hand = yield* openRaw(client.name)
      hand.exec("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      hand.exec("INSERT INTO cauri_ballast (part, room) VALUES (3, x'00')")
      hand.exec("INSERT INTO cauri_events VALUES ('lost', 'payin', 'shop', 1, 0, 'intended', 0, '{}')")
      const faults = yield* (yield* StoreStatus).contradictions
      assert.strictEqual(faults.length, 2)
      assert.include(faults[0], "cauri_ballast")
      assert.strictEqual(faults[1], "rows that belong to no payment or to no subscriber: 1")
    }).pipe(Effect.provide(newStore())),
  )

  it("anywhere in the file is refused, or does no harm (C7)", function* () {
    const { keys, bytes } = yield* newFilled
    const counted = { refused: 0, harmless: 0 }
    // Three bytes of every page: in its header, among its cells, and at its end.
    for (let page = 0; page < bytes.length / 4_096; page++) {
      for (const offset of [3, 2_048, 4_090]) {
        const file = yield* newFile
        const damaged = Buffer.from(bytes)
        const at = page * 4_096 + offset
        damaged[at] = (damaged[at] ?? 0) ^ 0xff
        writeFileSync(file, damaged, { mode: 0o600 })
        const exit = yield* tryOut(file, keys)
        if (exit._tag === "Success") {
          assert.isTrue(exit.value, `byte ${at}`)
          counted.harmless += 1
        } else {
          counted.refused += 1
        }
      }
    }
    assert.isAbove(counted.refused, bytes.length / 4_096)
  })

  it("that quick_check finds refuses the store before it is used", function* () {
    const { file, bytes } = yield* newFilled
    const damaged = Buffer.from(bytes)
    // The number of cells of the second page: the table of payments, or one of its kind.
    damaged.writeUInt16BE(60_000, 4_096 + 3)
    writeFileSync(file, damaged)
    const failure = yield* Effect.flip(Effect.scoped(Layer.build(layer({ file, reserve: 0 }))))
    assert.deepStrictEqual([failure.reason, failure.exitCode], ["corrupt", 74])
  })

  it("is met while the store runs, too, and then nothing more is written", function* () {
    const { file, keys, bytes } = yield* newFilled
    const damaged = Buffer.from(bytes)
    for (let page = 1; page < bytes.length / 4_096; page++) damaged.writeUInt16BE(60_000, page * 4_096 + 3)
    yield* Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const { failed } = yield* StoreStatus
      const store = yield* PaymentStore
      writeFileSync(file, damaged)
      client.pragma("shrink_memory")
      const [key] = keys
      if (key === undefined) return assert.fail("there is none")
      const failure = yield* Effect.flip(store.find(key))
      assert.instanceOf(failure, StoreError)
      assert.instanceOf(failure.cause, StoreRefused)
      const refused = yield* Effect.flip(failed)
      assert.deepStrictEqual([refused.reason, refused.exitCode], ["corrupt", 74])
      assert.strictEqual((yield* Effect.flip(fill(1)))._tag, "StoreError")
    }).pipe(Effect.provide(layer({ file, reserve: 0 })))
  })

  it("of a whole file differs from a missing one", function* () {
    const { file } = yield* newFilled
    writeFileSync(file, Buffer.alloc(8_192, "x"))
    const failure = yield* Effect.flip(Effect.scoped(Layer.build(layer({ file }))))
    assert.strictEqual(failure.reason, "corrupt")
  })

  it("by a file that was cut is refused", function* () {
    const { file, bytes } = yield* newFilled
    truncateSync(file, bytes.length - 4_096)
    const failure = yield* Effect.flip(Effect.scoped(Layer.build(layer({ file }))))
    assert.strictEqual(failure.reason, "corrupt")
  })
})

const note = (fingerprint: string, receivedAt: number) => ({
  attempt: 1,
  fingerprint,
  receivedAt,
  body: Uint8Array.of(1, 2, 3),
})

describe("bodies of callbacks", () => {
  it.effect("are kept for one attempt up to their number, and all notes are", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const store = yield* PaymentStore
      const [key] = yield* fill(1)
      if (key === undefined) return assert.fail("there is none")
      for (let index = 0; index < 30; index++) yield* store.noteCallback({ key, ...note(`print ${index}`, index) })
      const { notes, row } = Option.getOrThrow(landedIn(client, key))
      assert.deepStrictEqual([notes.length, row.newestNote], [30, 30])
      const kept = notes.flatMap(({ number, body }) => (body === null ? [] : [number]))
      assert.deepStrictEqual(
        kept,
        Array.from({ length: 20 }, (_, index) => index + 1),
      )
    }).pipe(Effect.provide(newStore())),
  )
})
