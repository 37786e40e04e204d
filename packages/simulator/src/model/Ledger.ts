/**
 * Every franc, in double entry: an entry moves an amount from one account to another, so the sum of all balances is always zero. It
 * is the ground truth that tests compare a merchant's store with.
 * Spec: balances per operator (#238 #239), fees (#124), wallet (#6 #68 #69).
 */
import { HashMap, Option, Schema } from "effect"

/** The accounts, by name. Only `world` may be negative, and a merchant's after a reversal (N4). */
export const account = {
  /** Everything outside: where customers' money comes from. */
  world: "world",
  /** A customer's mobile money. */
  customer: (operatorId: string, phone: string) => `customer:${operatorId}:${phone}`,
  /** A customer's account at the service. */
  wallet: (phone: string) => `wallet:${phone}`,
  /** A merchant's balance on one operator. */
  merchant: (projectId: string, operatorId: string) => `merchant:${projectId}:${operatorId}`,
  /** What operators earned. */
  fees: (operatorId: string) => `fees:${operatorId}`,
  /** Open payouts. */
  transit: (operatorId: string) => `transit:${operatorId}`,
} as const

/** One movement. */
export const LedgerEntry = Schema.Struct({
  number: Schema.Int,
  at: Schema.Int,
  from: Schema.String,
  to: Schema.String,
  amountXof: Schema.Int,
  /** Creation token of the payment; `null` for funding. */
  payment: Schema.NullOr(Schema.String),
  why: Schema.String,
})

export type LedgerEntry = typeof LedgerEntry.Type

/** The balances, and the newest entries. */
export const Ledger = Schema.Struct({
  balances: Schema.HashMap(Schema.String, Schema.Int),
  /** The balances before the oldest entry that is still kept. */
  opening: Schema.HashMap(Schema.String, Schema.Int),
  entries: Schema.HashMap(Schema.Int, LedgerEntry),
  firstKept: Schema.Int,
  nextNumber: Schema.Int,
})

export type Ledger = typeof Ledger.Type

export const emptyLedger: Ledger = {
  balances: HashMap.empty(),
  opening: HashMap.empty(),
  entries: HashMap.empty(),
  firstKept: 1,
  nextNumber: 1,
}

/** The balance of an account; 0 for an unused one. */
export const balanceOf = (ledger: Ledger, name: string): number =>
  Option.getOrElse(HashMap.get(ledger.balances, name), () => 0)
