/**
 * What a host keeps in the payments' own database: a table of lines beside the payments, written in one transaction with them. An adapter
 * that offers such transactions implements this service, and the suite shows that both sides are written together or not at all.
 */
import { Context, Effect } from "effect"
import type { Prepared } from "@cauri/core"
import {
  deliverWithin,
  type Inserted,
  insertWithin,
  type MemoryCell,
  type PaymentRow,
  type TransactionalConsumer,
} from "@cauri/core/adapter"

/** A host's own table beside the payments. */
export class HostTable extends Context.Service<
  HostTable,
  {
    /**
     * A consumer of this name whose handler writes the id of the event as a line and then calls `then`, all in the transaction that marks
     * the event.
     */
    deliverWithin(name: string, then: (id: string) => void): TransactionalConsumer
    /** Stores a prepared payment, then writes the line, then calls `then`, all in one transaction. */
    insertWithin(prepared: Prepared, line: string, then: () => void): Effect.Effect<Inserted<PaymentRow>, unknown>
    /** All lines, in any order. */
    readonly lines: Effect.Effect<ReadonlyArray<string>>
  }
>()("@cauri/conformance/HostTable") {}

const write = (cell: MemoryCell, line: string): void => {
  const host = new Map(cell.current.host).set(String(cell.current.host.size), line)
  cell.current = { ...cell.current, host }
}

/** A host's table in a memory store. */
export const memoryHostTable = (cell: MemoryCell): HostTable["Service"] =>
  HostTable.of({
    deliverWithin: (name, then) =>
      deliverWithin(cell, name, (within, { id }) => {
        write(within, id)
        then(id)
      }),
    insertWithin: (prepared, line, then) =>
      Effect.suspend(() => {
        const before = cell.current
        try {
          const inserted = insertWithin(cell, prepared)
          write(cell, line)
          then()
          return Effect.succeed(inserted)
        } catch (thrown) {
          cell.current = before
          return Effect.fail(thrown)
        }
      }),
    lines: Effect.sync(() => [...cell.current.host.values()].map(String)),
  })
