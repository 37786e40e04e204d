/**
 * A stored payment with its tracking: when to act next, how each token answered, which notes were read. Tracking is not history: losing it
 * would cost time, never money.
 */
import { Schema } from "effect"
import { tokenOf } from "./Attempt.ts"
import { type PayinContent, type PayoutContent } from "./Content.ts"
import { ConfirmRecord } from "./Observation.ts"
import { blankPayment, type Payment } from "./Payment.ts"
import { later, type PolicyShape } from "./Policy.ts"

const when = Schema.NullOr(Schema.Int)

export const TokenMemory = Schema.Struct({
  attempt: Schema.Int,
  /** Not-found answers in a row. */
  notFound: Schema.Int,
  /** When the service first contradicted a final state, until it agrees again. */
  contradictedAt: when,
  /** The service's name of the transaction behind it: two tokens that share one of these are one collection. */
  operatorReference: Schema.String,
  requestId: Schema.String,
  /** What the service last said, and when it was asked: for people, and for nothing that moves a payment. */
  newest: Schema.optionalKey(Schema.Struct({ at: Schema.Int, record: ConfirmRecord })),
})
export type TokenMemory = typeof TokenMemory.Type

/**
 * What is remembered about confirming.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const { tracking } = yield* review.recheck(payment.key)
 * Schema.is(Tracking)(tracking) && tracking.lastConfirmAt // => 0
 * ```
 */
export const Tracking = Schema.Struct({
  /** When to submit, confirm, expire or escalate; null: nothing to do. A note pulls the stored column forward, not this. */
  actAt: when,
  /** Confirms since the last attempt was answered, and how many of the newest ones failed. */
  confirms: Schema.Int,
  failures: Schema.Int,
  lastConfirmAt: when,
  tokens: Schema.Array(TokenMemory),
  /** When every token of a payout first agreed on failure. */
  agreedAt: when,
  /** Follow-ups after closing: counted from when, the number of the next one, and the transport failures within it. */
  followUpFrom: when,
  followUp: Schema.Int,
  followUpTries: Schema.Int,
  /** The newest note that was read. */
  notesSeen: Schema.Int,
  /** When the service is asked about read notes that found no turn or no answer; null: none waits. It delays no newer note. */
  notesAt: when,
  /** Confirms that callbacks caused, in the hour since. */
  callbackHour: Schema.Struct({ since: Schema.Int, count: Schema.Int }),
  /** Attempts in a row that were not sent. */
  unsent: Schema.Int,
})
export type Tracking = typeof Tracking.Type

/**
 * The tracking of a new payment.
 *
 * ```ts
 * const { payment } = yield* payouts.create(payout, { sendLater: true })
 * newTracking(payment, policy).actAt // => 5_000
 * ```
 */
export const newTracking = (payment: Payment, policy: PolicyShape): Tracking => ({
  actAt: later(payment.createdAt, policy.worker.patience),
  confirms: 0,
  failures: 0,
  lastConfirmAt: null,
  tokens: [],
  agreedAt: null,
  followUpFrom: null,
  followUp: 0,
  followUpTries: 0,
  notesSeen: 0,
  notesAt: null,
  callbackHour: { since: payment.createdAt, count: 0 },
  unsent: 0,
})

export const tokenMemoryOf = (tracking: Tracking, attempt: number): TokenMemory =>
  tracking.tokens.find((issued) => issued.attempt === attempt) ?? {
    attempt,
    notFound: 0,
    contradictedAt: null,
    operatorReference: "",
    requestId: "",
  }

/**
 * The operator that the service names: in its record of what completed the payment, or else in its newest one. Null: it names none.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * serviceOperatorOf({ payment, tracking: newTracking(payment, policy) }) // => null
 * ```
 */
export const serviceOperatorOf = ({
  payment,
  tracking,
}: Pick<PaymentRecord, "payment" | "tracking">): string | null => {
  const { state } = payment
  const own = "attempt" in state ? tracking.tokens.filter(({ attempt }) => attempt === state.attempt) : []
  const [name = null] = [...own, ...tracking.tokens].flatMap(({ newest }) =>
    newest === undefined ? [] : [newest.record.operatorName, newest.record.operatorId].filter((text) => text !== ""),
  )
  return name
}

export const isTokenLost = (tracking: Tracking, attempt: number, policy: PolicyShape): boolean =>
  tokenMemoryOf(tracking, attempt).notFound >= policy.limits.maxNotFound

/** Is the scheduled time reached, not only a callback's? */
export const isDue = ({ actAt }: Tracking, now: number): boolean => actAt !== null && now >= actAt

/** The earliest of these times; null: never. */
export const earliest = (...times: ReadonlyArray<number | null>): number | null =>
  times.reduce((best, time) => (time === null ? best : best === null ? time : Math.min(best, time)), null)

/** The callbacks of a payment, reduced to what matters: for which attempts one came, and the number of the newest. */
export interface NoteSummary {
  readonly attempt: number
  readonly newest: number
}

/** A stored payment with the callbacks that came for it. */
export interface PaymentRecord {
  readonly payment: Payment
  readonly tracking: Tracking
  /** Counts the saves: a save names the version that it read. */
  readonly version: number
  /** The lease: a number that grows with every lease, and the time at which it ends. */
  readonly lease: { readonly number: number; readonly until: number }
  readonly notes: ReadonlyArray<NoteSummary>
  readonly newestNote: number
}

/** Attempts that have a callback and no token: the service knows a transaction that we cannot ask about. */
export const calledBackWithoutToken = ({
  notes,
  payment,
}: Pick<PaymentRecord, "notes" | "payment">): ReadonlyArray<number> =>
  payment.attempts
    .filter((attempt) => attempt.outcome._tag !== "in_flight" && tokenOf(attempt) === null)
    .map(({ number }) => number)
    .filter((number) => notes.some((note) => note.attempt === number))

export const newRecord = (content: PayinContent | PayoutContent, at: number, policy: PolicyShape): PaymentRecord => {
  const payment = blankPayment(content, at)
  const lease = { number: 0, until: 0 }
  return { payment, tracking: newTracking(payment, policy), version: 0, lease, notes: [], newestNote: 0 }
}
