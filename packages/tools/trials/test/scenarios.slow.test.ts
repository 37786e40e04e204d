/**
 * Every scenario of the simulator's catalogue, played against the merchant's side as a program wires it, and what the merchant must end
 * with. The rows are those of the payment's life: P for payins, O for payouts.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { scenarioNamed, scenarios } from "@cauri/simulator"
import { endings, seenAt } from "./scenarioEndings.ts"
import { played } from "./scenarioWorld.ts"

describe("a scenario played against a merchant", () => {
  it("is in the catalogue under a name, a number and an amount of its own, and has an ending here", () => {
    assert.isAtLeast(scenarios.length, 25)
    for (const own of [
      scenarios.map(({ name }) => name),
      scenarios.map(({ payment }) => String(payment.amountXof)),
      scenarios.map(({ payment }) => payment.phone),
    ]) {
      assert.strictEqual(new Set(own).size, own.length)
    }
    assert.deepStrictEqual(Object.keys(endings).toSorted(), scenarios.map(({ name }) => name).toSorted())
  })

  it.effect.each(Object.entries(endings).map(([name, ending]) => [name, ending.rows, ending] as const))(
    "ends as it must: %s, rows %s",
    ([name, , ending]) =>
      Effect.gen(function* () {
        const scenario = scenarioNamed(name)
        if (scenario === undefined) return assert.fail(`${name} is not in the catalogue`)
        const seen = yield* played(scenario)
        assert.strictEqual(seen.because, null, ending.rows)
        assert.deepStrictEqual(seen.both, seenAt(ending), ending.rows)
        assert.deepStrictEqual(
          seen.grade.lines.filter(({ verdict }) => verdict === "Failed"),
          [],
        )
      }),
  )
})
