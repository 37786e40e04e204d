import { assert, describe, it } from "@effect/vitest"
import { hostileBatches, hostileTexts } from "../src/hostileTexts.ts"

describe("hostile texts", () => {
  it("are two hundred and more, each of them another one", () => {
    assert.isAtLeast(new Set(hostileTexts).size, 200)
  })

  it("are all in the batches, of which none is longer than a field, unless one text alone is", () => {
    for (const maximumLength of [100, 200, 400]) {
      const batches = hostileBatches(maximumLength)
      assert.strictEqual(batches.join(" "), hostileTexts.join(" "))
      assert.deepStrictEqual(
        batches.filter((batch) => batch.length > maximumLength && !hostileTexts.includes(batch)),
        [],
      )
      assert.isBelow(batches.length, hostileTexts.length)
    }
    assert.isAtMost(Math.max(...hostileBatches(200).map(({ length }) => length)), 200)
  })
})
