/**
 * The invariants of a step: what one step may and may not do. Each returns a sentence about what is wrong, or null.
 */
import { issuedTokensOf, type HistoryEntry } from "@cauri/core/model"
import { mayMark } from "./machine.ts"
import { payinDeadline, trialPolicy } from "./policy.ts"
import { attemptText, behind, transactionsOf } from "./service.ts"
import type { Step } from "./steps.ts"
import type { View, Views } from "./views.ts"
import type { World } from "./world.ts"

type StepCheck = (before: World, step: Step, views: Views) => string | null

/** The lines that a step added to the history of a payment. */
interface Added {
  readonly before: View | undefined
  readonly after: View
  readonly lines: ReadonlyArray<HistoryEntry>
}

const added = (before: World, { world }: Step, views: Views): ReadonlyArray<Added> => {
  if (before.store === world.store) return []
  const old = views(before.store)
  return views(world.store).flatMap((after) => {
    const known = old.find(({ name }) => name === after.name)
    const lines = after.history.slice(known?.history.length ?? 0)
    return lines.length === 0 ? [] : [{ before: known, after, lines }]
  })
}

const firstOf = (all: ReadonlyArray<Added>, look: (each: Added) => string | null): string | null => {
  for (const each of all) {
    const what = look(each)
    if (what !== null) return what
  }
  return null
}

/** S7: when a use case that received a token ends, the token is durable. */
const durableTokens: StepCheck = (_before, { ended, world }, views) => {
  if (ended === null) return null
  const stored = views(world.store).flatMap(({ record }) =>
    issuedTokensOf(record.payment.attempts).map(({ token }): string => token),
  )
  const lost = ended.tokens.find((token) => !stored.includes(token))
  return lost === undefined ? null : `${ended.program.name} ended and ${lost} is not stored`
}

/** S8: when a request reaches the service, its attempt is durable, in flight, and the payment says so. */
const rowBeforeBytes: StepCheck = (before, { act }, views) => {
  if (act._tag !== "Posted") return null
  const { payment: name, attempt } = act.creation
  const payment = views(before.store).find((view) => view.name === name)?.record.payment
  const outcome = payment?.attempts.find(({ number }) => number === attempt)?.outcome._tag
  return payment?.state._tag === "submitting" && outcome === "in_flight"
    ? null
    : `the POST of ${attemptText(name, attempt)} left while the store says ${payment?.state._tag}, attempt ${outcome}`
}

const historyOf = ({ store }: World, name: string): string =>
  (store.payments.get(name)?.events ?? []).map(({ body }) => body).join()

/** S11 (and S3): a callback changes no state, no history and no version; the second POST of an event changes nothing. */
const callbackOnlyNotes: StepCheck = (before, { act, world, label }) => {
  if (act._tag !== "CalledBack" || before.store === world.store) return null
  if (act.repeat) return `${label}, the second POST of its event, changed the store`
  for (const [name, { row }] of world.store.payments) {
    const old = before.store.payments.get(name)?.row
    if (old === undefined) return `${label} made the ${name}`
    const same =
      old.body === row.body &&
      old.version === row.version &&
      old.state === row.state &&
      old.leaseNumber === row.leaseNumber &&
      old.leaseUntil === row.leaseUntil &&
      historyOf(before, name) === historyOf(world, name)
    if (!same) return `${label} changed the ${name}`
  }
  return null
}

/**
 * S13: nothing expires or fails because of time alone. Every token was asked about, by a confirm that began after the deadline (to expire;
 * it counts from the last call that was sent) or that said so (to fail); a token that the service no longer knows cannot be asked about.
 */
const nothingByTheClock: StepCheck = (before, step, views) =>
  firstOf(added(before, step, views), ({ before: known, after, lines }) => {
    const expired = lines.some(({ event }) => event._tag === "expired")
    const failed = lines.some(({ event }) => event._tag === "not_completed")
    if (!expired && !failed) return null
    const { payment, tracking } = after.record
    const sent = known?.record.payment.attempts.findLast(
      ({ outcome }) => outcome._tag !== "not_sent" && outcome._tag !== "turned_away",
    )
    const deadline = (sent?.startedAt ?? 0) + payinDeadline
    for (const { token, attempt } of issuedTokensOf(payment.attempts)) {
      const lost =
        (tracking.tokens.find((each) => each.attempt === attempt)?.notFound ?? 0) >= trialPolicy.limits.maxNotFound
      const asked = behind(step.world.ledger, token)?.askedAt ?? null
      if (asked !== null && (failed || asked >= deadline)) continue
      if (expired && lost) continue
      return `the ${after.name} is ${after.row.state} and ${token} was asked about at ${asked}`
    }
    return null
  })

/**
 * S18: a callback counts as read only where it was read before the confirm began; the answer to an older question does not answer it. One
 * that was read and not answered waits for its confirm.
 */
const readBeforeAsking: StepCheck = (before, { act, world }, views) => {
  if (act._tag !== "Stored" || before.store === world.store) return null
  const { thread } = act
  for (const { name, record } of views(world.store)) {
    const known = views(before.store).find((view) => view.name === name)?.record.tracking
    const seen = known?.notesSeen ?? 0
    const { notesAt, notesSeen: marked } = record.tracking
    const read = mayMark(thread.notes, name)
    const owed = marked > seen || (known?.notesAt ?? null) !== null
    const asked = thread.notes.askedAfter?.get(name) ?? 0
    if (owed && notesAt === null && asked < marked && issuedTokensOf(record.payment.attempts).length > 0) {
      return `${thread.program.name} forgot callback ${marked} of the ${name}, which waits for its turn: it asked after ${asked}`
    }
    if (marked > Math.max(seen, read)) {
      return `${thread.program.name} marked callback ${marked} of the ${name} as read, and had read ${read} when it asked`
    }
  }
  return null
}

/** O10: a person decides on what they saw, and never to send again while a callback says that the service knows of it. */
const soundDecisions: StepCheck = (before, step, views) =>
  firstOf(added(before, step, views), ({ before: known, after, lines }) => {
    const decision = lines.find(({ event }) => event._tag === "resolved")
    if (decision?.event._tag !== "resolved" || known === undefined) return null
    if (decision.event.asOf !== known.record.payment.seq) {
      return `the ${after.name} was ruled on as of ${decision.event.asOf}, and it was at ${known.record.payment.seq}`
    }
    if (after.row.kind !== "payout" || decision.event.to !== "intended") return null
    const tokens = issuedTokensOf(known.record.payment.attempts).map(({ attempt }) => attempt)
    return known.record.notes.some(({ attempt }) => !tokens.includes(attempt))
      ? `the ${after.name} was ruled to be sent again although a callback had come`
      : null
  })

/**
 * O9 for payouts, P16 for payins: no further call while a callback of an attempt without a token is known, whatever that attempt counts
 * as.
 */
const noCallPastACallback =
  (kind: View["row"]["kind"]): StepCheck =>
  (before, step, views) =>
    firstOf(added(before, step, views), ({ before: known, after, lines }) => {
      if (after.row.kind !== kind || known === undefined) return null
      if (!lines.some(({ event }) => event._tag === "attempt_started")) return null
      const { notes, payment } = known.record
      const tokens = issuedTokensOf(payment.attempts).map(({ attempt }) => attempt)
      const calledBack = payment.attempts.find(
        ({ number }) => !tokens.includes(number) && notes.some(({ attempt }) => attempt === number),
      )
      return calledBack === undefined
        ? null
        : `the ${after.name} is sent again although a callback came for attempt ${calledBack.number}, which counts as ${calledBack.outcome._tag}`
    })

/**
 * O8 and P18: where the service can be asked by our id, a call that it knows is not sent again, expired, or ruled not executed, for want of
 * asking.
 */
const askedByOurId: StepCheck = (before, step, views) =>
  firstOf(added(before, step, views), ({ before: known, after: { name }, lines }) => {
    const { ledger } = before
    const ends = ["attempt_started", "expired", "resolved"]
    const line = lines.find(({ event }) => ends.includes(event._tag))?.event
    if (!ledger.looksUp || line === undefined || ("to" in line && line.to === "completed")) return null
    const forgotten = transactionsOf(ledger, name).find(({ attempt }) =>
      known?.record.payment.attempts.some(
        ({ number, outcome }) => number === attempt && outcome._tag === "no_answer" && outcome.token === null,
      ),
    )
    return forgotten === undefined ? null : `the ${name} got ${line._tag}, and the service knows ${forgotten.token}`
  })

/** O2: no payout is claimed while its twin has left or may have left, unless a person released it. */
const noTwins: StepCheck = (before, step, views) =>
  firstOf(added(before, step, views), ({ after: { name, row, history }, lines }) => {
    if (row.kind !== "payout" || !lines.some(({ event }) => event._tag === "attempt_started")) return null
    if (history.some(({ event }) => event._tag === "released")) return null
    const twin = views(before.store).find(
      (other) =>
        other.name !== name &&
        other.row.party === row.party &&
        other.row.amount === row.amount &&
        (other.row.state === "submitting" || other.row.state === "pending" || other.row.state === "in_doubt"),
    )
    return twin === undefined ? null : `the ${name} is claimed while its twin ${twin.name} is ${twin.row.state}`
  })

/** O4: while the payouts of its project are paused, no payout is claimed. */
const nothingWhilePaused: StepCheck = (before, step, views) =>
  firstOf(added(before, step, views), ({ after: { name, row }, lines }) => {
    const scope = `project/${row.project}/payouts`
    return row.kind === "payout" &&
      before.store.pauses.has(scope) &&
      lines.some(({ event }) => event._tag === "attempt_started")
      ? `the ${name} is sent while ${scope} is paused`
      : null
  })

export const stepChecks: Readonly<Record<string, StepCheck>> = {
  S7: durableTokens,
  S8: rowBeforeBytes,
  S11: callbackOnlyNotes,
  S13: nothingByTheClock,
  S18: readBeforeAsking,
  O2: noTwins,
  O4: nothingWhilePaused,
  O8: askedByOurId,
  O9: noCallPastACallback("payout"),
  O10: soundDecisions,
  P16: noCallPastACallback("payin"),
}
