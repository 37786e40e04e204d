/** Payments of every kind, as core would hand them to a gateway, and the credentials of their project. */
import { Clock, Effect, Redacted, Result } from "effect"
import { type PayinInput, type PayoutInput, ProjectId, defaultPolicy } from "@cauri/core"
import type { CreationCall, Gateway } from "@cauri/core/adapter"
import {
  type CreationToken,
  fold,
  type Payin,
  PaymentEvent,
  type Payout,
  readPayin,
  readPayout,
} from "@cauri/core/model"
import type { ProjectCredentials } from "../src/credentials.ts"

export const shop = ProjectId.make("shop")

export const pairOf = (apiKey: string, apiToken: string): ProjectCredentials => ({
  apiKey: Redacted.make(apiKey),
  apiToken: Redacted.make(apiToken),
})
export const pair = pairOf("the-api-key", "the.api.token")

export const callbackUrl = "https://shop.example/callbacks/k1.payin.order-17.1.mac"

export const direct = (
  mode: "ussd_push" | "ussd_otp" | "sms_otp" | "guided_ussd" = "ussd_push",
): PayinInput["method"] => ({
  type: "direct",
  mode,
  phone: "22670000001",
})
export const hosted: Extract<PayinInput["method"], { readonly type: "hosted" }> = {
  type: "hosted",
  returnUrl: "https://shop.example/thanks",
  cancelUrl: "https://shop.example/cart?id=1",
}
export const wallet: PayinInput["method"] = { type: "wallet", phone: "22670000001" }

export const payin = (method: PayinInput["method"], more: Partial<PayinInput> = {}): Payin => {
  const input: PayinInput = {
    project: "shop",
    id: "order-17",
    amount: 4200,
    method,
    description: "Deux pains, déjà prêts",
    shop: { name: "Boutique", siteUrl: "https://shop.example/" },
    ...more,
  }
  const content = Result.getOrThrow(readPayin(input, defaultPolicy))
  const event = PaymentEvent.cases.intended.make({ content })
  const payment = Result.getOrThrow(fold([{ seq: 1, at: 0, event }]))
  if (payment._tag !== "Payin") throw new Error("not a payin")
  return payment
}

export const payout = (method: PayoutInput["method"], more: Partial<PayoutInput> = {}): Payout => {
  const input: PayoutInput = {
    project: "shop",
    id: "salary-3",
    amount: 750,
    method,
    phone: "22670000002",
    description: "Salary",
    ...more,
  }
  const content = Result.getOrThrow(readPayout(input, defaultPolicy))
  const event = PaymentEvent.cases.intended.make({ content })
  const payment = Result.getOrThrow(fold([{ seq: 1, at: 0, event }]))
  if (payment._tag !== "Payout") throw new Error("not a payout")
  return payment
}

/** The call that core would make now; its lease lasts a minute. */
export const callOf = <A extends Payin | Payout>(payment: A, more: Partial<CreationCall<A>> = {}) =>
  Effect.map(Clock.currentTimeMillis, (now): CreationCall<A> => ({
    payment,
    attempt: 1,
    callbackUrl,
    otp: null,
    notAfter: now + 60_000,
    ...more,
  }))

export const otp = (text: string) => Redacted.make(text)

/** Asks about a payin and a payout, as core would. */
export const confirmPayin = (gateway: Gateway["Service"], token: CreationToken, payment = payin(direct())) =>
  gateway.confirm({ payment, attempt: 1, token })
export const confirmPayout = (
  gateway: Gateway["Service"],
  token: CreationToken,
  payment = payout({ type: "mobile_money" }),
) => gateway.confirm({ payment, attempt: 1, token })
