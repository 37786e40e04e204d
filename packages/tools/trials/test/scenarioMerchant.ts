/** The merchant of the simulator's scenarios: what it creates, what it does when its turn comes, and what it has in the end. */
import { Effect, Redacted } from "effect"
import {
  PaymentId,
  type PaymentKey,
  PaymentStore,
  type PayinInput,
  Payins,
  type PayoutInput,
  Payouts,
  ProjectId,
} from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { openFlags } from "@cauri/core/model"
import type { MerchantAct, Scenario } from "@cauri/simulator"
import type { Seen } from "./scenarioEndings.ts"

export const shop = ProjectId.make("shop")

/** The shop that stands on its bills. */
export const shops = { shop: { name: "Boutique", siteUrl: "https://shop.example" } }

/** What a merchant gets from others. */
export interface Surroundings<R = never> {
  /** The newest code that the customer has, or null. */
  readonly newestCode: (phone: string) => Effect.Effect<string | null, never, R>
  /** Puts the credentials in force that the service issued last. */
  readonly takeNewKeys: Effect.Effect<void, never, R>
}

/** Two credentials, kept out of every log. */
export const pairOf = (apiKey: string, apiToken: string) => ({
  apiKey: Redacted.make(apiKey),
  apiToken: Redacted.make(apiToken),
})

const isPayout = ({ payment: { kind } }: Scenario): boolean =>
  kind === "wallet_payout" || kind === "mobile_money_payout"

const keyOf = (scenario: Scenario, twin = false): PaymentKey => ({
  kind: isPayout(scenario) ? "payout" : "payin",
  project: shop,
  id: PaymentId.make(twin ? `${scenario.name}-twin` : scenario.name),
})

const methodOf = ({ payment: { kind, phone: customer } }: Scenario): PayinInput["method"] => {
  switch (kind) {
    case "hosted":
    case "wallet_payout":
    case "mobile_money_payout":
      return { type: "hosted", returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
    case "wallet":
      return { type: "wallet", phone: customer }
    case "ussd_push":
    case "guided_ussd":
    case "ussd_otp":
    case "sms_otp":
      return { type: "direct", mode: kind, phone: customer }
  }
}

export const merchantIn = <R>(surroundings: Surroundings<R>) => {
  const newestCode = ({ payment }: Scenario) =>
    Effect.map(surroundings.newestCode(payment.phone), (code) => Redacted.make(code ?? "none"))

  const creates = Effect.fnUntraced(function* (scenario: Scenario, twin: boolean) {
    const { amountXof: amount, kind, phone } = scenario.payment
    const common = { project: "shop", id: keyOf(scenario, twin).id, amount, description: scenario.name }
    if (isPayout(scenario)) {
      const method: PayoutInput["method"] =
        kind === "wallet_payout" ? { type: "wallet", funds: "keep_in_wallet" } : { type: "mobile_money" }
      const input = { ...common, method, phone }
      return yield* (yield* Payouts).create(input)
    }
    const options = kind === "ussd_otp" ? { otp: yield* newestCode(scenario) } : {}
    return yield* (yield* Payins).create({ ...common, method: methodOf(scenario) }, options)
  })

  return Effect.fnUntraced(function* (scenario: Scenario, does: MerchantAct) {
    const key = keyOf(scenario)
    switch (does) {
      case "creates":
      case "creates_twin":
        return yield* creates(scenario, does === "creates_twin")
      case "submits_right_code":
        return yield* (yield* Payins).submitOtp(key, yield* newestCode(scenario))
      case "submits_wrong_code":
        return yield* (yield* Payins).submitOtp(key, Redacted.make("000000"))
      case "tries_again":
        return yield* (yield* Payins).tryAgain(key)
      case "calls_again":
        // Core does it: inside the call of the creation, or when the reconciler comes by.
        return
      case "takes_new_keys":
        return yield* surroundings.takeNewKeys
    }
  })
}

const answerOf = Effect.fnUntraced(function* (key: PaymentKey) {
  const record = yield* Effect.flatMap(PaymentStore, (store) => store.find(key))
  if (record === null) return { state: "none", flags: [], attempts: 0 }
  const { payment } = record
  return {
    state: payment.state._tag,
    flags: openFlags(payment.flags)
      .map(({ kind }) => kind)
      .toSorted(),
    attempts: payment.attempts.length,
  }
})

export const merchantHas = Effect.fnUntraced(function* (
  scenario: Scenario,
): Effect.fn.Return<Omit<Seen, "service">, unknown, SharedState | PaymentStore> {
  const store = yield* PaymentStore
  const refunds = isPayout(scenario)
    ? []
    : yield* store.list({ kind: "payout", project: shop, refundOf: keyOf(scenario).id, limit: 10 })
  const pauses = yield* Effect.flatMap(SharedState, (shared) => shared.pauses())
  return {
    ...(yield* answerOf(keyOf(scenario))),
    twin: (yield* answerOf(keyOf(scenario, true))).state,
    refunds: refunds.map(({ payment }) => payment.state._tag),
    pauses: pauses.map(({ scope }) => scope),
  }
})
