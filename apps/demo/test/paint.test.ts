import { assert, describe, it } from "@effect/vitest"
import { counted, grouped, painter, wantsColours } from "../src/paint.ts"

describe("colours", () => {
  it("are for terminals, and never where NO_COLOR is set", () => {
    assert.isTrue(wantsColours(true, {}))
    assert.isTrue(wantsColours(true, { NO_COLOR: "" }))
    assert.isFalse(wantsColours(true, { NO_COLOR: "1" }))
    assert.isFalse(wantsColours(false, {}))
    assert.strictEqual(painter(false)("bad", "text"), "text")
    assert.strictEqual(painter(true)("bad", "text"), "\u001B[31mtext\u001B[0m")
  })
})

describe("numbers", () => {
  it("are grouped by thousands, and their nouns agree with them", () => {
    assert.deepStrictEqual([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"])
    assert.deepStrictEqual([counted(1, "payout"), counted(2_000, "payout")], ["1 payout", "2,000 payouts"])
  })
})
