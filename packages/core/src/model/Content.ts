/**
 * What a merchant asks for: the content of a payin and of a payout. It never changes once it is stored; the same id with the same
 * content is the same payment, with other content it is an error.
 *
 * Spec: invoice creation request (#30 to #60), payout creation request (#61 to #70).
 */
import { Equal, Predicate, Schema } from "effect"
import {
  Msisdn,
  Operator,
  OrderRef,
  PayinAmount,
  PaymentId,
  PayoutAmount,
  ProjectId,
  unstorableCharacters,
  webAddressPattern,
  Xof,
} from "./Identifiers.ts"
import { DirectMode, type Rail } from "./ValidationMode.ts"

/** Text that a store and a wire can carry: no control characters but line breaks, no broken characters. */
export const plainText = (maximum: number) =>
  Schema.String.check(Schema.isMaxLength(maximum), Schema.isPattern(new RegExp(`^[^${unstorableCharacters}]*$`, "u")))
/** At least one visible letter or digit: Unicode has letters that display as nothing. */
const legible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/**
 * May a history hold this text as a person's name, reason or evidence? Untyped programs pass anything.
 *
 * ```ts
 * isPersonsText("The bank's statement, line 4") // => true
 * isPersonsText(" - ") // => false
 * ```
 */
export const isPersonsText = (text: string): boolean => Schema.is(plainText(2_000))(text) && legible.test(text)

const requiredText = (maximum: number) => plainText(maximum).check(Schema.isMinLength(1))
const webUrl = Schema.String.check(Schema.isMaxLength(2_048), Schema.isPattern(webAddressPattern)).annotate({
  description: "an absolute http or https address",
})
/** What a text may contain. */
export const inText = "without control characters other than line breaks"
const description = requiredText(500).annotate({ description: `1 to 500 characters, ${inText} (\\n)` })

/**
 * One line of an order. The total is computed, so it cannot disagree (#51); quantity and price are bounded, so that a number represents it
 * exactly.
 *
 * ```ts
 * const loaf = { name: "Loaf", quantity: 2, unitPrice: 250 }
 * Schema.is(LineItem)(loaf) // => true
 * Schema.is(LineItem)({ ...loaf, quantity: 0.5 }) // => false
 * ```
 */
export const LineItem = Schema.Struct({
  name: requiredText(200),
  description: Schema.optionalKey(plainText(500)),
  quantity: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
  unitPrice: Xof.check(Schema.isLessThanOrEqualTo(1_000_000_000)),
}).annotate({
  description:
    "a name of 1 to 200 characters, a whole quantity from 1 to 1,000,000, a unitPrice in whole francs up to " +
    "1,000,000,000 and perhaps a description of at most 500 characters",
})
export type LineItem = typeof LineItem.Type

/**
 * Quantity times unit price (#51).
 *
 * ```ts
 * totalPrice(LineItem.make({ name: "Loaf", quantity: 2, unitPrice: Xof.make(250) })) // => 500
 * ```
 */
export const totalPrice = (item: LineItem): number => item.quantity * item.unitPrice

/**
 * The shop that a payin is for; its name is shown on the hosted page (#52, #53).
 *
 * ```ts
 * Schema.is(Shop)({ name: "Boutique", siteUrl: "https://shop.example" }) // => true
 * Schema.is(Shop)({ name: "Boutique", siteUrl: "shop.example" }) // => false
 * ```
 */
export const Shop = Schema.Struct({ name: requiredText(200), siteUrl: webUrl }).annotate({
  description: "a name of 1 to 200 characters and an absolute http or https siteUrl, here or in the policy's shops",
})
export type Shop = typeof Shop.Type

/**
 * The payer, as far as the merchant gives it (#42).
 *
 * ```ts
 * const customer = CustomerDetails.make({ email: "orders@shop.example" })
 * const { payment } = yield* payins.create({ ...payin, customer })
 * payment.content.customer // => { email: "orders@shop.example" }
 * ```
 */
export const CustomerDetails = Schema.Struct({
  firstName: Schema.optionalKey(plainText(100)),
  lastName: Schema.optionalKey(plainText(100)),
  email: Schema.optionalKey(plainText(200)),
}).annotate({
  description: "firstName and lastName of at most 100 and email of at most 200 characters, each of them optional",
})
export type CustomerDetails = typeof CustomerDetails.Type

/**
 * How a payin is made, and what that way needs.
 *
 * ```ts
 * const method = PayinMethod.cases.wallet.make({ phone: Msisdn.make("22670000001") })
 * method.type // => "wallet"
 * ```
 */
export const PayinMethod = Schema.Union([
  /** The service's own page. The customer goes to `cancelUrl` or `returnUrl` afterwards; neither proves anything (#54, #55). */
  Schema.Struct({
    type: Schema.tag("hosted"),
    returnUrl: webUrl,
    cancelUrl: webUrl,
    /** Filters the operators that the page shows (#39). Off (null) by default (#38). */
    phone: Schema.NullOr(Msisdn),
    /** A further identifier of the merchant's own (#43); left out where there is none. What the service does with it is unknown. */
    externalId: Schema.optionalKey(requiredText(128)),
  }),
  /** The merchant's own interface; the customer confirms by the operator's mode (#40). */
  Schema.Struct({ type: Schema.tag("direct"), mode: DirectMode, phone: Msisdn }),
  /** The service's own wallet: a code first, then the payment (#41, #166, #171). */
  Schema.Struct({ type: Schema.tag("wallet"), phone: Msisdn }),
]).pipe(Schema.toTaggedUnion("type"))
export type PayinMethod = typeof PayinMethod.Type

/** What travels with the payment, as texts: the service returns nothing else (#95). */
const customData = Schema.Record(Schema.String, plainText(500))

/** When a person's data in it were erased. */
const erasedAt = Schema.optionalKey(Schema.Int)

/**
 * What a payin asks for.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const text = Schema.encodeSync(PayinContent)(payment.content)
 * const asked = [text.kind, text.project, text.orderRef] // => ["payin", "shop", null]
 * ```
 */
export const PayinContent = Schema.Struct({
  kind: Schema.Literal("payin"),
  project: ProjectId,
  id: PaymentId,
  amount: PayinAmount,
  method: PayinMethod,
  description,
  items: Schema.Array(LineItem),
  shop: Shop,
  customer: CustomerDetails,
  customData,
  orderRef: Schema.NullOr(OrderRef),
  erasedAt,
})
export type PayinContent = typeof PayinContent.Type

/**
 * How a payout is made. The wallet's two ways are named: the service's 0 and 1 once meant the opposite (#66, #68, #69).
 *
 * ```ts
 * const method = PayoutMethod.cases.wallet.make({ funds: "keep_in_wallet" })
 * const { payment } = yield* payouts.create({ ...payout, method })
 * railOf(payment.content) // => "wallet_payout"
 * ```
 */
export const PayoutMethod = Schema.Union([
  /** Credit the beneficiary's wallet at the service, at once (#6, #127). */
  Schema.Struct({
    type: Schema.tag("wallet"),
    funds: Schema.Literals(["keep_in_wallet", "transfer_to_mobile_money"]),
  }),
  /** Send to a mobile money number; it takes seconds to days (#7, #126). */
  Schema.Struct({ type: Schema.tag("mobile_money") }),
]).pipe(Schema.toTaggedUnion("type"))
export type PayoutMethod = typeof PayoutMethod.Type

/**
 * What a payout asks for.
 *
 * ```ts
 * const { payment } = yield* payouts.create(payout)
 * Schema.is(PayoutContent)(payment.content) // => true
 * Schema.is(PayinContent)(payment.content) // => false
 * ```
 */
export const PayoutContent = Schema.Struct({
  kind: Schema.Literal("payout"),
  project: ProjectId,
  id: PaymentId,
  amount: PayoutAmount,
  method: PayoutMethod,
  phone: Msisdn,
  description,
  /** The operator whose balance pays, when the host knows it: a low balance then pauses that operator only (#238, #239). */
  operator: Schema.NullOr(Operator),
  /** The payin that this payout refunds, wholly or in part. */
  refundOf: Schema.NullOr(PaymentId),
  customData,
  erasedAt,
})
export type PayoutContent = typeof PayoutContent.Type

export const payinRailOf = ({ method }: PayinContent) => (method.type === "direct" ? method.mode : method.type)

/**
 * The rail that a payment travels on.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * railOf(payment.content) // => "ussd_push"
 * ```
 */
export const railOf = (content: PayinContent | PayoutContent): Rail => {
  if (content.kind === "payin") return payinRailOf(content)
  return content.method.type === "wallet" ? "wallet_payout" : "mobile_money_payout"
}

/** What a drafted refund of this payin says, and no payout of the merchant's own. */
export const draftDescription = (payin: string): string => `Refund of payin ${payin}`

/** A method without the numbers in it. */
const waysOf = (content: PayinContent | PayoutContent): string => {
  const { kind, method } = content
  return kind === "payout" && method.type === "wallet" ? method.funds : railOf(content)
}

/** What of a content may say something about a person. */
const personalFields = ["method", "phone", "customer", "customData", "description"]

/** The names of what differs in an object, of which a text or a list is one thing. */
const differing = (name: string, one: unknown, other: unknown): ReadonlyArray<string> => {
  if (Equal.equals(one, other)) return []
  if (!Predicate.isReadonlyObject(one) || !Predicate.isReadonlyObject(other)) return [name]
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return Array.from(fields).flatMap((field) => differing(`${name}.${field}`, one[field], other[field]))
}

/**
 * The names of the fields in which both do not ask for the same. Those that a caller left out are not compared: a default may have changed
 * since. Nor are those that were erased.
 */
export const differences = (
  one: PayinContent | PayoutContent,
  other: PayinContent | PayoutContent,
  given: ReadonlyArray<string> = Object.keys(one),
): ReadonlyArray<string> => {
  const [asked, stored] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  const isErased = (field: string) => other.erasedAt !== undefined && personalFields.includes(field)
  return given.flatMap((field) => {
    if (!isErased(field)) return differing(field, asked.get(field), stored.get(field))
    return field !== "method" || waysOf(one) === waysOf(other) ? [] : [field]
  })
}

/**
 * The number of the customer or beneficiary, where it is known.
 *
 * ```ts
 * const { payment } = yield* payouts.create(payout)
 * counterparty(payment.content) // => "22670000001"
 * ```
 */
export const counterparty = (content: PayinContent | PayoutContent): Msisdn | null => {
  if (content.erasedAt !== undefined) return null
  return content.kind === "payout" ? content.phone : content.method.phone
}
