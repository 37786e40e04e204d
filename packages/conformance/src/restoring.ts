/**
 * What a store is asked that was restored from a copy: the payouts that it had when the copy was made, and what core does with them before
 * anything is sent again. How a copy is made and opened is each store's own.
 */
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
import { assert } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { newGround, payoutIn } from "./samples.ts"

/** Core with nobody at the other end: nothing here is sent. */
const offline = layerCauri.pipe(
  Layer.provide(
    Layer.mergeAll(
      Layer.mock(Gateway, {}),
      Layer.mock(Credentials, {}),
      Layer.mock(CallbackAddress, { base: "https://shop.example/callbacks" }),
    ),
  ),
)

/** Stores a payout that was not sent, one that was under way, and one that the service had accepted. */
export const storePayoutsToCopy = Effect.gen(function* () {
  const store = yield* PaymentStore
  const ground = yield* newGround
  const states = ["Intended", "Submitting", "Pending"] as const
  const steps = states.map((state) => payoutIn(ground, `salary-${state}`, state))
  for (const { change, watch } of steps) yield* store.insert(change, watch)
  return { ground, keys: steps.map(({ change }) => change.payment.key) }
})

/** Stores what happens after the copy and is forgotten by it, and tells which store that was. */
export const storeAfterCopy = Effect.fnUntraced(function* ({ ground }: Effect.Success<typeof storePayoutsToCopy>) {
  const { change, watch } = payoutIn(ground, "later")
  yield* (yield* PaymentStore).insert(change, watch)
  return yield* (yield* DeskStore).identity()
})

/** Restores, and looks at what becomes of those payouts: none that had not been accepted is sent before a person says so (O16). */
export const holdWhatWasForgotten = (keys: ReadonlyArray<PaymentKey>) =>
  Effect.gen(function* () {
    const desk = yield* Desk
    const store = yield* PaymentStore
    assert.deepStrictEqual(yield* desk.restored("A colleague", "the disk was lost"), {
      held: 1,
      unanswered: 1,
      unreadable: [],
    })
    const found = yield* Effect.forEach(keys, (key) => store.find(key), { concurrency: 1 })
    const states = found.map((record) => Option.getOrThrow(record).payment.state._tag)
    assert.deepStrictEqual(states, ["Held", "InDoubt", "Pending"])
    const holds = yield* (yield* DeskStore).holds()
    assert.deepStrictEqual(
      holds.map(({ scope }) => scope),
      ["payouts"],
    )
    assert.deepStrictEqual(yield* desk.restored("A colleague", "the disk was lost"), {
      held: 0,
      unanswered: 0,
      unreadable: [],
    })
  }).pipe(Effect.provide(offline))
