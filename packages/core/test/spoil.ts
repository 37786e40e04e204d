/** Rows that nobody can read, as a defect or a foreign hand may leave them. */
import type { PaymentRow } from "@cauri/core"
import type { Script } from "./scripted.ts"

/** Makes the rows of these payments unreadable. */
export const spoil = ({ cell }: Script, ...ids: ReadonlyArray<string>): void => {
  const rows = [...cell.current.rows].map(([name, row]): readonly [string, PaymentRow] => [
    name,
    ids.includes(row.id) ? { ...row, body: "{" } : row,
  ])
  cell.current = { ...cell.current, rows: new Map(rows) }
}
