/** A store that was restored from a copy of its database, and what is done before anything is sent again. */
import { assert, describe, it } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import {
  CallbackAddress,
  Credentials,
  Desk,
  DeskStore,
  Gateway,
  layerCauri,
  type PaymentKey,
  PaymentStore,
} from "@cauri/core"
import { layer } from "@cauri/store-postgres"
import { Effect, Layer, Option } from "effect"
import { scopedDatabase } from "./databases.ts"

/** Core with nobody at the other end: nothing here is sent. */
const offline = Layer.mergeAll(
  Layer.mock(Gateway, {}),
  Layer.mock(Credentials, {}),
  Layer.mock(CallbackAddress, { base: "https://shop.example/callbacks" }),
)

/** A payout that was not sent, one that was under way, and one that the service had accepted. */
const threePayouts = Effect.gen(function* () {
  const store = yield* PaymentStore
  const ground = yield* newGround
  const states = ["Intended", "Submitting", "Pending"] as const
  const steps = states.map((state) => payoutIn(ground, `salary-${state}`, state))
  for (const { change, watch } of steps) yield* store.insert(change, watch)
  return { ground, keys: steps.map(({ change }) => change.payment.key) }
})

/** What becomes of them in a store that was restored. */
const standing = Effect.fnUntraced(function* (keys: ReadonlyArray<PaymentKey>) {
  const store = yield* PaymentStore
  const records = yield* Effect.forEach(keys, (key) => store.find(key), { concurrency: 1 })
  return records.map((record) => Option.getOrThrow(record).payment.state._tag)
})

const whatWasForgotten = Effect.fnUntraced(function* (keys: ReadonlyArray<PaymentKey>) {
  const restoration = yield* (yield* Desk).restored("Awa", "the disk was lost")
  assert.deepStrictEqual(restoration, { held: 1, unanswered: 1 })
  assert.deepStrictEqual(yield* standing(keys), ["Held", "InDoubt", "Pending"])
  const holds = yield* (yield* DeskStore).holds()
  assert.deepStrictEqual(
    holds.map(({ scope }) => scope),
    ["payouts"],
  )
  assert.deepStrictEqual(yield* (yield* Desk).restored("Awa", "the disk was lost"), { held: 0, unanswered: 0 })
})

describe("a store that was restored from a copy", () => {
  it.live("is refused by whoever saw more of it, and holds each payout that was not accepted (O16)", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const name = `cauri_${process.pid}_${process.hrtime.bigint().toString(36)}`
        const original = layer({ url: yield* scopedDatabase(name) })
        const { ground, keys } = yield* Effect.scoped(Effect.provide(threePayouts, original))
        const copy = yield* scopedDatabase(`${name}_copy`, name)
        // What happens after the copy is forgotten by it.
        const { id, highWater } = yield* Effect.gen(function* () {
          const later = payoutIn(ground, "later")
          yield* (yield* PaymentStore).insert(later.change, later.watch)
          return yield* (yield* DeskStore).identity()
        }).pipe(Effect.provide(original), Effect.scoped)
        const seen = layer({ url: copy, create: "never", expected: { id, highWater } })
        assert.strictEqual((yield* Effect.flip(Effect.scoped(Layer.build(seen)))).reason, "Restored")
        const restored = layer({ url: copy, create: "never", expected: { id } })
        const program = layerCauri.pipe(Layer.provide(offline), Layer.provideMerge(restored))
        yield* Effect.scoped(Effect.provide(whatWasForgotten(keys), program))
      }),
    ),
  )
})
