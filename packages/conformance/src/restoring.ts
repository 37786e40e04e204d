/**
 * What a store is asked that was restored from a copy: the payouts that it had when the copy was made, and what core does with them before
 * anything is sent again. How a copy is made and opened is each store's own.
 */
import { Desk, layerCauri, type PaymentKey, PaymentStore, Payouts, Reconciliation } from "@cauri/core"
import { CallbackAddress, CreationAnswer, Credentials, DeskStore, Gateway } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { assert } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
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

const salary = {
  project: "shop",
  id: "salary",
  amount: 500,
  method: { _tag: "MobileMoney" },
  beneficiary: "22670000002",
  description: "June",
} as const

/** Core with a service that takes every payout; tells how many it took since this was made. */
const newService = () => {
  let payouts = 0
  const gateway = Layer.mock(Gateway, {
    createMobileMoneyPayout: () =>
      Effect.sync(() => {
        payouts += 1
        return CreationAnswer.cases.Accepted.make({ token: CreationToken.make("token-1"), url: null })
      }),
  })
  const core = layerCauri.pipe(
    Layer.provide(
      Layer.mergeAll(
        gateway,
        Layer.succeed(Credentials, {
          generation: () => Effect.succeed("1"),
        }),
        Layer.mock(CallbackAddress, {
          base: "https://shop.example/callbacks",
          make: () => Effect.succeed("https://shop.example/callbacks/1"),
        }),
      ),
    ),
  )
  return { core, payouts: () => payouts }
}

/** Stores a payout that is to be sent at once, and sends nothing. */
export const intendPayout = Effect.gen(function* () {
  yield* (yield* Payouts).create(salary, { sendLater: true })
}).pipe(Effect.provide(newService().core))

/** Works off what is due as a reconciler does, and tells how many payouts left; a store that refuses lets none go. */
export const payoutsSent = Effect.suspend(() => {
  const { core, payouts } = newService()
  const sweep = Effect.flatMap(Reconciliation, (reconciliation) => reconciliation.sweep)
  // The program's one clock counts from its store's time on.
  const later = Effect.andThen(TestClock.adjust("10 seconds"), sweep)
  return Effect.andThen(Effect.exit(Effect.provide(later, core)), Effect.sync(payouts))
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
