/**
 * Request bodies: their faults, and their content. wire's request schemas are the law; this file adds what the as-observed profile accepts,
 * the loopback addresses that a payout's callback may have, and the assumptions about texts and sums.
 * Spec: requests (#30-#70), U9, U20, U22.
 */
import {
  DirectInvoiceRequest,
  DirectPayoutRequest,
  type EndpointName,
  HostedInvoiceRequest,
  RequestCustomData,
  type RequestFault,
  requestFaults,
  transactionIdKey,
  WalletInvoiceRequest,
  WalletPayoutRequest,
} from "@cauri/wire"
import { Option, Schema } from "effect"
import { letterOf, object } from "./observedForms.ts"
import type { Limits, Options } from "../options/Options.ts"

export type CreationEndpoint = Exclude<EndpointName, "confirmInvoice" | "sendWalletOtp" | "confirmPayout">

export const isCreation = (endpoint: EndpointName): endpoint is CreationEndpoint => Object.hasOwn(schemas, endpoint)

const schemas: { readonly [Name in CreationEndpoint]: Schema.ConstraintDecoder<unknown> } = {
  createHostedInvoice: HostedInvoiceRequest,
  createDirectInvoice: DirectInvoiceRequest,
  submitWalletInvoice: WalletInvoiceRequest,
  createWalletPayout: WalletPayoutRequest,
  createDirectPayout: DirectPayoutRequest,
}

/** What stands at a path of a body, such as that of a fault. */
export const valueAt = (body: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((value, name) => (Array.isArray(value) ? value[Number(name)] : object(value)[name]), body)

/** All faults of a body, except those that the profile accepts. */
export const bodyFaults = (
  options: Options,
  endpoint: CreationEndpoint,
  body: unknown,
): ReadonlyArray<RequestFault> => {
  if (!isModest(body, options.limits)) return [{ path: [], kind: "Refused" }]
  const letter = letterOf(options, endpoint, body)
  return [
    ...requestFaults(schemas[endpoint], letter).filter((fault) => !tolerated(options, endpoint, body, fault)),
    ...furtherFaults(options, letter),
  ]
}

/**
 * Whether a body is within the limits of depth and size. A deeper one could overflow a recursive reader, so this walks it level by level.
 */
export const isModest = (body: unknown, limits: Pick<Limits, "bodyDepth" | "bodyValues">): boolean => {
  let level: ReadonlyArray<unknown> = [body]
  let values = 0
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length
    if (depth > limits.bodyDepth || values > limits.bodyValues) return false
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []))
  }
  return true
}

const line = Schema.Struct({ name: Schema.String, quantity: Schema.Finite, total_price: Schema.Finite })

/** The content of a payin's body. Only read once it has no faults. */
const InvoiceBody = Schema.Struct({
  commande: Schema.Struct({
    invoice: Schema.Struct({
      items: Schema.Array(line),
      total_amount: Schema.Int,
      description: Schema.String,
      customer: Schema.String,
      customer_firstname: Schema.optionalKey(Schema.String),
      customer_lastname: Schema.optionalKey(Schema.String),
      customer_email: Schema.optionalKey(Schema.String),
      external_id: Schema.optionalKey(Schema.String),
      otp: Schema.optionalKey(Schema.String),
    }),
    store: Schema.Struct({ name: Schema.String, website_url: Schema.String }),
    actions: Schema.Struct({ cancel_url: Schema.String, return_url: Schema.String, callback_url: Schema.String }),
    custom_data: Schema.optionalKey(RequestCustomData),
  }),
})

export type InvoiceCommand = (typeof InvoiceBody.Type)["commande"]

/** The content of a payout's body. Only read once it has no faults. */
const PayoutBody = Schema.Struct({
  commande: Schema.Struct({
    amount: Schema.Int,
    description: Schema.String,
    customer: Schema.String,
    callback_url: Schema.String,
    top_up_wallet: Schema.optionalKey(Schema.Literals([0, 1])),
    custom_data: Schema.optionalKey(RequestCustomData),
  }),
})

export type PayoutCommand = (typeof PayoutBody.Type)["commande"]

export const readInvoiceBody = (options: Options, endpoint: CreationEndpoint, body: unknown) =>
  Option.map(
    Schema.decodeUnknownOption(InvoiceBody)(letterOf(options, endpoint, body)),
    ({ commande }): InvoiceCommand => commande,
  )

export const readPayoutBody = (options: Options, endpoint: CreationEndpoint, body: unknown) =>
  Option.map(
    Schema.decodeUnknownOption(PayoutBody)(letterOf(options, endpoint, body)),
    ({ commande }): PayoutCommand => commande,
  )

/** What a fault rule may match, however wrong the body is. */
export interface Subject {
  readonly phone: string
  readonly amountXof: number
  readonly transactionId: string
  readonly callbackUrl: string | null
  /** It carries a customer's code. */
  readonly hasCode: boolean
}

export const subjectOf = (options: Options, endpoint: CreationEndpoint, body: unknown): Subject => {
  const commande = object(object(letterOf(options, endpoint, body))["commande"])
  const invoice = object(commande["invoice"])
  const phone = invoice["customer"] ?? commande["customer"]
  const amount = invoice["total_amount"] ?? commande["amount"]
  const transactionId = object(commande["custom_data"])[transactionIdKey]
  const callbackUrl = object(commande["actions"])["callback_url"] ?? commande["callback_url"]
  return {
    phone: typeof phone === "string" ? phone : "",
    amountXof: typeof amount === "number" ? amount : 0,
    transactionId: typeof transactionId === "string" ? transactionId : "",
    callbackUrl: typeof callbackUrl === "string" ? callbackUrl : null,
    hasCode: typeof invoice["otp"] === "string" && invoice["otp"] !== "",
  }
}

/** Whether an address is http on this machine: payouts may call back there, for development. */
const isLoopbackHttp = (address: unknown): boolean =>
  typeof address === "string" &&
  /^http:\/\/(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?([/?#]\S*)?$/i.test(address)

const tolerated = (
  options: Options,
  endpoint: CreationEndpoint,
  body: unknown,
  { kind, path }: RequestFault,
): boolean => {
  const name = path.at(-1)
  if (name === "total_price" && kind === "Refused") return !options.assumptions.itemArithmetic.product
  if (name !== "callback_url") return false
  const commande = object(object(body)["commande"])
  if (endpoint === "createWalletPayout" || endpoint === "createDirectPayout") {
    return isLoopbackHttp(commande["callback_url"])
  }
  // As observed a direct payin may want no callback.
  const isDirect = endpoint !== "createHostedInvoice"
  return options.profile.takesObservedForms && isDirect && object(commande["actions"])["callback_url"] === null
}

// U20 and U22: what wire's schemas accept and an assumption may refuse.
const furtherFaults = ({ assumptions }: Options, body: unknown): ReadonlyArray<RequestFault> => {
  const commande = object(object(body)["commande"])
  const invoice = object(commande["invoice"])
  const faults: Array<RequestFault> = []
  if (!assumptions.requiredTextMayBeEmpty) {
    if (commande["description"] === "") faults.push(refused("description"))
    if (invoice["description"] === "") faults.push(refused("invoice", "description"))
    if (object(commande["store"])["name"] === "") faults.push(refused("store", "name"))
  }
  const items = invoice["items"]
  if (assumptions.itemArithmetic.sum && Array.isArray(items) && items.length > 0) {
    const sum = items.reduce<number>((total, item) => total + Number(object(item)["total_price"]), 0)
    if (sum !== invoice["total_amount"]) faults.push(refused("invoice", "items"))
  }
  return faults
}

const refused = (...path: ReadonlyArray<string>): RequestFault => ({ path: ["commande", ...path], kind: "Refused" })
