/**
 * What one round of confirms says about a payment: the events that follow, and what is remembered of it. One round asks every
 * handle, the newest first, inside one lease. Rows P12 to P15, P20, P21 and O11 to O14.
 *
 * Spec: status records (#79 to #110), states (#112 to #122), Events rule 4 (#205 to #207).
 */
import { flagged } from "./answers.ts"
import { handlesOf, tokenOf } from "./Attempt.ts"
import { PaymentEvent as Events, type PaymentEvent } from "./Event.ts"
import {
  allFailed,
  amountFits,
  completions,
  externalIdIsOurs,
  observed,
  referenceIsOurs,
  sameCollection,
  sameHandle,
} from "./evidence.ts"
import { type HandleReply, type Observation, replyAttempt } from "./Observation.ts"
import type { Payin } from "./Payin.ts"
import { closedAt, deadlineOf, isFinal, lastStartedAt, type Payment, scheduleOf } from "./Payment.ts"
import type { Payout } from "./Payout.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { storable } from "./storable.ts"
import { type HandleMemory, isLost, memoryOf, type Watch } from "./Watch.ts"

/** The notes of a payment, reduced to what matters: which attempts a callback came for. */
export interface NoteSummary {
  readonly attempt: number
  readonly newest: number
}

/** What one round says. */
export interface Verdict {
  readonly events: ReadonlyArray<PaymentEvent>
  readonly watch: Watch
  /** How the round went as a whole: a transport failure is repeated, a lost token is not. */
  readonly failed: "no" | "transport" | "notFound"
}

/** Does a record say the opposite of how the payment ended? */
const contradicts = (
  payment: Payment,
  { attempt, record }: Observation,
  replies: ReadonlyArray<HandleReply>,
): boolean => {
  const { state } = payment
  if (state._tag === "NotCompleted") return record.status === "completed"
  if (state._tag !== "Completed") return false
  // A person's decision names no handle, so only all of them together contradict it.
  return state.attempt === null
    ? allFailed(payment, replies)
    : record.status === "notcompleted" && sameHandle(payment, state.attempt, attempt)
}

/** The memory of every handle after the round. */
const remember = (payment: Payment, watch: Watch, replies: ReadonlyArray<HandleReply>): ReadonlyArray<HandleMemory> =>
  replies.map((reply): HandleMemory => {
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
  })

/** What any record may give a person to look at. */
const oddities = (payment: Payment, watch: Watch, replies: ReadonlyArray<HandleReply>, policy: PolicyShape) => {
  const unknown = new Set(
    observed(replies).flatMap(({ record }) =>
      record.unknownStatus === null ? [] : [storable(record.unknownStatus, 40)],
    ),
  )
  // A service that invents a status at every confirm needs a look once, and not a flag for each.
  const raised = payment.flags.filter((flag) => flag.kind === "UnknownStatus").length
  const statuses = [...unknown].slice(0, Math.max(0, policy.maxUnknownStatuses - raised))
  const flags = observed(replies).flatMap((each) =>
    payment._tag === "Payin" && each.record.externalId !== "" && !externalIdIsOurs(payment, each)
      ? flagged(payment, "ExternalIdMismatch", String(each.attempt))
      : [],
  )
  const lost = handlesOf(payment.attempts)
    .filter((handle) => isLost(watch, handle.attempt, policy) && closedAt(payment) === null)
    .flatMap((handle) => flagged(payment, "HandleLost", String(handle.attempt)))
  return [...statuses.flatMap((status) => flagged(payment, "UnknownStatus", status)), ...flags, ...lost]
}

/** A callback came for an attempt that we cannot ask about: the service knows a transaction that we do not. */
export const noteEvents = (payment: Payment, notes: ReadonlyArray<NoteSummary>): ReadonlyArray<PaymentEvent> => {
  const withoutToken = payment.attempts.filter(
    (attempt) =>
      notes.some((note) => note.attempt === attempt.number) &&
      attempt.outcome._tag !== "InFlight" &&
      tokenOf(attempt) === null,
  )
  const reopened = withoutToken.filter((attempt) => attempt.outcome._tag === "NotExecuted").map(({ number }) => number)
  const state = payment.state._tag
  const reopens = payment._tag === "Payout" && reopened.length > 0 && (state === "Intended" || state === "Held")
  return [
    ...(reopens ? [Events.cases.Reopened.make({ attempts: reopened }), Events.cases.InDoubt.make({})] : []),
    ...withoutToken.flatMap(({ number }) => flagged(payment, "CallbackWithoutToken", String(number))),
  ]
}

/** Other handles than the completing one that moved money of their own. */
const second = (payment: Payment, first: number, watch: Watch, replies: ReadonlyArray<HandleReply>) =>
  completions(replies)
    .filter(({ attempt }) => !sameHandle(payment, first, attempt))
    .filter(({ attempt }) => !sameCollection(memoryOf(watch, first), memoryOf(watch, attempt)))
    .flatMap(({ attempt }) =>
      flagged(payment, payment._tag === "Payin" ? "DoubleCollection" : "DoublePayout", `attempt ${attempt}`),
    )

/** What the audits of a final payment bring (rows P20, P21, O14). */
const audit = (payment: Payment, watch: Watch, replies: ReadonlyArray<HandleReply>, policy: PolicyShape) => {
  const events: Array<PaymentEvent> = []
  if (payment.state._tag === "Completed") {
    const first = payment.state.attempt ?? completions(replies)[0]?.attempt ?? null
    if (first !== null) {
      if (payment.state.attempt === null) events.push(Events.cases.CompletionSeen.make({ attempt: first }))
      events.push(...second(payment, first, watch, replies))
    }
  }
  for (const { attempt, startedAt } of observed(replies)) {
    const since = memoryOf(watch, attempt).contradictedAt
    if (since !== null && startedAt - since >= policy.contradictionAgreement) {
      const kind = payment.state._tag === "Completed" ? "TerminalContradiction" : "CompletedAfterNotCompleted"
      events.push(...flagged(payment, kind, String(attempt)))
    }
  }
  return events
}

const payinVerdict = (
  payin: Payin,
  watch: Watch,
  replies: ReadonlyArray<HandleReply>,
  now: number,
  policy: PolicyShape,
) => {
  const completed = completions(replies)
  const good = completed.find((each) => referenceIsOurs(payin, each) && amountFits(payin, each, policy))
  const bad = completed.flatMap((each) => {
    if (!referenceIsOurs(payin, each)) return flagged(payin, "ReferenceMismatch", String(each.attempt))
    return amountFits(payin, each, policy) ? [] : flagged(payin, "AmountMismatch", String(each.attempt))
  })
  if (good !== undefined) {
    const event = Events.cases.Completed.make({ observation: good, late: closedAt(payin) !== null })
    return [event, ...bad, ...second(payin, good.attempt, watch, replies)]
  }
  const state = payin.state._tag
  if ((state === "Pending" || state === "AwaitingOtp" || state === "Expired") && allFailed(payin, replies)) {
    return [...bad, Events.cases.NotCompleted.make({})]
  }
  const deadline = deadlineOf(payin, policy) ?? Infinity
  const open = state === "Pending" || state === "AwaitingOtp" || state === "InDoubt"
  const answeredAfter = (reply: HandleReply) =>
    (reply._tag === "Observed" && reply.observation.startedAt >= deadline) ||
    // A lost handle counts as answered when the service just said so, and not while confirms are blind.
    (reply._tag === "NotFound" && reply.startedAt >= deadline && isLost(watch, reply.attempt, policy))
  const over = now >= deadline && replies.every(answeredAfter)
  return open && over ? [...bad, Events.cases.Expired.make({})] : bad
}

const payoutVerdict = (
  payout: Payout,
  watch: Watch,
  replies: ReadonlyArray<HandleReply>,
  now: number,
  policy: PolicyShape,
) => {
  const foreign = observed(replies)
    .filter((each) => each.record.status !== "pending" && !referenceIsOurs(payout, each))
    .flatMap((each) => flagged(payout, "ReferenceMismatch", String(each.attempt)))
  const good = completions(replies).find((each) => referenceIsOurs(payout, each))
  if (payout.state._tag !== "Pending") return { events: foreign, agreedAt: null }
  if (good !== undefined) {
    const completed = Events.cases.Completed.make({ observation: good, late: false })
    return { events: [completed, ...foreign, ...second(payout, good.attempt, watch, replies)], agreedAt: null }
  }
  const levels = scheduleOf(payout, policy).overdueAfter
  const overdue = levels.flatMap((level, index) =>
    now >= lastStartedAt(payout) + level ? flagged(payout, "Overdue", String(index + 1)) : [],
  )
  if (!allFailed(payout, replies)) return { events: [...foreign, ...overdue], agreedAt: null }
  const starts = observed(replies).map(({ startedAt }) => startedAt)
  const agreed = watch.agreedAt !== null && Math.min(...starts) - watch.agreedAt >= policy.payoutFailureAgreement
  return agreed
    ? { events: [...foreign, Events.cases.NotCompleted.make({})], agreedAt: null }
    : { events: [...foreign, ...overdue], agreedAt: watch.agreedAt ?? Math.max(...starts) }
}

/**
 * Judges one round of confirms. `replies` holds one reply for every handle of the payment; none means that there was nothing to
 * ask, which is how a payment without handles runs out.
 */
export const judge = (
  payment: Payment,
  before: Watch,
  replies: ReadonlyArray<HandleReply>,
  notes: ReadonlyArray<NoteSummary>,
  now: number,
  policy: PolicyShape,
): Verdict => {
  const failed = replies.some((reply) => reply._tag === "Failed")
    ? "transport"
    : replies.some((reply) => reply._tag === "NotFound")
      ? "notFound"
      : "no"
  const watch: Watch = { ...before, handles: [...remember(payment, before, replies)] }
  const common = [...oddities(payment, watch, replies, policy), ...noteEvents(payment, notes)]
  if (payment.state._tag === "Submitting") return { events: common, watch, failed }
  if (isFinal(payment)) return { events: [...audit(payment, watch, replies, policy), ...common], watch, failed }
  if (payment._tag === "Payin") {
    return { events: [...payinVerdict(payment, watch, replies, now, policy), ...common], watch, failed }
  }
  const { events, agreedAt } = payoutVerdict(payment, watch, replies, now, policy)
  return { events: [...events, ...common], watch: { ...watch, agreedAt }, failed }
}
