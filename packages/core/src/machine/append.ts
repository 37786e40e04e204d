/**
 * Steps of a payment's history. A step that the tables do not allow is refused with a sentence; to decide one is a defect of ours.
 */
import { Result } from "effect"
import type { HistoryEntry, PaymentEvent } from "../model/Event.ts"
import { keyText } from "../model/Identifiers.ts"
import { evolvePayin } from "../model/Payin.ts"
import { blankPayment, type Change, type Payment } from "../model/Payment.ts"
import { evolvePayout } from "../model/Payout.ts"
import { payinRows } from "./payinRows.ts"
import { payoutRows } from "./payoutRows.ts"
import { allows } from "./table.ts"

/** A defect of ours: a row of a table made a step that no row allows. Nothing was stored. */
export class IllegalTransition extends Error {}

const evolve = (before: Payment, entry: HistoryEntry): Payment =>
  before._tag === "Payin" ? evolvePayin(before, entry) : evolvePayout(before, entry)

const step = (before: Payment, entry: HistoryEntry): Result.Result<Payment, string> => {
  const after = evolve(before, entry)
  const rows = before._tag === "Payin" ? payinRows : payoutRows
  const from = before.seq === 0 ? null : before.state._tag
  return allows(rows, from, entry.event._tag, after.state._tag)
    ? Result.succeed(after)
    : Result.fail(`The ${keyText(before.key)} is ${before.state._tag} and cannot take ${entry.event._tag}.`)
}

/** Appends events to a payment, numbered and dated; or says which of them the tables do not allow. */
export const append = (
  before: Payment,
  events: ReadonlyArray<PaymentEvent>,
  at: number,
): Result.Result<Change, string> => {
  let payment = before
  const entries: Array<HistoryEntry> = []
  for (const event of events) {
    const entry: HistoryEntry = { seq: payment.seq + 1, at, event }
    const next = step(payment, entry)
    if (Result.isFailure(next)) return Result.fail(next.failure)
    payment = next.success
    entries.push(entry)
  }
  return Result.succeed({ payment, entries })
}

/** The payment that a history adds up to. Its first entry is the intent. */
export const fold = (
  entries: readonly [HistoryEntry, ...ReadonlyArray<HistoryEntry>],
): Result.Result<Payment, string> => {
  const [{ at, event }] = entries
  if (event._tag !== "Intended") throw new Error("The history of a payment begins with its intent.")
  let folded: Result.Result<Payment, string> = Result.succeed(blankPayment(event.content, at))
  for (const entry of entries) folded = Result.flatMap(folded, (payment) => step(payment, entry))
  return folded
}
