/** Every threat has its row, and everything that a row names is there. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { home } from "./home.ts"

const repository = join(home, "..", "..")

const rows = readFileSync(join(home, "THREATS.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| A\d+ \|/.test(line))
  .map((line) => ({ id: /A\d+/.exec(line)?.[0] ?? "", cells: line.split(" | ").length, line }))

const named = rows.flatMap(({ id, line }) =>
  [...line.matchAll(/`([^`]+\.ts)` "([^"]+)"/g)].map(([, file = "", title = ""]) => ({ id, file, title })),
)

describe("the table of threats", () => {
  it("has a row for each of A1 to A26, with its threat, its control and what shows it", () => {
    assert.deepStrictEqual(
      rows.map(({ id }) => id),
      Array.from({ length: 26 }, (_, index) => `A${index + 1}`),
    )
    for (const { cells, id } of rows) assert.strictEqual(cells, 4, id)
  })

  it.each(rows.map(({ id }) => id))("names a test, or why there is none, for %s", (id) => {
    const tests = named.filter((each) => each.id === id)
    const excuse = rows.some((row) => row.id === id && row.line.includes("No test:"))
    assert.isTrue(tests.length > 0 || excuse)
  })

  it.each(named)("finds $title in $file for $id", ({ file, title }) => {
    const path = join(repository, file)
    assert.isTrue(existsSync(path), file)
    assert.include(readFileSync(path, "utf8"), title)
  })
})
