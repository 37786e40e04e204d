/**
 * What a host keeps in the payments' own database: a table of lines beside the payments, written in one transaction with them. An
 * adapter that offers such transactions fills this service, and the suite shows that both sides land together or not at all.
 */
import { Context, Effect } from "effect"
import type { Prepared } from "@cauri/core"
import {
  announceWithin,
  type Inserted,
  insertWithin,
  type MemoryCell,
  type PaymentRow,
  type TransactionalListener,
} from "@cauri/core/adapter"

/** A host's own table beside the payments. */
export class HostTable extends Context.Service<
  HostTable,
  {
    /**
     * A consumer of this name whose handler writes the id of what it hears as a line and then does this, all in the transaction that
     * marks the event.
     */
    announceWithin(name: string, then: (id: string) => void): TransactionalListener
    /** Stores a prepared payment, then writes the line, then does this, all in one transaction. */
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
    announceWithin: (name, then) =>
      announceWithin(cell, name, (within, { id }) => {
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
