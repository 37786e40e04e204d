/**
 * The next action for a payment, for the worker that holds its lease. A pure function of the stored record and the time: the worker calls
 * it and does what it says.
 */
import { Data } from "effect"
import { type AttemptOutcome } from "../model/Attempt.ts"
import { payinRailOf } from "../model/Content.ts"
import { deadlineOf, intentLimitOf, lastStartedAt, type Payment, stateTraits } from "../model/Payment.ts"
import { later, type PolicyShape } from "../model/Policy.ts"
import { type AttemptKind, modeTraits } from "../model/ValidationMode.ts"
import { earliest, isDue, type PaymentRecord, type Tracking } from "../model/PaymentRecord.ts"
import { callAgain, isAskable, needsCallersOtp } from "./schedule.ts"

/** What to do now. */
export type Action = Data.TaggedEnum<{
  /** Claim it and make one creation call. */
  Submit: { readonly kind: AttemptKind }
  /** The worker that was sending it is gone, so the outcome is unknown. */
  AssumeLost: {}
  /** It waited too long to be sent. */
  GiveUp: {}
  /** Ask the service about every token and every attempt without an answer, then judge. */
  Confirm: {}
  /** There is nothing to ask; judge what is known. */
  Judge: {}
  /** Nothing until `until`, a later time; null: until something happens. */
  Wait: { readonly until: number | null }
}>
/**
 * What to do now.
 *
 * ```ts
 * Action.Wait({ until: 5_000 })._tag // => "Wait"
 * ```
 */
export const Action = Data.taggedEnum<Action>()

const unspent: ReadonlyArray<AttemptOutcome["_tag"]> = ["refused", "turned_away", "not_sent", "not_executed"]

/** May a payout be sent, as far as its attempts go? Never with one accepted, under way or unanswered (row O2). */
export const attemptsAllowSending = (payment: Payment): boolean =>
  payment.attempts.every(({ outcome }) => unspent.includes(outcome._tag))

export const firstKind = ({ content }: Payment): AttemptKind =>
  content.kind === "payout" ? "pay" : modeTraits[payinRailOf(content)].first

/** When callbacks may cause the next confirm: one per spacing, and at most so many per hour. */
export const nextCallbackConfirmAt = (tracking: Tracking, now: number, policy: PolicyShape): number => {
  const asked = tracking.lastConfirmAt
  const spaced = asked === null ? now : later(asked, policy.confirms.callbackSpacing)
  const { since, count } = tracking.callbackHour
  const hourIsUsedUp = count >= policy.confirms.callbacksPerHour
  return Math.max(now, spaced, hourIsUsedUp ? since + 3_600_000 : now)
}

/** A callback asks for a confirm from `asked` on, or when the limits allow one. */
const forCallback = (tracking: Tracking, asked: number | null, now: number, policy: PolicyShape): Action => {
  if (asked === null) return Action.Wait({ until: tracking.actAt })
  const turn = Math.max(nextCallbackConfirmAt(tracking, now, policy), asked)
  return turn <= now ? Action.Confirm() : Action.Wait({ until: turn })
}

const intended = (record: PaymentRecord, now: number, policy: PolicyShape): Action => {
  const { payment, tracking } = record
  const limit = intentLimitOf(payment, policy)
  if (payment._tag === "Payin") {
    if (now >= limit) return Action.GiveUp()
    if (needsCallersOtp(payment)) return Action.Wait({ until: limit })
  } else {
    if (!attemptsAllowSending(payment)) return Action.Wait({ until: null })
    if (now >= limit) return Action.GiveUp()
  }
  return now >= (tracking.actAt ?? now)
    ? Action.Submit({ kind: firstKind(payment) })
    : Action.Wait({ until: tracking.actAt })
}

/**
 * May a stored intent be sent now, ahead of its schedule? Not once it is too old (rows P3, O16), nor before its callbacks are read: one may
 * say that an attempt was executed (row O9).
 */
export const maySend = ({ payment, tracking, newestNote }: PaymentRecord, policy: PolicyShape, now: number): boolean =>
  payment.state._tag === "intended" && newestNote <= tracking.notesSeen && now < intentLimitOf(payment, policy)

/** Without a token to ask about: an open payin is called again or expires; nothing else moves by itself. */
const withoutTokens = ({ payment, tracking }: PaymentRecord, now: number, policy: PolicyShape): Action => {
  if (payment._tag === "Payout" || !stateTraits[payment.state._tag].waits) return Action.Wait({ until: null })
  const deadline = deadlineOf(payment, policy)
  if (deadline !== null && now >= deadline) return Action.Judge()
  const again = callAgain(payment, policy)
  // Uses the current policy: another one may have planned the stored time.
  if (again === null) return Action.Wait({ until: deadline })
  const from = Math.max(again.from, tracking.actAt ?? now)
  return now >= from ? Action.Submit({ kind: again.kind }) : Action.Wait({ until: earliest(from, deadline) })
}

/**
 * What to do with a payment now.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin, { sendLater: true })
 * const record = yield* review.recheck(payment.key)
 * nextAction(record, policy, 0)._tag // => "Wait"
 * nextAction(record, policy, 60_000)._tag // => "Submit"
 * nextAction(record, policy, 120_000)._tag // => "GiveUp"
 * ```
 */
export const nextAction = (record: PaymentRecord, policy: PolicyShape, now: number): Action => {
  const { payment, tracking } = record
  const hasUnreadNote = record.newestNote > tracking.notesSeen
  const state = payment.state._tag
  if (state === "submitting") {
    // The record's lease is already the caller's; the sender's lease began with its attempt.
    const until = later(lastStartedAt(payment), policy.calls.lease)
    return now >= until ? Action.AssumeLost() : Action.Wait({ until })
  }
  if (state === "intended") return hasUnreadNote ? Action.Judge() : intended(record, now, policy)
  // A callback that was read and found no turn waits until then.
  const hasNote = hasUnreadNote || now >= (tracking.notesAt ?? Infinity)
  if (!isAskable(payment, tracking)) return hasNote ? Action.Judge() : withoutTokens(record, now, policy)
  if (isDue(tracking, now)) return Action.Confirm()
  // What was read before waits for its time; a newer callback does not wait with it.
  return forCallback(tracking, hasUnreadNote ? now : tracking.notesAt, now, policy)
}
