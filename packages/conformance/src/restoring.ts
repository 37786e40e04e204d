/**
 * The cases of a store that was restored from a copy: the payouts that it had when the copy was made, and what core does with them before
 * anything is sent again. Each store has its own way to make and open a copy.
 */
import { Review, layerCauri, type PaymentKey, PaymentStore, Payouts, Worker } from "@cauri/core"
import { CallbackAddress, CreationAnswer, Credentials, SharedState, Gateway } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { newGround, payoutIn } from "./samples.ts"

/** Core without a service: nothing here is sent. */
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
  const states = ["intended", "submitting", "pending"] as const
  const steps = states.map((state) => payoutIn(ground, `salary-${state}`, state))
  for (const { change, tracking } of steps) yield* store.insert(change, tracking)
  return { ground, keys: steps.map(({ change }) => change.payment.key) }
})

/** Stores what happens after the copy and is missing from it, and returns which store that was. */
export const storeAfterCopy = Effect.fnUntraced(function* ({ ground }: Effect.Success<typeof storePayoutsToCopy>) {
  const { change, tracking } = payoutIn(ground, "later")
  yield* (yield* PaymentStore).insert(change, tracking)
  return yield* (yield* SharedState).identity()
})

const salary = {
  project: "shop",
  id: "salary",
  amount: 500,
  method: { type: "mobile_money" },
  phone: "22670000002",
  description: "June",
} as const

/** Core with a service that takes every payout; returns how many it has taken. */
const newService = () => {
  let payouts = 0
  const gateway = Layer.mock(Gateway, {
    create: () =>
      Effect.sync(() => {
        payouts += 1
        return CreationAnswer.cases.accepted.make({ token: CreationToken.make("token-1"), url: null })
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

/** Works on what is due as a worker does, and returns how many payouts were sent; a store that refuses lets none go. */
export const payoutsSent = Effect.suspend(() => {
  const { core, payouts } = newService()
  const runOnce = Effect.flatMap(Worker, (worker) => worker.runOnce)
  // The program's one clock counts from its store's time.
  const later = Effect.andThen(TestClock.adjust("10 seconds"), runOnce)
  return Effect.andThen(Effect.exit(Effect.provide(later, core)), Effect.sync(payouts))
})

/** Restores, and checks what becomes of those payouts: none that had not been accepted is sent before a person decides (O16). */
export const doubtWhatWasForgotten = (keys: ReadonlyArray<PaymentKey>) =>
  Effect.gen(function* () {
    const review = yield* Review
    const store = yield* PaymentStore
    assert.deepStrictEqual(yield* review.restored("A colleague", "the disk was lost"), {
      payouts: 2,
      payins: 0,
      unreadable: [],
    })
    const found = yield* Effect.forEach(keys, (key) => store.find(key), { concurrency: 1 })
    const states = found.map((record) => record?.payment.state._tag)
    assert.deepStrictEqual(states, ["in_doubt", "in_doubt", "pending"])
    const pauses = yield* (yield* SharedState).pauses()
    assert.deepStrictEqual(
      pauses.map(({ scope }) => scope),
      ["payouts"],
    )
    assert.deepStrictEqual(yield* review.restored("A colleague", "the disk was lost"), {
      payouts: 2,
      payins: 0,
      unreadable: [],
    })
  }).pipe(Effect.provide(offline))
