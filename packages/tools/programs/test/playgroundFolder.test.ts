/** The folder of a playground, without its programs. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openPlaygroundFolder } from "../src/playgroundFolder.ts"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-programs-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

const open = (folder: string, fresh = false) => openPlaygroundFolder(folder, { fresh, ports: {} })

describe("the folder of a playground", () => {
  it.effect("loses with fresh what a playground has made, and nothing else", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const first = yield* Effect.scoped(open(folder))
      writeFileSync(join(folder, "letter.txt"), "Dear all")
      const made = [first.payments, first.sandbox, first.shop].flatMap((file) =>
        ["", "-wal", "-shm", "-journal"].map((ending) => `${file}${ending}`),
      )
      for (const file of made) writeFileSync(file, "")
      const second = yield* Effect.scoped(open(folder, true))
      assert.deepStrictEqual(made.filter(existsSync), [])
      assert.strictEqual(readFileSync(join(folder, "letter.txt"), "utf8"), "Dear all")
      assert.notStrictEqual(second.kept.controlToken, first.kept.controlToken)
    }).pipe(Effect.scoped),
  )

  it.effect.each([false, true])(
    "is refused, and left as it is, where it holds other things only (fresh: %j)",
    (fresh) =>
      Effect.gen(function* () {
        const folder = yield* newFolder
        // The names alone make no house.
        for (const name of ["letter.txt", "payments.db"]) writeFileSync(join(folder, name), "Dear all")
        const refused = yield* Effect.flip(Effect.scoped(open(folder, fresh)))
        assert.include(refused.message, `The folder ${folder} holds other things and no playground.json`)
        assert.deepStrictEqual(readdirSync(folder).toSorted(), ["letter.txt", "payments.db"])
      }).pipe(Effect.scoped),
  )

  it.effect("belongs to one playground at a time: a second one is refused and takes nothing away", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      yield* Effect.gen(function* () {
        const first = yield* open(folder)
        writeFileSync(first.payments, "paid")
        for (const fresh of [false, true]) {
          const refused = yield* Effect.flip(Effect.scoped(open(folder, fresh)))
          assert.strictEqual(
            refused.message,
            `The folder ${folder} is in use by another start. End that program, or name another folder.`,
          )
        }
        assert.strictEqual(readFileSync(first.payments, "utf8"), "paid")
      }).pipe(Effect.scoped)
      const next = yield* Effect.scoped(open(folder, true))
      assert.isFalse(existsSync(next.payments))
    }).pipe(Effect.scoped),
  )

  it.effect("keeps what it is given, whole", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      // What a start leaves that was killed while it wrote.
      writeFileSync(join(folder, "playground.json.new"), "{")
      yield* Effect.gen(function* () {
        const { keep, kept } = yield* open(folder)
        yield* keep({ ...kept, ports: { ...kept.ports, shop: 8_080 } })
      }).pipe(Effect.scoped)
      const { kept } = yield* Effect.scoped(open(folder))
      assert.strictEqual(kept.ports.shop, 8_080)
      assert.notInclude(readdirSync(folder), "playground.json.new")
    }).pipe(Effect.scoped),
  )
})
