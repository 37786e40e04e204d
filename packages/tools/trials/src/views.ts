/**
 * The contents of a store, decoded: each payment with its history. Rows are immutable, so each is decoded once.
 */
import { Effect } from "effect"
import { PaymentId, ProjectId } from "@cauri/core"
import type { EventRow, MemoryState, PaymentRow, StoredDelivery, StoredPayment } from "@cauri/core/adapter"
import type { HistoryEntry, PaymentRecord } from "@cauri/core/model"
import type { Machine } from "./machine.ts"

export interface View {
  /** Its name, as `payout shop/p`. */
  readonly name: string
  readonly row: PaymentRow
  readonly record: PaymentRecord
  readonly history: ReadonlyArray<HistoryEntry>
  /** What the host has to receive of it. */
  readonly deliveries: ReadonlyArray<StoredDelivery>
}

export type Views = (store: MemoryState) => ReadonlyArray<View>

/** A decoder that remembers what it has seen. */
export const makeViews = (machine: Machine): Views => {
  const records = new WeakMap<PaymentRow, PaymentRecord>()
  const histories = new WeakMap<ReadonlyArray<EventRow>, ReadonlyArray<HistoryEntry>>()
  const stores = new WeakMap<MemoryState, ReadonlyArray<View>>()
  const viewOf = (store: MemoryState, name: string, { deliveries, events, row }: StoredPayment): View => {
    let record = records.get(row)
    if (record === undefined) {
      const key = { kind: row.kind, project: ProjectId.make(row.project), id: PaymentId.make(row.id) }
      record = machine.read(store, (port) => Effect.orDie(Effect.flatMap(port.find(key), Effect.fromNullishOr)))
      records.set(row, record)
    }
    let history = histories.get(events)
    if (history === undefined) {
      const { key } = record.payment
      history = machine.read(store, (port) => port.history({ key, after: 0, limit: 1_000 }))
      histories.set(events, history)
    }
    return { name, row, record, history, deliveries }
  }
  return (store) => {
    const known = stores.get(store)
    if (known !== undefined) return known
    const views = [...store.payments].map(([name, payment]) => viewOf(store, name, payment))
    stores.set(store, views)
    return views
  }
}
