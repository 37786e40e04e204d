import { assert, describe, it } from "@effect/vitest"
import { rules } from "../../src/spec/Rules.ts"

describe("Rules", () => {
  it("are numbered from 1 to 253 without a gap", () => {
    assert.deepStrictEqual(
      rules.map(([number]) => number),
      Array.from({ length: 253 }, (_, index) => index + 1),
    )
  })

  it("each name a line, a side and a text of their own", () => {
    for (const [number, line, side, text] of rules) {
      assert.isAbove(line, 0)
      assert.include("BCSD", side)
      assert.isNotEmpty(text.trim(), String(number))
    }
    assert.strictEqual(new Set(rules.map(([, , , text]) => text)).size, rules.length)
  })
})
