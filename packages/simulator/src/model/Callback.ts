/**
 * A callback as data: the POST to send, and its result. The engine decides its content and time; `CallbackSender` sends.
 * Spec: Events (#195-#203 #208 #214 #215).
 */
import { Schema } from "effect"
import { Bilingual } from "./Bilingual.ts"

/** One of the two POSTs of an event (#196), or a repeat of one. */
export const CallbackPost = Schema.Struct({
  /** Unique per attempt to send. */
  id: Schema.String,
  /** Both POSTs of an event share it. */
  event: Schema.String,
  kind: Schema.Literals(["payin", "payout"]),
  /** Creation token of its payment; never in the body. */
  payment: Schema.String,
  /** The number that the service gave to the payment (#93): requests, records and callbacks of one payment share it. */
  requestId: Schema.String,
  projectId: Schema.String,
  url: Schema.String,
  encoding: Schema.Literals(["Form", "Json"]),
  contentType: Schema.String,
  body: Schema.String,
  /** When it is due, in simulated time. */
  at: Schema.Int,
  /** 1 for the first try; more when the service repeats it (N9). */
  attempt: Schema.Int,
  /** A fault made it up: the payment is in another status. */
  forged: Schema.Boolean,
})

export type CallbackPost = typeof CallbackPost.Type

/** The result of a POST. No text of the receiver's response is kept. */
export const CallbackResult = Schema.Union([
  /** The receiver answered with this status; the body was dropped. */
  Schema.TaggedStruct("Answered", { status: Schema.Int }),
  /** Nothing was sent: the address is not allowed, or its host has reached the rate limit. */
  Schema.TaggedStruct("NotSent", { because: Bilingual }),
  /** It was sent, or may have been, and no answer came. */
  Schema.TaggedStruct("NoAnswer", { because: Bilingual }),
])

export type CallbackResult = typeof CallbackResult.Type

/** A POST that was handed over, for people who inspect the simulator. */
export const CallbackLogLine = Schema.Struct({
  post: CallbackPost,
  handedOverAt: Schema.Int,
  result: Schema.NullOr(CallbackResult),
  /** How long the result took, in milliseconds of the clock. */
  tookMillis: Schema.NullOr(Schema.Int),
})

export type CallbackLogLine = typeof CallbackLogLine.Type
