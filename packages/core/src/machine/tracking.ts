/**
 * What is tracked about confirming, before the rows are tried and after. It never decides by itself; guards read it. The counts of a
 * stimulus are computed from the stored record at the save, so two rounds at the same moment count as two.
 */
import { allFailed, observed, sameToken } from "./confirming.ts"
import type { Stimulus, StimulusOf, StimulusTag } from "../model/stimulus.ts"
import {
  earliest,
  type TokenMemory,
  isDue,
  tokenMemoryOf,
  type PaymentRecord,
  type Tracking,
} from "../model/PaymentRecord.ts"
import { type TokenReply, type Observation, attemptOfReply } from "../model/Observation.ts"
import { type Change, closedAt, type Payment } from "../model/Payment.ts"
import { backoff, type PolicyShape } from "../model/Policy.ts"
import { attemptsToLookUp, planActAt, usesFollowUp } from "./schedule.ts"

type Replies = ReadonlyArray<TokenReply>

/** Does a record say the opposite of how the payment ended? */
const contradicts = (of: PaymentRecord, { attempt, record }: Observation, replies: Replies): boolean => {
  const { payment } = of
  const { state } = payment
  if (state._tag === "not_completed") return record.status === "completed"
  if (!("attempt" in state)) return false
  // A person's decision names no token, so only all tokens together contradict it.
  return state.attempt === null
    ? allFailed(of, replies)
    : record.status === "not_completed" && sameToken(payment, state.attempt, attempt)
}

const tokenAfter = (of: PaymentRecord, replies: Replies, reply: TokenReply): TokenMemory => {
  const before = tokenMemoryOf(of.tracking, attemptOfReply(reply))
  if (reply._tag === "NotFound") return { ...before, notFound: before.notFound + 1 }
  if (reply._tag !== "Observed") return before
  const { attempt, record, startedAt } = reply.observation
  return {
    attempt,
    notFound: 0,
    contradictedAt: contradicts(of, reply.observation, replies) ? (before.contradictedAt ?? startedAt) : null,
    operatorReference: record.operatorReference === "" ? before.operatorReference : record.operatorReference,
    requestId: record.requestId === "" ? before.requestId : record.requestId,
    newest: { at: startedAt, record },
  }
}

/** When all tokens of a pending payout first agreed on failure; null: they do not agree now. */
const agreedSince = (of: PaymentRecord, replies: Replies): number | null => {
  const { payment, tracking } = of
  if (payment._tag === "Payin" || payment.state._tag !== "pending" || !allFailed(of, replies)) return null
  return tracking.agreedAt ?? Math.max(...observed(replies).map(({ startedAt }) => startedAt))
}

/** The tracking with a stimulus, before anything is decided. */
export const trackingWith = (record: PaymentRecord, stimulus: Stimulus): Tracking => {
  const { tracking } = record
  if (stimulus._tag !== "Confirmed") return tracking
  const { replies } = stimulus
  const tokens = replies.map((reply) => tokenAfter(record, replies, reply))
  return { ...tracking, tokens, agreedAt: agreedSince(record, replies) }
}

const hour = 3_600_000

/** Only scheduled confirms advance the schedule; otherwise callbacks would slow it down. */
const afterRound = (
  { payment, tracking: before }: PaymentRecord,
  { readNote, replies, startedAt }: StimulusOf<"Confirmed">,
  tracking: Tracking,
  now: number,
  policy: PolicyShape,
): Tracking => {
  // A round that began before a callback was read does not answer it, nor does one without the service's word: the callback keeps waiting.
  const answers = readNote >= before.notesSeen
  const answersNote = answers && (readNote > before.notesSeen || before.notesAt !== null)
  const hasFailed = replies.some(({ _tag }) => _tag === "Failed")
  const asksAgain = answersNote && hasFailed && before.failures < policy.confirms.backoff.length
  const notesAt = asksAgain ? now + backoff(policy.confirms.backoff, before.failures) : null
  const read: Tracking = answers ? { ...tracking, notesSeen: readNote, notesAt } : tracking
  if (replies.length === 0) return read
  const wasDue = isDue(before, startedAt)
  const current = now - before.callbackHour.since >= hour ? { since: now, count: 0 } : before.callbackHour
  const counted: Tracking = {
    ...read,
    lastConfirmAt: startedAt,
    callbackHour: answersNote && !wasDue ? { ...current, count: current.count + 1 } : current,
  }
  if (closedAt(payment) === null) {
    return hasFailed || replies.some(({ _tag }) => _tag === "NotFound")
      ? { ...counted, failures: before.failures + 1 }
      : { ...counted, confirms: before.confirms + (wasDue ? 1 : 0), failures: 0 }
  }
  const closed: Tracking = { ...counted, failures: asksAgain ? before.failures + 1 : 0 }
  if (!wasDue) return closed
  return hasFailed && before.followUpTries < policy.confirms.followUpRetries
    ? { ...closed, followUpTries: before.followUpTries + 1 }
    : {
        ...closed,
        followUp: before.followUp + (usesFollowUp(payment, before, startedAt, policy) ? 1 : 0),
        followUpTries: 0,
      }
}

const afterAnswer = (
  { payment, tracking }: PaymentRecord,
  { answer }: StimulusOf<"Answered">,
  isNews: boolean,
  now: number,
): Tracking => {
  const isUnsent = answer._tag === "not_sent" || answer._tag === "turned_away"
  return {
    ...tracking,
    ...(isNews ? { confirms: 0, failures: 0, agreedAt: null } : {}),
    ...(isNews && closedAt(payment) !== null ? { followUpFrom: now, followUp: 0, followUpTries: 0 } : {}),
    unsent: isUnsent ? tracking.unsent + 1 : 0,
  }
}

/** Unconfirmed callbacks wait beside the schedule, not in its place. */
const afterDelay = ({ newestNote, tracking }: PaymentRecord, until: number | null, now: number): Tracking => {
  const isUnasked = newestNote > tracking.notesSeen || tracking.notesAt !== null
  const upcoming = tracking.notesAt !== null && tracking.notesAt > now ? tracking.notesAt : null
  const actAt = isDue(tracking, now) ? until : tracking.actAt
  // Newer callbacks do not move the turn of older ones: they would never come to it.
  return { ...tracking, actAt, notesAt: isUnasked ? earliest(until, upcoming) : null, notesSeen: newestNote }
}

const counted = (
  record: PaymentRecord,
  stimulus: Stimulus,
  tracking: Tracking,
  { entries }: Change,
  now: number,
  policy: PolicyShape,
): Tracking => {
  if (stimulus._tag === "Confirmed") return afterRound(record, stimulus, tracking, now, policy)
  if (stimulus._tag === "Answered") return afterAnswer(record, stimulus, entries.length > 0, now)
  return stimulus._tag === "Postponed" ? afterDelay(record, stimulus.until, now) : tracking
}

/** These change nothing about when to act. */
const keepsPlan: ReadonlySet<string> = new Set<StimulusTag>([
  "Postponed",
  "LeftToOthers",
  "TokenShared",
  "Parked",
  "Contradicted",
])

/** The tokens, and beside them the attempts to ask about by our id where the service can be asked so. */
const remembered = (tracking: Tracking, stimulus: Stimulus, payment: Payment): ReadonlyArray<TokenMemory> => {
  const toLookUp = "looksUp" in stimulus && stimulus.looksUp ? attemptsToLookUp(payment) : []
  const missing = toLookUp.filter((number) => tracking.tokens.every(({ attempt }) => attempt !== number))
  return [...tracking.tokens, ...missing.map((number) => tokenMemoryOf(tracking, number))]
}

/** The tracking after the decision, with the time of the next action. */
export const trackingAfter = (
  record: PaymentRecord,
  stimulus: Stimulus,
  tracking: Tracking,
  change: Change,
  now: number,
  policy: PolicyShape,
): Tracking => {
  const after = counted(record, stimulus, tracking, change, now, policy)
  const closed = closedAt(change.payment)
  const hasMoved = change.payment.state._tag !== record.payment.state._tag
  const hasClosed = closed !== closedAt(record.payment) || (closed !== null && hasMoved)
  const next: Tracking = {
    ...after,
    tokens: remembered(after, stimulus, change.payment),
    ...(hasClosed ? { followUpFrom: null, followUp: 0, followUpTries: 0, failures: 0 } : {}),
  }
  return keepsPlan.has(stimulus._tag) ? next : { ...next, actAt: planActAt(change.payment, next, now, policy) }
}
