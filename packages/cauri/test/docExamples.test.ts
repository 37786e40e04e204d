/** Every example in a doc comment of cauri runs, and gives what it shows. `docExamples.process.test.ts` in `house` holds their types. */
import { examplesUnder, runnable, titleOf } from "@cauri/house/docExamples"
import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { makeScope } from "./docWorld.ts"

const folders = ["../src", "../../plain/src"].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
const examples = folders.flatMap(examplesUnder)

describe("the examples of cauri", () => {
  it("are there", () => assert.isAbove(examples.length, 0))

  for (const example of examples) {
    it(`run: ${titleOf(example)}`, async () => {
      const scope = await makeScope()
      try {
        await runnable("async function", example, scope)()
      } finally {
        await scope.payments.close()
      }
    })
  }
})
