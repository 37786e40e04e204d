/**
 * A payment of either kind, its history folded, and the few questions that everything else asks of it.
 */
import { Result, Schema } from "effect"
import { type Attempt, rest, type Rest, sentOf, triesOf } from "./Attempt.ts"
import { railOf } from "./Content.ts"
import type { HistoryEntry, PaymentEvent } from "./Event.ts"
import type { IllegalTransition } from "./Machine.ts"
import { evolvePayin, Payin } from "./Payin.ts"
import { evolvePayout, Payout } from "./Payout.ts"
import type { PolicyShape, RailSchedule } from "./PolicyShape.ts"

/** A payin or a payout. */
export const Payment = Schema.Union([Payin, Payout])
/** A payin or a payout. */
export type Payment = Payin | Payout

/** A payment with the events that brought it here: what a store writes in one step. */
export interface Change {
  readonly payment: Payment
  readonly entries: ReadonlyArray<HistoryEntry>
}

const evolve = (before: Payment | null, entry: HistoryEntry): Result.Result<Payment, IllegalTransition> => {
  if (before !== null) return before._tag === "Payin" ? evolvePayin(before, entry) : evolvePayout(before, entry)
  return entry.event._tag === "Intended" && entry.event.content.kind === "payout"
    ? evolvePayout(null, entry)
    : evolvePayin(null, entry)
}

/** Appends events to a payment, numbered and dated. The first event of a payment is its intent. */
export const append = (
  before: Payment,
  events: ReadonlyArray<PaymentEvent>,
  at: number,
): Result.Result<Change, IllegalTransition> => {
  let payment = before
  const entries: Array<HistoryEntry> = []
  for (const event of events) {
    const entry: HistoryEntry = { seq: payment.seq + 1, at, event }
    const next = evolve(payment, entry)
    if (Result.isFailure(next)) return Result.fail(next.failure)
    payment = next.success
    entries.push(entry)
  }
  return Result.succeed({ payment, entries })
}

/** The payment that a history adds up to. Its first entry is the intent. */
export const fold = (
  entries: readonly [HistoryEntry, ...ReadonlyArray<HistoryEntry>],
): Result.Result<Payment, IllegalTransition> => {
  const [intent, ...others] = entries
  let folded = evolve(null, intent)
  for (const entry of others) folded = Result.flatMap(folded, (payment) => evolve(payment, entry))
  return folded
}

/** The schedule of a payment's rail. */
export const scheduleOf = (payment: Payment, policy: PolicyShape): RailSchedule =>
  policy.schedules[railOf(payment.content)]

/** The state that these attempts of a payment add up to. */
export const restOf = (payment: Payment, attempts: ReadonlyArray<Attempt>, policy: PolicyShape): Rest =>
  rest(attempts, {
    rail: railOf(payment.content),
    tries: triesOf(payment._tag === "Payout" ? attempts.slice(payment.attemptsBefore) : attempts),
    maxAttempts: policy.maxAttempts,
  })

/** The state from which the tables allow no way on but a flag. */
export const isFinal = (payment: Payment): boolean =>
  payment.state._tag === "Completed" || payment.state._tag === "NotCompleted"

/** When the payment was closed for the merchant; null while it is open. A closed payment may still be listened for. */
export const closedAt = (payment: Payment): number | null => ("at" in payment.state ? payment.state.at : null)

/** When the newest attempt began, or the payment itself if there was none. */
export const lastStartedAt = (payment: Payment): number => payment.attempts.at(-1)?.startedAt ?? payment.createdAt

/** When the newest attempt began that may have reached the service, or the payment itself if there was none. */
export const lastSentAt = (payment: Payment): number => sentOf(payment.attempts).at(-1)?.startedAt ?? payment.createdAt

/** The deadline after which a payin may be expired, counted from its last attempt that was sent; null for payouts. */
export const deadlineOf = (payment: Payment, policy: PolicyShape): number | null => {
  const { deadline } = scheduleOf(payment, policy)
  return deadline === null ? null : lastSentAt(payment) + deadline
}

/** When a payment that was not sent is given up by itself: the customer has gone, or a person must look at it first. */
export const intentLimitOf = (payment: Payment, policy: PolicyShape): number =>
  payment._tag === "Payin"
    ? payment.createdAt + policy.payinIntentLimit
    : (payment.releasedAt ?? payment.createdAt) + policy.payoutIntentLimit
