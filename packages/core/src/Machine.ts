/**
 * How a state machine is written down here: as a table of rows, each with the name that the documentation and the tests use.
 * Whatever is not in the table is illegal, and an illegal step is a typed error that stores nothing.
 */
import { Schema } from "effect"
import type { EventTag, StateTag } from "./Event.ts"
import { keyText, PaymentKey } from "./Identifiers.ts"

/** One row of a table: in one of these states this event leads to one of those; `same` leaves the state. */
export interface Row<State extends StateTag> {
  readonly row: string
  /** Null: the payment does not exist yet. */
  readonly from: ReadonlyArray<State> | null
  readonly event: EventTag
  readonly to: ReadonlyArray<State> | "same"
  /** When it happens, in words: the table is the documentation. */
  readonly when: string
  /** The numbered rules of the specification behind the row. */
  readonly rules: ReadonlyArray<number>
  /** The states from which the picture shows it, when not from all; what is left out stands in a note. */
  readonly drawn?: ReadonlyArray<State>
}

/** The rows under which an event is legal in a state. */
export const rowsFor = <State extends StateTag>(
  table: ReadonlyArray<Row<State>>,
  state: State | null,
  event: EventTag,
): ReadonlyArray<Row<State>> =>
  table.filter(
    (row) => row.event === event && (state === null ? row.from === null : (row.from?.includes(state) ?? false)),
  )

/** Does some row allow this event to lead from one state to the other? */
export const allows = <State extends StateTag>(
  table: ReadonlyArray<Row<State>>,
  from: State | null,
  event: EventTag,
  to: State,
): boolean => rowsFor(table, from, event).some((row) => (row.to === "same" ? to === from : row.to.includes(to)))

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

/** The table as a mermaid state diagram, for READMEs. Edges that would hide the life are told in a note instead. */
export const diagram = <State extends StateTag>(table: ReadonlyArray<Row<State>>): string => {
  const edges = new Map<string, Set<string>>()
  const notes: Array<string> = []
  for (const { row, from, to, event, drawn } of table) {
    if (to === "same") continue
    const shown: ReadonlyArray<State | "[*]"> = drawn ?? from ?? ["[*]"]
    for (const state of shown) {
      for (const next of to) {
        const edge = `${state} --> ${next}`
        edges.set(edge, (edges.get(edge) ?? new Set<string>()).add(row))
      }
    }
    const hidden = from?.filter((state) => !shown.includes(state)) ?? []
    if (hidden.length > 0) notes.push(`${row} (${event}): ${hidden.join(", ")} to ${to.join(", ")}`)
  }
  const lines = [...edges].map(([edge, rows]) => `${edge}: ${[...rows].join(", ")}`)
  const note =
    notes.length === 0 ? [] : ["note right of Intended", "  Not drawn", ...notes.map((each) => `  ${each}`), "end note"]
  return ["stateDiagram-v2", ...[...lines, ...note].map((line) => `  ${line}`)].join("\n")
}
