/**
 * Core's payins as promises.
 */
import { isOtp, type Otp, Payins as CorePayins, Payouts as CorePayouts } from "@cauri/core"
import type { PaymentView } from "@cauri/core"
import type { Payin as CorePayin } from "@cauri/core/model"
import { Deferred, Effect, Exit, Redacted } from "effect"
import type { Facade } from "./facade.ts"
import type { CallOptions, PaymentRef } from "../words/inputs.ts"
import { withNumber, withPayersNumber } from "../words/readInputs.ts"
import type { Payins } from "./Payments.ts"
import { invalidInput } from "../words/PaymentsError.ts"
import { commonOf, type Created, creating, readingOf, sendingOf } from "./common.ts"
import type { Payin, Payout } from "../words/plain.ts"
import { plainSending, plainStep } from "../words/toPlain.ts"

const otpOf = (otp: string): Otp => {
  const hidden = Redacted.make(typeof otp === "string" ? otp : "")
  if (!isOtp(hidden)) throw invalidInput("otp", "the code as the customer received it, without spaces")
  return hidden
}

/** The code that a call passes: an omitted one is not the same as one that is undefined. */
const carriedBy = ({ otp }: { readonly otp?: string }): { readonly otp?: Otp } =>
  otp === undefined ? {} : { otp: otpOf(otp) }

const payins = <A, E>(use: (service: CorePayins["Service"]) => Effect.Effect<A, E>) => Effect.flatMap(CorePayins, use)

type Submitted = Effect.Success<ReturnType<CorePayins["Service"]["submitOtp"]>>

/** Lets a second call with the same code be the first one while that waits; it calls by itself if the first caller leaves. */
const onceForEachCode = () => {
  const running = new Map<string, Deferred.Deferred<Exit.Exit<Submitted, unknown>>>()
  const submit = (name: string, call: Effect.Effect<Submitted, unknown>): Effect.Effect<Submitted, unknown> =>
    Effect.uninterruptibleMask((restore) => {
      const first = running.get(name)
      if (first !== undefined)
        return restore(
          Effect.flatMap(Deferred.await(first), (exit) => (Exit.hasInterrupts(exit) ? submit(name, call) : exit)),
        )
      const ended = Deferred.makeUnsafe<Exit.Exit<Submitted, unknown>>()
      running.set(name, ended)
      return Effect.onExit(restore(call), (exit) => {
        running.delete(name)
        return Deferred.succeed(ended, exit)
      })
    })
  return submit
}

const pick = (shown: Payin | Payout): Payin | null => (shown.kind === "payin" ? shown : null)

/** Core's payins as promises. */
export const payinsOf = (facade: Facade): Payins => {
  const { country, keys, prepare, runner } = facade
  const { run } = runner
  const keyOf = (ref: PaymentRef) => keys("payin", ref)
  const submit = onceForEachCode()
  const read = readingOf(facade, pick)
  const readPayout = readingOf(facade, (shown) => (shown.kind === "payout" ? shown : null))
  const viewed = (use: (service: CorePayins["Service"]) => Effect.Effect<PaymentView<CorePayin>, unknown>) =>
    Effect.flatMap(payins(use), ({ payment }) => read(payment.key))
  const further = (use: Parameters<typeof viewed>[0], options: CallOptions | undefined) =>
    run(viewed(use), { ...options, sends: true })
  const send = (use: (service: CorePayins["Service"]) => Effect.Effect<Created, unknown>, options?: CallOptions) =>
    run(
      Effect.flatMap(payins(use), (sent) =>
        Effect.map(read(sent.payment.key), (payin) => ({ ...payin, ...plainSending(payin, sent.notNow) })),
      ),
      { ...options, sends: true },
    )
  return {
    ...commonOf(facade, "payin", pick, (key, by) => viewed((service) => service.cancel(key, by))),
    create: async (input, options = {}) => {
      const otp = carriedBy(options)
      const payin = withPayersNumber(input, country)
      return send(
        (service) => creating(runner, options, (given) => service.create(payin, { ...otp, ...given })),
        options,
      )
    },
    beforeCreation: async (input, options) => {
      const payin = withPayersNumber(input, country)
      const asked = payins((service) => service.beforeCreation(payin))
      return run(
        Effect.map(asked, (step) => (step === null ? null : plainStep(step))),
        options,
      )
    },
    prepare: async (input, options) => {
      const payin = withPayersNumber(input, country)
      return prepare(
        payins((service) => service.prepare(payin)),
        options,
      )
    },
    send: async (ref, options = {}) => {
      const key = keyOf(ref)
      const otp = carriedBy(options)
      return send((service) => service.send(key, otp), options)
    },
    submitOtp: async (ref, otp, options) => {
      const key = keyOf(ref)
      const code = otpOf(otp)
      return further((service) => submit(JSON.stringify([key, otp]), service.submitOtp(key, code)), options)
    },
    sendOtpAgain: async (ref, options) => {
      const key = keyOf(ref)
      return further((service) => service.sendOtpAgain(key), options)
    },
    tryAgain: async (ref, options = {}) => {
      const key = keyOf(ref)
      const { otp } = carriedBy(options)
      return further((service) => service.tryAgain(key, otp), options)
    },
    refund: async (ref, input = {}, options = {}) => {
      const key = keyOf(ref)
      const refund = withNumber(input, country)
      const given = Effect.gen(function* () {
        const { notNow, payment } = yield* (yield* CorePayouts).refund(key, refund, sendingOf(options))
        const payout = yield* readPayout(payment.key)
        return { ...payout, ...plainSending(payout, notNow) }
      })
      return run(given, { ...options, sends: true })
    },
  }
}
