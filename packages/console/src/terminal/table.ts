/**
 * Tables and lists for a terminal: aligned, without lines, one row per thing, numbers on the right.
 */
import { CliOutput } from "effect/cli"
import { printable } from "../words/printable.ts"
import { type Style, styled } from "./Screen.ts"

export interface TableCell {
  readonly text: string
  readonly style?: Style
}

export interface Column {
  readonly title: string
  readonly right?: boolean
}

const pad = (text: string, width: number, right: boolean): string => {
  const space = " ".repeat(Math.max(0, width - CliOutput.displayWidth(text)))
  return right ? space + text : text + space
}

/** A table with its heading. */
export const tableOf = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<TableCell | string>>,
  colours: boolean,
): string => {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? { text: cell } : cell)))
  const safe = cells.map((row) => row.map((cell) => ({ ...cell, text: printable(cell.text) })))
  const widths = columns.map(({ title }, index) =>
    safe.reduce((width, row) => Math.max(width, CliOutput.displayWidth(row[index]?.text ?? "")), title.length),
  )
  const line = (texts: ReadonlyArray<TableCell>) =>
    texts
      .map(({ style, text }, index) => {
        const padded = pad(text, widths[index] ?? 0, columns[index]?.right ?? false)
        return style === undefined ? padded : styled(colours, style, padded)
      })
      .join("  ")
      .trimEnd()
  const heading = columns.map(({ title }) => ({ text: title, style: "bold" as const }))
  return [heading, ...safe].map((row) => `${line(row)}\n`).join("")
}

/** Names and values, one line each; null values are left out. */
export const factsText = (facts: ReadonlyArray<readonly [string, string | null]>): string => {
  const shown = facts.flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, value] as const]))
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `  ${name.padEnd(width)}  ${printable(value)}\n`).join("")
}
