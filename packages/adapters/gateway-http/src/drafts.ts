/**
 * The request for each endpoint: core's payments in the service's words. A draft is checked against the specification's schema before it is
 * sent, so the service never has to guess.
 * Spec: invoice creation request (#30 to #60), payout creation request (#61 to #70), validation modes (#149 to #156),
 * wallet (#158 to #160, #166 to #171).
 */
import { Option, Redacted, type Schema } from "effect"
import { isOtp } from "@cauri/core"
import type { CreationCall } from "@cauri/core/adapter"
import {
  modeTraits,
  type Payin,
  type PayinContent,
  type PayinMethod,
  type Payout,
  type Rail,
  totalPrice,
} from "@cauri/core/model"
import {
  currency,
  DirectInvoiceRequest,
  DirectPayoutRequest,
  type EndpointName,
  endpoints,
  HostedInvoiceRequest,
  requestFaults,
  sendWalletOtpTarget,
  topUpWallet,
  transactionIdKey,
  WalletInvoiceRequest,
  WalletPayoutRequest,
} from "@cauri/wire"
import { isPlainLoopback } from "./baseUrl.ts"

/** One request in the service's words. */
interface Draft {
  readonly endpoint: EndpointName
  /** Path and query, below `{base_url}`. */
  readonly target: string
  readonly body: string | null
  /** Values in it that must not come back in a message. */
  readonly secrets: ReadonlyArray<string>
}

/** The draft of a creation; none when this payment does not fit its endpoint or breaks one of its rules. */
export type Drafted = Option.Option<Draft>

/** What the service may repeat of a payin, and what must therefore be kept out of histories. */
const personal = ({ customData, customer }: PayinContent) => [
  customer.firstName,
  customer.lastName,
  customer.email,
  ...Object.values(customData),
]

const draft = (
  endpoint: EndpointName,
  schema: Schema.ConstraintDecoder<unknown>,
  body: unknown,
  secrets: ReadonlyArray<string | undefined>,
  lenient: (path: string) => boolean = () => false,
): Drafted =>
  requestFaults(schema, body).every(({ path }) => lenient(path.join(".")))
    ? Option.some({
        endpoint,
        target: endpoints[endpoint].path,
        body: JSON.stringify(body),
        secrets: secrets.flatMap((secret) => secret ?? []),
      })
    : Option.none()

const customData = (content: { readonly id: string; readonly customData: Readonly<Record<string, string>> }) =>
  Object.fromEntries([...Object.entries(content.customData), [transactionIdKey, content.id]])

const invoice = (content: PayinContent, customer: string, otp: string) => ({
  items: content.items.map((item) => ({
    name: item.name,
    ...(item.description === undefined ? {} : { description: item.description }),
    quantity: item.quantity,
    unit_price: item.unitPrice,
    total_price: totalPrice(item),
  })),
  total_amount: content.amount,
  devise: currency,
  description: content.description,
  customer,
  // The specification calls them optional (#42); clients that are known to work send them empty.
  customer_firstname: content.customer.firstName ?? "",
  customer_lastname: content.customer.lastName ?? "",
  customer_email: content.customer.email ?? "",
  external_id: content.method.type === "hosted" ? (content.method.externalId ?? "") : "",
  otp,
})

const order = (
  content: PayinContent,
  details: { readonly customer: string; readonly otp: string },
  actions: Record<"cancel_url" | "return_url" | "callback_url", string>,
) => ({
  commande: {
    invoice: invoice(content, details.customer, details.otp),
    store: { name: content.shop.name, website_url: content.shop.siteUrl },
    actions,
    custom_data: customData(content),
  },
})

/** The code as sent: the empty string when there is none. None when it cannot be a code, or the mode has no code (#150). */
const otpText = (call: CreationCall<Payin>): Option.Option<string> => {
  const { method } = call.payment.content
  if (call.otp === null) return Option.some("")
  const traits = modeTraits[method.type === "direct" ? method.mode : method.type]
  return traits.otpFrom !== null && isOtp(call.otp) ? Option.some(Redacted.value(call.otp)) : Option.none()
}

type MethodOf<Type extends PayinMethod["type"]> = Extract<PayinMethod, { readonly type: Type }>

const hosted = (call: CreationCall<Payin>, method: MethodOf<"hosted">): Drafted => {
  const { content } = call.payment
  if (call.otp !== null) return Option.none()
  const customer = method.phone ?? ""
  const actions = { cancel_url: method.cancelUrl, return_url: method.returnUrl, callback_url: call.callbackUrl }
  const body = order(content, { customer, otp: "" }, actions)
  return draft("createHostedInvoice", HostedInvoiceRequest, body, [customer, ...personal(content)])
}

const withoutPage = (call: CreationCall<Payin>) => ({ cancel_url: "", return_url: "", callback_url: call.callbackUrl })

const direct = (call: CreationCall<Payin>, { mode, phone }: MethodOf<"direct">): Drafted =>
  Option.flatMap(otpText(call), (otp) => {
    const { content } = call.payment
    // Only a code that the customer dialled for comes with the first request; that mode makes no other (#149).
    if (mode === "ussd_otp" && otp === "") return Option.none()
    const body = order(content, { customer: phone, otp }, withoutPage(call))
    return draft("createDirectInvoice", DirectInvoiceRequest, body, [phone, otp, ...personal(content)])
  })

const walletSubmit = (call: CreationCall<Payin>, { phone }: MethodOf<"wallet">): Drafted =>
  Option.flatMap(otpText(call), (otp) => {
    const { content } = call.payment
    const body = order(content, { customer: phone, otp }, withoutPage(call))
    return draft("submitWalletInvoice", WalletInvoiceRequest, body, [phone, otp, ...personal(content)])
  })

const payout = (call: CreationCall<Payout>, onLoopback: boolean): Drafted => {
  const { content } = call.payment
  const command = {
    amount: content.amount,
    description: content.description,
    customer: content.phone,
    callback_url: call.callbackUrl,
  }
  // A service on this machine may call back to this machine without TLS; the service itself never (#64, #210).
  const lenient = (path: string) => path === "commande.callback_url" && onLoopback && isPlainLoopback(call.callbackUrl)
  const custom = { custom_data: customData(content) }
  const secrets = [content.phone, ...Object.values(content.customData)]
  if (content.method.type === "mobile_money") {
    const body = { commande: { ...command, ...custom } }
    return draft("createDirectPayout", DirectPayoutRequest, body, secrets, lenient)
  }
  const stays = content.method.funds === "keep_in_wallet"
  const funds = { top_up_wallet: stays ? topUpWallet.keepInWallet : topUpWallet.transferToMobileMoney }
  const body = { commande: { ...command, ...funds, ...custom } }
  return draft("createWalletPayout", WalletPayoutRequest, body, secrets, lenient)
}

/** The endpoint that creates what goes this way. */
export const creationEndpointOf = (rail: Rail): EndpointName => {
  switch (rail) {
    case "hosted":
      return "createHostedInvoice"
    case "wallet":
      return "submitWalletInvoice"
    case "wallet_payout":
      return "createWalletPayout"
    case "mobile_money_payout":
      return "createDirectPayout"
    case "ussd_otp":
    case "ussd_push":
    case "guided_ussd":
    case "sms_otp":
    case "operator_redirect":
    case "service_redirect":
      return "createDirectInvoice"
  }
}

/** The draft of a creation. `onLoopback`: the service runs on this machine. */
export const draftCreation = (call: CreationCall, onLoopback: boolean): Drafted => {
  const { payment } = call
  if (payment._tag === "Payout") return payout({ ...call, payment }, onLoopback)
  const { method } = payment.content
  switch (method.type) {
    case "hosted":
      return hosted({ ...call, payment }, method)
    case "direct":
      return direct({ ...call, payment }, method)
    case "wallet":
      return walletSubmit({ ...call, payment }, method)
  }
}

/** The endpoint that sends a code, where one does: that of the wallet, or for a code by SMS that of the creation (#154). */
export const codeEndpointOf = (rail: Rail): EndpointName =>
  rail === "wallet" ? "sendWalletOtp" : creationEndpointOf(rail)

/** The draft of a request for a code. A code by SMS is asked for by a creation without one (#154). */
export const draftCodeRequest = (call: CreationCall<Payin>): Drafted => {
  const { amount, method } = call.payment.content
  if (call.otp !== null) return Option.none()
  if (method.type === "direct" && method.mode === "sms_otp") return direct(call, method)
  if (method.type !== "wallet") return Option.none()
  const { phone } = method
  return Option.map(sendWalletOtpTarget(phone, amount), (target) => ({
    endpoint: "sendWalletOtp",
    target,
    body: null,
    secrets: [phone],
  }))
}
