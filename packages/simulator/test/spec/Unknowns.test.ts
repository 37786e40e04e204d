import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { rules } from "../../src/spec/Rules.ts"
import { unknowns } from "../../src/spec/Unknowns.ts"

const root = new URL("../../../../", import.meta.url)
const page = readFileSync(new URL("packages/simulator/UNKNOWNS.md", root), "utf8")

describe("Unknowns", () => {
  it("are each a row of UNKNOWNS.md, with the constant that holds the assumption", () => {
    const rows = page.split("\n").filter((line) => /^\| [NUW][0-9]+ \|/.test(line))
    assert.deepStrictEqual(
      rows.map((row) => row.split(" | ")[0]?.slice(2)),
      unknowns.map(({ id }) => id),
    )
    unknowns.forEach(({ constant, title }, index) => {
      const cells = rows[index]?.split(" | ") ?? []
      assert.lengthOf(cells, 6)
      assert.isTrue(cells[1]?.startsWith(title), title)
      assert.strictEqual(cells[3], `\`${constant}\``)
    })
  })

  it("hold thirty silences and every item that the specification marks", () => {
    assert.lengthOf(
      unknowns.filter(({ id }) => id.startsWith("U")),
      30,
    )
    assert.lengthOf(
      unknowns.filter(({ id }) => id.startsWith("N")),
      15,
    )
  })

  it("name constants that exist", () => {
    for (const { constant } of unknowns) {
      const [file = "", name = ""] = constant.split(":")
      const url = new URL(file, root)
      assert.isTrue(existsSync(url), file)
      assert.match(readFileSync(url, "utf8"), new RegExp(`^export const ${name}\\b`, "m"))
    }
  })

  it("are cited by every rule that only documents can show", () => {
    for (const [number, , side] of rules) {
      if (side === "D") {
        assert.match(page, new RegExp(`^\\| #${number} \\|`, "m"))
      }
    }
  })
})
