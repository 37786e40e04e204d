/**
 * The kinds of value that several requests share: amounts, phone numbers, addresses, texts, the merchant's own keys.
 * These are the specification's promises; the lenient readers do not use them.
 * Spec: General rules (#10 #13), Limits (#243-#245 #250), Endpoints (#160), Payin status record (#58).
 */
import { Schema } from "effect"

/** Least amount of a payin in XOF (#243). */
export const payinMinimumXof = 9

/** Greatest amount of a payin in XOF (#244). */
export const payinMaximumXof = 2_000_000

/** Any amount: an integer in XOF, which has no sub-unit (#10, #245). */
export const Amount = Schema.Int

/** Amount of a payin: an integer within the service's global bounds (#35, #243-#245). Operators may be narrower (#249). */
export const PayinAmount = Amount.check(Schema.isBetween({ minimum: payinMinimumXof, maximum: payinMaximumXof }))

/** Amount of a payout or of an OTP request: a positive integer; no bounds are shown (#61, #160, #250). */
export const PositiveAmount = Amount.check(Schema.isGreaterThan(0))

/** Country code and local number, no `+`, no spaces (#13). The length is not shown: see W3 in UNKNOWNS.md. */
export const PhoneNumber = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{7,14}$/))

/** An absolute web address. That it is publicly accessible (#57) cannot be seen from its text. */
export const WebAddress = Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/?#]+\S*$/))

/** An absolute HTTPS address, as payouts' callbacks need (#64, #210). */
export const HttpsAddress = Schema.String.check(Schema.isPattern(/^https:\/\/[^\s/?#]+\S*$/))

/** A merchant's `custom_data`: an object of its own keys (#58, #70). U21: values that are not strings. */
export const RequestCustomData = Schema.JsonObject

export type RequestCustomData = typeof RequestCustomData.Type

/** A field that is "always an empty string". */
export const EmptyText = Schema.Literal("")
