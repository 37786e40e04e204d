/** Programs that race, and programs that are killed. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { racePrograms, startProgram } from "../src/index.ts"

const script = new URL("fixtures/counts.ts", import.meta.url)

describe("programs", () => {
  it.live("that race do every round together, and tell what they said and how they ended", () =>
    Effect.gen(function* () {
      const raced = yield* racePrograms(2, { script, args: ["one", "2"] }, { script, args: ["two", "2", "3"] })
      assert.deepStrictEqual(raced, {
        codes: [0, 3],
        said: [
          ["one 1", "one 2"],
          ["two 1", "two 2"],
        ],
      })
    }),
  )

  it.live("that wait are heard, and one that is killed has no exit code", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { child, gone, said, until } = yield* startProgram(script, ["one", "1"])
        yield* until(1)
        assert.deepStrictEqual(said(), ["ready"])
        child.kill("SIGKILL")
        assert.isNull(yield* gone)
      }),
    ),
  )

  it.live("that end before they have said enough are not waited for", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { gone, said, until } = yield* startProgram(script, ["one", "0", "7"])
        yield* until(5)
        assert.strictEqual(yield* gone, 7)
        assert.deepStrictEqual(said(), [])
      }),
    ),
  )

  it.live("that are left behind end with the scope", () =>
    Effect.gen(function* () {
      const { gone } = yield* Effect.scoped(
        Effect.gen(function* () {
          const program = yield* startProgram(script, ["one", "1"])
          yield* program.until(1)
          return program
        }),
      )
      assert.isNull(yield* gone)
    }),
  )
})
