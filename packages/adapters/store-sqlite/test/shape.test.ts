/** Tables that somebody has made anew, or whose guards were taken away, are no store any more. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { chmodSync } from "node:fs"
import { it } from "@cauri/house/it"
import { layer, layerFrom } from "../src/index.ts"
import { newFile, openRaw } from "./support.ts"

const opened = (file: string) => Effect.scoped(Layer.build(layer({ file, reserve: 65_536 })))

const refusal = Effect.fnUntraced(function* (damage: string) {
  const file = yield* newFile
  yield* opened(file)
  const client = yield* openRaw(file)
  client.exec(damage)
  const { exitCode, message, reason } = yield* Effect.flip(opened(file))
  assert.deepStrictEqual([reason, exitCode], ["broken_migration", 64])
  return message
})

describe("tables that are not as the migrations made them", () => {
  const damages: Readonly<Record<string, readonly [string, string]>> = {
    "without a trigger": ["DROP TRIGGER cauri_events_stay", "trigger cauri_events_stay."],
    "without the index that allows one call under way": [
      "DROP INDEX cauri_attempts_in_flight",
      "index cauri_attempts_in_flight.",
    ],
    "with a trigger that does less": [
      `DROP TRIGGER cauri_attempts_stay;
       CREATE TRIGGER cauri_attempts_stay BEFORE DELETE ON cauri_attempts WHEN false BEGIN SELECT RAISE(ABORT, 'no'); END`,
      "trigger cauri_attempts_stay.",
    ],
    "made anew without what guarded them": [
      `CREATE TABLE other AS SELECT * FROM cauri_pauses; DROP TABLE cauri_pauses; ALTER TABLE other RENAME TO cauri_pauses`,
      "table cauri_pauses, index cauri_pauses_of.",
    ],
    "of which several are gone": [
      "DROP TRIGGER cauri_documents_stay; DROP TRIGGER cauri_documents_are_final",
      "trigger cauri_documents_are_final, trigger cauri_documents_stay.",
    ],
  }
  for (const [title, [damage, named]] of Object.entries(damages)) {
    it(`are refused: ${title}`, function* () {
      assert.include(yield* refusal(damage), `this is missing, changed or switched off: ${named}`)
    })
  }

  it("are refused on a host's connection as well", function* () {
    const client = yield* openRaw(yield* newFile)
    yield* Effect.scoped(Layer.build(layerFrom(client)))
    client.exec("DROP TRIGGER cauri_payments_move")
    const { message } = yield* Effect.flip(Effect.scoped(Layer.build(layerFrom(client))))
    assert.include(message, "trigger cauri_payments_move.")
  })

  it.effect("are no matter of what a host adds beside them or to them", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* opened(file)
      const client = yield* openRaw(file)
      client.exec(`CREATE TABLE orders (id TEXT);
        CREATE INDEX payments_by_party ON cauri_payments (party);
        CREATE TRIGGER told AFTER INSERT ON cauri_events BEGIN INSERT INTO orders VALUES (new.id); END`)
      yield* opened(file)
    }),
  )

  it("are not what a copy has: VACUUM INTO changes nothing, and neither does a dump that is read in again", function* () {
    const [file, copied, dumped] = [yield* newFile, yield* newFile, yield* newFile]
    yield* opened(file)
    const client = yield* openRaw(file)
    client.prepare("VACUUM INTO ?").run(copied)
    // A dump has the tables with their rows first, and then what was made upon them.
    const other = yield* openRaw(dumped)
    const texts = client
      .prepare<[], { readonly type: string; readonly name: string; readonly sql: string }>(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL",
      )
      .all()
    other.prepare("ATTACH ? AS old").run(file)
    for (const { sql, type } of texts) if (type === "table") other.exec(sql)
    for (const name of ["cauri_migrations", "cauri_words", "cauri_moves", "cauri_store"]) {
      other.exec(`INSERT INTO ${name} SELECT * FROM old.${name}`)
    }
    other.exec("DETACH old")
    for (const { sql, type } of texts) if (type !== "table") other.exec(sql)
    for (const path of [copied, dumped]) {
      chmodSync(path, 0o600)
      yield* opened(path)
    }
  })
})

/** Changes the lists of a store by hand, as no program may. */
const changed = Effect.fnUntraced(function* (change: string) {
  const file = yield* newFile
  yield* opened(file)
  const client = yield* openRaw(file)
  const guards = client
    .prepare<[], { readonly name: string; readonly sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('cauri_words', 'cauri_moves')",
    )
    .all()
  for (const { name } of guards) client.exec(`DROP TRIGGER ${name}`)
  client.exec(change)
  for (const { sql } of guards) client.exec(sql)
  const rows = () => ({
    words: client.prepare("SELECT * FROM cauri_words ORDER BY list, word").all(),
    moves: client.prepare("SELECT * FROM cauri_moves ORDER BY kind, from_state, event, to_state").all(),
  })
  return { file, client, rows }
})

const oneShort = "DELETE FROM cauri_moves WHERE event = 'accepted' AND kind = 'payout'"
const ofVersion = (version: number) => `UPDATE cauri_words SET word = '${version}' WHERE list = 'version'`

describe("the legal moves of a store", () => {
  it("are compared with core's: a store that is one move short, and would lose a token, is refused", function* () {
    const { file } = yield* changed(oneShort)
    const { message, reason } = yield* Effect.flip(opened(file))
    assert.strictEqual(reason, "broken_migration")
    assert.include(message, "payout submitting accepted pending is missing")
  })

  it("are replaced by a newer program, with states and outcomes, and guarded again", function* () {
    const expected = (yield* changed("SELECT 1")).rows()
    const { client, file, rows } = yield* changed(
      `${oneShort}; ${ofVersion(0)}; INSERT INTO cauri_words VALUES ('payin open', 'Dreamt')`,
    )
    yield* opened(file)
    assert.deepStrictEqual(rows(), expected)
    assert.throws(() => client.exec(oneShort), /replaced by a newer program only/)
    yield* opened(file)
  })

  it("of a newer program refuse an older one, and stay", function* () {
    const { file, rows } = yield* changed(ofVersion(2))
    const before = rows()
    const { exitCode, message, reason } = yield* Effect.flip(opened(file))
    assert.deepStrictEqual([reason, exitCode], ["newer_schema", 64])
    assert.include(message, "of version 2, and this program knows versions up to 1")
    assert.deepStrictEqual(rows(), before)
  })
})
