/**
 * Steps of a payment's history. What a table does not allow is a typed refusal; to append it by mistake is a defect of ours.
 */
import { Result, Schema } from "effect"
import type { HistoryEntry, PaymentEvent } from "../model/Event.ts"
import { keyText, PaymentKey } from "../model/Identifiers.ts"
import { evolvePayin } from "../model/Payin.ts"
import { blankPayment, type Change, type Payment } from "../model/Payment.ts"
import { evolvePayout } from "../model/Payout.ts"
import { payinRows } from "./payinRows.ts"
import { payoutRows } from "./payoutRows.ts"
import { allows } from "./table.ts"

/** The tables do not allow this step. Nothing was stored. */
export class IllegalTransition extends Schema.TaggedError<IllegalTransition>()("IllegalTransition", {
  key: PaymentKey,
  from: Schema.String,
  event: Schema.String,
}) {
  override get message() {
    return `The ${keyText(this.key)} is ${this.from} and cannot take ${this.event}. Nothing was changed; read the payment again.`
  }
}

const evolve = (before: Payment, entry: HistoryEntry): Payment =>
  before._tag === "Payin" ? evolvePayin(before, entry) : evolvePayout(before, entry)

const step = (before: Payment, entry: HistoryEntry): Result.Result<Payment, IllegalTransition> => {
  const after = evolve(before, entry)
  const rows = before._tag === "Payin" ? payinRows : payoutRows
  const from = before.seq === 0 ? null : before.state._tag
  return allows(rows, from, entry.event._tag, after.state._tag)
    ? Result.succeed(after)
    : Result.fail(new IllegalTransition({ key: before.key, from: before.state._tag, event: entry.event._tag }))
}

/** Appends events to a payment, numbered and dated. */
export const append = (
  before: Payment,
  events: ReadonlyArray<PaymentEvent>,
  at: number,
): Result.Result<Change, IllegalTransition> => {
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
): Result.Result<Payment, IllegalTransition> => {
  const [{ at, event }] = entries
  if (event._tag !== "Intended") throw new Error("The history of a payment begins with its intent.")
  let folded: Result.Result<Payment, IllegalTransition> = Result.succeed(blankPayment(event.content, at))
  for (const entry of entries) folded = Result.flatMap(folded, (payment) => step(payment, entry))
  return folded
}
