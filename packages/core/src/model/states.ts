/**
 * What each state of a payment means. Everything that asks for the open payments, or for those whose money may have left, derives its
 * states from here.
 */
import { PayinState } from "./Payin.ts"
import { PayoutState } from "./Payout.ts"

/** The name of a payin's state. */
export type PayinStateTag = PayinState["_tag"]
/** The name of a payout's state. */
export type PayoutStateTag = PayoutState["_tag"]
/** The name of a state of either kind. */
export type StateTag = PayinStateTag | PayoutStateTag

/** What a state means. */
export interface StateTraits {
  /** Nothing is expected any more of a closed payment. Money may still come, so confirms go on for a while. */
  readonly isClosed: boolean
  /** Nothing but a flag changes a final payment. */
  readonly isFinal: boolean
  /** A call is under way or was sent, and money may have left. */
  readonly maySpend: boolean
  /** The payment waits for its customer, the service or a person, and is asked about meanwhile. */
  readonly waits: boolean
}

const open: StateTraits = { isClosed: false, isFinal: false, maySpend: false, waits: false }
const waiting: StateTraits = { ...open, maySpend: true, waits: true }
const closed: StateTraits = { ...open, isClosed: true }
const final: StateTraits = { ...closed, isFinal: true }

/** What each state means. */
export const stateTraits: Readonly<Record<StateTag, StateTraits>> = {
  Intended: open,
  Held: open,
  Submitting: { ...open, maySpend: true },
  AwaitingOtp: { ...open, waits: true },
  Pending: waiting,
  InDoubt: waiting,
  Completed: final,
  NotCompleted: final,
  Refused: closed,
  Expired: closed,
  Cancelled: closed,
}

const namesOf = <Tag extends StateTag>(cases: Readonly<Record<Tag, unknown>>): ReadonlyArray<Tag> => {
  const isName = (name: string): name is Tag => name in cases
  return Object.keys(cases).filter(isName)
}

/** The names of a payin's states. */
export const payinStates: ReadonlyArray<PayinStateTag> = namesOf(PayinState.cases)
/** The names of a payout's states. */
export const payoutStates: ReadonlyArray<PayoutStateTag> = namesOf(PayoutState.cases)

/** The states of a payout in which it has left or may have left. */
export const spendingStates: ReadonlyArray<PayoutStateTag> = payoutStates.filter((state) => stateTraits[state].maySpend)
