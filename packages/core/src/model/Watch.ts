/**
 * What is remembered about *asking*, beside what is known: when to act next, how each handle answered, which notes were read.
 * It is not history: losing it would cost time, never money.
 */
import { Schema } from "effect"
import { handlesOf, sentOf } from "./Attempt.ts"
import { railOf } from "./Content.ts"
import { keyText } from "./Identifiers.ts"
import { hasOpenFlag } from "./Flag.ts"
import { ConfirmRecord } from "./Observation.ts"
import type { Payin } from "./Payin.ts"
import {
  closedAt,
  deadlineOf,
  intentLimitOf,
  isFinal,
  lastSentAt,
  lastStartedAt,
  type Payment,
  scheduleOf,
} from "./Payment.ts"
import { backoff, confirmDelay, jittered } from "./Policy.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { type AttemptKind, modeTraits } from "./ValidationMode.ts"

const when = Schema.NullOr(Schema.Int)

/** How a handle answered so far. */
export const HandleMemory = Schema.Struct({
  attempt: Schema.Int,
  /** Not-found answers in a row. */
  notFound: Schema.Int,
  /** When the service first contradicted a final state, until it agrees again. */
  contradictedAt: when,
  /** What the service calls the transaction behind it: two handles that share one of these are one collection. */
  oreference: Schema.String,
  requestId: Schema.String,
  /** What the service last said, and when it was asked: for people, and for nothing that moves a payment. */
  heard: Schema.optionalKey(Schema.Struct({ at: Schema.Int, record: ConfirmRecord })),
})
/** How a handle answered so far. */
export type HandleMemory = typeof HandleMemory.Type

/** What is remembered about asking. */
export const Watch = Schema.Struct({
  /** When to submit, confirm, expire or escalate; null: nothing to do. A note pulls the stored column forward, not this. */
  actAt: when,
  /** Confirms since the last attempt was answered, and how many of the newest ones failed. */
  confirms: Schema.Int,
  failures: Schema.Int,
  lastConfirmAt: when,
  handles: Schema.Array(HandleMemory),
  /** When every handle of a payout first agreed on failure. */
  agreedAt: when,
  /** Listening after closing: since when, the next slot, and the transport failures within it. */
  listeningSince: when,
  slot: Schema.Int,
  slotTries: Schema.Int,
  /** The newest note that was read. */
  notesSeen: Schema.Int,
  /** When notes that were read but had to wait for their turn may ring; null: none waits. */
  notesAt: when,
  /** Confirms that callbacks caused, in the hour since. */
  callbackHour: Schema.Struct({ since: Schema.Int, count: Schema.Int }),
  /** Attempts in a row that were not sent. */
  unsent: Schema.Int,
})
/** What is remembered about asking. */
export type Watch = typeof Watch.Type

/** The watch of a payment that was just made. */
export const newWatch = (payment: Payment, policy: PolicyShape): Watch => ({
  actAt: payment.createdAt + policy.reconcilerPatience,
  confirms: 0,
  failures: 0,
  lastConfirmAt: null,
  handles: [],
  agreedAt: null,
  listeningSince: null,
  slot: 0,
  slotTries: 0,
  notesSeen: 0,
  notesAt: null,
  callbackHour: { since: payment.createdAt, count: 0 },
  unsent: 0,
})

/** The memory of a handle, or a blank one. */
export const memoryOf = (watch: Watch, attempt: number): HandleMemory =>
  watch.handles.find((handle) => handle.attempt === attempt) ?? {
    attempt,
    notFound: 0,
    contradictedAt: null,
    oreference: "",
    requestId: "",
  }

/** Is this handle one that the service no longer knows? */
export const isLost = (watch: Watch, attempt: number, policy: PolicyShape): boolean =>
  memoryOf(watch, attempt).notFound >= policy.notFoundLimit

/** The earliest of these times; null: never. */
export const earliest = (...times: ReadonlyArray<number | null>): number | null =>
  times.reduce((best, time) => (time === null ? best : best === null ? time : Math.min(best, time)), null)

/** The moments after closing at which a payment is asked about again. */
const slotsOf = (payment: Payment, policy: PolicyShape): ReadonlyArray<number> =>
  isFinal(payment) ? policy.audits : scheduleOf(payment, policy).listening

const nextConfirm = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number => {
  const schedule = scheduleOf(payment, policy)
  const age = now - lastStartedAt(payment)
  const planned = confirmDelay(schedule, watch.confirms, age)
  const wait = watch.failures === 0 ? planned : Math.max(planned, backoff(policy.confirmBackoff, watch.failures - 1))
  const spread = jittered(policy, `${keyText(payment.key)}#${watch.confirms}+${watch.failures}`, wait)
  return now + Math.max(spread, policy.confirmSpacing)
}

/** When an open payment with handles is asked about again. */
const openWithHandles = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number | null => {
  const next = nextConfirm(payment, watch, now, policy)
  const spaced = (time: number) => Math.max(time, now + policy.confirmSpacing)
  if (payment._tag === "Payin") {
    const deadline = deadlineOf(payment, policy)
    return deadline !== null && now < deadline ? Math.min(next, spaced(deadline)) : next
  }
  const levels = scheduleOf(payment, policy).overdueAfter.map((level) => lastStartedAt(payment) + level)
  // A person has a payout whose token the service lost: after a while only a note wakes it.
  if (hasOpenFlag(payment.flags, "HandleLost") && now >= lastStartedAt(payment) + policy.lostHandleLimit) return null
  const agreement = watch.agreedAt === null ? [] : [watch.agreedAt + policy.payoutFailureAgreement]
  return Math.min(next, ...[...agreement, ...levels.filter((level) => level > now)].map(spaced))
}

/**
 * The call that a program may make again by itself after one without an answer, and from when on: a wallet's code after a
 * cool-down, a hosted page that nobody was shown at once. Null: none.
 */
export const callAgain = (
  payment: Payin,
  policy: PolicyShape,
): { readonly kind: AttemptKind; readonly from: number } | null => {
  const sent = sentOf(payment.attempts)
  const last = sent.at(-1)
  const requests = sent.filter((attempt) => attempt.kind === "WalletOtpRequest").length
  if (last?.kind === "WalletOtpRequest" && last.outcome._tag === "NoAnswer" && requests < policy.maxOtpRequests) {
    return { kind: "WalletOtpRequest", from: last.startedAt + policy.otpRequestCoolDown }
  }
  const lost = payment.state._tag === "InDoubt" && railOf(payment.content) === "Hosted"
  return lost && sent.length <= policy.maxHostedRetries ? { kind: "Pay", from: lastSentAt(payment) } : null
}

/** How long the next call waits after so many in a row of which nothing was sent. */
const unsentWait = ({ unsent }: Watch, policy: PolicyShape): number =>
  unsent === 0 ? 0 : backoff(policy.notSentBackoff, unsent - 1)

/** When a payin waits for something else than a confirm. */
const openWithoutHandles = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number | null => {
  if (payment._tag === "Payout") return null
  const deadline = deadlineOf(payment, policy)
  const again = callAgain(payment, policy)
  if (again === null) return deadline
  return Math.min(Math.max(again.from, now + unsentWait(watch, policy)), deadline ?? Infinity)
}

const intended = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number => {
  const limit = intentLimitOf(payment, policy)
  // What carries a code can only be sent by the caller that holds it; for anybody else it only runs out.
  if (needsCallersOtp(payment)) return limit
  const again =
    watch.unsent === 0 ? Math.max(now, payment.createdAt + policy.reconcilerPatience) : now + unsentWait(watch, policy)
  return Math.min(again, Math.max(limit, now))
}

/** Does the next attempt of this intended payment carry a code that only its caller holds? */
export const needsCallersOtp = (payment: Payment): boolean => {
  const { method, kind } = payment.content
  return kind === "payin" && method._tag === "Direct" && modeTraits[method.mode].otpFrom === "DialledCode"
}

/** When the next slot of a closed payment opens; null: there is none left. */
const slotAt = (payment: Payment, watch: Watch, policy: PolicyShape): number | null => {
  const since = watch.listeningSince ?? closedAt(payment)
  const slot = slotsOf(payment, policy)[watch.slot]
  return since === null || slot === undefined ? null : since + slot
}

/** Was a confirm of a closed payment that began then the one of its slot? One that only asked a contradiction again is not. */
export const usesSlot = (payment: Payment, watch: Watch, startedAt: number, policy: PolicyShape): boolean => {
  const slot = slotAt(payment, watch, policy)
  return slot !== null && startedAt >= slot
}

const closed = (payment: Payment, watch: Watch, policy: PolicyShape): number | null => {
  if (handlesOf(payment.attempts).length === 0) return null
  const asked = watch.lastConfirmAt ?? -Infinity
  const slot = slotAt(payment, watch, policy)
  // A contradiction counts when the service repeats it, so it is asked once more even when the last slot is used up.
  const contradictions = watch.handles.flatMap(({ contradictedAt }) =>
    contradictedAt === null ? [] : [contradictedAt + policy.contradictionAgreement],
  )
  const open = contradictions.filter((time) => time > asked || watch.slotTries > 0)
  const soonest = asked + (watch.slotTries === 0 ? policy.confirmSpacing : policy.slotRetryAfter)
  const next = Math.min(slot ?? Infinity, ...open)
  return next === Infinity ? null : Math.max(next, soonest)
}

/** When the payment wants somebody to act next. */
export const planActAt = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number | null => {
  switch (payment.state._tag) {
    case "Intended":
      return intended(payment, watch, now, policy)
    case "Submitting":
      return lastStartedAt(payment) + policy.lease
    case "AwaitingOtp":
    case "Pending":
    case "InDoubt":
      return handlesOf(payment.attempts).length > 0
        ? openWithHandles(payment, watch, now, policy)
        : openWithoutHandles(payment, watch, now, policy)
    case "Held":
      return null
    case "Refused":
    case "Cancelled":
    case "Expired":
    case "Completed":
    case "NotCompleted":
      return closed(payment, watch, policy)
  }
}
