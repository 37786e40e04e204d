import { assert, describe, it } from "@effect/vitest"
import { painter, wantsColours } from "../src/paint.ts"

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
