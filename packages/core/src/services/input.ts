/**
 * A merchant's input, checked field by field before anything is stored or sent. The error names the first wrong field.
 *
 * Spec: requests (#30 to #70), limits (#243 to #245).
 */
import { Result, Schema } from "effect"
import {
  CustomerDetails,
  LineItem,
  PayinContent,
  type PayinMethod,
  plainText,
  PayoutContent,
  type PayoutMethod,
  Shop,
  webUrl,
} from "../model/Content.ts"
import { expectations, InvalidInput, isObject, read, readCustomData, withoutUndefined, wrong } from "../model/fields.ts"
import {
  keyText,
  Msisdn,
  Operator,
  OrderRef,
  PayinAmount,
  PaymentId,
  PaymentKey,
  PayoutAmount,
  ProjectId,
} from "../model/Identifiers.ts"
import type { PolicyShape } from "../model/Policy.ts"
import { DirectMode } from "../model/ValidationMode.ts"

/** The id belongs to a payment with other content. Nothing was sent. */
export class ContentConflict extends Schema.TaggedError<ContentConflict>()("ContentConflict", { key: PaymentKey }) {
  override get message() {
    return `The ${keyText(this.key)} exists already with another content. Nothing was sent. A new id is for a new payment, and never for the same debt.`
  }
}

/**
 * What travels along with a payment, within these limits:
 * - numbers and booleans are kept and sent as their text, because the service returns only texts (#95);
 * - nested data is refused, because it would come back as text: write it as JSON text;
 * - keys have plain characters only, because forms of callbacks write them between brackets;
 * - `transaction_id` is the payment's id (#60);
 * - the policy bounds the number of entries, and may refuse keys that contain "id" (`refuseIdKeys`).
 */
export type CustomDataInput = Readonly<Record<string, string | number | boolean>>

/** A payin as a merchant asks for it: plain values, checked by `readPayin`. */
export interface PayinInput {
  readonly project: string
  readonly id: string
  /** Whole francs (XOF), 9 to 2,000,000. The amount always wins over the items. */
  readonly amount: number
  readonly method:
    | {
        readonly _tag: "hosted"
        readonly returnUrl: string
        readonly cancelUrl: string
        readonly operatorFilter?: string | null
        readonly externalId?: string | null
      }
    | { readonly _tag: "direct"; readonly mode: DirectMode; readonly customer: string }
    | { readonly _tag: "wallet"; readonly customer: string }
  readonly description: string
  readonly items?: ReadonlyArray<LineItem | LineItemInput>
  /** Overrides the shop that the policy has for the project. */
  readonly shop?: { readonly name: string; readonly siteUrl: string }
  readonly customer?: { readonly firstName?: string; readonly lastName?: string; readonly email?: string }
  readonly customData?: CustomDataInput
  readonly orderRef?: string | null
}

/** A line of an order, as a merchant passes it. */
export interface LineItemInput {
  readonly name: string
  readonly description?: string
  readonly quantity: number
  readonly unitPrice: number
}

/** A payout as a merchant asks for it: plain values, checked by `readPayout`. */
export interface PayoutInput {
  readonly project: string
  readonly id: string
  /** Whole francs (XOF), at least one. */
  readonly amount: number
  readonly method: PayoutMethod
  readonly beneficiary: string
  readonly description: string
  readonly operator?: string | null
  readonly refundOf?: string | null
  readonly customData?: CustomDataInput
}

const readMethod = (method: PayinInput["method"]): Result.Result<PayinMethod, InvalidInput> => {
  switch (method?._tag) {
    case "hosted":
      return Result.gen(function* () {
        const returnUrl = yield* read(webUrl, method.returnUrl, "method.returnUrl", expectations.url)
        const cancelUrl = yield* read(webUrl, method.cancelUrl, "method.cancelUrl", expectations.url)
        const number = method.operatorFilter ?? null
        const operatorFilter = yield* read(Schema.NullOr(Msisdn), number, "method.operatorFilter", expectations.phone)
        const named = method.externalId ?? ""
        const externalId = yield* read(plainText(128), named, "method.externalId", expectations.externalId)
        const identified = externalId === "" ? {} : { externalId }
        return { _tag: "hosted" as const, returnUrl, cancelUrl, operatorFilter, ...identified }
      })
    case "direct":
      return Result.gen(function* () {
        const mode = yield* read(DirectMode, method.mode, "method.mode", `one of ${DirectMode.literals.join(", ")}`)
        const customer = yield* read(Msisdn, method.customer, "method.customer", expectations.phone)
        return { _tag: "direct" as const, mode, customer }
      })
    case "wallet":
      return Result.map(read(Msisdn, method.customer, "method.customer", expectations.phone), (customer) => ({
        _tag: "wallet" as const,
        customer,
      }))
    default:
      return wrong("method", 'tagged "hosted", "direct" or "wallet"')
  }
}

const readItems = (items: PayinInput["items"], policy: PolicyShape) => {
  if (items === undefined) return Result.succeed([])
  if (!Array.isArray(items) || items.length > policy.merchant.maxItems) {
    return wrong("items", `a list of at most ${policy.merchant.maxItems} items`)
  }
  // Array.from visits the holes of a list too.
  return Result.all(
    Array.from(items, (item, index) => read(LineItem, withoutUndefined(item), `items[${index}]`, expectations.item)),
  )
}

/** The fields that a caller gave. */
export const givenIn = (input: object): ReadonlyArray<string> =>
  Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]))

/** The content of a payin, or the first field that is wrong. */
export const readPayin = (input: PayinInput, policy: PolicyShape): Result.Result<PayinContent, InvalidInput> =>
  Result.gen(function* () {
    if (!isObject(input)) return yield* wrong("input", "an object with the fields of a payment")
    const project = yield* read(ProjectId, input.project, "project", expectations.id)
    const id = yield* read(PaymentId, input.id, "id", expectations.id)
    const amount = yield* read(PayinAmount, input.amount, "amount", expectations.payinAmount)
    const method = yield* readMethod(input.method)
    const description = yield* read(
      PayinContent.fields.description,
      input.description,
      "description",
      expectations.text(1),
    )
    const items = yield* readItems(input.items, policy)
    const known = Object.hasOwn(policy.merchant.shops, project) ? policy.merchant.shops[project] : undefined
    const shop = yield* read(Shop, input.shop ?? known, "shop", expectations.shop)
    const customer = yield* read(
      CustomerDetails,
      withoutUndefined(input.customer ?? {}),
      "customer",
      expectations.customer,
    )
    const customData = yield* readCustomData(input.customData, policy)
    const orderRef = yield* read(
      Schema.NullOr(OrderRef),
      input.orderRef ?? null,
      "orderRef",
      "1 to 128 printable characters without spaces",
    )
    return {
      kind: "payin" as const,
      project,
      id,
      amount,
      method,
      description,
      items,
      shop,
      customer,
      customData,
      orderRef,
    }
  })

/** The content of a payout, or the first field that is wrong. */
export const readPayout = (input: PayoutInput, policy: PolicyShape): Result.Result<PayoutContent, InvalidInput> =>
  Result.gen(function* () {
    if (!isObject(input)) return yield* wrong("input", "an object with the fields of a payment")
    const project = yield* read(ProjectId, input.project, "project", expectations.id)
    const id = yield* read(PaymentId, input.id, "id", expectations.id)
    const amount = yield* read(PayoutAmount, input.amount, "amount", expectations.payoutAmount)
    const method = yield* read(
      PayoutContent.fields.method,
      input.method,
      "method",
      'tagged "mobile_money", or "wallet" with funds "keep_in_wallet" or "transfer_to_mobile_money"',
    )
    const beneficiary = yield* read(Msisdn, input.beneficiary, "beneficiary", expectations.phone)
    const description = yield* read(
      PayoutContent.fields.description,
      input.description,
      "description",
      expectations.text(1),
    )
    const operator = yield* read(
      Schema.NullOr(Operator),
      input.operator ?? null,
      "operator",
      "the operator's name in at most 64 printable characters",
    )
    const refundOf = yield* read(Schema.NullOr(PaymentId), input.refundOf ?? null, "refundOf", expectations.id)
    const customData = yield* readCustomData(input.customData, policy)
    return {
      kind: "payout" as const,
      project,
      id,
      amount,
      method,
      beneficiary,
      description,
      operator,
      refundOf,
      customData,
    }
  })
