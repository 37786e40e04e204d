/**
 * Everything that can come to a payment from outside. A stimulus carries what it rests on, so that it can be decided again on a newer
 * record.
 */
import { DateTime, Schema, Struct } from "effect"
import { type CreationAnswer, noAnswer } from "./CreationAnswer.ts"
import type { ApprovableDecision, FlagKind, HeldReason } from "./Event.ts"
import { keyText, type PaymentId, PaymentKey } from "./Identifiers.ts"
import type { TokenReply } from "./Observation.ts"
import type { Payment } from "./Payment.ts"
import type { AttemptKind } from "./ValidationMode.ts"

/**
 * What a person may decide about the money.
 *
 * ```ts
 * decisionOutcomes // => ["completed", "not_completed", "send_again"]
 * ```
 */
export const decisionOutcomes = ["completed", "not_completed", "send_again"] as const
/** What a person may decide about the money. */
export type DecisionOutcome = (typeof decisionOutcomes)[number]

/** Who decides, why, and the newest event that the person saw. */
interface ByPerson {
  readonly by: string
  readonly reason: string
  readonly asOf: number
}

/** Everything that can come to a payment from outside. */
export type Stimulus =
  /** The merchant asks for it; or a refund is drafted, which only a person releases. */
  | { readonly _tag: "Created"; readonly isDraft: boolean }
  /** A call is about to leave. `asOf`: the newest event on which it was chosen. */
  | { readonly _tag: "Started"; readonly kind: AttemptKind; readonly carriesOtp: boolean; readonly asOf: number }
  /** The claim found a problem that only a person can clear. */
  | { readonly _tag: "Stopped"; readonly because: Extract<HeldReason, "twin" | "refund_too_high" | "needs_approval"> }
  /** The answer of a call, in time or late. `isFound`: a round found it by our id. */
  | {
      readonly _tag: "Answered"
      readonly attempt: number
      readonly answer: CreationAnswer
      readonly looksUp?: boolean
      readonly isFound?: boolean
    }
  /**
   * One round of questions; no replies: there was nothing to ask about. `readNote`: the newest callback when the round began.
   * `isDenied`: the service refused our credentials for this payment alone. `looksUp`, here and above: the service can be asked by our id
   * about a call without an answer.
   */
  | {
      readonly _tag: "Confirmed"
      readonly replies: ReadonlyArray<TokenReply>
      readonly startedAt: number
      readonly readNote: number
      readonly isDenied: boolean
      readonly looksUp?: boolean
    }
  /** A person decided what became of the money. */
  | ({
      readonly _tag: "Decided"
      readonly to: DecisionOutcome
      readonly evidence: string
      readonly amountPaid?: number
      readonly acceptedAsFull?: boolean
    } & ByPerson)
  /** A person releases a held payout. */
  | ({ readonly _tag: "Released" } & ByPerson)
  /** A person requests a decision that needs two. */
  | ({ readonly _tag: "Requested"; readonly decision: ApprovableDecision; readonly evidence: string } & ByPerson)
  /** Another person approves it, having seen what `digest` says. */
  | { readonly _tag: "Approved"; readonly by: string; readonly asOf: number; readonly digest: string }
  /** A person takes the request back. */
  | { readonly _tag: "Withdrawn"; readonly by: string; readonly asOf: number }
  /** A person has dealt with a flag. */
  | ({ readonly _tag: "FlagClosed"; readonly kind: FlagKind; readonly subject: string } & ByPerson)
  /** Cancelled before anything was sent. `asOf` is null for a merchant's program, which looks at no event. */
  | { readonly _tag: "Cancelled"; readonly by: string; readonly asOf: number | null }
  /** It waited too long to be sent. */
  | { readonly _tag: "TimePassed" }
  /** The store was restored from a backup. */
  | { readonly _tag: "Restored" }
  /** Another payin of the same order was completed before this one. */
  | { readonly _tag: "PaidTwice"; readonly earlier: PaymentId }
  /** The service gave one of its tokens to another payment too. */
  | { readonly _tag: "TokenShared"; readonly other: PaymentKey }
  /** A line of the service's statement says the opposite of what is recorded. */
  | { readonly _tag: "Contradicted"; readonly line: string }
  /** A consumer refused an event too often. */
  | { readonly _tag: "Parked"; readonly consumer: string }
  /** Its worker cannot act on it, and leaves it unchanged for another worker. */
  | { readonly _tag: "LeftToOthers" }
  /** It waits until `until`. Applies only to the version on which this was decided. */
  | { readonly _tag: "Postponed"; readonly until: number | null; readonly version: number }

export type StimulusTag = Stimulus["_tag"]
export type StimulusOf<Tag extends StimulusTag> = Extract<Stimulus, { readonly _tag: Tag }>

/** The stimulus for a lost worker: the call under way, always the last attempt's, has an unknown outcome. */
export const workerLost = ({ attempts }: Payment): StimulusOf<"Answered"> => ({
  _tag: "Answered",
  attempt: attempts.length,
  answer: noAnswer("worker_lost"),
})

const sentences = {
  changed: "it has changed since you looked; look again.",
  wrong_state: "its state does not allow that; look again.",
  still_waits:
    "its data are still needed: it is open, was closed a moment ago, is confirmed once more, or has an event to deliver. Try again then.",
  no_such_flag: "it has no such open flag; look again.",
  unread_callback: "a callback came for it and was not read yet; look again in a moment.",
  callback_without_token:
    "a callback came for an attempt without a token, so the service knows of it; ask its support what became of it.",
  accepted_without_token: "the service accepted it without giving a token; ask its support what became of it.",
  too_early:
    "it may still turn up; wait until the policy's `limits.notExecutedAge` after the last call, and decide then.",
  amount_differs: "the amount is not what was paid, as far as the service says; look again.",
  needs_reason: "a decision needs a name and a reason, in 1 to 2,000 characters.",
  needs_evidence: "a decision needs evidence, such as the service's statement, in 1 to 2,000 characters.",
  needs_name: "it needs the name of the person who decides, in 1 to 2,000 characters.",
  cannot_be_read:
    "it cannot be read and may have been sent, so payouts stay paused. Resume them with a program as new as the one that wrote it; or, once you know what became of it, with `ignoreUnreadable`.",
  collection_without_token:
    "one of both collections has no token to ask the service with. Cancel this one, and pay back with a payout of your own.",
  needs_second_person: "it needs two people. Request it, and let one of the policy's `approvals.approvers` approve it.",
  no_second_person:
    "the policy's `approvals.approvers` names no second person who could approve it. Ask those who keep the policy to add one.",
  one_is_enough: "the policy asks for no second person here. Take the decision itself.",
  same_person: "it was requested under the same name. Let another of the policy's `approvals.approvers` approve it.",
  not_an_approver: "the policy's `approvals.approvers` does not name this person. Let one of them approve it.",
  statement_missing:
    "the store was restored and has forgotten a time. Import the service's statement over that time first; where the service gives none, set approvals.statementAfterRestore to false in the policy and compare by hand.",
  not_both_collected:
    "the service does not confirm both collections just now. Try again later; if it stays so and the statement shows both, give this one up, and pay back with a payout of your own.",
  cannot_ask: "the service did not say just now whether it knows the call without an answer; try again in a moment.",
} as const

/**
 * Why a decision is refused.
 *
 * ```ts
 * Schema.is(DecisionRefusal)("too_early") // => true
 * ```
 */
export const DecisionRefusal = Schema.Literals(Struct.keys(sentences))
export type DecisionRefusal = typeof DecisionRefusal.Type

/**
 * A decision was not taken. Nothing was changed.
 *
 * ```ts
 * const { payment } = yield* payouts.create({ ...payout, phone: "22660000082" }) // its answer is lost
 * const decision = { by: "The accountant", reason: "no answer", evidence: "line 4", asOf: payment.seq }
 * const refused = yield* Effect.flip(review.resolve(payment.key, { to: "not_completed", ...decision }))
 * refused._tag === "DecisionRefused" && refused.because // => "too_early"
 * ```
 */
export class DecisionRefused extends Schema.TaggedError<DecisionRefused>()("DecisionRefused", {
  key: PaymentKey,
  because: DecisionRefusal,
  /** The time that a statement of the project must cover, for `statement_missing`. */
  missing: Schema.optionalKey(Schema.Struct({ from: Schema.Finite, before: Schema.Finite })),
}) {
  override get message() {
    const sentence = `Nothing was decided about the ${keyText(this.key)}: ${sentences[this.because]}`
    if (this.missing === undefined) return sentence
    const [from, before] = [this.missing.from, this.missing.before].map((at) =>
      DateTime.formatIso(DateTime.makeUnsafe(at)),
    )
    return `${sentence} Its period must reach from ${from} to ${before}.`
  }
}
