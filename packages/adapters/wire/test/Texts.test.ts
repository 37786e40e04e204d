import { assert, describe, it } from "@effect/vitest"
import { currency, statuses, successCode } from "../src/index.ts"

describe("Texts", () => {
  it("spells the code of a success, the statuses and the currency #11 #22 #36 #80 #108", () => {
    assert.strictEqual(successCode, "00")
    assert.deepStrictEqual([...statuses], ["completed", "pending", "notcompleted"])
    assert.strictEqual(currency, "XOF")
  })
})
