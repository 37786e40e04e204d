/**
 * What is remembered about asking, before the rows are tried and after. It never decides by itself; guards look at it. The counts of a
 * stimulus follow from what was stored when it is saved, so two rounds at the same moment count as two.
 */
import { allFailed, observed, sameHandle } from "./confirming.ts"
import type { Stimulus, StimulusOf } from "../model/stimulus.ts"
import { type HandleMemory, isDue, memoryOf, type PaymentRecord, type Watch } from "../model/PaymentRecord.ts"
import { type HandleReply, type Observation, replyAttempt } from "../model/Observation.ts"
import { type Change, closedAt, type Payment } from "../model/Payment.ts"
import type { PolicyShape } from "../model/Policy.ts"
import { planActAt, usesSlot } from "./schedule.ts"

type Replies = ReadonlyArray<HandleReply>

/** Does a record say the opposite of how the payment ended? */
const contradicts = (payment: Payment, { attempt, record }: Observation, replies: Replies): boolean => {
  const { state } = payment
  if (state._tag === "NotCompleted") return record.status === "completed"
  if (state._tag !== "Completed") return false
  // A person's decision names no handle, so only all of them together contradict it.
  return state.attempt === null
    ? allFailed(payment, replies)
    : record.status === "notcompleted" && sameHandle(payment, state.attempt, attempt)
}

const handleAfter = (payment: Payment, watch: Watch, replies: Replies, reply: HandleReply): HandleMemory => {
  const before = memoryOf(watch, replyAttempt(reply))
  if (reply._tag === "NotFound") return { ...before, notFound: before.notFound + 1 }
  if (reply._tag === "Failed") return before
  const { attempt, record, startedAt } = reply.observation
  return {
    attempt,
    notFound: 0,
    contradictedAt: contradicts(payment, reply.observation, replies) ? (before.contradictedAt ?? startedAt) : null,
    oreference: record.oreference === "" ? before.oreference : record.oreference,
    requestId: record.requestId === "" ? before.requestId : record.requestId,
    heard: { at: startedAt, record },
  }
}

/** When all handles of a pending payout first agreed on failure; null: they do not agree now. */
const agreedSince = ({ payment, watch }: PaymentRecord, replies: Replies): number | null => {
  if (payment._tag === "Payin" || payment.state._tag !== "Pending" || !allFailed(payment, replies)) return null
  return watch.agreedAt ?? Math.max(...observed(replies).map(({ startedAt }) => startedAt))
}

/** What is remembered with a stimulus, before anything is decided. */
export const heard = (record: PaymentRecord, stimulus: Stimulus): Watch => {
  const { payment, watch } = record
  if (stimulus._tag !== "Confirmed") return watch
  const { replies } = stimulus
  const handles = replies.map((reply) => handleAfter(payment, watch, replies, reply))
  return { ...watch, handles, agreedAt: agreedSince(record, replies) }
}

const hour = 3_600_000

/** Only the schedule's own confirms take it further, or callbacks would slow it down. */
const afterRound = (
  { payment, watch: before }: PaymentRecord,
  { readNote, replies, startedAt }: StimulusOf<"Confirmed">,
  watch: Watch,
  now: number,
  policy: PolicyShape,
): Watch => {
  // A round that began before a callback was read answers nothing about it, so that one goes on waiting for its turn.
  const answers = readNote >= before.notesSeen
  const noted = answers && (readNote > before.notesSeen || before.notesAt !== null)
  const read: Watch = answers ? { ...watch, notesSeen: readNote, notesAt: null } : watch
  if (replies.length === 0) return read
  const wasDue = isDue(before, startedAt)
  const current = now - before.callbackHour.since >= hour ? { since: now, count: 0 } : before.callbackHour
  const counted: Watch = {
    ...read,
    lastConfirmAt: startedAt,
    callbackHour: noted && !wasDue ? { ...current, count: current.count + 1 } : current,
  }
  const isUnheard = replies.some(({ _tag }) => _tag === "Failed")
  if (closedAt(payment) === null) {
    return isUnheard || replies.some(({ _tag }) => _tag === "NotFound")
      ? { ...counted, failures: before.failures + 1 }
      : { ...counted, confirms: before.confirms + (wasDue ? 1 : 0), failures: 0 }
  }
  if (!wasDue) return counted
  return isUnheard && before.slotTries < policy.confirms.followUpRetries
    ? { ...counted, slotTries: before.slotTries + 1 }
    : { ...counted, slot: before.slot + (usesSlot(payment, before, startedAt, policy) ? 1 : 0), slotTries: 0 }
}

const afterAnswer = (
  { payment, watch }: PaymentRecord,
  { answer }: StimulusOf<"Answered">,
  isNews: boolean,
  now: number,
) => {
  const isUnsent = answer._tag === "NotSent" || answer._tag === "TurnedAway"
  return {
    ...watch,
    ...(isNews ? { confirms: 0, failures: 0, agreedAt: null } : {}),
    ...(isNews && closedAt(payment) !== null ? { listeningSince: now, slot: 0, slotTries: 0 } : {}),
    unsent: isUnsent ? watch.unsent + 1 : 0,
  }
}

/** Callbacks that the service was not asked about wait beside the schedule, not in its place. */
const afterDelay = ({ newestNote, watch }: PaymentRecord, until: number | null, now: number): Watch => {
  const isUnasked = newestNote > watch.notesSeen || watch.notesAt !== null
  const actAt = isDue(watch, now) ? until : watch.actAt
  return { ...watch, actAt, notesAt: isUnasked ? until : null, notesSeen: newestNote }
}

const counted = (
  record: PaymentRecord,
  stimulus: Stimulus,
  watch: Watch,
  { entries }: Change,
  now: number,
  policy: PolicyShape,
): Watch => {
  if (stimulus._tag === "Confirmed") return afterRound(record, stimulus, watch, now, policy)
  if (stimulus._tag === "Answered") return afterAnswer(record, stimulus, entries.length > 0, now)
  return stimulus._tag === "Postponed" ? afterDelay(record, stimulus.until, now) : watch
}

/** What is remembered once it is decided, with the time at which somebody must look again. */
export const remembered = (
  record: PaymentRecord,
  stimulus: Stimulus,
  watch: Watch,
  change: Change,
  now: number,
  policy: PolicyShape,
): Watch => {
  const after = counted(record, stimulus, watch, change, now, policy)
  const closed = closedAt(change.payment)
  const hasMoved = change.payment.state._tag !== record.payment.state._tag
  const hasClosed = closed !== closedAt(record.payment) || (closed !== null && hasMoved)
  const next: Watch = {
    ...after,
    ...(hasClosed ? { listeningSince: null, slot: 0, slotTries: 0, failures: 0 } : {}),
  }
  const keepsPlan = stimulus._tag === "Postponed" || stimulus._tag === "LeftToOthers" || stimulus._tag === "Parked"
  return keepsPlan ? next : { ...next, actAt: planActAt(change.payment, next, now, policy) }
}
