/** A machine as a picture, for READMEs. */
import type { StateTag } from "../model/Payment.ts"
import type { Row } from "./table.ts"

const numberOf = ({ row }: Row): number => Number(row.slice(1))

/** The rows in the order of their names. */
export const inOrder = <R extends Row>(rows: ReadonlyArray<R>): ReadonlyArray<R> =>
  rows.toSorted((one, other) => numberOf(one) - numberOf(other))

/** The table as a mermaid state diagram. Edges that would hide the life are told in a note instead. */
export const diagram = (rows: ReadonlyArray<Row>): string => {
  const edges = new Map<string, Set<string>>()
  const notes: Array<string> = []
  for (const { row, from, to, event, drawn } of inOrder(rows)) {
    if (to === "same") continue
    const shown: ReadonlyArray<StateTag | "[*]"> = drawn ?? from ?? ["[*]"]
    for (const state of shown) {
      for (const next of to) {
        const edge = `${state} --> ${next}`
        edges.set(edge, (edges.get(edge) ?? new Set<string>()).add(row))
      }
    }
    const hidden = from?.filter((state) => !shown.includes(state)) ?? []
    if (hidden.length > 0) notes.push(`${row} (${event}): ${hidden.join(", ")} to ${to.join(", ")}`)
  }
  const lines = [...edges].map(([edge, names]) => `${edge}: ${[...names].join(", ")}`)
  const note =
    notes.length === 0 ? [] : ["note right of Intended", "  Not drawn", ...notes.map((each) => `  ${each}`), "end note"]
  return ["stateDiagram-v2", ...[...lines, ...note].map((line) => `  ${line}`)].join("\n")
}
