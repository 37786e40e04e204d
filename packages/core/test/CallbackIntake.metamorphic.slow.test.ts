/**
 * Callbacks erased, doubled, reordered or forged: whatever happens to them, payments end as the confirms say. One world is played
 * over and over, each time with other callbacks.
 */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Payins, type PaymentKey, PaymentStore, Payouts } from "@cauri/core"
import { CallbackIntake, noAnswer } from "@cauri/core/adapter"
import { openFlags, CallFailure } from "@cauri/core/model"
import {
  it,
  completed,
  directPayin,
  failed,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  refused,
  scripted,
  walletPayin,
} from "./scripted.ts"

const Ring = Schema.Struct({
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3_600 })),
  whom: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 })),
  attempt: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })),
  fingerprint: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
})
type Ring = typeof Ring.Type

const keys: ReadonlyArray<PaymentKey> = [
  payinKey("paid"),
  payinKey("failing"),
  payinKey("silent"),
  payinKey("hosted"),
  payinKey("wallet"),
  payinKey("lost"),
  payoutKey("paid"),
  payoutKey("lost"),
  payoutKey("refused"),
]

/** What became of every payment after two hours: its state, and what a person must look at, callbacks' own flags aside. */
const play = (rings: ReadonlyArray<Ring>) =>
  scripted((script) =>
    Effect.gen(function* () {
      const payins = yield* Payins
      const payouts = yield* Payouts
      const intake = yield* CallbackIntake
      yield* payins.create(pushPayin("paid"))
      yield* payins.create(pushPayin("failing"))
      yield* payins.create(directPayin("silent", "ussd_otp"), { otp: Redacted.make("123456") })
      yield* payins.create(hostedPayin("hosted"))
      yield* payins.create(walletPayin("wallet"))
      script.creations = [noAnswer("timed_out")]
      yield* payins.create(pushPayin("lost"))
      yield* payouts.create(payout("paid"))
      script.creations = [
        noAnswer("timed_out"),
        refused(CallFailure.cases.beneficiary_without_wallet.make({ code: "Code02" })),
      ]
      yield* payouts.create(payout("lost", { amount: 2 }))
      yield* payouts.create(payout("refused", { amount: 3 }))
      const says = {
        "token-1": completed(500),
        "token-2": failed(),
        "token-4": completed(500),
        "token-7": completed(700),
      }
      for (const [token, record] of Object.entries(says)) script.confirms.set(token, record)
      yield* reconcile
      for (const { at, whom, attempt, fingerprint } of rings.toSorted((one, other) => one.at - other.at)) {
        const now = yield* Clock.currentTimeMillis
        yield* TestClock.adjust(Math.max(0, at * 1_000 - now))
        const key = keys[whom] ?? payinKey("paid")
        const receivedAt = yield* Clock.currentTimeMillis
        yield* intake.receive({ key, attempt, fingerprint: String(fingerprint), receivedAt, body: null })
      }
      yield* TestClock.adjust("2 hours")
      const all = yield* (yield* PaymentStore).list({ limit: 100 })
      return all.map(({ payment }) => ({
        payment: `${payment.key.kind} ${payment.key.id}`,
        state: payment.state._tag,
        attempts: payment.attempts.length,
        flags: openFlags(payment.flags).flatMap(({ kind }) => (kind === "callback_without_token" ? [] : [kind])),
      }))
    }),
  )

/** How it ends by its confirms alone. */
const ends = [
  { payment: "payin failing", state: "not_completed", attempts: 1, flags: [] },
  { payment: "payin hosted", state: "completed", attempts: 1, flags: [] },
  { payment: "payin lost", state: "expired", attempts: 1, flags: ["unanswered"] },
  { payment: "payin paid", state: "completed", attempts: 1, flags: [] },
  { payment: "payin silent", state: "expired", attempts: 1, flags: [] },
  { payment: "payin wallet", state: "expired", attempts: 1, flags: [] },
  { payment: "payout lost", state: "in_doubt", attempts: 1, flags: [] },
  { payment: "payout paid", state: "completed", attempts: 1, flags: [] },
  { payment: "payout refused", state: "refused", attempts: 1, flags: [] },
]

describe("callbacks move no state (S3)", () => {
  it.gen("the world without any callback ends as its confirms say (#209)", function* () {
    assert.deepStrictEqual(yield* play([]), ends)
  })

  it.effect.prop(
    "with any callbacks, doubled, reordered, forged or for the wrong attempt, it ends the same (#205, #207, S3)",
    { rings: Schema.Array(Ring).check(Schema.isMaxLength(40)) },
    ({ rings }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* play(rings), ends)
        assert.deepStrictEqual(yield* play([...rings, ...rings]), ends)
      }),
    { arbitrary: { runs: 12 } },
  )
})
