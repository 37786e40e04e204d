import { assert, describe, it } from "@effect/vitest"
import { statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { CallbackIntake, DeskStore, PaymentId, Payouts, ProjectId } from "@cauri/core"
import { startPostgres } from "@cauri/test-postgres"
import { layerStore } from "../src/layerStore.ts"
import { StoreEvidence } from "../src/StoreEvidence.ts"
import { layerOn, payout, settingsFor, sqlitePlace } from "./support.ts"

const postgresPlace = Effect.acquireRelease(
  Effect.promise(() => startPostgres({ max_connections: "45" })),
  ({ stop }) => Effect.promise(stop),
).pipe(Effect.map(({ url }) => ({ _tag: "Postgres" as const, url: Redacted.make(url) })))

const kinds: ReadonlyArray<readonly [string, typeof sqlitePlace | typeof postgresPlace]> = [
  ["SQLite", sqlitePlace],
  ["Postgres", postgresPlace],
]
const silence = Logger.layer([])
const keyOf = (id: string) => ({ kind: "payout" as const, project: ProjectId.make("shop"), id: PaymentId.make(id) })

describe.each(kinds)("what a store on %s keeps for people", (kind, newPlace) => {
  it.effect("holds the bodies of callbacks as they came, of one payment, the first one first", () =>
    Effect.gen(function* () {
      const services = yield* Layer.build(layerOn(layerStore(settingsFor(yield* newPlace))))
      for (const id of ["one", "other"]) yield* Context.get(services, Payouts).create(payout(id, "22660000001"))
      const body = new Uint8Array([0, 255, 13, 10, 123])
      const intake = Context.get(services, CallbackIntake)
      const note = { key: keyOf("one"), attempt: 1, receivedAt: 7 }
      yield* intake.receive({ ...note, fingerprint: "a".repeat(32), body })
      yield* intake.receive({ ...note, fingerprint: "b".repeat(32), body: null })
      const evidence = Context.get(services, StoreEvidence)
      assert.deepStrictEqual(yield* evidence.notes(keyOf("one")), [
        { number: 1, attempt: 1, fingerprint: "a".repeat(32), receivedAt: 7, body },
        { number: 2, attempt: 1, fingerprint: "b".repeat(32), receivedAt: 7, body: null },
      ])
      assert.deepStrictEqual(yield* evidence.notes(keyOf("other")), [])
      assert.deepStrictEqual(yield* evidence.faults, [])
      assert.strictEqual(yield* evidence.pruneBodies(7), 0)
      assert.strictEqual(yield* evidence.pruneBodies(8), 1)
      const kept = yield* evidence.notes(keyOf("one"))
      assert.deepStrictEqual(
        kept.map(({ body: left, number }) => [number, left]),
        [
          [1, null],
          [2, null],
        ],
      )
    }).pipe(Effect.provide(silence)),
  )

  it.effect("holds what people did, the newest first, and lets nobody take it back", () =>
    Effect.gen(function* () {
      const place = yield* newPlace
      const services = yield* Layer.build(layerStore(settingsFor(place)))
      const evidence = Context.get(services, StoreEvidence)
      assert.deepStrictEqual(yield* evidence.deeds(9), [])
      const [first, second] = [
        { at: 7, body: '{"record":"reveal"}' },
        { at: 5, body: '{"record":"lift","by":"\\u0000 \\ud800"}' },
      ] as const
      yield* evidence.record(first)
      yield* evidence.record(second)
      assert.deepStrictEqual(yield* evidence.deeds(9), [second, first])
      assert.deepStrictEqual(yield* evidence.deeds(1), [second])
      assert.strictEqual((yield* Effect.flip(evidence.record({ at: 9, body: "no JSON" })))._tag, "StoreError")
      const again = yield* Layer.build(Layer.fresh(layerStore(settingsFor(place))))
      assert.deepStrictEqual(yield* Context.get(again, StoreEvidence).deeds(9), [second, first])
    }).pipe(Effect.provide(silence)),
  )

  it.effect("tells the time of whoever keeps it", () =>
    Effect.gen(function* () {
      const services = yield* Layer.build(layerStore(settingsFor(yield* newPlace)))
      yield* TestClock.setTime(5_000)
      const now = yield* Context.get(services, StoreEvidence).clock
      // A server has a clock of its own, and this test's clock stands still in 1970.
      if (kind === "SQLite") assert.strictEqual(now, 5_000)
      else assert.isAbove(now, Date.UTC(2025, 0, 1))
    }).pipe(Effect.provide(silence)),
  )
})

describe("a copy of a store", () => {
  it.effect("on SQLite is made while it is used, tells which store it is, and takes no other file's place", () =>
    Effect.gen(function* () {
      const place = yield* sqlitePlace
      const services = yield* Layer.build(layerOn(layerStore(settingsFor(place))))
      yield* Context.get(services, Payouts).create(payout("one", "22660000001"))
      const { copyTo } = Context.get(services, StoreEvidence)
      const copy = copyTo === null ? null : yield* copyTo(`${place.file}.copy`)
      assert.deepStrictEqual(copy, yield* Context.get(services, DeskStore).identity())
      assert.strictEqual(statSync(`${place.file}.copy`).mode & 0o777, 0o600)
      const refused = copyTo === null ? null : yield* Effect.flip(copyTo(place.file))
      assert.strictEqual(refused?._tag, "StoreRefused")
    }).pipe(Effect.provide(silence)),
  )

  it.effect("on Postgres is made by the server's own tools", () =>
    Effect.gen(function* () {
      const services = yield* Layer.build(layerStore(settingsFor(yield* postgresPlace)))
      assert.isNull(Context.get(services, StoreEvidence).copyTo)
    }).pipe(Effect.provide(silence)),
  )
})

describe("a store on SQLite that is closed", () => {
  it.effect("fails as every store fails", () =>
    Effect.gen(function* () {
      const place = yield* sqlitePlace
      const evidence = yield* Effect.provide(StoreEvidence, layerStore(settingsFor(place)))
      assert.deepInclude(yield* Effect.flip(evidence.faults), { _tag: "StoreError", operation: "faults" })
      assert.deepInclude(yield* Effect.flip(evidence.notes(keyOf("one"))), { _tag: "StoreError", operation: "notes" })
    }).pipe(Effect.provide(silence)),
  )
})

describe("a damaged store on SQLite", () => {
  it.effect("tells rows that break its rules and rows that belong to no payment", () =>
    Effect.gen(function* () {
      const place = yield* sqlitePlace
      const services = yield* Layer.build(layerStore(settingsFor(place)))
      yield* Effect.sync(() => {
        const hand = new DatabaseSync(place.file)
        hand.exec("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        hand.exec("INSERT INTO cauri_ballast (part, room) VALUES (3, x'00')")
        hand.exec("INSERT INTO cauri_events VALUES ('lost', 'payin', 'shop', 1, 0, 'Intended', '{}')")
        hand.close()
      })
      const faults = yield* Context.get(services, StoreEvidence).faults
      assert.strictEqual(faults.length, 2)
      assert.include(faults[0], "cauri_ballast")
      assert.strictEqual(faults[1], "rows that belong to no payment: 1")
    }).pipe(Effect.provide(silence)),
  )
})
