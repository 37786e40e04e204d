/**
 * The names by which payments, projects and the service's transactions are known.
 *
 * There is a type for the token that a creation returned and none for the token in a callback: that one is another token,
 * it must not be used for anything (spec: Events, rule 2; #200, #201), so core gives nobody a way to hold it.
 */
import { Redacted, Schema } from "effect"

/**
 * The merchant's reference: unique per kind and project for ever, and our idempotency key. It travels to the service as
 * `custom_data.transaction_id` (#60, #70).
 */
export const PaymentId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/)).pipe(Schema.brand("PaymentId"))
/** The merchant's reference of a payment. */
export type PaymentId = typeof PaymentId.Type

/** The merchant's name for one of its API projects; its credentials are found under it (#181, #185). */
export const ProjectId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/)).pipe(Schema.brand("ProjectId"))
/** The merchant's name for one of its API projects. */
export type ProjectId = typeof ProjectId.Type

/** Payin or payout. Ids are unique within a kind and a project, not across them. */
export const PaymentKind = Schema.Literals(["payin", "payout"])
/** Payin or payout. */
export type PaymentKind = typeof PaymentKind.Type

/** What names one payment in a store. */
export const PaymentKey = Schema.Struct({ kind: PaymentKind, project: ProjectId, id: PaymentId })
/** What names one payment in a store. */
export type PaymentKey = typeof PaymentKey.Type

/** A payment's name as text, for messages and map keys: `payin shop/order-17`. */
export const keyText = ({ id, kind, project }: Readonly<Record<"kind" | "project" | "id", string>>): string =>
  `${kind} ${project}/${id}`

/**
 * The token that a creation returned, the only one that confirm accepts (#8, #78, #144, #177). Opaque: JWT-shaped so far, 200
 * to 1,024 characters; anything printable is kept as it came.
 */
export const CreationToken = Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{1,16384}$/)).pipe(
  Schema.brand("CreationToken"),
)
/** The token that a creation returned, the only one that confirm accepts. */
export type CreationToken = typeof CreationToken.Type

/** The merchant's order that a payin pays for; two completed payins of one order are a double collection. */
export const OrderRef = Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{1,128}$/)).pipe(Schema.brand("OrderRef"))
/** The merchant's order that a payin pays for. */
export type OrderRef = typeof OrderRef.Type

/** An operator's name as the merchant declares it. The set is open: the service publishes no list (#111). */
export const Operator = Schema.String.check(Schema.isPattern(/^[\x20-\x7E]{1,64}$/)).pipe(Schema.brand("Operator"))
/** An operator's name. */
export type Operator = typeof Operator.Type

/**
 * The code with which a customer confirms. It lives in memory for one call and is never stored, logged or put into an event, so
 * it has no JSON form. Make one with `Redacted.make`.
 */
export type Otp = Redacted.Redacted

/** What an OTP looks like: 1 to 32 printable characters without spaces. */
export const isOtp = (otp: Otp): boolean => /^[\x21-\x7E]{1,32}$/.test(Redacted.value(otp))

/**
 * An absolute web address, and nothing that merely resembles one: no white space, no user info, no backslash. What does not
 * match is never opened and never accepted as a shop's address.
 */
export const webAddressPattern = /^https?:\/\/[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][\x21-\x5B\x5D-\x7E]*)?$/i

/** Country code and local number, digits only (`226…`). Print it with {@link maskMsisdn}, never as it is. */
export const Msisdn = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{7,14}$/)).pipe(Schema.brand("Msisdn"))
/** Country code and local number, digits only. */
export type Msisdn = typeof Msisdn.Type

/** The number with its middle hidden: enough for a person to recognise, too little to call. */
export const maskMsisdn = (msisdn: Msisdn): string =>
  `${msisdn.slice(0, 3)}${"•".repeat(msisdn.length - 5)}${msisdn.slice(-2)}`

/** Control characters but line breaks, and broken characters, as they stand in a class of a regular expression. */
export const unkeepable = String.raw`\u0000-\u0009\u000B-\u001F\u007F\p{Cs}`

const unstorable = new RegExp(`[\\n${unkeepable}]`, "gu")

/** The text without control and broken characters, cut to a length; what is no text is empty. */
export const storable = (text: unknown, maximum: number): string =>
  typeof text === "string" ? text.slice(0, maximum).replace(unstorable, "\uFFFD") : ""
