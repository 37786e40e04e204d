/**
 * The calls of the port, made with payments of every kind that carry everything a request can carry: an order with items, names, an e-mail
 * address, a code. They are named after the endpoints of the specification's service; what they must look like on its wire is written
 * down in `requests.ts`.
 */
import { Clock, Effect, Option, Record, Redacted } from "effect"
import type { PayinInput, PayoutInput } from "@cauri/core"
import type { ConfirmRecord, CreationAnswer, CreationCall, Gateway, GatewayError } from "@cauri/core/adapter"
import { CreationToken, type Payin, type Payment, type Payout } from "@cauri/core/model"
import { type ProjectCredentials, suiteProject } from "./GatewayUnderTest.ts"
import { type Ground, newGround, payinIn, payoutIn } from "../samples.ts"

export type CreationName =
  | "createHostedInvoice"
  | "createDirectInvoice"
  | "sendWalletOtp"
  | "submitWalletInvoice"
  | "createWalletPayout"
  | "createMobileMoneyPayout"
/** The two ways to ask: about a payin, and about a payout. */
export type ConfirmName = "confirmInvoice" | "confirmPayout"

/** What distinguishes one person's payment from another's. */
export interface Facts {
  readonly id: string
  readonly phone: string
  readonly otp: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

export const usualFacts: Facts = {
  id: "order-17_a",
  phone: "22670000001",
  otp: "408162",
  firstName: "Firstname",
  lastName: "Lastname",
  email: "firstname@shop.example",
}

export const usualCredentials: ProjectCredentials = {
  apiKey: Redacted.make("usual-api-key"),
  apiToken: Redacted.make("usual.api.token"),
}

/** The callback address that the service receives. */
export const callbackUrl = "https://shop.example/callbacks/v1.payin.order-17_a.1.mac"

const payinInput = (facts: Facts): Omit<PayinInput, "project" | "id" | "method"> => ({
  // Not what the items add up to: the amount counts (#33, #34).
  amount: 4_200,
  description: 'Two loaves, "fresh" & warm: déjà prêts',
  items: [
    { name: "Loaf", description: "Wheat", quantity: 2, unitPrice: 1_500 },
    { name: "Délivery", quantity: 1, unitPrice: 1_000 },
  ],
  shop: { name: "Boutique d'été", siteUrl: "https://shop.example/" },
  customer: { firstName: facts.firstName, lastName: facts.lastName, email: facts.email },
  customData: { basket: "b/7" },
  orderRef: "order/17",
})

const payoutInput = (facts: Facts): Omit<PayoutInput, "project" | "id" | "method"> => ({
  amount: 750,
  phone: facts.phone,
  description: "Salary of Mai",
  customData: { month: "5" },
})

const isPayin = (payment: Payment): payment is Payin => payment._tag === "Payin"
const isPayout = (payment: Payment): payment is Payout => payment._tag === "Payout"
const only = <A extends Payment>(payment: Payment, is: (payment: Payment) => payment is A): A =>
  Option.getOrThrow(Option.liftPredicate(payment, is))

const payin = (ground: Ground, facts: Facts, method: PayinInput["method"]): Payin =>
  only(payinIn(ground, facts.id, "submitting", { ...payinInput(facts), method }).change.payment, isPayin)

const payout = (ground: Ground, facts: Facts, method: PayoutInput["method"]): Payout =>
  only(payoutIn(ground, facts.id, "submitting", { ...payoutInput(facts), method }).change.payment, isPayout)

/** The lease of a call ends this many milliseconds after now. */
const lease = 60_000

/** What a call may be given. By default it is made with the usual facts, and a lease that lasts. */
export interface CallTerms {
  readonly facts?: Facts
  readonly leaseFor?: number
  /** Changes the payment before it is handed over. */
  readonly alter?: <A extends Payin | Payout>(payment: A) => A
}

const callOf = Effect.fnUntraced(function* <A extends Payin | Payout>(
  make: (ground: Ground, facts: Facts) => A,
  terms: CallTerms,
  carriesOtp: boolean,
) {
  const { alter = (same) => same, facts = usualFacts, leaseFor = lease } = terms
  const call: CreationCall<A> = {
    payment: alter(make({ ...(yield* newGround), project: suiteProject }, facts)),
    attempt: 1,
    callbackUrl,
    otp: carriesOtp ? Redacted.make(facts.otp) : null,
    notAfter: (yield* Clock.currentTimeMillis) + leaseFor,
  }
  return call
})

export type Create = (gateway: Gateway["Service"], terms?: CallTerms) => Effect.Effect<CreationAnswer>

const payinCall =
  (
    method: (facts: Facts) => PayinInput["method"],
    carriesOtp: boolean,
    calls: "create" | "requestCode" = "create",
  ): Create =>
  (gateway, terms = {}) =>
    Effect.flatMap(
      callOf((ground, facts) => payin(ground, facts, method(facts)), terms, carriesOtp),
      (call) => gateway[calls](call),
    )

const payoutCall =
  (method: PayoutInput["method"]): Create =>
  (gateway, terms = {}) =>
    Effect.flatMap(
      callOf((ground, facts) => payout(ground, facts, method), terms, false),
      (call) => gateway.create(call),
    )

const wallet = ({ phone }: Facts): PayinInput["method"] => ({ type: "wallet", phone })

/** The page's two ways back. */
export const pageUrls = { returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart?id=1" }

/** The six creations. A direct payin carries a code here, as one that comes by USSD OTP does (#149). */
export const creations: { readonly [Name in CreationName]: Create } = {
  createHostedInvoice: payinCall(() => ({ type: "hosted", ...pageUrls }), false),
  createDirectInvoice: payinCall(({ phone }) => ({ type: "direct", mode: "ussd_otp", phone }), true),
  sendWalletOtp: payinCall(wallet, false, "requestCode"),
  submitWalletInvoice: payinCall(wallet, true),
  createWalletPayout: payoutCall({ type: "wallet", funds: "keep_in_wallet" }),
  createMobileMoneyPayout: payoutCall({ type: "mobile_money" }),
}

/** Further requests of the same endpoints, for what else a payment may ask for. */
export const variants = {
  hostedWithOperatorFilter: payinCall(({ phone }) => ({ type: "hosted", ...pageUrls, phone }), false),
  hostedWithExternalId: payinCall(() => ({ type: "hosted", ...pageUrls, externalId: "Facture 17" }), false),
  directWithoutCode: payinCall(({ phone }) => ({ type: "direct", mode: "ussd_push", phone }), false),
  codeBySms: payinCall(({ phone }) => ({ type: "direct", mode: "sms_otp", phone }), false, "requestCode"),
  payoutToMobileMoney: payoutCall({ type: "wallet", funds: "transfer_to_mobile_money" }),
} satisfies Readonly<{ [name: string]: Create }>

export const creationNames: ReadonlyArray<CreationName> = Record.keys(creations)
export const confirmNames: ReadonlyArray<ConfirmName> = ["confirmInvoice", "confirmPayout"]

/** A token of the shape that is seen: it must be percent-encoded in a query. */
export const usualToken = CreationToken.make("eyJhbGci.A+B&c=d/e==.sig%2F#x")

const paymentFor = (name: ConfirmName): Effect.Effect<Payment> =>
  Effect.map(newGround, (ground) => {
    const place = { ...ground, project: suiteProject }
    return name === "confirmInvoice"
      ? payin(place, usualFacts, wallet(usualFacts))
      : payout(place, usualFacts, { type: "mobile_money" })
  })

/** Asks about an attempt of a payment of this kind. */
export const ask = (
  gateway: Gateway["Service"],
  name: ConfirmName,
  token: CreationToken = usualToken,
): Effect.Effect<ConfirmRecord, GatewayError> =>
  Effect.flatMap(paymentFor(name), (payment) => gateway.confirm({ payment, attempt: 1, token }))

/** Asks about the same attempt by our id; undefined: the gateway cannot. */
export const lookUp = (
  gateway: Gateway["Service"],
  name: ConfirmName,
): Effect.Effect<CreationToken | null | undefined, GatewayError> =>
  Effect.flatMap(paymentFor(name), (payment) => gateway.lookUp?.({ payment, attempt: 1 }) ?? Effect.succeed(undefined))
