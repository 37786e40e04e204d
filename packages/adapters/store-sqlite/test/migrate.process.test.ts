/** A program that is killed in the middle of a migration leaves nothing of it, and the next one carries it out. */
import { startProgram } from "@cauri/conformance"
import { SharedState } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { statSync } from "node:fs"
import { it } from "@cauri/house/it"
import { layer } from "../src/index.ts"
import { migrations } from "../src/migrations.ts"
import { newFile, openRaw } from "./support.ts"

describe("a migration whose program is killed half-way", () => {
  it.live(
    "leaves no trace, though its pages lie in the log, and is carried out by the next program (C10)",
    function* () {
      const file = yield* newFile
      const program = yield* startProgram(new URL("fixtures/migrating.ts", import.meta.url), [file])
      yield* program.until(1)
      assert.isAbove(statSync(`${file}-wal`).size, 65_536)
      program.child.kill("SIGKILL")
      assert.isNull(yield* program.gone)
      const client = yield* openRaw(file)
      assert.deepStrictEqual(client.prepare("SELECT name FROM sqlite_master").all(), [])
      client.close()
      const { highWater } = yield* SharedState.use((shared) => shared.identity()).pipe(
        Effect.provide(layer({ file, reserve: 0 })),
      )
      assert.strictEqual(highWater, 0)
      const applied = (yield* openRaw(file)).prepare("SELECT number, name FROM cauri_migrations").all()
      assert.deepStrictEqual(
        applied,
        migrations.map(({ number, name }) => ({ number, name })),
      )
    },
  )
})
