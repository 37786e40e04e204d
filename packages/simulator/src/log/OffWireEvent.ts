/** What is not on the wire: what a merchant says of its orders, and visits to its return addresses. */
import { Schema } from "effect"

/** What a merchant says of one of its orders: a person passed it on, or a probe of the merchant's own address. */
export const MerchantWord = Schema.Struct({
  /** The merchant's `transaction_id`; where it sends none, the token or the `request_id` of its payment. */
  order: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(256)),
  /** Paid (a payout: arrived), failed for good, or neither. */
  says: Schema.Literals(["Paid", "Failed", "Open"]),
  /** What the merchant has booked for the order, where it says so. */
  bookedXof: Schema.optionalKey(Schema.Int),
  /** What the order costs, for an order that the service has never seen. */
  amountXof: Schema.optionalKey(Schema.Int),
})

export type MerchantWord = typeof MerchantWord.Type

/**
 * What was not on the wire: a word, a visit to the return address of an order with the token of another one, or a customer who asks the
 * merchant to try again.
 */
export const OffWireEvent = Schema.Union([
  Schema.TaggedStruct("Word", { at: Schema.Int, word: MerchantWord }),
  Schema.TaggedStruct("Visit", { at: Schema.Int, order: Schema.String }),
  Schema.TaggedStruct("CustomerAsked", { at: Schema.Int, phone: Schema.String, amountXof: Schema.Int }),
])

export type OffWireEvent = typeof OffWireEvent.Type
