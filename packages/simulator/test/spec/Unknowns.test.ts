import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { rules } from "../../src/spec/Rules.ts"
import { page, unknowns } from "./unknowns.ts"

const root = new URL("../../../../", import.meta.url)

const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

describe("Unknowns", () => {
  it("are every item that the specification marks, thirty silences, and five readings", () => {
    assert.deepStrictEqual(
      unknowns.map(({ id }) => id),
      [...numbered("N", 15), ...numbered("U", 30), ...numbered("W", 5)],
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
