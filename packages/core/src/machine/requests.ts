/**
 * What people and programs ask for: decisions, releases, cancellations, calls. The guards and events of their rows.
 */
import { Result } from "effect"
import { issuedTokensOf } from "../model/Attempt.ts"
import { type FlagKind, hasOpenFlag, openFlags, PaymentEvent } from "../model/Event.ts"
import { lastStartedAt, type Payment, stateTraits } from "../model/Payment.ts"
import type { DecisionRefusal, DecisionOutcome, StimulusOf } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { Payin } from "../model/Payin.ts"
import type { Payout } from "../model/Payout.ts"
import { millis, type PolicyShape } from "../model/Policy.ts"
import { checkFurtherCall, type FurtherCall } from "./furtherCalls.ts"
import { callAgain } from "./schedule.ts"
import type { Facts } from "./table.ts"

const events = PaymentEvent.cases

/** The next attempt begins. */
export const attemptStarted = ({ is, stimulus: { carriesOtp, kind } }: Facts<StimulusOf<"Started">>) =>
  events.AttemptStarted.make({ attempt: is.attempts.length + 1, kind, carriesOtp })

/** May the customer, or the merchant for them, make this further call on a payin? */
export const mayCall =
  (wanted: FurtherCall) =>
  ({ is, now, policy, stimulus }: Facts<StimulusOf<"Started">, Payin>): boolean => {
    const allowed = checkFurtherCall(is, wanted, stimulus.carriesOtp, now, policy)
    return Result.isSuccess(allowed) && allowed.success === stimulus.kind
  }

/** May a program repeat this call of a payin after one without an answer? */
export const mayCallAgain = ({ is, now, policy, stimulus }: Facts<StimulusOf<"Started">, Payin>): boolean => {
  const again = callAgain(is, policy)
  return again !== null && again.kind === stimulus.kind && now >= again.from
}

/** After one of these, no confirm alone may ever end a pending payout. */
const deciding: ReadonlyArray<FlagKind> = ["TokenLost", "LateAnswer", "CallbackWithoutToken"]

/** The decisions that the tables allow on a payment now, before its age and its callbacks are checked. */
export const decisionOutcomesFor = (payment: Payment): ReadonlyArray<DecisionOutcome> => {
  const state = payment.state._tag
  if (payment._tag === "Payout") {
    if (state === "InDoubt") return ["Completed", "NotCompleted", "SendAgain"]
    // Closing the flag does not bring the token back: without a decision the payout could be stuck for ever.
    const wasFlagged = payment.flags.some(({ kind }) => deciding.includes(kind))
    return state === "Pending" && wasFlagged ? ["Completed", "NotCompleted"] : []
  }
  const mayBeFlagged = stateTraits[state].waits || state === "Expired" || state === "Refused"
  const decidable = state === "InDoubt" || (mayBeFlagged && openFlags(payment.flags).length > 0)
  return decidable ? ["Completed", "NotCompleted"] : []
}

/** Why a person may not decide "not executed" on a payout, or null. A callback proves that the service knows of it. */
export const mayHaveBeenExecuted = (
  record: PaymentRecord,
  now: number,
  policy: PolicyShape,
): DecisionRefusal | null => {
  const { payment, notes } = record
  const tokens = issuedTokensOf(payment.attempts).map((issued) => issued.attempt)
  if (notes.some((note) => !tokens.includes(note.attempt))) {
    return "CallbackWithoutToken"
  }
  if (payment.flags.some((flag) => flag.kind === "AcceptedWithoutToken")) {
    return "AcceptedWithoutToken"
  }
  return now - lastStartedAt(payment) < millis(policy.limits.notExecutedAge) ? "TooEarly" : null
}

/** May a person take this decision on a payin? */
export const mayDecidePayin = ({ is, stimulus: { to } }: Facts<StimulusOf<"Decided">, Payin>): boolean =>
  decisionOutcomesFor(is).includes(to)

/** May a person take this decision on a payout? If not, why. */
export const mayDecidePayout = (facts: Facts<StimulusOf<"Decided">, Payout>): boolean | DecisionRefusal => {
  const { is, now, policy, record, stimulus } = facts
  if (!decisionOutcomesFor(is).includes(stimulus.to)) return false
  return stimulus.to === "Completed" || (mayHaveBeenExecuted(record, now, policy) ?? true)
}

/** The event of the decision, with its evidence. */
export const decided = ({ stimulus: { asOf, by, evidence, reason, to } }: Facts<StimulusOf<"Decided">>) =>
  events.Resolved.make({ to: to === "SendAgain" ? "Intended" : to, by, reason, evidence, asOf })

/** Is there such an open flag? */
export const hasFlag = ({ is, stimulus: { kind, subject } }: Facts<StimulusOf<"FlagClosed">>): true | DecisionRefusal =>
  hasOpenFlag(is.flags, kind, subject) || "NoSuchFlag"

/** The closing of a flag. */
export const closeFlag = ({ stimulus: { by, kind, reason, subject } }: Facts<StimulusOf<"FlagClosed">>) =>
  events.FlagClosed.make({ kind, subject, by, reason })

/** May it be cancelled? Not past an unread callback: it may say that an attempt was executed. */
export const mayCancel = ({ before, record }: Facts<StimulusOf<"Cancelled">>): true | DecisionRefusal =>
  record.newestNote <= before.notesSeen || "UnreadCallback"

/** The event of the requested cancellation. */
export const cancelled = ({ stimulus: { by } }: Facts<StimulusOf<"Cancelled">>) =>
  events.Cancelled.make({ because: "Asked", by })
