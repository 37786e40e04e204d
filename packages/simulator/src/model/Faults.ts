/**
 * Faults as data: what can go wrong, and the rules that say when. All are off unless a rule, a probability or a magic number enables them.
 * The engine selects and applies every fault; the HTTP side only obeys the `Reply` that comes out (a cut connection, silence, a page, a
 * truncated text) and knows no rule.
 */
import { endpointNames, statuses } from "@cauri/wire"
import { Schema } from "effect"

/** What can happen to one call. `executed` says whether the service executes the request before it fails. */
export const CallFault = Schema.Union([
  /** Executed; the answer never comes and the connection stays open. */
  Schema.TaggedStruct("AnswerDropped", {}),
  /** The connection is reset, before or after the execution. */
  Schema.TaggedStruct("ConnectionReset", { executed: Schema.Boolean }),
  /** The answer takes this much longer, before or after the execution. */
  Schema.TaggedStruct("Delay", { millis: Schema.Int, executed: Schema.Boolean }),
  /** An HTML page with this status instead of an envelope: 429, 500, 502, 503, 504. */
  Schema.TaggedStruct("HtmlPage", { status: Schema.Int, executed: Schema.Boolean }),
  /** Executed; the JSON is cut off in the middle. */
  Schema.TaggedStruct("TruncatedJson", {}),
  /** Executed; `00` with an empty token. */
  Schema.TaggedStruct("EmptyToken", {}),
  /** Executed; a failure's code beside a token (U16). */
  Schema.TaggedStruct("FailureWithToken", { responseCode: Schema.String }),
  /** `Echec (CodeXX)` with a code of the rule's choice; executed or not (U15). */
  Schema.TaggedStruct("SubCode", { code: Schema.String, executed: Schema.Boolean }),
])

export type CallFault = typeof CallFault.Type

/** What a confirm can report wrongly. The payment itself is unharmed. */
export const RecordFault = Schema.Union([
  /** Another word as `status`: `nocompleted`, `COMPLETED`, `reversed` … */
  Schema.TaggedStruct("OtherStatus", { text: Schema.String }),
  /** `montant` and `amount` are off by this. */
  Schema.TaggedStruct("OtherAmount", { byXof: Schema.Int }),
  /** The call fails with this sub-code. */
  Schema.TaggedStruct("ConfirmRefused", { code: Schema.String }),
])

export type RecordFault = typeof RecordFault.Type

/** What can happen to a payment, fixed when it is created. */
export const PaymentFault = Schema.Union([
  /** A final status changes to the other one after this time, money and callback included (N4). */
  Schema.TaggedStruct("FinalStatusMoves", { afterMillis: Schema.Int }),
  /** The creation token is unknown after this time. */
  Schema.TaggedStruct("TokenExpires", { afterMillis: Schema.Int }),
])

export type PaymentFault = typeof PaymentFault.Type

/** What can happen to the two POSTs of an event. */
export const CallbackFault = Schema.Union([
  /** Neither is sent. */
  Schema.TaggedStruct("CallbackLost", {}),
  /** The payment is decided and both are delivered before the creation answers. */
  Schema.TaggedStruct("CallbackEarly", {}),
  /** Only one of the two is sent. */
  Schema.TaggedStruct("CallbackSingle", { encoding: Schema.Literals(["Form", "Json"]) }),
  /** Both are sent this many times more. */
  Schema.TaggedStruct("CallbackRepeated", { times: Schema.Int, everyMillis: Schema.Int }),
  /** JSON first. */
  Schema.TaggedStruct("CallbackReordered", {}),
  /** Both come this much later. */
  Schema.TaggedStruct("CallbackLate", { millis: Schema.Int }),
  /** They wait until a person sends them. */
  Schema.TaggedStruct("CallbackHeld", {}),
  /** Right after creation, two POSTs claim this status. */
  Schema.TaggedStruct("CallbackForged", { status: Schema.Literals(statuses) }),
])

export type CallbackFault = typeof CallbackFault.Type

/** Any fault. */
export const Fault = Schema.Union([CallFault, RecordFault, PaymentFault, CallbackFault])

export type Fault = typeof Fault.Type

/**
 * When a fault strikes: all given conditions must be true. Call faults are matched against the call itself; record faults against the
 * confirm (endpoint 2 or 8) and its payment; payment and callback faults at the creation of the payment (endpoints 1, 3, 5, 6, 7).
 */
export const FaultRule = Schema.Struct({
  id: Schema.NonEmptyString,
  fault: Fault,
  endpoints: Schema.optionalKey(Schema.Array(Schema.Literals(endpointNames))),
  /** The customer or beneficiary. */
  phone: Schema.optionalKey(Schema.String),
  amountXof: Schema.optionalKey(Schema.Int),
  /** The merchant's `transaction_id`. */
  transactionId: Schema.optionalKey(Schema.String),
  /** Only the nth time that the conditions above are true, counted from 1. */
  nth: Schema.optionalKey(Schema.Int),
  /** At most this many times. */
  times: Schema.optionalKey(Schema.Int),
  /** Between 0 and 1, drawn from the seed of the faults, which is not the seed of codes and tokens. */
  probability: Schema.optionalKey(Schema.Finite),
})

export type FaultRule = typeof FaultRule.Type

/** How often the conditions of a rule were true, and how often it struck. */
export const FaultRuleCounts = Schema.Struct({ matched: Schema.Int, struck: Schema.Int })
