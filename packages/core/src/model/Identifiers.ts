/**
 * The names of payments, projects and the service's transactions, and the amounts that they move.
 *
 * Core has a type for the token that a creation returned and none for the token in a callback: that one is another token and must not be
 * used for anything (spec: Events, rule 2; #200, #201).
 *
 * Money is whole francs (XOF), without a sub-unit. There is no currency parameter; a merchant who sells in another currency converts before
 * calling. Spec: general rules (#10, #11, #12); limits (#243, #244, #245, #250).
 */
import { Redacted, Schema } from "effect"

/** A type with what is expected of it in words: what its errors say, and what is written about it. */
const said = (description: string) => ({ description })

const anId = said("1 to 64 letters, digits, hyphens or underscores")

/**
 * The merchant's reference: unique per kind and project for ever, and our idempotency key. It travels to the service as
 * `custom_data.transaction_id` (#60, #70).
 *
 * ```ts
 * Schema.is(PaymentId)("order-17") // => true
 * Schema.is(PaymentId)("order 17") // => false
 * ```
 */
export const PaymentId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/)).pipe(
  Schema.brand("PaymentId"),
  Schema.annotate(anId),
)
export type PaymentId = typeof PaymentId.Type

/**
 * The merchant's name for one of its API projects; its credentials are found under it (#181, #185).
 *
 * ```ts
 * const project = ProjectId.make("shop")
 * yield* payins.create({ ...payin, project }).pipe(Effect.map(({ payment }) => payment.key.project)) // => "shop"
 * ```
 */
export const ProjectId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/)).pipe(
  Schema.brand("ProjectId"),
  Schema.annotate(anId),
)
export type ProjectId = typeof ProjectId.Type

/**
 * Payin or payout. Ids are unique within a kind and a project, not across them.
 *
 * ```ts
 * PaymentKind.literals // => ["payin", "payout"]
 * ```
 */
export const PaymentKind = Schema.Literals(["payin", "payout"])
export type PaymentKind = typeof PaymentKind.Type

/**
 * The key of one payment in a store.
 *
 * ```ts
 * const key = PaymentKey.make({ kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-17") })
 * yield* store.find(key) // => null
 * ```
 */
export const PaymentKey = Schema.Struct({ kind: PaymentKind, project: ProjectId, id: PaymentId })
export type PaymentKey = typeof PaymentKey.Type

/**
 * A payment's name as text, for messages and map keys: `payin shop/order-17`.
 *
 * ```ts
 * keyText({ kind: "payin", project: "shop", id: "order-17" }) // => "payin shop/order-17"
 * ```
 */
export const keyText = ({ id, kind, project }: Readonly<Record<"kind" | "project" | "id", string>>): string =>
  `${kind} ${project}/${id}`

/**
 * The token that a creation returned, the only one that confirm accepts (#8, #78, #144, #177). Opaque: JWT-shaped so far, 200
 * to 1,024 characters; anything printable is kept as it came.
 *
 * ```ts
 * Schema.is(CreationToken)("a token with spaces") // => false
 * ```
 */
export const CreationToken = Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{1,16384}$/)).pipe(
  Schema.brand("CreationToken"),
)
export type CreationToken = typeof CreationToken.Type

/**
 * The merchant's order that a payin pays for; two completed payins of one order are a double collection.
 *
 * ```ts
 * const ofOrder = { ...payin, orderRef: OrderRef.make("2026/17") }
 * yield* payins.create(ofOrder)
 * yield* Effect.map(store.list({ kind: "payin", orderRef: "2026/17", limit: 10 }), (found) => found.length) // => 1
 * ```
 */
export const OrderRef = Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{1,128}$/)).pipe(
  Schema.brand("OrderRef"),
  Schema.annotate(said("1 to 128 printable characters without spaces")),
)
export type OrderRef = typeof OrderRef.Type

/**
 * An operator's name as the merchant declares it. The set is open: the service publishes no list (#111).
 *
 * ```ts
 * const operator = Operator.make("BAOBAB BURKINA")
 * const { payment } = yield* payouts.create({ ...payout, operator })
 * payment.content.operator // => "BAOBAB BURKINA"
 * ```
 */
export const Operator = Schema.String.check(Schema.isPattern(/^[\x20-\x7E]{1,64}$/)).pipe(
  Schema.brand("Operator"),
  Schema.annotate(said("the operator's name in at most 64 printable characters")),
)
export type Operator = typeof Operator.Type

/**
 * The code with which a customer confirms. It lives in memory for one call and is never stored, logged or put into an event, so
 * it has no JSON form. Make one with `Redacted.make`.
 */
export type Otp = Redacted.Redacted

/**
 * What an OTP looks like: 1 to 32 printable characters without spaces.
 *
 * ```ts
 * isOtp(Redacted.make("123456")) // => true
 * isOtp(Redacted.make("123 456")) // => false
 * ```
 */
export const isOtp = (otp: Otp): boolean => /^[\x21-\x7E]{1,32}$/.test(Redacted.value(otp))

/**
 * An absolute web address, and nothing that merely resembles one: no white space, no user info, no backslash. What does not
 * match is never opened and never accepted as a shop's address.
 */
export const webAddressPattern = /^https?:\/\/[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][\x21-\x5B\x5D-\x7E]*)?$/i

/**
 * Country code and local number, digits only (`226…`). Print it with {@link maskMsisdn}, never unmasked.
 *
 * ```ts
 * const typed = ["22670000001", "+226 70 00 00 01", "70000001"]
 * typed.map(Schema.is(Msisdn)) // => [true, false, true]
 * ```
 */
export const Msisdn = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{7,14}$/)).pipe(
  Schema.brand("Msisdn"),
  Schema.annotate(
    said("the country code and the number in digits, without plus, spaces or letters, such as 22670XXXXXXX"),
  ),
)
export type Msisdn = typeof Msisdn.Type

/** Stands where a number was erased. It belongs to no one. */
export const erasedNumber = Msisdn.make("10000000")

/**
 * The number with its middle hidden: enough for a person to recognise, too little to call.
 *
 * ```ts
 * maskMsisdn(Msisdn.make("22670000001")) // => "226••••••01"
 * ```
 */
export const maskMsisdn = (msisdn: Msisdn): string =>
  msisdn === erasedNumber ? "erased" : `${msisdn.slice(0, 3)}${"•".repeat(msisdn.length - 5)}${msisdn.slice(-2)}`

/** Control characters but line breaks, and broken characters, as written in a character class of a regular expression. */
export const unstorableCharacters = String.raw`\u0000-\u0009\u000B-\u001F\u007F\p{Cs}`

const unstorable = new RegExp(`[\\n${unstorableCharacters}]`, "gu")

/** The text without control and broken characters, cut to a length; what is no text is empty. */
export const storableText = (text: unknown, maximum: number): string =>
  typeof text === "string" ? text.slice(0, maximum).replace(unstorable, "\uFFFD") : ""

/**
 * Whole francs, zero or more.
 *
 * ```ts
 * const half = Schema.decodeUnknownResult(Xof)(99.5)
 * Result.isFailure(half) // => true
 * ```
 */
export const Xof = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).pipe(
  Schema.brand("Xof"),
)
export type Xof = typeof Xof.Type

/**
 * The smallest amount that the service collects (#243).
 *
 * ```ts
 * Schema.is(PayinAmount)(minimumPayinAmount - 1) // => false
 * ```
 */
export const minimumPayinAmount = 9

/**
 * The largest amount that the service collects (#244).
 *
 * ```ts
 * Schema.is(PayinAmount)(maximumPayinAmount) // => true
 * ```
 */
export const maximumPayinAmount = 2_000_000

/**
 * What a payin may ask for: whole francs from 9 to 2,000,000 (#243, #244).
 *
 * ```ts
 * const amounts = [8, 9, 500, 500.5].filter(Schema.is(PayinAmount)) // => [9, 500]
 * ```
 */
export const PayinAmount = Schema.Int.check(
  Schema.isBetween({ minimum: minimumPayinAmount, maximum: maximumPayinAmount }),
).pipe(Schema.brand("PayinAmount"), Schema.annotate(said("a whole number of francs (XOF) from 9 to 2,000,000")))
export type PayinAmount = typeof PayinAmount.Type

/**
 * What a payout may send: whole francs, at least one (#61, #250). The service shows no upper bound.
 *
 * ```ts
 * const amounts = [0, 1, 5_000_000].filter(Schema.is(PayoutAmount)) // => [1, 5_000_000]
 * ```
 */
export const PayoutAmount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).pipe(
  Schema.brand("PayoutAmount"),
  Schema.annotate(said("a whole number of francs (XOF), at least 1")),
)
export type PayoutAmount = typeof PayoutAmount.Type
