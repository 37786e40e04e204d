/**
 * What a person may rule that became of the money, and why not (rows P19 and O10).
 */
import { Schema } from "effect"
import { handlesOf } from "./Attempt.ts"
import { type FlagKind, hasOpenFlag, openFlags } from "./Flag.ts"
import { keyText, PaymentKey } from "./Identifiers.ts"
import type { PaymentRecord } from "./nextAction.ts"
import { lastStartedAt, type Payment } from "./Payment.ts"
import type { PolicyShape } from "./PolicyShape.ts"

/** A decision was not taken. Nothing was changed. */
export class DecisionRefused extends Schema.TaggedError<DecisionRefused>()("DecisionRefused", {
  key: PaymentKey,
  because: Schema.String,
}) {
  override get message() {
    return `Nothing was decided about the ${keyText(this.key)}: ${this.because}`
  }
}

/** What a person may rule that became of the money. */
export type Ruling = "Completed" | "NotCompleted" | "SendAgain"

const sent: ReadonlyArray<FlagKind> = ["HandleLost", "LateAnswer"]

/** The rulings that the tables allow on a payment now, before its age and its callbacks are looked at. */
export const rulingsFor = (payment: Payment): ReadonlyArray<Ruling> => {
  const state = payment.state._tag
  if (payment._tag === "Payout") {
    if (state === "InDoubt") return ["Completed", "NotCompleted", "SendAgain"]
    const told = sent.some((kind) => hasOpenFlag(payment.flags, kind))
    return state === "Pending" && told ? ["Completed", "NotCompleted"] : []
  }
  if (state === "InDoubt") return ["Completed", "NotCompleted"]
  const decidable = state === "Pending" || state === "AwaitingOtp" || state === "Expired" || state === "Refused"
  return decidable && openFlags(payment.flags).length > 0 ? ["Completed", "NotCompleted"] : []
}

/** Why "not executed" may not be ruled on a payout, or null. A callback proves that the service knows of it. */
export const mayHaveBeenExecuted = (record: PaymentRecord, now: number, policy: PolicyShape): string | null => {
  const { payment, notes } = record
  const handles = handlesOf(payment.attempts).map((handle) => handle.attempt)
  if (notes.some((note) => !handles.includes(note.attempt))) {
    return "a callback came for an attempt without a token, so the service knows of it."
  }
  if (payment.flags.some((flag) => flag.kind === "AcceptedWithoutToken")) {
    return "the service accepted it without giving a token."
  }
  if (now - lastStartedAt(payment) < policy.notExecutedAge) {
    return `it may still turn up: "not executed" can be ruled ${policy.notExecutedAge / 3_600_000} hours after the last call.`
  }
  return null
}

/** Why a payment of which nothing has left may not be cancelled now, or null: an unread callback may say that an attempt was executed. */
export const mayNotCancel = ({ newestNote, watch }: PaymentRecord): string | null =>
  newestNote > watch.notesSeen ? "a callback came for it and was not read yet; look again in a moment." : null
