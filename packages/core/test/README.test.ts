/** What the README and `docs/inside.md` show of the source is written by `pnpm generate`; here the example runs, and no row is missing. */
import { inOrder } from "@cauri/house/machineText"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { payinRows } from "../src/machine/payinRows.ts"
import { payoutRows } from "../src/machine/payoutRows.ts"
import { sell } from "./example.ts"
import { completed, layerScripted, newScript } from "./scripted.ts"

const numbers = (table: ReadonlyArray<{ readonly row: string }>) => [...new Set(table.map(({ row }) => row))]
const upTo = (letter: string, last: number) => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`)

describe("the pages of core", () => {
  it.effect("show an example that runs", () => {
    const script = newScript()
    return Effect.gen(function* () {
      const selling = yield* Effect.forkChild(sell)
      yield* TestClock.adjust("10 seconds")
      assert.isUndefined(selling.pollUnsafe())
      script.confirms.set("token-1", completed(500))
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* Fiber.join(selling), "completed")
    }).pipe(Effect.provide(layerScripted(script)))
  })

  it("name every row of both tables, in order and without a gap (P1 to P22, O1 to O18)", () => {
    assert.deepStrictEqual(numbers(inOrder(payinRows)), upTo("P", 22))
    assert.deepStrictEqual(numbers(inOrder(payoutRows)), upTo("O", 18))
  })
})
