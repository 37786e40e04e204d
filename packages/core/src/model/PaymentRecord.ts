/**
 * A payment as it is stored, with what is remembered about *asking*: when to act next, how each handle answered, which notes were read.
 * That memory is not history: losing it would cost time, never money.
 */
import { Schema } from "effect"
import { type PayinContent, type PayoutContent } from "./Content.ts"
import { ConfirmRecord } from "./Observation.ts"
import { blankPayment, type Payment } from "./Payment.ts"
import { later, type PolicyShape } from "./Policy.ts"

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
  /** When the service may be asked about notes that were read and had to wait for their turn; null: none waits. */
  notesAt: when,
  /** Confirms that callbacks caused, in the hour since. */
  callbackHour: Schema.Struct({ since: Schema.Int, count: Schema.Int }),
  /** Attempts in a row that were not sent. */
  unsent: Schema.Int,
})
export type Watch = typeof Watch.Type

/** The watch of a payment that was just made. */
export const newWatch = (payment: Payment, policy: PolicyShape): Watch => ({
  actAt: later(payment.createdAt, policy.worker.patience),
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
  memoryOf(watch, attempt).notFound >= policy.limits.maxNotFound

/** Has the schedule's own time come, and not only a callback's? */
export const isDue = ({ actAt }: Watch, now: number): boolean => actAt !== null && now >= actAt

/** The earliest of these times; null: never. */
export const earliest = (...times: ReadonlyArray<number | null>): number | null =>
  times.reduce((best, time) => (time === null ? best : best === null ? time : Math.min(best, time)), null)

/** The callbacks of a payment, reduced to what matters: for which attempts one came, and the number of the newest. */
export interface NoteSummary {
  readonly attempt: number
  readonly newest: number
}

/** A payment as it is stored, with the callbacks that came for it. */
export interface PaymentRecord {
  readonly payment: Payment
  readonly watch: Watch
  /** Counts the saves: a save names the version that it read. */
  readonly version: number
  /** Who works on it: a number that grows with every lease, and the time at which it ends. */
  readonly lease: { readonly number: number; readonly until: number }
  readonly notes: ReadonlyArray<NoteSummary>
  readonly newestNote: number
}

/** A payment that was asked for and is not stored yet. */
export const blankRecord = (content: PayinContent | PayoutContent, at: number, policy: PolicyShape): PaymentRecord => {
  const payment = blankPayment(content, at)
  const lease = { number: 0, until: 0 }
  return { payment, watch: newWatch(payment, policy), version: 0, lease, notes: [], newestNote: 0 }
}
