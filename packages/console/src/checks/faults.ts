/**
 * The invariants of one payment, as questions to its row and its history. A sound store passes all of them; a finding here comes from
 * damage, a manual change in the database, or a defect, and a person must look.
 */
import { Duration, Result } from "effect"
import type { PolicyShape } from "@cauri/core"
import { toPaymentWrite } from "@cauri/core/adapter"
import type { Coded, Tools } from "@cauri/catalogue/tools"
import {
  type Attempt,
  feesOn,
  fold,
  type HistoryEntry,
  type Payment,
  type PaymentRecord,
  railOf,
} from "@cauri/core/model"

type Invariant = keyof Tools["invariants"]

/** What is found, as a code of the catalogue with its parameters. */
type Found = Coded<Tools["findings"]>

/** What is wrong with a payment. */
export interface Fault {
  readonly invariant: Invariant
  readonly found: Found
}

type Look = (
  record: PaymentRecord,
  history: ReadonlyArray<HistoryEntry>,
  policy: PolicyShape,
  now: number,
) => Found | null

/** Due work that has waited this long is stuck. */
export const dueTooLong = 3_600_000

const mayHaveLeft = ({ outcome }: Attempt): boolean =>
  outcome._tag === "in_flight" || outcome._tag === "accepted" || outcome._tag === "no_answer"

/** The calls that a person decided were not executed, when the payout was released once more. A later answer does not undo that. */
const decidedUnexecuted = (history: ReadonlyArray<HistoryEntry>): ReadonlySet<number> => {
  const resolved = history.findLastIndex(({ event }) => event._tag === "resolved" && event.to === "intended")
  const before = history.slice(0, Math.max(resolved, 0))
  return new Set(before.flatMap(({ event }) => (event._tag === "attempt_started" ? [event.attempt] : [])))
}

const isEnd = ({ event }: HistoryEntry): boolean =>
  event._tag === "completed" || event._tag === "not_completed" || (event._tag === "resolved" && event.to !== "intended")

const completion = (history: ReadonlyArray<HistoryEntry>) =>
  history.flatMap(({ event }) => (event._tag === "completed" ? [event.observation] : []))[0]

const hasToken = (payment: Payment, number: number): boolean =>
  payment.attempts.some((each) => each.number === number && "token" in each.outcome && each.outcome.token !== null)

const sum = (history: ReadonlyArray<HistoryEntry>): Payment | null => {
  const [first, ...rest] = history
  if (first === undefined) return null
  try {
    const folded = fold([first, ...rest])
    return Result.isSuccess(folded) ? folded.success : null
  } catch {
    // A history must begin with its intent.
    return null
  }
}

const tokensIn = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<string> =>
  history.flatMap(({ event }) => {
    if (event._tag === "answered_late") return "token" in event.answer && event.answer.token ? [event.answer.token] : []
    return "token" in event && event.token !== null ? [event.token] : []
  })

/** Each invariant of one payment: null, or what is wrong, without anything that must not be printed. The catalogue names them all. */
const looks: ReadonlyArray<readonly [Invariant, Look]> = [
  [
    "S2",
    ({ payment }, history) => {
      const excused = decidedUnexecuted(history)
      const sent =
        payment._tag === "Payout"
          ? payment.attempts.filter((each) => mayHaveLeft(each) && !excused.has(each.number))
          : []
      return sent.length > 1 ? ["calls_may_have_left", sent.map(({ number }) => number).join(", ")] : null
    },
  ],
  [
    "S4",
    ({ payment }, history) => {
      if (payment.state._tag !== "completed") return null
      const seen = completion(history)
      if (seen !== undefined) {
        if (seen.record.status !== "completed") return ["observation_not_completed"]
        return hasToken(payment, seen.attempt) ? null : ["completed_without_token", seen.attempt]
      }
      const isDecided = history.some(({ event }) => event._tag === "resolved" && event.to === "completed")
      return isDecided ? null : ["completed_by_nothing"]
    },
  ],
  [
    "S5",
    ({ payment }, history, policy) => {
      const seen = completion(history)
      if (payment._tag !== "Payin" || payment.state._tag !== "completed" || seen === undefined) return null
      const { amount, project } = payment.content
      const most = amount + feesOn(policy, project, railOf(payment.content), amount)
      const paid = seen.record.amount
      if (paid === null) return ["completed_without_amount", amount, most - amount]
      return paid >= amount && paid <= most ? null : ["completed_with_other_amount", paid, amount, most - amount]
    },
  ],
  [
    "S6",
    (_, history) => {
      const ends = history.filter(isEnd)
      return ends.length > 1 ? ["ended_twice", ends.map(({ seq }) => seq).join(", ")] : null
    },
  ],
  [
    "S7",
    ({ payment }, history) => {
      const kept = new Set<string>(
        payment.attempts.flatMap(({ outcome }) =>
          "token" in outcome && outcome.token !== null ? [outcome.token] : [],
        ),
      )
      const lost = tokensIn(history).filter((token) => !kept.has(token)).length
      return lost > 0 ? ["tokens_lost", lost] : null
    },
  ],
  [
    "S14",
    ({ payment, tracking }, history) => {
      const gap = history.findIndex(({ seq }, index) => seq !== index + 1)
      if (gap >= 0) return ["event_missing", gap + 1]
      if (history.length !== payment.seq) return ["events_miscounted", history.length, payment.seq]
      const folded = sum(history)
      if (folded === null) return ["history_impossible"]
      return toPaymentWrite(folded, tracking).body === toPaymentWrite(payment, tracking).body
        ? null
        : ["history_differs"]
    },
  ],
  [
    "L1",
    ({ payment, tracking }) => {
      const open = payment.state._tag === "pending" || payment.state._tag === "awaiting_otp"
      const asked = payment.attempts.some(({ number }) => hasToken(payment, number))
      // After a lost token only a callback leads to a confirm; the open flag asks for a person.
      const given = payment.flags.some(({ closed, kind }) => closed === null && kind === "token_lost")
      return open && asked && !given && tracking.actAt === null ? ["no_confirm_planned"] : null
    },
  ],
  [
    "L4",
    ({ payment }, _, policy, now) => {
      if (payment.state._tag !== "submitting") return null
      const since = payment.attempts.at(-1)?.startedAt ?? payment.createdAt
      return now - since > 3 * Duration.toMillis(policy.calls.lease)
        ? ["call_left_behind", new Date(since).toISOString()]
        : null
    },
  ],
  [
    "L6",
    ({ lease, tracking }, _history, _policy, now) => {
      const due = Math.max(tracking.actAt ?? Infinity, lease.until)
      return now - due > dueTooLong ? ["due_too_long", new Date(due).toISOString()] : null
    },
  ],
]

/** Everything that is wrong with one payment. */
export const faultsOf = (
  record: PaymentRecord,
  history: ReadonlyArray<HistoryEntry>,
  policy: PolicyShape,
  now: number,
): ReadonlyArray<Fault> =>
  looks.flatMap(([invariant, look]) => {
    const found = look(record, history, policy, now)
    return found === null ? [] : [{ invariant, found }]
  })
