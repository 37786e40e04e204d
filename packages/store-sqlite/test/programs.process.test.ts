/** Several programs on one file: nothing is claimed or taken twice, and a store is made once. */
import { newGround, payoutIn, racePrograms } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer } from "../src/index.ts"
import { newFile } from "./support.ts"

/** Stores payouts that are due. */
const fill = Effect.fnUntraced(function* (file: string, payments: number) {
  yield* Effect.gen(function* () {
    const store = yield* PaymentStore
    const ground = yield* newGround
    const steps = Array.from({ length: payments }, (_, index) =>
      payoutIn(ground, `salary-${index}`, "Intended", { actAt: 1 }),
    )
    yield* Effect.forEach(steps, ({ change, watch }) => store.insert(change, watch), {
      concurrency: 256,
      discard: true,
    })
  }).pipe(Effect.provide(layer({ file, reserve: 0 })))
})

const script = new URL("fixtures/program.ts", import.meta.url)

/** Lets two programs do the same at the same time, in so many rounds, and tells what each of them said. */
const both = Effect.fnUntraced(function* (role: string, file: string, rounds: number, count = 0) {
  const program = (name: string) => ({ script, args: [role, file, name, String(count)] })
  const { codes, said } = yield* racePrograms(rounds, program("one"), program("two"))
  assert.deepStrictEqual(codes, [0, 0])
  return said
})

/** Each of so many lines once, and from both programs: otherwise there was no race. */
const shared = ([one = [], two = []]: ReadonlyArray<ReadonlyArray<string>>, count: number) => {
  assert.deepStrictEqual([one.length + two.length, new Set([...one, ...two]).size], [count, count])
  assert.isAbove(Math.min(one.length, two.length), 0)
}

describe("two programs", () => {
  it.live("that claim the same 10,000 payments claim each of them once", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* fill(file, 10_000)
      shared(yield* both("claims", file, 20, 10_000), 10_000)
    }),
  )

  it.live("that take what is due never take a payment twice, and together take all", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* fill(file, 5_000)
      shared(yield* both("takes", file, 10), 5_000)
    }),
  )

  it.live("that make the same store at once make one, and both know its name (C10)", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 5; round++) {
        const [one = [], two = []] = yield* both("opens", yield* newFile, 0)
        assert.match(one[0] ?? "", /^identity [0-9a-f-]{36}$/)
        assert.deepStrictEqual(two, one)
      }
    }),
  )
})
