/**
 * What several files of tests set up alike: consumers that refuse, payouts in doubt, people's decisions, customers' codes.
 */
import { Clock, type Duration, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Review, type PlainConsumer, NotNow, type PaymentKey, Payouts, Worker, type DecisionOutcome } from "@cauri/core"
import { CallbackIntake, noAnswer } from "@cauri/core/adapter"
import { directPayin, payout, recordOf, type Script } from "./scripted.ts"

/** A consumer that refuses until it is mended, and counts its tries. */
export const stubborn = (name: string) => {
  const received: Array<string> = []
  const tries: Array<number> = []
  const state = { refuses: true }
  const consumer: PlainConsumer = {
    name,
    receive: (deliveredEvent) =>
      Effect.gen(function* () {
        tries.push(yield* Clock.currentTimeMillis)
        if (state.refuses) return yield* Effect.fail("the host is down")
        received.push(deliveredEvent.id)
      }),
  }
  return { consumer, received, tries, state }
}

export const sweep = Effect.flatMap(Worker, ({ runOnce: sweep }) => sweep)
export const sweepAfter = (time: Duration.Input) => Effect.andThen(TestClock.adjust(time), sweep)

/** A payout whose call got no answer. */
export const inDoubt = (script: Script) =>
  Effect.gen(function* () {
    script.creations = [noAnswer("timed_out")]
    yield* (yield* Payouts).create(payout("salary-1"))
  })

export const ring = (key: PaymentKey, attempt = 1) =>
  Effect.flatMap(CallbackIntake, (intake) =>
    intake.receive({ key, attempt, fingerprint: "one", receivedAt: 0, body: null }),
  )

export const words = { by: "A colleague", reason: "the service told us", evidence: "ticket 12" }

/** A ruling on the payment as it stands now. */
export const rule = (key: PaymentKey, to: DecisionOutcome, more: Partial<typeof words> = {}) =>
  Effect.gen(function* () {
    const { payment } = yield* recordOf(key)
    return yield* (yield* Review).resolve(key, { ...words, ...more, to, asOf: payment.seq })
  })

export const why = <A, E extends { readonly message: string }, R>(decision: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(decision), ({ message }) => message)

/** A code that is not the right one. */
export const otherCode = Redacted.make("111222")

/** A payin of 500 francs by SMS OTP. */
export const smsPayin = directPayin("order-1", "sms_otp")

export const methods = (script: Script) => script.seen.map(({ method }) => method)

export const codes = (script: Script) => script.seen.map(({ call }) => call.otp)

/** Why a payment was not sent, and when it may be. */
export const whyNot = (notNow: NotNow | null) => (notNow === null ? null : [notNow.because, notNow.retryAt])

/** Why a further call is refused. */
export const refusal = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), (error) => (error instanceof NotNow ? error.because : error))
