/**
 * The service as the exploration sees it: a ledger of transactions, as plain data, and what a call does to it. Core is checked against it,
 * so it shares nothing with core but names: no state machine, no policy.
 */
import type { Rail, Status } from "@cauri/core/model"

export interface Transaction {
  readonly token: string
  /** The payment it is for, as `payout shop/p`, and the attempt that made it. */
  readonly payment: string
  readonly attempt: number
  readonly amount: number
  readonly status: Status
  /** A request for a code, or a wrong code, leaves the transaction pending for ever. */
  readonly payable: boolean
  /** POSTs of its event that may still arrive: each event is sent twice. */
  readonly posts: number
  /** When the newest confirm began that was answered; null: it was never confirmed. */
  readonly askedAt: number | null
}

/** Everything that the service knows. */
export interface Ledger {
  readonly transactions: ReadonlyArray<Transaction>
  /** Creation calls that reached the service, by attempt (`payout shop/p#1`). */
  readonly posts: Readonly<Record<string, number>>
  /** Payments of which the newest call that arrived was answered with "not now". */
  readonly turnedAway: ReadonlyArray<string>
  /** It can be asked by our id. */
  readonly looksUp: boolean
}

/** A service without calls. */
export const emptyLedger: Ledger = { transactions: [], posts: {}, turnedAway: [], looksUp: false }

export const attemptText = (payment: string, attempt: number): string => `${payment}#${attempt}`

/** One creation call as it arrives at the service. */
export interface Creation {
  readonly rail: Rail
  /** It has a code sent, and makes no transaction. */
  readonly onlySendsCode: boolean
  readonly payment: string
  readonly attempt: number
  readonly amount: number
  readonly payable: boolean
  /** No byte may leave after this time. */
  readonly notAfter: number
}

/** What the service does with a creation call that reaches it: the token is null when it executes nothing. */
export const arrive = (
  ledger: Ledger,
  call: Creation,
  executes: boolean,
): { readonly ledger: Ledger; readonly token: string | null } => {
  const name = attemptText(call.payment, call.attempt)
  const count = (ledger.posts[name] ?? 0) + 1
  const posts = { ...ledger.posts, [name]: count }
  const turnedAway = ledger.turnedAway.filter((each) => each !== call.payment)
  if (!executes || call.onlySendsCode) return { ledger: { ...ledger, posts, turnedAway }, token: null }
  const { payment, attempt, amount, payable } = call
  const token = `${name.replace(" ", ":")}${count === 1 ? "" : `.${count}`}`
  const made: Transaction = { token, payment, attempt, amount, status: "pending", payable, posts: 0, askedAt: null }
  return { ledger: { ...ledger, transactions: [...ledger.transactions, made], posts, turnedAway }, token }
}

export const change = (ledger: Ledger, token: string, by: Partial<Transaction>): Ledger => ({
  ...ledger,
  transactions: ledger.transactions.map((each) => (each.token === token ? { ...each, ...by } : each)),
})

export const behind = (ledger: Ledger, token: string): Transaction | undefined =>
  ledger.transactions.find((each) => each.token === token)

export const transactionsOf = (ledger: Ledger, payment: string): ReadonlyArray<Transaction> =>
  ledger.transactions.filter((each) => each.payment === payment)
