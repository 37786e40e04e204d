/**
 * A payment of either kind, folded from its history, and the questions that other modules ask of it.
 */
import { Schema } from "effect"
import { type Attempt, stateOfAttempts, type AttemptsState, sentAttempts, countedAttempts } from "./Attempt.ts"
import { type PayinContent, type PayoutContent, railOf } from "./Content.ts"
import type { HistoryEntry } from "./Event.ts"
import type { PaymentKind } from "./Identifiers.ts"
import { blankPayin, Payin, PayinState } from "./Payin.ts"
import { blankPayout, Payout, PayoutState } from "./Payout.ts"
import { later, type PolicyShape, type RailSchedule } from "./Policy.ts"

/**
 * A payin or a payout.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const text = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(Payment)))(payment)
 * const read = Schema.decodeSync(Schema.fromJsonString(Schema.toCodecJson(Payment)))(text)
 * keyText(read.key) // => "payin shop/order-17"
 * ```
 */
export const Payment = Schema.Union([Payin, Payout])
/** A payin or a payout. */
export type Payment = Payin | Payout

/** A payment with the events that brought it here: what a store writes in one step. */
export interface Change {
  readonly payment: Payment
  readonly entries: ReadonlyArray<HistoryEntry>
}

/** A payment without history. */
export const blankPayment = (content: PayinContent | PayoutContent, at: number): Payment =>
  content.kind === "payin" ? blankPayin(content, at) : blankPayout(content, at)

export const scheduleOf = (payment: Payment, policy: PolicyShape): RailSchedule =>
  policy.schedules[railOf(payment.content)]

export const attemptsState = (payment: Payment, attempts: ReadonlyArray<Attempt>, policy: PolicyShape): AttemptsState =>
  stateOfAttempts(attempts, {
    rail: railOf(payment.content),
    tries: countedAttempts(payment._tag === "Payout" ? attempts.slice(payment.attemptsBefore) : attempts),
    maxAttempts: policy.limits.maxAttempts,
  })

/** Can only a flag still change it? */
export const isFinal = (payment: Payment): boolean => stateTraits[payment.state._tag].isFinal

/** When the payment was closed for the merchant; null while it is open. A closed payment may still have follow-ups. */
export const closedAt = (payment: Payment): number | null => ("at" in payment.state ? payment.state.at : null)

/**
 * What was really paid, once that is known; null before.
 *
 * ```ts
 * const { payment } = yield* payouts.create({ ...payout, phone: "22670000090" }) // completed at once
 * const after = yield* review.recheck(payment.key)
 * const paid = [payment, after.payment].map(amountPaidOf) // => [null, 500]
 * ```
 */
export const amountPaidOf = ({ content, state }: Payment): number | null => {
  if ("amountPaid" in state) return state.amountPaid
  return content.kind === "payout" && state._tag === "completed" ? content.amount : null
}

/**
 * What the service named last as paid where it is another amount than expected; null: it named none.
 *
 * ```ts
 * const flag = Flag.make({ kind: "amount_mismatch", subject: "1", amountPaid: 450, raisedAt: 0, closed: null })
 * amountSeenOf({ flags: [flag] }) // => 450
 * ```
 */
export const amountSeenOf = ({ flags }: Pick<Payment, "flags">): number | null =>
  flags.findLast(({ kind }) => kind === "amount_mismatch")?.amountPaid ?? null

/** When the newest attempt began, or the payment itself if there was none. */
export const lastStartedAt = (payment: Payment): number => payment.attempts.at(-1)?.startedAt ?? payment.createdAt

/** When the newest attempt began that may have reached the service, or the payment itself if there was none. */
export const lastSentAt = (payment: Payment): number =>
  sentAttempts(payment.attempts).at(-1)?.startedAt ?? payment.createdAt

/** The deadline after which a payin may be expired, counted from its last attempt that was sent; null for payouts. */
export const deadlineOf = (payment: Payment, policy: PolicyShape): number | null => {
  const deadline = later(lastSentAt(payment), scheduleOf(payment, policy).deadline)
  return deadline === Infinity ? null : deadline
}

/** When an unsent payment is given up: the customer has gone, or a person must look at it first. */
export const intentLimitOf = (payment: Payment, policy: PolicyShape): number =>
  payment._tag === "Payin"
    ? later(payment.createdAt, policy.limits.payinIntent)
    : later(payment.releasedAt ?? payment.createdAt, policy.limits.payoutIntent)

/** The name of a payin's state. */
export type PayinStateTag = PayinState["_tag"]
/** The name of a payout's state. */
export type PayoutStateTag = PayoutState["_tag"]
/** The names of the states of each kind. */
export interface StateTagOf {
  readonly payin: PayinStateTag
  readonly payout: PayoutStateTag
}
/** The name of a state of either kind. */
export type StateTag = StateTagOf[PaymentKind]

export interface StateTraits {
  /** A closed payment expects nothing more. Money may still come, so confirms continue for a while. */
  readonly isClosed: boolean
  /** Nothing but a flag changes a final payment. */
  readonly isFinal: boolean
  /** A call is under way or was sent, and money may have left. */
  readonly maySpend: boolean
  /** The payment waits for its customer, the service or a person, and is confirmed meanwhile. */
  readonly waits: boolean
}

const open: StateTraits = { isClosed: false, isFinal: false, maySpend: false, waits: false }
const waiting: StateTraits = { ...open, maySpend: true, waits: true }
const closed: StateTraits = { ...open, isClosed: true }
const final: StateTraits = { ...closed, isFinal: true }

/**
 * What each state means.
 *
 * ```ts
 * stateTraits.expired // => { isClosed: true, isFinal: false, maySpend: false, waits: false }
 * ```
 */
export const stateTraits: Readonly<Record<StateTag, StateTraits>> = {
  intended: open,
  held: open,
  submitting: { ...open, maySpend: true },
  awaiting_otp: { ...open, waits: true },
  pending: waiting,
  in_doubt: waiting,
  completed: final,
  underpaid: final,
  not_completed: final,
  refused: closed,
  expired: closed,
  cancelled: closed,
}

const namesOf = <Tag extends StateTag>(cases: Readonly<Record<Tag, unknown>>): ReadonlyArray<Tag> => {
  const isName = (name: string): name is Tag => name in cases
  return Object.keys(cases).filter(isName)
}

/** The names of a payin's states. */
export const payinStates: ReadonlyArray<PayinStateTag> = namesOf(PayinState.cases)
/** The names of a payout's states. */
export const payoutStates: ReadonlyArray<PayoutStateTag> = namesOf(PayoutState.cases)

/**
 * The states of a payout whose money has left or may have left.
 *
 * ```ts
 * spendingStates // => ["submitting", "pending", "in_doubt"]
 * ```
 */
export const spendingStates: ReadonlyArray<PayoutStateTag> = payoutStates.filter((state) => stateTraits[state].maySpend)
/**
 * The states in which a payment is open.
 *
 * ```ts
 * openStates.includes("awaiting_otp") // => true
 * openStates.includes("refused") // => false
 * ```
 */
export const openStates: ReadonlyArray<StateTag> = namesOf(stateTraits).filter((state) => !stateTraits[state].isClosed)
