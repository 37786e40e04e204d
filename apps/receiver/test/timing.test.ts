/** The measure of how long wrong addresses take convicts a comparison that tells. How the real one does stands in `CAMPAIGN.md`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bound, isTelling, measure, realVerify, type Verify } from "./timing.ts"

const right = `k1.payin.shop.order-17.1.${"x".repeat(22)}`

/** Stops at the first character that differs, and takes its time with each. */
const telling: Verify = (address) => {
  let spent = 0
  for (let index = 0; index < right.length; index++) {
    if (address[index] !== right[index]) return false
    for (let turn = 0; turn < 2_000; turn++) spent += Math.imul(turn, index)
  }
  return spent !== 0.5
}

describe("how long wrong addresses take", () => {
  it("is measured so that a comparison which stops at the first difference is convicted (A4)", () => {
    const timing = measure(telling, right, 400)
    assert.isTrue(isTelling(timing), JSON.stringify(timing))
    assert.isAbove(timing.rightBeginning, timing.wrongBeginning)
  })

  it("is not told from a difference that is within the bound", () => {
    const near = { samples: 1, wrongBeginning: 1_000, rightBeginning: 1_000 * (1 + bound) }
    assert.isFalse(isTelling(near))
    assert.isTrue(isTelling({ ...near, rightBeginning: near.rightBeginning + 1 }))
    assert.isTrue(isTelling({ samples: 1, rightBeginning: 1_000, wrongBeginning: near.rightBeginning + 1 }))
  })

  it.effect("is measured on the real verification, which refuses both kinds and takes its own address", () =>
    Effect.gen(function* () {
      const real = yield* realVerify
      assert.isTrue(real.verify(real.right))
      const answers: Array<boolean> = []
      const { samples } = measure((address) => answers.push(real.verify(address)) > 0, real.right, 50)
      assert.strictEqual(samples, 50)
      assert.isFalse(answers.includes(true))
    }),
  )
})
