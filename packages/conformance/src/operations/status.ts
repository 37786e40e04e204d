/**
 * The store as a whole, as health checks ask about it.
 */
import { assert } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { PaymentStore } from "@cauri/core"
import { Documents, Evidence, type StorePorts, StoreStatus } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { flagged, keyOf, newGround, payinIn, payinStates, payoutIn, payoutStates } from "../samples.ts"
import { claim, move, put, stored } from "../steps.ts"
import { noteOf } from "../store/callbacks.ts"
import { subscribeAll, receiveAll, takeOne } from "../store/deliveries.ts"

/** Everything that a store is used for, once. */
const use = Effect.gen(function* () {
  const ground = yield* newGround
  const store = yield* PaymentStore
  for (const state of payinStates) yield* put(payinIn(ground, state, state))
  for (const state of payoutStates) yield* put(payoutIn(ground, state, state, { actAt: ground.at }))
  yield* claim(yield* stored(keyOf(payoutIn(ground, "intended"))), ground.at)
  const record = yield* put(payoutIn(ground, "salary", "pending"))
  yield* store.noteCallback(noteOf(record.payment.key, "print"))
  yield* move(record, [flagged("a")], ground.at)
  yield* store.takeDue({ now: ground.at, limit: 9, until: ground.at + 1 })
  yield* subscribeAll("books")
  yield* store.retryDelivery(yield* takeOne("books", ground.at), ground.at)
  yield* receiveAll("books", ground.at)
  yield* (yield* Documents).keep({ kind: "deed", digest: "seen", at: ground.at, head: "{}" })
  const old = yield* put(payoutIn(ground, "old", "not_completed", { actAt: null, endedAt: ground.at }))
  yield* (yield* Evidence).archive(old.payment.key)
})

/** The first second of 2025: no machine that runs this is earlier. */
const earliest = 1_735_689_600_000

/** The store as a whole. */
export const statuses: Facet<StorePorts> = {
  name: "the store as a whole",
  alone: true,
  cases: {
    "a store that was only used through its ports agrees with itself": Effect.gen(function* () {
      yield* use
      assert.deepStrictEqual(yield* (yield* StoreStatus).contradictions, [])
    }),

    "a store that is sound does not fail": Effect.gen(function* () {
      const failing = yield* Effect.forkChild((yield* StoreStatus).failed, { startImmediately: true })
      yield* use
      assert.isUndefined(failing.pollUnsafe())
      yield* Fiber.interrupt(failing)
    }),

    "its clock tells milliseconds, and goes on": Effect.gen(function* () {
      const { clock } = yield* PaymentStore
      const [first, second] = [yield* clock, yield* clock]
      assert.isTrue(Number.isInteger(first))
      assert.isAtLeast(first, earliest)
      assert.isAtLeast(second, first)
    }),
  },
}
