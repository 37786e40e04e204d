/**
 * How long payments are kept (D9 of the threat model): only final ones are ever deleted, the oldest first, and a creation without room is
 * refused before anything happens.
 */
import { HashMap, Option } from "effect"
import type { Options } from "../options/Options.ts"
import type { State } from "../model/State.ts"

/** Records that a payment is final and may be deleted later. */
export const remembered = (state: State, token: string): State => ({
  ...state,
  finals: {
    ...state.finals,
    tokens: HashMap.set(state.finals.tokens, state.finals.next, token),
    next: state.finals.next + 1,
  },
})

/** Deletes old final payments, and the oldest ones until there is room for one more. */
export const withRoom = (state: State, options: Options): State => {
  let current = state
  for (;;) {
    const oldest = HashMap.get(current.finals.tokens, current.finals.first)
    if (Option.isNone(oldest) || !mustGo(current, options, oldest.value)) return current
    current = forgotten(current, oldest.value)
  }
}

export const hasRoom = (state: State, options: Options): boolean =>
  payments(state) < options.limits.payments && HashMap.size(state.phones) < options.limits.phones

const payments = (state: State): number => HashMap.size(state.invoices) + HashMap.size(state.payouts)

const mustGo = (state: State, options: Options, token: string): boolean => {
  const finalAt =
    Option.getOrUndefined(HashMap.get(state.invoices, token))?.finalAt ??
    Option.getOrUndefined(HashMap.get(state.payouts, token))?.finalAt ??
    0
  return payments(state) >= options.limits.payments || state.now - finalAt >= options.limits.finalPaymentMillis
}

const forgotten = (state: State, token: string): State => ({
  ...state,
  invoices: HashMap.remove(state.invoices, token),
  payouts: HashMap.remove(state.payouts, token),
  paymentFaults: HashMap.remove(state.paymentFaults, token),
  finals: {
    ...state.finals,
    tokens: HashMap.remove(state.finals.tokens, state.finals.first),
    first: state.finals.first + 1,
  },
})
