/**
 * Damage in a file that is too large to be read when it is opened: it is found beside the work, once a day for all programs, and after
 * an unclean end.
 */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { StoreStatus } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { type Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import Database from "better-sqlite3"
import { closeSync, copyFileSync, openSync, statSync, writeSync } from "node:fs"
import { it } from "@cauri/house/it"
import { layer, layerFrom, type StoreOptions } from "../src/index.ts"
import { newFile, openRaw } from "./support.ts"

const columns = `kind, project, state, seq, rail, amount, operator, party, order_ref, refund_of, created_at, closed_at, amount_paid,
  service_operator, open_flags, body, version, newest_note`

/** A closed store of more than 16 MiB: one payment, many more of its kind, and a text that fills pages of its own. */
const newLarge = Effect.gen(function* () {
  const file = yield* newFile
  yield* Effect.gen(function* () {
    const { change, tracking } = payoutIn(yield* newGround, "salary", "pending")
    yield* (yield* PaymentStore).insert(change, tracking)
  }).pipe(Effect.provide(layer({ file, reserve: 0, check: "none" })))
  using(file, (raw) => {
    raw.exec(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 12000)
      INSERT INTO cauri_payments (id, ${columns}) SELECT 'p' || n, ${columns.replace("body", "body || printf('%900s', '')")}
      FROM cauri_payments, numbers`)
    raw.exec("INSERT INTO cauri_ballast (part, room) VALUES (1, zeroblob(100000))")
  })
  assert.isAbove(statSync(file).size, 16 * 1_024 * 1_024)
  return file
})

const using = <A>(file: string, work: (raw: Database.Database) => A): A => {
  const raw = new Database(file)
  try {
    return work(raw)
  } finally {
    raw.close()
  }
}

/** Spoils a page in the middle of a table or an index. */
const spoil = (file: string, tree: string, type: "leaf" | "overflow" = "leaf") => {
  const pages = using(file, (raw) =>
    raw
      .prepare<[string, string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path")
      .pluck()
      .all(tree, type),
  )
  const page = pages[Math.floor(pages.length / 2)]
  if (page === undefined) return assert.fail(`${tree} has no ${type}`)
  const descriptor = openSync(file, "r+")
  // The number of cells of a leaf, or the next page of a chain.
  writeSync(descriptor, Uint8Array.of(0xff, 0xff, 0xff, 0xff), 0, 4, (page - 1) * 4_096 + (type === "leaf" ? 3 : 0))
  closeSync(descriptor)
}

/** Opens a store for this long; what the damage in it was refused with, or null. */
const openFor = (time: Duration.Input, options: StoreOptions) =>
  Effect.gen(function* () {
    const { failed } = yield* StoreStatus
    const failing = yield* Effect.forkChild(failed, { startImmediately: true })
    yield* TestClock.adjust(time)
    if (failing.pollUnsafe() === undefined) return yield* Effect.as(Fiber.interrupt(failing), null)
    const { exitCode, reason } = yield* Effect.flip(failed)
    // Nothing is read or written any more.
    yield* Effect.flip((yield* PaymentStore).list({ limit: 1 }))
    return [reason, exitCode] as const
  }).pipe(Effect.provide(layer({ reserve: 0, create: "never", ...options })))

const refused = ["corrupt", 74] as const

describe("a large file", () => {
  it("is not read when it is opened", function* () {
    const file = yield* newLarge
    const statements: Array<string> = []
    const raw = yield* openRaw(file, { verbose: (sql) => statements.push(String(sql)) })
    yield* Effect.scoped(Layer.build(layerFrom(raw, { create: "never" })))
    assert.deepStrictEqual(
      statements.filter((sql) => /_check|FROM cauri_(?!store|words|moves|migrations)/.test(sql)),
      [],
    )
  })

  for (const [tree, type] of [
    ["cauri_payments", "leaf"],
    ["cauri_payments_created", "leaf"],
    ["sqlite_autoindex_cauri_payments_1", "leaf"],
    ["cauri_ballast", "overflow"],
  ] as const) {
    it(`stops the store when a damaged page is found later: ${type} of ${tree}`, function* () {
      const file = yield* newLarge
      spoil(file, tree, type)
      assert.isNull(yield* openFor("59 seconds", { file }))
      assert.deepStrictEqual(yield* openFor("5 minutes", { file }), refused)
    })
  }

  it.effect("is read to its end beside indexes of the host's own, of any form", () =>
    Effect.gen(function* () {
      const file = yield* newLarge
      using(file, (raw) =>
        raw.exec(`CREATE INDEX host_open ON cauri_payments (id COLLATE NOCASE) WHERE amount > 0 OR id > '';
          CREATE INDEX host_small ON cauri_payments (lower(id)) where amount > 0`),
      )
      assert.isNull(yield* openFor("5 minutes", { file }))
      const next = using(file, (raw) => raw.prepare("SELECT check_at FROM cauri_store").pluck().get())
      assert.isAbove(Number(next), 23 * 3_600_000)
    }),
  )

  it("that was small when it was opened is read once it has grown", function* () {
    const [file, large] = [yield* newFile, yield* newLarge]
    yield* Effect.gen(function* () {
      yield* TestClock.adjust("2 minutes")
      using(file, (raw) => {
        raw.exec(`ATTACH '${large}' AS large; INSERT INTO cauri_payments SELECT * FROM large.cauri_payments`)
      })
      yield* TestClock.adjust("70 minutes")
    }).pipe(Effect.provide(layer({ file, reserve: 0 })))
    const next = using(file, (raw) => raw.prepare("SELECT check_at FROM cauri_store").pluck().get())
    assert.isAbove(Number(next), 0)
  })

  it("is read whole beside the work, once a day for all programs on it", function* () {
    const file = yield* newLarge
    assert.isNull(yield* openFor("5 minutes", { file }))
    spoil(file, "cauri_payments_created")
    assert.isNull(yield* openFor("23 hours", { file }))
    assert.deepStrictEqual(yield* openFor("2 hours", { file }), refused)
  })

  it("is read once more after an unclean end, and not when another program has it open", function* () {
    const [file, image] = [yield* newLarge, yield* newFile]
    assert.isNull(yield* openFor("5 minutes", { file }))
    yield* Effect.gen(function* () {
      for (const end of ["", "-wal"]) copyFileSync(`${file}${end}`, `${image}${end}`)
      const next = () => using(file, (raw) => raw.prepare("SELECT check_at > 0 FROM cauri_store").pluck().get())
      assert.isNull(yield* openFor("1 minute", { file }))
      assert.strictEqual(next(), 1)
    }).pipe(Effect.provide(layer({ file, reserve: 65_536, create: "never" })))
    assert.isNull(yield* openFor("1 second", { file: image }))
    spoil(image, "cauri_payments")
    assert.deepStrictEqual(yield* openFor("5 minutes", { file: image }), refused)
  })
})
