/**
 * Programs that are killed while they write: whatever they were told had been stored is there, and nothing is half there.
 *
 * The page cache outlives a killed process, so this says nothing about power cuts (T2): that every commit is synchronised is what
 * `connection.test.ts` reads back, and what `powerCut.process.test.ts` replays.
 */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { it } from "@cauri/house/it"
import { backup, layer } from "../src/index.ts"
import { killWhileWriting } from "./killing.ts"
import { newFile } from "./support.ts"

const kills = 5

describe("a program that is killed while it writes", () => {
  it.live(`has stored everything that it was told, ${kills} times over (T2)`, function* () {
    const { acknowledged, lost, torn } = yield* killWhileWriting(yield* newFile, kills)
    assert.deepStrictEqual({ lost, torn }, { lost: 0, torn: 0 })
    assert.isAbove(acknowledged, 50 * kills)
  })
})

/** Copies a store and is killed at this call of `node:fs`. */
const copyKilledAt = (call: string, file: string, to: string) =>
  spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import fs from "node:fs"
     import { syncBuiltinESMExports } from "node:module"
     import { Effect } from "effect"
     fs.${call} = () => process.kill(process.pid, "SIGKILL")
     syncBuiltinESMExports()
     const { backup } = await import(${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)})
     await Effect.runPromise(backup(${JSON.stringify(file)}, ${JSON.stringify(to)}))`,
    ],
    // The program finds effect where this package does.
    { cwd: new URL("../", import.meta.url) },
  ).signal

describe("a copy that is killed", () => {
  it("leaves no file under its final name, and can be made again", function* () {
    const [file, to] = [yield* newFile, yield* newFile]
    yield* Effect.scoped(Layer.build(layer({ file, reserve: 0 })))
    for (const call of ["rmSync", "fsyncSync", "renameSync"]) {
      assert.strictEqual(copyKilledAt(call, file, to), "SIGKILL")
      assert.isFalse(existsSync(to), call)
    }
    yield* backup(file, to)
  })
})
