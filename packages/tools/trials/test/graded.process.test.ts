/** The sandbox grades receiver and reconciler, with a merchant's program on the facade that believes the reconciler's webhook. */
import { assert, describe, it } from "@effect/vitest"
import { redLines, spawnGrading, temporaryFolder, unseenLines } from "@cauri/programs"
import { Effect } from "effect"
import { join } from "node:path"
import { startFacade } from "./gradedFacade.ts"

describe("the grade of the receiver, the reconciler and a program on the facade", () => {
  it.live("has no red line, and all points", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "payments.db")
      const { exit, said, verdict } = yield* spawnGrading(
        (service) => startFacade(service, file),
        ["--amount=2500", "--patience=20"],
      )
      assert.deepStrictEqual([redLines(verdict), verdict.points, exit], [[], verdict.of, 0])
      assert.notInclude(said, "the scenario is left out")
      assert.deepStrictEqual(unseenLines(verdict), ["asked_again"])
    }),
  )
})
