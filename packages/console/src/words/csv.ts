/**
 * Tables for spreadsheets, after RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe before it, so that a
 * customer's or a colleague's text is never calculated.
 */

export type Cell = string | number | boolean | null

const formula = /^[=+\-@\t\r\n＝＋－＠]/

const textOf = (cell: Cell): string => {
  if (cell === null) return ""
  if (typeof cell !== "string") return String(cell)
  return formula.test(cell) ? `'${cell}` : cell
}

const quoted = (text: string): string => (/[",;\r\n\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows as CSV; the first is the heading. */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  rows.map((row) => `${row.map((cell) => quoted(textOf(cell))).join(",")}\r\n`).join("")
