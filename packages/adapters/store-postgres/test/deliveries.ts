/** Rows for tests of deliveries: payments whose events are written by hand. */
import { type Ground, payoutIn } from "@cauri/conformance"
import {
  type EventRow,
  type PaymentStoreDriver,
  type PaymentWrite,
  toEventRow,
  toPaymentWrite,
} from "@cauri/core/adapter"
import { Effect } from "effect"

/** A payout that was just made, and its first event, of which no host hears. */
export const newRow = (ground: Ground, id: string, at: number = ground.at) => {
  const { change, tracking } = payoutIn(ground, id, "intended", { at })
  return { row: toPaymentWrite(change.payment, tracking), events: change.entries.map(toEventRow) }
}

/** Events behind a row's own, one for each time, in the order of their numbers. */
export const flags = (
  row: PaymentWrite,
  times: ReadonlyArray<number>,
  deliveredAs: string | null = "flagged",
): ReadonlyArray<EventRow> =>
  times.map((at, index) => ({ seq: row.seq + 1 + index, at, tag: "flagged", deliveredAs, body: "{}" }))

/** Stores events of a payment, each step from the newest version. */
export const addEvents = Effect.fnUntraced(function* (
  driver: PaymentStoreDriver,
  row: PaymentWrite,
  version: number,
  events: ReadonlyArray<EventRow>,
) {
  const next = { ...row, seq: row.seq + events.length }
  yield* driver.save(next, events, { version, giveBack: null, now: 1, readNote: 0 })
  return next
})
