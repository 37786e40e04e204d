/** The bytes of a statement as text, and as records: what no program may guess wrongly is refused. */
import { parse } from "csv-parse/sync"
import { Result } from "effect"
import { delimiters } from "./form.ts"

/** Why a file is not read at all. */
export type FileRefusal = "spreadsheet" | "no_text" | "empty" | "too_large"

/** The largest file. */
export const largestFile = 8 * 1_048_576
/** The longest line that is read. */
const longestRecord = 20_000

const begins = (bytes: Uint8Array, ...magic: ReadonlyArray<number>): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

const isSpreadsheet = (bytes: Uint8Array): boolean =>
  begins(bytes, 0x50, 0x4b, 3, 4) || begins(bytes, 0xd0, 0xcf, 0x11, 0xe0) || begins(bytes, 0x25, 0x50, 0x44, 0x46)

/** A page or a workbook in angle brackets, which spreadsheet programs open as well. */
const isMarkup = (text: string): boolean => /^\s*<(?:\?xml|!doctype|html|table|workbook)\b/i.test(text.slice(0, 200))

/** Half of the bytes of Latin text in UTF-16 are zero. */
const wide = (bytes: Uint8Array): "utf-16le" | "utf-16be" | null => {
  const start = bytes.subarray(0, 400)
  const zeros = (parity: number) => start.filter((byte, index) => index % 2 === parity && byte === 0).length
  if (zeros(1) > start.length / 4) return "utf-16le"
  return zeros(0) > start.length / 4 ? "utf-16be" : null
}

const decoded = (bytes: Uint8Array): string => {
  if (begins(bytes, 0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes)
  if (begins(bytes, 0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes)
  const encoding = wide(bytes)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** The text of a file. */
export const textOf = (bytes: Uint8Array): Result.Result<string, FileRefusal> => {
  if (bytes.length > largestFile) return Result.fail("too_large")
  if (isSpreadsheet(bytes)) return Result.fail("spreadsheet")
  const text = decoded(bytes)
  if (isMarkup(text)) return Result.fail("spreadsheet")
  if (text.trim() === "") return Result.fail("empty")
  return text.slice(0, 4_000).includes("\u0000") ? Result.fail("no_text") : Result.succeed(text)
}

/** One record of a file. */
export interface FileRecord {
  /** The line on which it begins. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
  /** As it stands in the file. */
  readonly text: string
  /** Its quotation marks do not close, or it is too long. */
  readonly broken: boolean
}

/** A quotation mark opens a cell and does not close. */
const isOpen = (text: string): boolean => (text.match(/"/g)?.length ?? 0) % 2 === 1

const record = (line: number, text: string, delimiter: string): FileRecord => {
  const broken = { line, cells: [], text: text.slice(0, longestRecord), broken: true }
  if (isOpen(text) || text.length > longestRecord) return broken
  if (!text.includes('"')) return { line, cells: text.split(delimiter), text, broken: false }
  try {
    const [cells = []] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: "\u0000",
    })
    return { line, cells, text, broken: false }
  } catch {
    return broken
  }
}

/**
 * The records of a text, whatever its line ends: one line is one record, so that a quotation mark that never closes spoils its own line and
 * no other. A cell of several lines is no record either, and is named as such.
 */
export const recordsOf = (text: string, delimiter: string): ReadonlyArray<FileRecord> =>
  text.split(/\r\n|\n|\r/).flatMap((line, index) => (line.trim() === "" ? [] : [record(index + 1, line, delimiter)]))

/** The delimiter that cuts most lines into the same number of cells. */
export const delimiterOf = (text: string): (typeof delimiters)[number] => {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .slice(0, 200)
    .join("\n")
  let best: (typeof delimiters)[number] = ";"
  let most = 0
  for (const delimiter of delimiters) {
    const counts = new Map<number, number>()
    for (const { cells } of recordsOf(lines, delimiter)) {
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    }
    const score = Math.max(0, ...[...counts].map(([cells, lines]) => lines * 100 + cells))
    if (score > most) [best, most] = [delimiter, score]
  }
  return best
}
