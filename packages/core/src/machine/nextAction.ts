/**
 * What should be done with a payment now, by whoever holds its lease. A pure function of what is stored and of the time: the
 * reconciler does no more than ask this and obey.
 */
import { Data } from "effect"
import { type AttemptOutcome, handlesOf } from "../model/Attempt.ts"
import { payinRailOf } from "../model/Content.ts"
import { deadlineOf, intentLimitOf, lastStartedAt, type Payment } from "../model/Payment.ts"
import { later, type PolicyShape } from "../model/Policy.ts"
import { type AttemptKind, modeTraits } from "../model/ValidationMode.ts"
import { earliest, isDue, type PaymentRecord, type Watch } from "../model/PaymentRecord.ts"
import { callAgain, needsCallersOtp } from "./schedule.ts"

/** What to do now. */
export type Action = Data.TaggedEnum<{
  /** Claim it and make one creation call. */
  Submit: { readonly kind: AttemptKind }
  /** The worker that was sending it is gone: nobody knows. */
  AssumeLost: {}
  /** It waited too long to be sent. */
  GiveUp: {}
  /** Ask the service about every handle, then judge. */
  Confirm: {}
  /** There is nothing to ask; judge what is known. */
  Judge: {}
  /** Nothing, until then, which lies ahead; null: until something happens. */
  Wait: { readonly until: number | null }
}>
/** What to do now. */
export const Action = Data.taggedEnum<Action>()

const unspent: ReadonlyArray<AttemptOutcome["_tag"]> = ["Refused", "TurnedAway", "NotSent", "NotExecuted"]

/** May a payout be sent, as far as its attempts go? Never with one accepted, under way or unanswered (row O2). */
export const isUnspent = (payment: Payment): boolean =>
  payment.attempts.every(({ outcome }) => unspent.includes(outcome._tag))

/** The kind of the first call of a payment. */
export const firstKind = ({ content }: Payment): AttemptKind =>
  content.kind === "payout" ? "Pay" : modeTraits[payinRailOf(content)].first

/** When callbacks may cause the next confirm: one per spacing, and so many per hour. */
export const callbackTurn = (watch: Watch, now: number, policy: PolicyShape): number => {
  const asked = watch.lastConfirmAt
  const spaced = asked === null ? now : later(asked, policy.confirms.callbackSpacing)
  const { since, count } = watch.callbackHour
  const hourIsUsedUp = count >= policy.confirms.callbacksPerHour
  return Math.max(now, spaced, hourIsUsedUp ? since + 3_600_000 : now)
}

/** A callback rings for a confirm: now, or when its turn comes. */
const rings = (watch: Watch, now: number, policy: PolicyShape): Action => {
  const turn = Math.max(callbackTurn(watch, now, policy), watch.notesAt ?? now)
  return turn <= now ? Action.Confirm() : Action.Wait({ until: turn })
}

const intended = (record: PaymentRecord, now: number, policy: PolicyShape): Action => {
  const { payment, watch } = record
  const limit = intentLimitOf(payment, policy)
  if (payment._tag === "Payin") {
    if (now >= limit) return Action.GiveUp()
    if (needsCallersOtp(payment)) return Action.Wait({ until: limit })
  } else {
    if (!isUnspent(payment)) return Action.Wait({ until: null })
    if (now >= limit) return Action.GiveUp()
  }
  return now >= (watch.actAt ?? now) ? Action.Submit({ kind: firstKind(payment) }) : Action.Wait({ until: watch.actAt })
}

/**
 * May whoever asks for it send a stored intent now, whatever its schedule says? Not once it is too old (rows P3, O16), and not before
 * its callbacks were read: one may say that an attempt was executed after all (row O9).
 */
export const maySend = ({ payment, watch, newestNote }: PaymentRecord, policy: PolicyShape, now: number): boolean =>
  payment.state._tag === "Intended" && newestNote <= watch.notesSeen && now < intentLimitOf(payment, policy)

/** Without anything to ask about: an open payin's call may be made again, or it runs out; nothing else moves by itself. */
const withoutHandles = ({ payment, watch }: PaymentRecord, now: number, policy: PolicyShape): Action => {
  const state = payment.state._tag
  const open = state === "AwaitingOtp" || state === "Pending" || state === "InDoubt"
  if (payment._tag === "Payout" || !open) return Action.Wait({ until: null })
  const deadline = deadlineOf(payment, policy)
  if (deadline !== null && now >= deadline) return Action.Judge()
  const again = callAgain(payment, policy)
  // By the policy of now: the stored time may have been planned by another one, and have passed.
  if (again === null) return Action.Wait({ until: deadline })
  const from = Math.max(again.from, watch.actAt ?? now)
  return now >= from ? Action.Submit({ kind: again.kind }) : Action.Wait({ until: earliest(from, deadline) })
}

/** What to do with a payment now. */
export const nextAction = (record: PaymentRecord, policy: PolicyShape, now: number): Action => {
  const { payment, watch } = record
  const noted = record.newestNote > watch.notesSeen
  switch (payment.state._tag) {
    case "Submitting": {
      // The lease of the record is the asker's own by now; the sender's began with its attempt.
      const until = later(lastStartedAt(payment), policy.calls.lease)
      return now >= until ? Action.AssumeLost() : Action.Wait({ until })
    }
    case "Intended":
      return noted ? Action.Judge() : intended(record, now, policy)
    case "Held":
      return noted ? Action.Judge() : Action.Wait({ until: null })
    case "AwaitingOtp":
    case "Pending":
    case "InDoubt":
    case "Refused":
    case "Cancelled":
    case "Expired":
    case "Completed":
    case "NotCompleted":
      if (handlesOf(payment.attempts).length === 0) {
        return noted ? Action.Judge() : withoutHandles(record, now, policy)
      }
      if (isDue(watch, now)) return Action.Confirm()
      if (!noted && watch.notesAt === null) return Action.Wait({ until: watch.actAt })
      return rings(watch, now, policy)
  }
}
