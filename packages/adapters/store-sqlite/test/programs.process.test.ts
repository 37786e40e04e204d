/** Several programs on one file: nothing is claimed or taken twice, and a store is made once. */
import { assert, describe } from "@effect/vitest"
import { it } from "@cauri/house/it"
import { both, fill } from "./racing.ts"
import { newFile } from "./support.ts"

/** Each of so many lines once, and from both programs: otherwise there was no race. */
const shared = ([one = [], two = []]: ReadonlyArray<ReadonlyArray<string>>, count: number) => {
  assert.deepStrictEqual([one.length + two.length, new Set([...one, ...two]).size], [count, count])
  assert.isAbove(Math.min(one.length, two.length), 0)
}

describe("two programs", () => {
  it.live("that claim the same 10,000 payments claim each of them once", function* () {
    const file = yield* newFile
    yield* fill(file, 10_000)
    shared(yield* both("claims", file, 20, 10_000), 10_000)
  })

  it.live("that take what is due never take a payment twice, and together take all", function* () {
    const file = yield* newFile
    yield* fill(file, 5_000)
    shared(yield* both("takes", file, 10), 5_000)
  })

  it.live("that follow and hear under one name never hear an event twice, and together hear all", function* () {
    const file = yield* newFile
    yield* fill(file, 2_000, "held")
    shared(yield* both("hears", file, 10), 2_000)
  })

  it.live("that make the same store at once make one, and both know its name (C10)", function* () {
    for (let round = 0; round < 5; round++) {
      const [one = [], two = []] = yield* both("opens", yield* newFile, 0)
      assert.match(one[0] ?? "", /^identity [0-9a-f-]{36}$/)
      assert.deepStrictEqual(two, one)
    }
  })
})
