/**
 * Schedules that the exploration of `@cauri/trials` found, reduced to the steps that matter. Each once broke an invariant.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Submission } from "../src/services/Submission.ts"
import { Review, PaymentStore, Payouts, type Resolution } from "@cauri/core"
import { CallbackIntake, type CallbackNote, noAnswer } from "@cauri/core/adapter"
import { DoubleCollections } from "../src/services/DoubleCollections.ts"
import { layerScripted, newScript, payout, payoutKey } from "./scripted.ts"
import { sweepAfter } from "./setups.ts"

const key = payoutKey("salary-1")
const note: CallbackNote = { key, attempt: 1, fingerprint: "one", receivedAt: 0, body: null }
const notExecuted = (asOf: number): Resolution => ({
  to: "send_again",
  by: "A colleague",
  reason: "not in the statement",
  evidence: "statement 12",
  asOf,
})

/** A payout whose answer was lost, 72 hours ago. */
const inDoubt = Effect.gen(function* () {
  const sent = yield* (yield* Payouts).create(payout("salary-1"))
  assert.strictEqual(sent.payment.state._tag, "in_doubt")
  yield* TestClock.adjust("72 hours")
  return sent.payment.seq
})

const scripted = () => {
  const script = newScript()
  script.creations.push(noAnswer("timed_out"))
  return script
}

describe("schedules that the exploration found", () => {
  it.effect("a callback between the look and the write of a ruling refuses 'not executed' (O10)", () =>
    Effect.gen(function* () {
      const asOf = yield* inDoubt
      const store = yield* PaymentStore
      const noted = yield* Effect.cached(store.noteCallback(note))
      const racing = PaymentStore.of({ ...store, find: (each) => Effect.tap(store.find(each), noted) })
      const services = Layer.provideMerge(DoubleCollections.layer, Layer.succeed(PaymentStore, racing))
      const refused = yield* Effect.flip(
        Effect.flatMap(Review, (review) => review.resolve(key, notExecuted(asOf))).pipe(
          Effect.provide(Layer.provide(Layer.fresh(Review.layer), Layer.fresh(services))),
        ),
      )
      assert.include(refused.message, "a callback came for an attempt without a token")
      assert.strictEqual((yield* (yield* Payouts).get(key)).payment.state._tag, "in_doubt")
    }).pipe(Effect.provide(layerScripted(scripted()))),
  )

  it.effect("a callback between the look and the claim keeps a payout from being sent again (O9, O2)", () => {
    const script = scripted()
    return Effect.gen(function* () {
      const asOf = yield* inDoubt
      const store = yield* PaymentStore
      yield* (yield* Review).resolve(key, notExecuted(asOf))
      const read = yield* Effect.fromNullishOr(yield* store.find(key))
      assert.strictEqual(read.payment.state._tag, "intended")
      yield* (yield* CallbackIntake).receive(note)
      const { notNow } = yield* (yield* Submission).submit(read, { kind: "pay", otp: null })
      assert.strictEqual(notNow?.because, "callback_without_token")
      yield* sweepAfter("1 minute")
      assert.strictEqual((yield* (yield* Payouts).get(key)).payment.state._tag, "in_doubt")
      assert.strictEqual(script.seen.length, 1)
    }).pipe(Effect.provide(layerScripted(script)))
  })
})
