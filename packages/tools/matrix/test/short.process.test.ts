/** The short form of the matrix, over packages packed as they are built now. */
import { assert, describe, it } from "@effect/vitest"
import { rows } from "../src/rows.ts"
import { isBuilt, runRows } from "../src/runRows.ts"

describe("the packed packages", () => {
  it.skipIf(!isBuilt())(
    "work under the oldest and the newest Node, in two frameworks, and in a bundle of CommonJS",
    async () => {
      const short = rows.filter((row) => row.short)
      const ran = await runRows(short)
      assert.deepStrictEqual(
        ran.map(({ failure, name }) => ({ failure, name })),
        short.map(({ name }) => ({ failure: null, name })),
      )
    },
  )
})
