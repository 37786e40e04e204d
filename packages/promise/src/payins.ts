/**
 * Core's payins as promises.
 */
import {
  isOtp,
  type Otp,
  type PaymentKey,
  Payins as CorePayins,
  PaymentStore,
  Payouts as CorePayouts,
} from "@cauri/core"
import { counterparty, type PayinView, type PaymentRecord } from "@cauri/core"
import { Effect, Option, Redacted } from "effect"
import type { Facade } from "./facade.ts"
import { type CallOptions, corePayin, corePayout, type PaymentRef } from "./inputs.ts"
import type { Payins, RefundInput } from "./Payments.ts"
import { invalidInput } from "./PaymentsError.ts"
import { commonOf, sendingOf } from "./common.ts"
import { plainPayin, plainPayout, plainStep } from "./toPlain.ts"

const otpOf = (otp: string): Otp => {
  const hidden = Redacted.make(typeof otp === "string" ? otp : "")
  if (!isOtp(hidden)) throw invalidInput("otp", "the code as the customer received it, without spaces")
  return hidden
}

/** The code that a call carries: one that is left out is not the same as one that is undefined. */
const carriedBy = ({ otp }: { readonly otp?: string }): { readonly otp?: Otp } =>
  otp === undefined ? {} : { otp: otpOf(otp) }

/** The number that paid, as the service told it; else the one that was asked. */
const payerOf = Effect.fnUntraced(function* (store: PaymentStore["Service"], key: PaymentKey) {
  const found = yield* store.find(key)
  const history = yield* store.history(key, 0, 1_000)
  const payer = history.flatMap(({ event }) => (event._tag === "Completed" ? [event.observation.record.payer] : []))[0]
  return payer ?? Option.match(found, { onNone: () => null, onSome: ({ payment }) => counterparty(payment.content) })
})

const payins = <A, E>(use: (service: CorePayins["Service"]) => Effect.Effect<A, E>) => Effect.flatMap(CorePayins, use)

/** Gives a payin back: a payout that names it. */
const refund = Effect.fnUntraced(function* (key: PaymentKey, input: RefundInput) {
  const { payin } = yield* payins((service) => service.get(key))
  const phone = input.phone ?? (yield* payerOf(yield* PaymentStore, key))
  if (phone === null) throw invalidInput("phone", "the number that gets the refund: this payin does not tell who paid")
  const content = {
    id: input.id ?? `refund-${key.id}`,
    amount: input.amount ?? payin.content.amount,
    description: input.description ?? payin.content.description,
    method: input.method ?? ({ type: "mobile_money" } as const),
    phone,
    operator: input.operator ?? null,
    refundOf: key.id,
  }
  const payouts = yield* CorePayouts
  return plainPayout(yield* payouts.create(corePayout(content, key.project), sendingOf(input)))
})

/** Core's payins as promises. */
export const payinsOf = (facade: Facade): Payins => {
  const { keys, policy, prepare, project, runner } = facade
  const { run } = runner
  const keyOf = (ref: PaymentRef) => keys("payin", ref)
  const pick = ({ payment }: PaymentRecord) => (payment._tag === "Payin" ? plainPayin(payment, policy) : null)
  const viewed = (use: (service: CorePayins["Service"]) => Effect.Effect<PayinView, unknown>) =>
    Effect.map(payins(use), ({ payin }) => plainPayin(payin, policy))
  const send = (use: Parameters<typeof viewed>[0], options: CallOptions | undefined) =>
    run(viewed(use), { ...options, sends: true })
  return {
    ...commonOf(facade, "payin", pick, (key, by) => viewed((service) => service.cancel(key, by))),
    create: async (input, options = {}) => {
      const otp = carriedBy(options)
      const payin = corePayin(input, project)
      return send((service) => service.create(payin, { ...otp, ...sendingOf(options) }), options)
    },
    beforeCreation: async (input, options) => {
      const payin = corePayin(input, project)
      const asked = payins((service) => service.beforeCreation(payin))
      return run(
        Effect.map(asked, (step) => (step === null ? null : plainStep(step))),
        options,
      )
    },
    prepare: async (input, options) => {
      const payin = corePayin(input, project)
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
      return send((service) => service.submitOtp(key, code), options)
    },
    sendOtpAgain: async (ref, options) => {
      const key = keyOf(ref)
      return send((service) => service.sendOtpAgain(key), options)
    },
    tryAgain: async (ref, options = {}) => {
      const key = keyOf(ref)
      const { otp } = carriedBy(options)
      return send((service) => service.tryAgain(key, otp), options)
    },
    refund: async (ref, input = {}, options) => run(refund(keyOf(ref), input), { ...options, sends: true }),
  }
}
