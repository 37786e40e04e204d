/**
 * A look into a store past its port: what really lies in the tables. An adapter that opens this door lets the suite compare the
 * columns, the attempts and the kept evidence, which the port never gives back.
 */
import { Context, Effect, Option } from "effect"
import { type AttemptRow, type EventRow, keyText, type MemoryCell, type PaymentKey, type PaymentRow } from "@cauri/core"

/** A note as it was kept, with its number and its evidence. */
export interface LandedNote {
  readonly number: number
  readonly attempt: number
  readonly fingerprint: string
  readonly receivedAt: number
  readonly body: Uint8Array | null
}

/** What lies in the tables for one payment, each list in any order. */
export interface Landed {
  readonly row: Omit<PaymentRow, "attempts" | "notes">
  readonly attempts: ReadonlyArray<AttemptRow>
  readonly events: ReadonlyArray<EventRow>
  readonly notes: ReadonlyArray<LandedNote>
}

/** A look into a store past its port. */
export class SideDoor extends Context.Service<
  SideDoor,
  {
    /** What lies in the tables under this name; none when there is nothing. */
    read(key: PaymentKey): Effect.Effect<Option.Option<Landed>>
    /** Puts a body that nobody can read into the row of this name, as a defect or a foreign hand may; the version counts it. */
    spoil(key: PaymentKey): Effect.Effect<void>
  }
>()("@cauri/conformance/SideDoor") {}

const listOf = <A>(lists: ReadonlyMap<string, ReadonlyArray<A>>, name: string) => lists.get(name) ?? []

/** What no body of a row is. */
export const unreadableBody = "{"

/** The side door of a memory store. */
export const memorySideDoor = (cell: MemoryCell): SideDoor["Service"] =>
  SideDoor.of({
    read: (key) =>
      Effect.sync(() => {
        const name = keyText(key)
        return Option.map(Option.fromUndefinedOr(cell.current.rows.get(name)), (found) => {
          const { attempts, notes: _summaries, ...row } = found
          return {
            row,
            attempts,
            events: listOf(cell.current.events, name),
            notes: listOf(cell.current.notes, name),
          }
        })
      }),
    spoil: (key) =>
      Effect.sync(() => {
        const rows = new Map(cell.current.rows)
        const name = keyText(key)
        const found = rows.get(name)
        if (found !== undefined) rows.set(name, { ...found, body: unreadableBody, version: found.version + 1 })
        cell.current = { ...cell.current, rows }
      }),
  })
