/**
 * A view of a store past its port: what its tables really hold. An adapter that opens this door lets the suite compare the columns, the
 * attempts and the kept evidence, which the port never returns.
 */
import { Context, Effect, Option } from "effect"
import { keyText, type PaymentKey } from "@cauri/core"
import type { AttemptRow, EventRow, MemoryCell, PaymentRow } from "@cauri/core/adapter"

/** A stored note, with its number and its evidence. */
export interface LandedNote {
  readonly number: number
  readonly attempt: number
  readonly fingerprint: string
  readonly receivedAt: number
  readonly body: Uint8Array | null
}

/** What the tables hold for one payment, each list in any order. */
export interface Landed {
  readonly row: Omit<PaymentRow, "attempts" | "notes">
  readonly attempts: ReadonlyArray<AttemptRow>
  readonly events: ReadonlyArray<EventRow>
  readonly notes: ReadonlyArray<LandedNote>
}

/** A view of a store past its port. */
export class SideDoor extends Context.Service<
  SideDoor,
  {
    /** What the tables hold under this name; none when there is nothing. */
    read(key: PaymentKey): Effect.Effect<Option.Option<Landed>>
    /** Writes an unreadable body into the row of this name, as a defect or another program may; the version counts it. */
    spoil(key: PaymentKey): Effect.Effect<void>
  }
>()("@cauri/conformance/SideDoor") {}

/** A text that is no valid body of a row. */
export const unreadableBody = "{"

/** The side door of a memory store. */
export const memorySideDoor = (cell: MemoryCell): SideDoor["Service"] =>
  SideDoor.of({
    read: (key) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(cell.current.payments.get(keyText(key))), ({ events, notes, row: found }) => {
          const { attempts, notes: _summaries, ...row } = found
          return { row, attempts, events, notes }
        }),
      ),
    spoil: (key) =>
      Effect.sync(() => {
        const payments = new Map(cell.current.payments)
        const name = keyText(key)
        const found = payments.get(name)
        if (found === undefined) return
        const row = { ...found.row, body: unreadableBody, version: found.row.version + 1 }
        cell.current = { ...cell.current, payments: payments.set(name, { ...found, row }) }
      }),
  })
