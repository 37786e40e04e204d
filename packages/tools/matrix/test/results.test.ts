/** The committed results are those of the rows: a row that is added or changed must have run. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { rows } from "../src/rows.ts"
import type { Ran } from "../src/runRows.ts"

const results: ReadonlyArray<Ran> = JSON.parse(readFileSync(new URL("../results.json", import.meta.url), "utf8"))

describe("the results", () => {
  it("have a line for every row, in its order", () => {
    const shown = rows.map(({ name, what }) => ({ name, what }))
    assert.deepStrictEqual(
      results.map(({ name, what }) => ({ name, what })),
      shown,
    )
  })

  it("name the version that the row installs, where it could be installed", () => {
    const asked = new Map(rows.map(({ name, packages, shown }) => [name, packages[shown]?.replace(/^.*@/, "")]))
    for (const { failure, name, version } of results) {
      if (failure === null) assert.strictEqual(version, asked.get(name), name)
    }
  })
})
