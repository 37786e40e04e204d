/**
 * Programs that are killed while they write: whatever they were told had been stored is there, and nothing is half there.
 *
 * The page cache outlives a killed process, so this says nothing about power cuts (T2): that every commit is synchronised is what
 * `connection.test.ts` reads back, and what `powerCut.process.test.ts` replays.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { killWhileWriting } from "./killing.ts"
import { newFile } from "./support.ts"

const kills = 5

describe("a program that is killed while it writes", () => {
  it.live(`has stored everything that it was told, ${kills} times over (T2)`, () =>
    Effect.gen(function* () {
      const { acknowledged, lost, torn } = yield* killWhileWriting(yield* newFile, kills)
      assert.deepStrictEqual({ lost, torn }, { lost: 0, torn: 0 })
      assert.isAbove(acknowledged, 50 * kills)
    }),
  )
})
