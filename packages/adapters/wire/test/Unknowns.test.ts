import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { rules, unknowns } from "../src/index.ts"

const packageUrl = new URL("../", import.meta.url)
const page = readFileSync(new URL("UNKNOWNS.md", packageUrl), "utf8")

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

  it("name constants of wire that exist", () => {
    const ours = unknowns.filter(({ constant }) => constant.startsWith("packages/adapters/wire/"))
    assert.isAbove(ours.length, 5)
    for (const { constant } of ours) {
      const [file = "", name = ""] = constant.replace("packages/adapters/wire/", "").split(":")
      const url = new URL(file, packageUrl)
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
