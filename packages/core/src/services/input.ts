/**
 * What a merchant asks for, read by one schema for each kind of payment before anything is stored or sent. All faces read by these.
 *
 * Spec: requests (#30 to #70), custom data (#58, #60, #70), `external_id` (#90, #91), limits (#243 to #245).
 */
import { Predicate, Record, Result, Schema, SchemaAST, Struct } from "effect"
import {
  CustomerDetails,
  inText,
  LineItem,
  PayinContent,
  PayinMethod,
  plainText,
  PayoutContent,
  Shop,
} from "../model/Content.ts"
import { InvalidInput, readerOf, wrong } from "../model/fields.ts"
import { keyText, Msisdn, Operator, OrderRef, PaymentId, PaymentKey, ProjectId } from "../model/Identifiers.ts"
import type { PolicyShape } from "../model/Policy.ts"
import type { DirectMode } from "../model/ValidationMode.ts"

/**
 * The id belongs to a payment with other content. Nothing was sent.
 *
 * ```ts
 * yield* payins.create(payin)
 * const { message } = yield* Effect.flip(payins.create({ ...payin, amount: 600 }))
 * message.startsWith("The payin shop/order-17 exists already with another content (amount). Nothing was sent.") // => true
 * ```
 */
export class ContentConflict extends Schema.TaggedError<ContentConflict>()("ContentConflict", {
  key: PaymentKey,
  /** Which fields differ. */
  fields: Schema.Array(Schema.String),
}) {
  override get message() {
    return `The ${keyText(this.key)} exists already with another content (${this.fields.join(", ")}). Nothing was sent. A new id is for a new payment, and never for the same debt.`
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

/** A line of an order. */
export interface LineItemInput {
  /** What it is. */
  readonly name: string
  /** More about it. */
  readonly description?: string
  /** How many. */
  readonly quantity: number
  /** Whole francs (XOF) for one. */
  readonly unitPrice: number
}

/**
 * How a payin is paid. Phone numbers are the country code and the number in digits, `22670XXXXXXX`. The package `cauri` takes local ones of
 * its option `country`, too, and others with a plus.
 */
export type PayinMethodInput =
  /** The service's own page; a number filters the operators that it shows. */
  | {
      readonly type: "hosted"
      /** Where the page sends the customer afterwards. It proves nothing: read the payment. */
      readonly returnUrl: string
      /** Where the page sends a customer who cancels. */
      readonly cancelUrl: string
      /** Filters the operators that the page shows. */
      readonly phone?: string | null
      /** A further identifier of yours, sent as `external_id`; what the service does with it is unknown. Empty: none. */
      readonly externalId?: string | null
    }
  /** Your own pages; the customer confirms in the operator's way. */
  | {
      readonly type: "direct"
      /** How the operator lets the customer confirm. */
      readonly mode: DirectMode
      /** The customer's number. */
      readonly phone: string
    }
  /** The service's own wallet: a code first, then the payment. */
  | {
      readonly type: "wallet"
      /** The number of the customer's wallet. */
      readonly phone: string
    }

/** How a payout is made. */
export type PayoutMethodInput =
  /** To a mobile money number; seconds to days. */
  | { readonly type: "mobile_money" }
  /** To the beneficiary's wallet at the service, at once. */
  | {
      readonly type: "wallet"
      /** Whether the money stays there or goes on to the mobile money account. */
      readonly funds: "keep_in_wallet" | "transfer_to_mobile_money"
    }

interface CommonInput {
  /** Your reference, and the idempotency key for ever: 1 to 64 letters, digits, hyphens or underscores. */
  readonly id: string
  /** The project that it is paid with. Default: the one of the settings. */
  readonly project?: string | null
  /** Whole francs (XOF). */
  readonly amount: number
  /** What it is for: the customer or the beneficiary reads it. */
  readonly description: string
  /** Data that travels along, as texts: numbers and booleans become text, and nested data is refused. */
  readonly customData?: CustomDataInput
}

/** A payin to create: 9 to 2,000,000 francs. The amount always wins over the items. */
export interface PayinInput extends CommonInput {
  /** How it is paid: the service's page, your own pages, or its wallet. */
  readonly method: PayinMethodInput
  /** The lines of the order. */
  readonly items?: ReadonlyArray<LineItemInput>
  /** The shop whose name the customer sees. Default: the one that the settings have for the project. */
  readonly shop?: { readonly name: string; readonly siteUrl: string }
  /** Who pays, as far as you know it. */
  readonly customer?: { readonly firstName?: string; readonly lastName?: string; readonly email?: string }
  /** Your order: two payins of one order that are both paid raise a flag and a refund draft. */
  readonly orderRef?: string | null
}

/** A payout to create. */
export interface PayoutInput extends CommonInput {
  /** To mobile money, or to the wallet at the service. */
  readonly method: PayoutMethodInput
  /** Who gets it: the country code and the number in digits, `22670XXXXXXX`. The package `cauri` takes a local one of its option `country`. */
  readonly phone: string
  /** The operator whose balance pays, where you know it: a low balance then pauses that operator, and otherwise all payouts of the project. */
  readonly operator?: string | null
  /** The payin that it refunds, wholly or in part. */
  readonly refundOf?: string | null
}

/** What of a refund is not the default. */
export interface RefundInput extends Pick<PayoutInput, "customData" | "operator"> {
  /** The payout's own id. Default: `refund-` and the id of the payin, so that there is only one refund. */
  readonly id?: string
  /** Whole francs. Default: the whole amount. */
  readonly amount?: number
  /** Who gets it. Default: the number that paid. */
  readonly phone?: string
  /** What it is for. Default: the payin's own description. */
  readonly description?: string
  /** Default: mobile money. */
  readonly method?: PayoutMethodInput
}

/** What may be left out, as null too. */
const given = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const customData = given(
  Schema.Record(
    Schema.String,
    Schema.Union([plainText(500), Schema.Finite, Schema.Boolean]).annotate({
      description: `a number, a boolean or a text of 0 to 500 characters, ${inText} (\\n); write nested data as JSON text`,
    }),
  ).annotate({ description: "a plain object of texts, numbers and booleans" }),
)

const hosted = Schema.Struct({
  ...PayinMethod.cases.hosted.fields,
  phone: given(Msisdn),
  externalId: given(plainText(128).annotate({ description: `at most 128 characters, ${inText}` })),
})

const project = given(ProjectId)

/**
 * What a payin asks for, as a program passes it.
 *
 * ```ts
 * const input: unknown = JSON.parse(`{ "id": "order-17", "amount": "500" }`)
 * Schema.is(payinInput)(input) // => false
 * ```
 */
export const payinInput = Schema.Struct({
  project,
  id: PaymentId,
  amount: PayinContent.fields.amount,
  method: Schema.Union([hosted, PayinMethod.cases.direct, PayinMethod.cases.wallet]).annotate({
    description: 'of type "hosted", "direct" or "wallet"',
  }),
  description: PayinContent.fields.description,
  items: given(Schema.Array(LineItem).annotate({ description: "a list of items" })),
  shop: given(Shop),
  customer: given(CustomerDetails),
  customData,
  orderRef: given(OrderRef),
} satisfies Readonly<Record<keyof PayinInput, Schema.Top>>).annotate({
  description: "an object with the fields of a payin",
})

/**
 * What a payout asks for, as a program passes it.
 *
 * ```ts
 * Schema.is(payoutInput)(payout) // => true
 * ```
 */
export const payoutInput = Schema.Struct({
  project,
  id: PaymentId,
  amount: PayoutContent.fields.amount,
  method: PayoutContent.fields.method.annotate({ description: 'of type "mobile_money" or "wallet"' }),
  phone: Msisdn,
  description: PayoutContent.fields.description,
  operator: given(Operator),
  refundOf: given(PaymentId),
  customData,
} satisfies Readonly<Record<keyof PayoutInput, Schema.Top>>).annotate({
  description: "an object with the fields of a payout",
})

const { amount, customData: ownData, description, id, method, operator, phone } = payoutInput.fields

/** What a refund asks for: fields of its payout, of which each may be left out. */
const refundInput = Schema.Struct({
  ...Struct.map(Struct.map({ id, amount, phone, description, method }, Schema.NullOr), Schema.optionalKey),
  operator,
  customData: ownData,
} satisfies Readonly<Record<keyof RefundInput, Schema.Top>>)

/** Where a payment goes that names no project. */
const projectOf = (named: ProjectId | null | undefined, { merchant }: PolicyShape) => {
  const chosen = named ?? merchant.project
  return chosen === null
    ? wrong("project", `${SchemaAST.resolveDescription(ProjectId.ast)}; there is no default one`)
    : Result.succeed(chosen)
}

const payinIn = readerOf(payinInput)
const payoutIn = readerOf(payoutInput)

/** What a refund asks for, or the first field that is wrong. */
export const readRefund = readerOf(refundInput)

/** The entries that travel with a payment, each as its text. */
const customDataIn = (
  entries: Readonly<Record<string, string | number | boolean>>,
  { merchant }: PolicyShape,
): Result.Result<Readonly<Record<string, string>>, InvalidInput> => {
  const names = Object.keys(entries)
  if (names.length > merchant.maxCustomData) return wrong("customData", `at most ${merchant.maxCustomData} entries`)
  for (const name of names) {
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) {
      return wrong("customData", "keyed by 1 to 64 letters, digits, hyphens or underscores, a letter first")
    }
    if (name.toLowerCase() === "transaction_id") {
      return wrong(`customData.${name}`, "left out: Cauri sends the payment's id there")
    }
    if (merchant.refuseIdKeys && /id/i.test(name)) {
      return wrong(`customData.${name}`, 'named without "id": the service would mix its value into external_id')
    }
  }
  return Result.succeed(Record.map(entries, String))
}

/** The fields that a caller gave: null is left out. */
export const givenIn = (input: object): ReadonlyArray<string> =>
  Object.entries(input).flatMap(([field, value]) => (Predicate.isNullish(value) ? [] : [field]))

/**
 * The content of a payin, or the first field that is wrong.
 *
 * ```ts
 * const content = Result.getOrThrow(readPayin(payin, policy))
 * const defaults = [content.project, content.shop.name, content.items] // => ["shop", "Boutique", []]
 * ```
 */
export const readPayin = (input: PayinInput, policy: PolicyShape): Result.Result<PayinContent, InvalidInput> =>
  Result.gen(function* () {
    const { method, ...read } = yield* payinIn(input)
    const project = yield* projectOf(read.project, policy)
    const { maxItems, shops } = policy.merchant
    const items = read.items ?? []
    if (items.length > maxItems) return yield* wrong("items", `a list of at most ${maxItems} items`)
    const shop = read.shop ?? (Object.hasOwn(shops, project) ? shops[project] : undefined)
    if (shop === undefined) return yield* wrong("shop", SchemaAST.resolveDescription(Shop.ast) ?? "")
    return {
      kind: "payin" as const,
      ...read,
      project,
      method: method.type === "hosted" ? hostedIn(method) : method,
      items,
      shop,
      customer: read.customer ?? {},
      customData: yield* customDataIn(read.customData ?? {}, policy),
      orderRef: read.orderRef ?? null,
    }
  })

const hostedIn = ({ externalId, phone = null, ...method }: typeof hosted.Type) => {
  const identified = externalId === undefined || externalId === null || externalId === "" ? {} : { externalId }
  return { ...method, phone, ...identified }
}

/**
 * The content of a payout, or the first field that is wrong.
 *
 * ```ts
 * const wrong = readPayout({ ...payout, phone: "70 00 00 01" }, policy)
 * Result.isFailure(wrong) && wrong.failure.field // => "phone"
 * ```
 */
export const readPayout = (input: PayoutInput, policy: PolicyShape): Result.Result<PayoutContent, InvalidInput> =>
  Result.gen(function* () {
    const read = yield* payoutIn(input)
    return {
      kind: "payout" as const,
      ...read,
      project: yield* projectOf(read.project, policy),
      operator: read.operator ?? null,
      refundOf: read.refundOf ?? null,
      customData: yield* customDataIn(read.customData ?? {}, policy),
    }
  })
