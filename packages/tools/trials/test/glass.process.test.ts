import { assert, describe, it } from "@effect/vitest"
import { run } from "../src/glass/run.ts"

/** So many towns take a minute or two; the campaign goes on from there. */
const towns = 60

/** Seeds of which one named something, each with what it was. */
const named: ReadonlyArray<readonly [seed: number, days: number, what: string, meets?: true]> = [
  [47, 5, "a commit that was torn took along what other programs had been told is stored"],
  [81, 5, "a console went on with a clock that lagged behind its store's"],
  [95, 5, "a payment came after the last look at its payin"],
  [100059, 5, "the refund of a double collection could only be cancelled, and its text said to try again"],
  [1268, 30, "a person closed the flag of a lost answer while the customer could still pay"],
  [26, 5, "a person released a payout whose twin could still be paid", true],
]

describe("a town in the glass", () => {
  it(`loses nothing in five days, ${towns} times`, async () => {
    for (let seed = 1; seed <= towns; seed++)
      assert.deepStrictEqual((await run({ seed, payments: 4, days: 5 })).wrong, [], `seed ${seed}`)
  })

  for (const [seed, days, what, meets] of named) {
    it(`loses nothing where once ${what}`, async () => {
      assert.deepStrictEqual((await run({ seed, payments: 20, days, ...(meets && { meets }) })).wrong, [])
    })
  }
})
