/**
 * The invariants of one payment, as questions to its row and its history. A sound store passes all of them; a finding here comes from
 * damage, a manual change in the database, or a defect, and a person must look.
 */
import { Duration, Result } from "effect"
import type { PolicyShape } from "@cauri/core"
import { toPaymentWrite } from "@cauri/core/adapter"
import {
  type Attempt,
  feesOn,
  fold,
  type HistoryEntry,
  type Payment,
  type PaymentRecord,
  railOf,
} from "@cauri/core/model"

/** The invariants that a query can check, under their names in the lifecycle and the threat model. */
export const invariants = {
  S2: "at most one call of a payout may have left, unless a person ruled that one was not executed",
  S4: "what is completed was seen by a confirm of one of its own calls, or ruled by a person",
  S5: "a completed payin has the amount that was asked for, or no more above it than the fees",
  S6: "a payment ends once",
  S7: "no token is ever given up",
  S14: "the history has no gaps and adds up to the payment",
  L1: "what is open and can be asked about has a time at which it is asked",
  L4: "what a worker left behind is taken up again",
  L6: "nothing waits for longer than an hour although it is due",
  twins: "two equal payouts to one number are open only if a person released the later one",
  refunds: "the refunds of a payin do not exceed it",
  doubles: "of two completed payins of one order the later one is flagged",
  readable: "what is stored can be read",
  highWater: "the store has counted as many events as there are",
  tables: "the tables agree with one another",
} as const

/** The name of an invariant. */
type Invariant = keyof typeof invariants

/** What is wrong with a payment. */
export interface Fault {
  readonly invariant: Invariant
  readonly detail: string
}

type Look = (
  record: PaymentRecord,
  history: ReadonlyArray<HistoryEntry>,
  policy: PolicyShape,
  now: number,
) => string | null

/** Due work that has waited this long is stuck. */
export const dueTooLong = 3_600_000

const mayHaveLeft = ({ outcome }: Attempt): boolean =>
  outcome._tag === "InFlight" || outcome._tag === "Accepted" || outcome._tag === "NoAnswer"

/** The calls that a person decided were not executed, when the payout was released once more. A later answer does not undo that. */
const ruledUnexecuted = (history: ReadonlyArray<HistoryEntry>): ReadonlySet<number> => {
  const ruling = history.findLastIndex(({ event }) => event._tag === "Resolved" && event.to === "Intended")
  const before = history.slice(0, Math.max(ruling, 0))
  return new Set(before.flatMap(({ event }) => (event._tag === "AttemptStarted" ? [event.attempt] : [])))
}

const isEnd = ({ event }: HistoryEntry): boolean =>
  event._tag === "Completed" || event._tag === "NotCompleted" || (event._tag === "Resolved" && event.to !== "Intended")

const completion = (history: ReadonlyArray<HistoryEntry>) =>
  history.flatMap(({ event }) => (event._tag === "Completed" ? [event.observation] : []))[0]

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
    if (event._tag === "AnsweredLate") return "token" in event.answer && event.answer.token ? [event.answer.token] : []
    return "token" in event && event.token !== null ? [event.token] : []
  })

/** Each invariant of one payment: null, or what is wrong, without anything that must not be printed. */
const looks: ReadonlyArray<readonly [Invariant, Look]> = [
  [
    "S2",
    ({ payment }, history) => {
      const excused = ruledUnexecuted(history)
      const sent =
        payment._tag === "Payout"
          ? payment.attempts.filter((each) => mayHaveLeft(each) && !excused.has(each.number))
          : []
      return sent.length > 1 ? `its calls ${sent.map(({ number }) => number).join(" and ")} may all have left` : null
    },
  ],
  [
    "S4",
    ({ payment }, history) => {
      if (payment.state._tag !== "Completed") return null
      const seen = completion(history)
      if (seen !== undefined) {
        if (seen.record.status !== "completed") return "the observation that completed it does not say completed"
        return hasToken(payment, seen.attempt) ? null : `it was completed by call ${seen.attempt}, which has no token`
      }
      const ruled = history.some(({ event }) => event._tag === "Resolved" && event.to === "Completed")
      return ruled ? null : "nothing in its history completed it"
    },
  ],
  [
    "S5",
    ({ payment }, history, policy) => {
      const seen = completion(history)
      if (payment._tag !== "Payin" || payment.state._tag !== "Completed" || seen === undefined) return null
      const { amount, project } = payment.content
      const most = amount + feesOn(policy, project, railOf(payment.content), amount)
      const paid = seen.record.amount
      return paid !== null && paid === seen.record.montant && paid >= amount && paid <= most
        ? null
        : `it was completed with ${paid ?? "no"} XOF instead of ${amount}; today's fees were applied, of at most ${most - amount} XOF`
    },
  ],
  [
    "S6",
    (_, history) => {
      const ends = history.filter(isEnd)
      return ends.length > 1 ? `it ended with events ${ends.map(({ seq }) => seq).join(" and ")}` : null
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
      return lost > 0 ? `${lost} tokens of its history are on none of its calls` : null
    },
  ],
  [
    "S14",
    ({ payment, tracking }, history) => {
      const gap = history.findIndex(({ seq }, index) => seq !== index + 1)
      if (gap >= 0) return `event ${gap + 1} is missing`
      if (history.length !== payment.seq) return `it has ${history.length} events and counts ${payment.seq}`
      const folded = sum(history)
      if (folded === null) return "its history is none that the tables allow"
      return toPaymentWrite(folded, tracking).body === toPaymentWrite(payment, tracking).body
        ? null
        : "its history adds up to something else"
    },
  ],
  [
    "L1",
    ({ payment, tracking }) => {
      const open = payment.state._tag === "Pending" || payment.state._tag === "AwaitingOtp"
      const asked = payment.attempts.some(({ number }) => hasToken(payment, number))
      // After a lost token only a callback leads to a confirm; the open flag asks for a person.
      const given = payment.flags.some(({ closed, kind }) => closed === null && kind === "TokenLost")
      return open && asked && !given && tracking.actAt === null ? "it is open, and no confirm is planned" : null
    },
  ],
  [
    "L4",
    ({ payment }, _, policy, now) => {
      if (payment.state._tag !== "Submitting") return null
      const since = payment.attempts.at(-1)?.startedAt ?? payment.createdAt
      return now - since > 3 * Duration.toMillis(policy.calls.lease)
        ? `its call began at ${new Date(since).toISOString()} and was left there`
        : null
    },
  ],
  [
    "L6",
    ({ lease, tracking }, _history, _policy, now) => {
      const due = Math.max(tracking.actAt ?? Infinity, lease.until)
      return now - due > dueTooLong ? `it is due since ${new Date(due).toISOString()}` : null
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
    const detail = look(record, history, policy, now)
    return detail === null ? [] : [{ invariant, detail }]
  })
