/** Every example in a doc comment of core runs, and gives what it shows. `docExamples.process.test.ts` in `house` holds their types. */
import { examplesUnder, runnable, titleOf } from "@cauri/house/docExamples"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { layerWorld, makeScope } from "./docWorld.ts"

const examples = examplesUnder(fileURLToPath(new URL("../src", import.meta.url)))

describe("the examples of core", () => {
  it("are there", () => assert.isAbove(examples.length, 0))

  for (const example of examples) {
    it.effect(`run: ${titleOf(example)}`, () =>
      Effect.gen(function* () {
        const program = runnable("function*", example, yield* makeScope)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what an example yields is checked by the compiler, in its own test
        yield* Effect.gen(program as () => Generator<Effect.Effect<unknown, unknown>>)
      }).pipe(Effect.provide(layerWorld)),
    )
  }
})
