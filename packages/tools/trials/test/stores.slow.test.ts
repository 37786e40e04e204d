import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sequenceOf } from "../src/stores/sequences.ts"
import { compareStores, differenceOf, differenceText } from "../src/stores/differ.ts"
import { type MakeDriver, memorySubject } from "../src/stores/subjects.ts"
import { brokenDrivers } from "./brokenDrivers.ts"
import { agreeOn, refuseAlike } from "./comparing.ts"

it.live("100 random sequences get the same answers and leave the same on memory, SQLite and Postgres", () =>
  agreeOn(1, 100),
)

it.live("both databases refuse forged saves with errors of one class, and keep nothing of them", () =>
  refuseAlike(1, 30),
)

it("a seed always gives the same sequence, and another seed another", () => {
  assert.deepStrictEqual(sequenceOf(7), sequenceOf(7))
  assert.notDeepEqual(sequenceOf(7), sequenceOf(8))
})

const besideMemory = (makeDriver: MakeDriver) => () => [memorySubject(), memorySubject("broken", makeDriver)]

describe("a store that is broken on purpose is caught, with the shortest sequence that shows it", () => {
  for (const [title, [makeDriver, shortest]] of Object.entries(brokenDrivers)) {
    it.live(title, () =>
      Effect.gen(function* () {
        const make = besideMemory(makeDriver)
        const { found } = yield* compareStores(make, 100, 300)
        if (found === null) return assert.fail("no sequence showed it")
        const { commands } = found.difference
        const tags = commands.map(({ _tag }) => _tag)
        // Commands that do not depend on one another may come in any order.
        assert.deepStrictEqual(tags.toSorted(), shortest.toSorted(), differenceText(found))
        assert.include(differenceText(found), `seed ${found.seed}`)
        for (const index of commands.keys()) {
          assert.isNull(yield* differenceOf(make, commands.toSpliced(index, 1)), `without command ${index + 1}`)
        }
      }),
    )
  }
})
