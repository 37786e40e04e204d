/** What documentation shows of a machine of core: its picture and its table. */

/** A row of a machine, as data. Core's rows fit. */
export interface MachineRow {
  readonly row: string
  readonly on: string
  readonly from: ReadonlyArray<string> | null
  readonly event: string
  readonly to: ReadonlyArray<string> | "same"
  readonly when: string
  readonly rules: ReadonlyArray<number>
  /** The states from which the picture shows it, when not from all. */
  readonly drawn?: ReadonlyArray<string>
}

const numberOf = ({ row }: MachineRow): number => Number(row.slice(1))

export const inOrder = <Row extends MachineRow>(rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.toSorted((one, other) => numberOf(one) - numberOf(other))

/** The rows as a mermaid state diagram. A note lists the edges that would make the picture unreadable. */
export const diagram = (rows: ReadonlyArray<MachineRow>): string => {
  const edges = new Map<string, Set<string>>()
  const notes: Array<string> = []
  for (const { row, from, to, event, drawn } of inOrder(rows)) {
    if (to === "same") continue
    const shown = drawn ?? from ?? ["[*]"]
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
    notes.length === 0 ? [] : ["note right of intended", "  Not drawn", ...notes.map((each) => `  ${each}`), "end note"]
  return ["stateDiagram-v2", ...[...lines, ...note].map((line) => `  ${line}`)].join("\n")
}

const names = (states: ReadonlyArray<string>) => states.map((state) => `\`${state}\``).join(", ")

/** The rows as a markdown table; `states` is how many states the machine has. */
export const rowsTable = (rows: ReadonlyArray<MachineRow>, states: number): string => {
  const cells = inOrder(rows).map(({ row, on, from, event, to, when, rules }) => {
    const begins = from === null ? "–" : from.length === states ? "any" : names(from)
    const ends = to === "same" ? "unchanged" : names(to)
    return `| ${row} | \`${on}\` | ${begins} | \`${event}\` | ${ends} | ${when} | ${rules.map((rule) => `#${rule}`).join(" ")} |`
  })
  return ["| # | On | From | Event | To | When | Rules |", "|---|---|---|---|---|---|---|", ...cells].join("\n")
}
