/**
 * Something that a person should look at. A flag is raised once for its kind and subject, stays open until it is closed with a
 * reason, and never changes a state: contradictions are flags, not states of their own.
 */
import { Schema } from "effect"

/** What there is to look at. */
export const FlagKind = Schema.Literals([
  /** The service took the payment, but its answer holds no address to open where the mode needs one. */
  "NoPaymentUrl",
  /** `00` without a token: probably executed, and nothing to ask with. */
  "AcceptedWithoutToken",
  /** A payin has an attempt that nobody knows the fate of. */
  "Unanswered",
  /** An answer came after a decision was taken without it. */
  "LateAnswer",
  /** A callback came for an attempt without a token: the service knows a transaction that we cannot ask for. */
  "CallbackWithoutToken",
  /** The service does not know a token that it gave us. */
  "HandleLost",
  /** Confirm was refused with an authentication failure for this payment. */
  "ConfirmDenied",
  /** A record with a status outside the specification. */
  "UnknownStatus",
  /** Completed with another amount than expected. */
  "AmountMismatch",
  /** Completed, but the record names another payment. */
  "ReferenceMismatch",
  /** `external_id` does not contain our id: the service's own entries may join in, so it only deserves a look. */
  "ExternalIdMismatch",
  /** A final payment of which the service now says the opposite. */
  "TerminalContradiction",
  "CompletedAfterNotCompleted",
  /** Two collections for one payin or one order; two transfers for one payout. */
  "DoubleCollection",
  "DoublePayout",
  /** A payout that takes longer than its rail promises. */
  "Overdue",
  /** An event that a consumer refused too often. */
  "AnnouncementParked",
])
/** What there is to look at. */
export type FlagKind = typeof FlagKind.Type

/** One flag of a payment. `subject` tells two flags of a kind apart: an attempt, a level, another payment. */
export const Flag = Schema.Struct({
  kind: FlagKind,
  subject: Schema.String.check(Schema.isMaxLength(200)),
  raisedAt: Schema.Int,
  closed: Schema.NullOr(Schema.Struct({ at: Schema.Int, by: Schema.String, reason: Schema.String })),
})
/** One flag of a payment. */
export type Flag = typeof Flag.Type

/** Flags that are still to be looked at. */
export const openFlags = (flags: ReadonlyArray<Flag>): ReadonlyArray<Flag> =>
  flags.filter((flag) => flag.closed === null)

/** Is there an open flag of this kind (and subject, if one is given)? */
export const hasOpenFlag = (flags: ReadonlyArray<Flag>, kind: FlagKind, subject?: string): boolean =>
  flags.some(
    (flag) => flag.closed === null && flag.kind === kind && (subject === undefined || flag.subject === subject),
  )
