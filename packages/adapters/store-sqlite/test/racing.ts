/** Lets two programs race on one file: the process test does it with some payments and the campaign with many. */
import { newGround, payoutIn, type PayoutStateName, racePrograms } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { Effect } from "effect"
import { layer } from "../src/index.ts"

/** Stores payouts that are due. Of those that are held somebody may hear. */
export const fill = Effect.fnUntraced(function* (file: string, payments: number, state: PayoutStateName = "intended") {
  yield* Effect.gen(function* () {
    const store = yield* PaymentStore
    const ground = yield* newGround
    const steps = Array.from({ length: payments }, (_, index) =>
      payoutIn(ground, `salary-${index}`, state, { actAt: 1 }),
    )
    yield* Effect.forEach(steps, ({ change, tracking }) => store.insert(change, tracking), {
      concurrency: 256,
      discard: true,
    })
  }).pipe(Effect.provide(layer({ file, reserve: 0 })))
})

const script = new URL("fixtures/program.ts", import.meta.url)

/** Lets two programs do the same at the same time, in so many rounds, and tells what each of them said. */
export const both = Effect.fnUntraced(function* (role: string, file: string, rounds: number, count = 0) {
  const program = (name: string) => ({ script, args: [role, file, name, String(count)] })
  const { codes, said } = yield* racePrograms(rounds, program("one"), program("two"))
  if (codes.some((code) => code !== 0)) return yield* Effect.die(`The programs ended with ${codes.join(" and ")}.`)
  return said
})
