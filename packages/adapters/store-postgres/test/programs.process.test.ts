/**
 * Several programs on one store, and programs that are killed while they write: nothing is claimed or taken twice, and whatever a
 * program was told had been stored is there.
 *
 * A killed client says nothing about power cuts (T2): that the server synchronises every commit is read back on every connection.
 */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { StoreStatus } from "@cauri/core/adapter"
import { killWhileWriting } from "./killing.ts"
import { both, fill, inStore } from "./racing.ts"
import { scopedSchema, url } from "./support.ts"

/** Each of so many lines once, and from both programs: otherwise there was no race. */
const shared = ([one = [], two = []]: ReadonlyArray<ReadonlyArray<string>>, count: number) => {
  assert.deepStrictEqual([one.length + two.length, new Set([...one, ...two]).size], [count, count])
  assert.isAbove(Math.min(one.length, two.length), 0)
}

const kills = 5

describe("two programs", () => {
  it.live("that claim the same 10,000 payments claim each of them once (C3)", function* () {
    const schema = yield* scopedSchema
    yield* fill({ url, schema }, 10_000)
    shared(yield* both("claims", { url, schema }, 20, 10_000), 10_000)
  })

  it.live("that take what is due never take a payment twice, and together take all (C3)", function* () {
    const schema = yield* scopedSchema
    yield* fill({ url, schema }, 5_000)
    shared(yield* both("takes", { url, schema }, 10), 5_000)
  })
})

describe("a program that is killed while it writes", () => {
  it.live(`has stored everything that it was told, ${kills} times over (T2)`, function* () {
    const place = { url, schema: yield* scopedSchema }
    const { acknowledged, lost, torn } = yield* killWhileWriting(place, kills)
    assert.deepStrictEqual({ lost, torn }, { lost: 0, torn: 0 })
    assert.isAbove(acknowledged, 90 * kills)
    const faults = Effect.flatMap(StoreStatus, (status) => status.contradictions)
    assert.deepStrictEqual(yield* inStore(place, faults), [])
  })
})
