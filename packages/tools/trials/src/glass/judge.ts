/**
 * Judges a run from outside, by three ledgers: the service's books, the purses of customers and beneficiaries, and the merchant's orders.
 * What is wrong is a list of sentences; an empty one is right.
 */
import { type LedgerEntry } from "@cauri/simulator"
import { callFailureTraits, openFlags, type PaymentRecord } from "@cauri/core/model"
import type { Booked } from "./service.ts"
import { minute } from "./time.ts"
import { type Books, type Order, twinOf } from "./town.ts"

interface Evidence {
  /** What a backup that was put back does not have: nothing here knows of it, and the merchant compares by hand. */
  readonly forgotten: ReadonlySet<string>
  /** Of the calls of this time it knows nothing, either. */
  readonly lost: { readonly from: number; readonly until: number }
  readonly orders: ReadonlyArray<Order>
  readonly books: Books
  readonly records: ReadonlyArray<PaymentRecord>
  readonly booked: ReadonlyArray<Booked>
  readonly movements: ReadonlyArray<LedgerEntry>
}

const isPurse = (account: string) => account.startsWith("customer:") || account.startsWith("wallet:")

/** Was this one claimed so long after that one was completed that it is no twin any more? */
const isFarBehind = ({ payment }: PaymentRecord, { payment: { state } }: PaymentRecord): boolean =>
  "at" in state && (payment.attempts[0]?.startedAt ?? 0) >= state.at + 10 * minute

/** Did the service forget the token of a payin that is over? Then only its statement shows money that came later. */
const isForgotten = ({ payment: { state }, tracking: { tokens } }: PaymentRecord): boolean =>
  state._tag === "expired" && tokens.some(({ notFound }) => notFound >= 3)

export const judged = ({
  booked,
  books,
  forgotten,
  lost,
  movements,
  orders,
  records,
}: Evidence): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  const idOf = new Map(booked.map(({ id, kind, token }) => [token, `${kind} ${id}`]))
  /** What left purses for a payment, and what came into them. */
  const left = new Map<string, number>()
  const came = new Map<string, number>()
  for (const { amountXof, from, payment, to } of movements) {
    const name = idOf.get(payment ?? "")
    if (name === undefined) continue
    if (isPurse(from)) left.set(name, (left.get(name) ?? 0) + amountXof)
    if (isPurse(to)) came.set(name, (came.get(name) ?? 0) + amountXof)
  }
  const byName = new Map(records.map((record) => [`${record.payment.key.kind} ${record.payment.key.id}`, record]))

  for (const { amountXof, payment, to } of movements) {
    const content = byName.get(idOf.get(payment ?? "") ?? "")?.payment.content
    if (content?.kind === "payout" && isPurse(to) && !to.endsWith(`:${content.phone}`))
      wrong.push(`${to} got ${amountXof} that was owed to another.`)
  }
  /** What is owed, to those of whom the store knows nothing as well. */
  const owed = new Map(orders.map(({ amount, id, kind }) => [`${kind} ${id}`, amount]))
  for (const [name, { payment }] of byName) owed.set(name, payment.content.amount)
  for (const [name, amount] of owed) {
    const received = came.get(name) ?? 0
    if (name.startsWith("payout ") && received > amount)
      wrong.push(`The beneficiary of ${name} got ${received} of ${amount} (S2).`)
  }
  for (const { id, kind } of booked) {
    if (!byName.has(`${kind} ${id}`) && !forgotten.has(id))
      wrong.push(`The service has the ${kind} ${id}, and the store does not (S8).`)
  }
  for (const id of books.taken) {
    const order = orders.find((each) => each.id === id)
    if (order !== undefined && !forgotten.has(id) && !byName.has(`${order.kind} ${id}`))
      wrong.push(`The API took ${id}, and it is not stored.`)
  }
  for (const [name, record] of byName) {
    const { payment } = record
    const { amount } = payment.content
    const { state } = payment
    const own = booked.filter(({ id, kind }) => `${kind} ${id}` === name)
    const charged = (left.get(name) ?? 0) - (payment._tag === "Payin" ? (came.get(name) ?? 0) : 0)
    const isSeen = payment.flags.length > 0
    if (payment._tag === "Payout") {
      const received = came.get(name) ?? 0
      const twin = `payout ${twinOf(payment.key.id)}`
      const other = byName.get(twin)
      const both = received + (came.get(twin) ?? 0)
      if (other !== undefined && both > amount && !isFarBehind(record, other) && !isFarBehind(other, record))
        wrong.push(
          `The beneficiary of ${name} got ${both} of ${amount}, because it was typed twice within minutes (O2).`,
        )
      const ownFault = payment.attempts.find(
        ({ outcome }) => outcome._tag === "refused" && callFailureTraits[outcome.reason._tag].retry === "whenFixed",
      )
      if (ownFault !== undefined) wrong.push(`The ${name} was given up for what the merchant can mend (L7).`)
      if (received > 0 && state._tag !== "completed")
        wrong.push(`The beneficiary of ${name} was paid, and it is ${state._tag} (L1).`)
      if (received === 0 && state._tag === "completed") wrong.push(`The ${name} is completed, and no money came (S4).`)
    } else {
      const draft = records.some(
        ({ payment: { content } }) => content.kind === "payout" && content.refundOf === payment.key.id,
      )
      // A call without a token is not known to have collected: its flag sends a person to the statement, who pays back by hand.
      const isKnown = payment.flags.some(({ kind }) => kind.startsWith("double")) && draft
      if (charged > amount && !isKnown && !books.paidBack.has(name))
        wrong.push(
          `The customer of ${name} was charged ${charged} for ${amount}, without a flag and a draft of the refund (S15).`,
        )
      for (const [by, delivered] of Object.entries(books.delivered)) {
        const isDelivered = delivered.has(payment.key.id)
        if (isDelivered && charged < amount)
          wrong.push(`${name} was delivered by the ${by}'s events, and ${charged} of ${amount} was paid (S4).`)
        if (!isDelivered && charged >= amount && (state._tag === "completed" || !(isSeen || isForgotten(record))))
          wrong.push(`${name} was paid and not delivered by the ${by}'s events; it is ${state._tag} (L3).`)
      }
      if (charged > 0 && ["not_completed", "refused", "cancelled", "intended"].includes(state._tag) && !isSeen)
        wrong.push(`${name} was paid, and it is ${state._tag} without a flag (S15).`)
    }
    // What the service itself never ends, no person can end.
    const isOpenThere = own.some(({ status }) => status === "pending")
    if (["submitting", "intended", "in_doubt", "held"].includes(state._tag) && !isOpenThere)
      wrong.push(`The ${name} is still ${state._tag}: a person could not end it (L1).`)
    if (openFlags(payment.flags).length > 0 && "at" in state)
      wrong.push(
        `The ${name} still has ${openFlags(payment.flags)
          .map(({ kind }) => kind)
          .join(", ")}: a person could not close it.`,
      )
    const attempts = payment.attempts.length
    const known = own.filter(({ at }) => at < lost.from || at > lost.until)
    if (known.length > attempts) wrong.push(`The service has ${own.length} of ${name}, of ${attempts} attempts (S1).`)
  }
  for (const { at, id, status } of books.shown) {
    if (status !== "not_completed" && status !== "refused" && status !== "cancelled") continue
    const paidAt = movements.find(({ from, payment }) => isPurse(from) && idOf.get(payment ?? "") === `payin ${id}`)?.at
    if (paidAt !== undefined && paidAt < at)
      wrong.push(`The customer of ${id} had paid, and was shown ${status} (no text may ask to pay again).`)
  }
  return wrong
}
