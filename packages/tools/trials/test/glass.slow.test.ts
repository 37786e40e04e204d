import { assert, describe, it } from "@effect/vitest"
import { run } from "../src/glass/run.ts"
import { variants } from "../src/glass/variants.ts"

/** So many seeds are enough for each; the campaign has two thousand. */
const seeds = 20

describe("a merchant whose programs break a promise is caught", () => {
  for (const [does, broken] of Object.entries(variants)) {
    it(`one that ${does}`, async () => {
      for (let seed = 1; seed <= seeds; seed++) {
        const { wrong } = await run({ seed, payments: 20, days: 3, broken })
        if (wrong.length > 0) return
      }
      assert.fail(`no purse and no order showed it in ${seeds} seeds`)
    })
  }
})
