/**
 * Core's payins as promises.
 */
import { Payins as CorePayins, Payouts as CorePayouts } from "@cauri/core"
import type { PaymentView } from "@cauri/core"
import type { Payin as CorePayin } from "@cauri/core/model"
import { Effect } from "effect"
import type { Facade } from "./facade.ts"
import {
  type CallOptions,
  carriedBy,
  type Created,
  creating,
  onceForEachCode,
  otpOf,
  type PaymentRef,
  pickPayin,
  pickPayout,
  plainSending,
  plainStep,
  readingOf,
  sendingOf,
  withNumber,
  withPayersNumber,
} from "@cauri/plain"
import type { Payins } from "./Payments.ts"
import { commonOf } from "./common.ts"

const payins = <A, E>(use: (service: CorePayins["Service"]) => Effect.Effect<A, E>) => Effect.flatMap(CorePayins, use)

/** Core's payins as promises. */
export const payinsOf = (facade: Facade): Payins => {
  const { country, keys, prepare, runner } = facade
  const { run } = runner
  const keyOf = (ref: PaymentRef) => keys("payin", ref)
  const submit = onceForEachCode()
  const read = readingOf(facade.show, pickPayin)
  const readPayout = readingOf(facade.show, pickPayout)
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
    ...commonOf(facade, "payin", pickPayin, (key, by) => viewed((service) => service.cancel(key, by))),
    create: async (input, options = {}) => {
      const otp = carriedBy(options)
      const payin = withPayersNumber(input, country)
      return send(
        (service) => creating(runner.counted, options, (given) => service.create(payin, { ...otp, ...given })),
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
