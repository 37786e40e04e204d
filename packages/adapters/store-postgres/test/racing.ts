/** Lets two programs race on one store: the process test does it with some payments and the campaign with many. */
import { newGround, payoutIn, racePrograms } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { layer, type Stores } from "@cauri/store-postgres"
import { Effect } from "effect"

/** Which store: the server and the schema. */
export interface Place {
  readonly url: string
  readonly schema: string
}

export const inStore = <A, E>(place: Place, work: Effect.Effect<A, E, Stores>) =>
  Effect.scoped(Effect.provide(work, layer(place)))

export const fill = (place: Place, payments: number) =>
  inStore(
    place,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const ground = yield* newGround
      yield* Effect.forEach(
        Array.from({ length: payments }, (_, index) => payoutIn(ground, `salary-${index}`, "intended", { actAt: 1 })),
        ({ change, tracking }) => store.insert(change, tracking),
        { concurrency: 500, discard: true },
      )
    }),
  )

const script = new URL("program.ts", import.meta.url)

/** Lets two programs do the same at the same time, in so many rounds, and tells what each of them said. */
export const both = Effect.fnUntraced(function* (role: string, { url, schema }: Place, rounds: number, count = 0) {
  const program = (name: string) => ({ script, args: [role, url, schema, name, String(count)] })
  const { codes, said } = yield* racePrograms(rounds, program("one"), program("two"))
  if (codes.some((code) => code !== 0)) return yield* Effect.die(`The programs ended with ${codes.join(" and ")}.`)
  return said
})
