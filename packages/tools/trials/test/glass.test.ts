import { assert, describe, it } from "@effect/vitest"
import { type RunOptions, run } from "../src/glass/run.ts"
import { shrink } from "../src/glass/shrink.ts"
import { variants } from "../src/glass/variants.ts"

const small: RunOptions = { seed: 7, payments: 4, days: 2 }
const variant = (does: string) => {
  const broken = variants[does]
  if (broken === undefined) throw new Error(`There is no variant that ${does}.`)
  return broken
}

describe("a simulated town", () => {
  for (const store of ["memory", "sqlite"] as const) {
    it(`loses nothing over the store ${store}, and comes out the same when it is run again`, async () => {
      const first = await run({ ...small, store })
      assert.deepStrictEqual(first.wrong, [])
      assert.isAbove(first.struck.length, 10)
      const second = await run({ ...small, store })
      assert.strictEqual(second.fingerprint, first.fingerprint)
    })
  }

  it("loses nothing when a backup is put back on the way", async () => {
    for (const seed of [1, 2]) {
      const { story, wrong } = await run({ ...small, seed, days: 3, isRestored: true })
      assert.deepStrictEqual(wrong, [], story.join("\n"))
      assert.isTrue(story.some((line) => line.endsWith("the backup is put back")))
    }
  })

  it("names what a beneficiary got twice, with as few orders and faults as it takes", async () => {
    const broken = variant("counts a lost answer as not sent")
    const { options, run: found } = await shrink({ seed: 1, payments: 20, days: 3, store: "memory", broken })
    assert.match(found.wrong[0] ?? "", /^The beneficiary of payout payout-\d+ got \d+ of \d+ \(S2\)\.$/)
    assert.strictEqual(20 - (options.withoutOrders?.size ?? 0), 1)
    assert.deepStrictEqual(await run(options), found)
  })
})
