/**
 * What a merchant hands in, checked field by field before anything is stored or sent. The first thing that is wrong is named,
 * with what was expected; the value itself is not repeated, because it may be somebody's phone number.
 *
 * Spec: requests (#30 to #70), limits (#243 to #245), `external_id` (#90).
 */
import { Result, Schema } from "effect"
import {
  CustomerDetails,
  Item,
  PayinContent,
  type PayinMethod,
  PayoutContent,
  type PayoutMethod,
  plainText,
  Shop,
  webUrl,
} from "./Content.ts"
import { keyText, Operator, OrderRef, PaymentId, PaymentKey, ProjectId } from "./Identifiers.ts"
import { PayinAmount, PayoutAmount } from "./Money.ts"
import { Msisdn } from "./Msisdn.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { DirectMode } from "./ValidationMode.ts"

/** Something that the merchant handed in is not as it must be. Nothing was stored and nothing was sent. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  field: Schema.String,
  expected: Schema.String,
}) {
  override get message() {
    return `${this.field} must be ${this.expected}. Nothing was stored or sent.`
  }
}

/** The id is taken by a payment with another content. Nothing was sent. */
export class ContentConflict extends Schema.TaggedError<ContentConflict>()("ContentConflict", { key: PaymentKey }) {
  override get message() {
    return `The ${keyText(this.key)} exists already with another content. Use a new id for a new payment; nothing was sent.`
  }
}

/** A payin as a merchant asks for it: plain values, checked by `readPayin`. */
export interface PayinInput {
  readonly project: string
  readonly id: string
  /** Whole francs (XOF), 9 to 2,000,000. The amount always wins over the items. */
  readonly amount: number
  readonly method:
    | {
        readonly _tag: "Hosted"
        readonly returnUrl: string
        readonly cancelUrl: string
        readonly operatorFilter?: string | null
      }
    | { readonly _tag: "Direct"; readonly mode: DirectMode; readonly customer: string }
    | { readonly _tag: "Wallet"; readonly customer: string }
  readonly description: string
  readonly items?: ReadonlyArray<Item | ItemInput>
  /** Overrides the shop that the policy holds for the project. */
  readonly shop?: { readonly name: string; readonly siteUrl: string }
  readonly customer?: { readonly firstName?: string; readonly lastName?: string; readonly email?: string }
  readonly customData?: Readonly<Record<string, string>>
  readonly orderRef?: string | null
}

/** A line of an order as a merchant hands it in. */
export interface ItemInput {
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
  readonly customData?: Readonly<Record<string, string>>
}

const expectations = {
  id: "1 to 64 letters, digits, hyphens or underscores",
  payinAmount: "a whole number of francs (XOF) from 9 to 2,000,000",
  payoutAmount: "a whole number of francs (XOF), at least 1",
  phone: "the country code and the number in digits, without plus, spaces or letters, such as 22670XXXXXXX",
  url: "an absolute http or https address",
  text: (from: number) => `${from} to 500 characters, without control characters other than line breaks (\\n)`,
  shop: "a name of 1 to 200 characters and an absolute http or https siteUrl, here or in the policy's shops",
  customer: "firstName and lastName of at most 100 and email of at most 200 characters, each of them optional",
  item:
    "a name of 1 to 200 characters, a whole quantity from 1 to 1,000,000, a unitPrice in whole francs up to " +
    "1,000,000,000 and perhaps a description of at most 500 characters",
} as const

const wrong = (field: string, expected: string) => Result.fail(new InvalidInput({ field, expected }))

const read = <A>(schema: Schema.ConstraintDecoder<A>, value: unknown, field: string, expected: string) =>
  Result.mapError(Schema.decodeUnknownResult(schema)(value), () => new InvalidInput({ field, expected }))

/** May this stand in a history as a person's name, reason or evidence? Programs without types hand over anything. */
export const isPersonsText = (text: string): boolean => Schema.is(plainText(2_000))(text) && text.trim() !== ""

/** Who asked for it, or why that cannot be written down. */
export const readBy = (by: string): Result.Result<string, InvalidInput> =>
  isPersonsText(by) ? Result.succeed(by) : wrong("by", "a name in 1 to 2,000 characters without control characters")

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Programs without types often write a field that is left out as undefined. */
const withoutUndefined = (value: unknown): unknown =>
  isObject(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
    : value

const readCustomData = (data: unknown, policy: PolicyShape) => {
  if (data === undefined) return Result.succeed({})
  // A list or a map would show no entries here, and what it holds would be lost without a word.
  if (!isObject(data) || Symbol.iterator in data) return wrong("customData", "a plain object of texts")
  const entries = Object.entries(data)
  if (entries.length > policy.maxCustomData) return wrong("customData", `at most ${policy.maxCustomData} entries`)
  for (const [key, value] of entries) {
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(key)) {
      return wrong("customData", "keyed by 1 to 64 letters, digits, hyphens or underscores, a letter first")
    }
    if (key === "transaction_id")
      return wrong("customData.transaction_id", "left out: Cauri sends the payment's id there")
    if (policy.refuseIdKeys && /id/i.test(key)) {
      return wrong(`customData.${key}`, 'named without "id": the service would mix its value into external_id')
    }
    if (!Schema.is(plainText(500))(value)) return wrong(`customData.${key}`, `a text of ${expectations.text(0)}`)
  }
  return Result.succeed(Object.fromEntries(entries) as Record<string, string>)
}

const readMethod = (method: PayinInput["method"]): Result.Result<PayinMethod, InvalidInput> => {
  switch (method?._tag) {
    case "Hosted":
      return Result.gen(function* () {
        const returnUrl = yield* read(webUrl, method.returnUrl, "method.returnUrl", expectations.url)
        const cancelUrl = yield* read(webUrl, method.cancelUrl, "method.cancelUrl", expectations.url)
        const number = method.operatorFilter ?? null
        const operatorFilter = yield* read(Schema.NullOr(Msisdn), number, "method.operatorFilter", expectations.phone)
        return { _tag: "Hosted" as const, returnUrl, cancelUrl, operatorFilter }
      })
    case "Direct":
      return Result.gen(function* () {
        const mode = yield* read(DirectMode, method.mode, "method.mode", `one of ${DirectMode.literals.join(", ")}`)
        const customer = yield* read(Msisdn, method.customer, "method.customer", expectations.phone)
        return { _tag: "Direct" as const, mode, customer }
      })
    case "Wallet":
      return Result.map(read(Msisdn, method.customer, "method.customer", expectations.phone), (customer) => ({
        _tag: "Wallet" as const,
        customer,
      }))
    default:
      return wrong("method", 'tagged "Hosted", "Direct" or "Wallet"')
  }
}

const readItems = (items: PayinInput["items"], policy: PolicyShape) => {
  if (items === undefined) return Result.succeed([])
  if (!Array.isArray(items) || items.length > policy.maxItems) {
    return wrong("items", `a list of at most ${policy.maxItems} items`)
  }
  // Array.from visits the holes of a list too.
  return Result.all(
    Array.from(items, (item, index) => read(Item, withoutUndefined(item), `items[${index}]`, expectations.item)),
  )
}

/** The content of a payin, or the first thing that is wrong with what was handed in. */
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
    const known = Object.hasOwn(policy.shops, project) ? policy.shops[project] : undefined
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

/** The content of a payout, or the first thing that is wrong with what was handed in. */
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
      'tagged "MobileMoney", or "Wallet" with funds "KeepInWallet" or "TransferToMobileMoney"',
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
