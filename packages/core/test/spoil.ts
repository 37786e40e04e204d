/** Rows that nobody can read, as a defect or a foreign hand may leave them. */
import type { PaymentRow } from "@cauri/core"
import { Logger } from "effect"
import type { Script } from "./scripted.ts"

/** Makes the rows of these payments unreadable. */
export const spoil = ({ cell }: Script, ...ids: ReadonlyArray<string>): void => {
  const rows = [...cell.current.rows].map(([name, row]): readonly [string, PaymentRow] => [
    name,
    ids.includes(row.id) ? { ...row, body: "{" } : row,
  ])
  cell.current = { ...cell.current, rows: new Map(rows) }
}

/** What is told in the log instead, line by line. */
export const collectLines = () => {
  const lines: Array<string> = []
  return {
    lines,
    logger: Logger.layer([Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))]),
  }
}
