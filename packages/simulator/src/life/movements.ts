/**
 * Movements of money, in the ledger and nowhere else. The caller checks with `holds` that an account can bear a movement.
 * Spec: balances (#238 #239).
 */
import { HashMap, Option } from "effect"
import { account, balanceOf, type Ledger, type LedgerEntry } from "../model/Ledger.ts"
import type { Options } from "../options/Options.ts"
import type { State } from "../model/State.ts"

export type Movement = Omit<LedgerEntry, "number" | "at">

/** Makes movements, one after the other; zero moves nothing. The caller has checked that the accounts can bear them. */
export const move = (state: State, options: Options, ...movements: ReadonlyArray<Movement>): State => ({
  ...state,
  ledger: movements
    .filter(({ amountXof }) => amountXof !== 0)
    .reduce((ledger, movement) => entered(ledger, movement, state.now, options.limits.ledgerEntries), state.ledger),
})

/** Sets an account to a balance, with money from outside or back to it. */
export const setBalance = (state: State, options: Options, name: string, balanceXof: number, why: string): State => {
  const missing = balanceXof - balanceOf(state.ledger, name)
  return move(
    state,
    options,
    missing >= 0
      ? { from: account.world, to: name, amountXof: missing, payment: null, why }
      : { from: name, to: account.world, amountXof: -missing, payment: null, why },
  )
}

/** Whether an account has enough. */
export const holds = (state: State, name: string, amountXof: number): boolean =>
  balanceOf(state.ledger, name) >= amountXof

/** The sum of all balances: always zero. */
export const sumOf = (balances: Ledger["balances"]): number => HashMap.reduce(balances, 0, (sum, each) => sum + each)

const entered = (ledger: Ledger, movement: Movement, at: number, kept: number): Ledger => {
  const entry: LedgerEntry = { ...movement, number: ledger.nextNumber, at }
  return trimmed(
    {
      ...ledger,
      balances: applied(ledger.balances, entry),
      entries: HashMap.set(ledger.entries, entry.number, entry),
      nextNumber: entry.number + 1,
    },
    kept,
  )
}

const applied = (balances: Ledger["balances"], entry: LedgerEntry): Ledger["balances"] =>
  added(added(balances, entry.from, -entry.amountXof), entry.to, entry.amountXof)

const added = (balances: Ledger["balances"], name: string, amountXof: number): Ledger["balances"] =>
  HashMap.set(balances, name, Option.getOrElse(HashMap.get(balances, name), () => 0) + amountXof)

// The oldest entries are added to the opening balances, so that opening plus entries is always the balances.
const trimmed = (ledger: Ledger, kept: number): Ledger => {
  const oldest = HashMap.get(ledger.entries, ledger.firstKept)
  if (HashMap.size(ledger.entries) <= kept || Option.isNone(oldest)) return ledger
  return {
    ...ledger,
    opening: applied(ledger.opening, oldest.value),
    entries: HashMap.remove(ledger.entries, ledger.firstKept),
    firstKept: ledger.firstKept + 1,
  }
}
