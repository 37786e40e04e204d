/** The sandbox grades the shop: every scenario, played by its customers on its pages and by its merchant, against the shop as a process. */
import { redLines, spawnApp, spawnGrading, spawnShop, temporaryFolder, unseenLines } from "@cauri/programs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { gradedShop, priceXof } from "./graded.ts"
import { adminPassword } from "./world.ts"

const callbackSecret = "only-for-practice-0123456789abcdef"

describe("the grade of the shop", () => {
  it.live("has no red line, and all points", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "shop.db")
      const resume = spawnApp({
        app: "console",
        environment: { STORE_URL: `sqlite:${file}` },
        arguments: ["resume", "project/default/payouts", "--by", "A Colleague", "--reason", "we are on the list again"],
      }).pipe(
        Effect.flatMap(({ ended }) => ended),
        Effect.map((exit) => assert.strictEqual(exit, 0, "the console resumes payouts")),
        Effect.scoped,
      )
      const { exit, said, verdict } = yield* spawnGrading(
        (service) =>
          Effect.map(spawnShop({ file, callbackSecret, adminPassword }, service), ({ url }) =>
            gradedShop(url, () => Effect.runPromise(resume)),
          ),
        [`--amount=${priceXof}`, "--patience=30"],
      )
      assert.deepStrictEqual([redLines(verdict), verdict.points, exit], [[], verdict.of, 0])
      // The shop pays nothing out to wallets.
      assert.strictEqual(said.match(/the scenario is left out/g)?.length, 1, said)
      assert.deepStrictEqual(unseenLines(verdict), ["asked_again"])
    }),
  )
})
