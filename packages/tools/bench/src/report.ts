/** What a benchmark found: each figure with its median and spread and every bar beside its figure, as JSON to keep and text to read. */
import { number } from "@cauri/catalogue"
import { type Bar, type Figures, type Findings, isMet } from "./benchmark.ts"

export interface Circumstances {
  readonly date: string
  readonly machine: {
    readonly cores: number
    /** Average number of programs that wanted a core in the last minute; far above `cores`, the times are mostly waiting. */
    readonly loadAverage: number
    /** What a hundred million additions took before the run: figures of two machines, or of one on two days, are compared with it. */
    readonly loopMillis: number
    readonly node: string
    readonly platform: string
  }
}

/** What is kept of it. */
export interface Report extends Circumstances {
  readonly benchmark: string
  readonly outcome: unknown
  readonly figures: Figures
  readonly bars: ReadonlyArray<Bar & { readonly met: boolean }>
}

/** What is kept of these findings. */
export const reportOf = (
  benchmark: string,
  { bars, figures, outcome }: Findings,
  circumstances: Circumstances,
): Report => ({
  benchmark,
  ...circumstances,
  outcome,
  figures,
  bars: bars.map((bar) => ({ ...bar, met: isMet(bar) })),
})

export const textOf = ({ bars, figures }: Pick<Report, "bars" | "figures">): string =>
  [figureLines(figures), ...(bars.length === 0 ? [] : ["", barLines(bars)])].join("\n")

const figureLines = (figures: Figures): string =>
  columns([
    ["", "median", "lowest", "highest"],
    ...Object.entries(figures).map(([name, { highest, lowest, median }]) => [
      name,
      ...[median, lowest, highest].map(shown),
    ]),
  ])

const barLines = (bars: Report["bars"]): string =>
  columns([
    ["bar", "wanted", "measured", ""],
    ...bars.map(({ what, figure, wanted, met }) => [
      what,
      "atMost" in wanted ? `at most ${shown(wanted.atMost)}` : `at least ${shown(wanted.atLeast)}`,
      shown(figure),
      met ? "met" : "not met",
    ]),
  ])

/** Rows with their cells under one another: the first to the left, the others to the right. */
const columns = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column) + 2)))
        .join("")
        .trimEnd(),
    )
    .join("\n")
}

/** The block of a page that contains this benchmark's text. */
export const blockOf = (benchmark: string, text: string): string => `\`\`\`text ${benchmark}\n${text}\n\`\`\``

/** A page with this text in the block of this benchmark. */
export const withBlock = (page: string, benchmark: string, text: string): string =>
  page.replace(new RegExp(`^\`\`\`text ${benchmark}\\n[^\`]*\`\`\`$`, "m"), () => blockOf(benchmark, text))

const shown = (value: number): string => number(value, "en")
