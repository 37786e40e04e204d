/** What several runs amount to: each figure with its median and spread, as JSON to keep and as a table to read. */
import type { Outcome, Run } from "./hostedPayins.ts"
import { type Phase, type Spread, spreadOf } from "./phases.ts"

/** When and where the runs were. */
export interface Circumstances {
  readonly date: string
  readonly machine: {
    readonly cores: number
    /** Average number of programs that wanted a core in the last minute; far above `cores`, the times are mostly waiting. */
    readonly loadAverage: number
    readonly node: string
    readonly platform: string
  }
}

/** What is kept of some runs. */
export interface Report extends Circumstances {
  readonly benchmark: "simulator-hosted-payins"
  readonly runs: number
  readonly outcomeOfEveryRun: Outcome | null
  /** Of the one run with more payins, which shows whether the time per payin grows with their number. */
  readonly outcomeOfTheLargeRun: Outcome
  readonly figures: Readonly<Record<string, Spread>>
}

/** A figure with its name; the unit is the end of the name. */
export type Figures = Readonly<Record<string, Spread>>

/** Every figure of these runs, rounded to what it is worth. */
export const figuresOf = (runs: ReadonlyArray<Run>): Figures => {
  const over = (figure: (run: Run) => number) => spreadOf(runs.map((run) => Math.round(figure(run))))
  const ofPhase = (name: string, perStep: number, phase: (run: Run) => Phase): Figures => ({
    [`${name}PerSecond`]: over((run) => perSecond(phase(run), perStep)),
    [`${name}MedianMicros`]: over((run) => phase(run).medianMicros),
    [`${name}P99Micros`]: over((run) => phase(run).p99Micros),
  })
  return {
    ...ofPhase("creations", 1, ({ phases }) => phases.creations),
    ...ofPhase("payments", 1, ({ phases }) => phases.payments),
    ...ofPhase("callbacks", postsPerPayin, ({ phases }) => phases.callbacks),
    ...ofPhase("confirmations", 1, ({ phases }) => phases.confirmations),
    totalMillis: over(({ totalMillis }) => totalMillis),
    cpuMillis: over(({ cpuMillis }) => cpuMillis),
    cpuMicrosPerPayin: over(cpuMicrosPerPayin),
    heapAtTheEndMegabytes: over(({ heapBytes }) => heapBytes / 1e6),
    residentAtTheEndMegabytes: over(({ residentBytes }) => residentBytes / 1e6),
  }
}

/** What one payin needs of the machine, from its creation to its confirmation. */
const cpuMicrosPerPayin = ({ cpuMillis, outcome }: Run): number => (1_000 * cpuMillis) / outcome.payins

/** The two POSTs of an event (#196). */
const postsPerPayin = 2

const perSecond = ({ steps, totalMillis }: Phase, perStep: number): number => (1_000 * steps * perStep) / totalMillis

/** What is kept of these runs. Their outcomes are equal, or they would not have got here. */
export const reportOf = (runs: ReadonlyArray<Run>, large: Run, circumstances: Circumstances): Report => ({
  benchmark: "simulator-hosted-payins",
  ...circumstances,
  runs: runs.length,
  outcomeOfEveryRun: runs[0]?.outcome ?? null,
  outcomeOfTheLargeRun: large.outcome,
  figures: { ...figuresOf(runs), largeRunCpuMicrosPerPayin: spreadOf([Math.round(cpuMicrosPerPayin(large))]) },
})

/** The figures as lines of text. */
export const table = (figures: Figures): string => {
  const rows = Object.entries(figures).map(([name, { highest, lowest, median }]) => [
    name,
    ...[median, lowest, highest].map(grouped),
  ])
  const all = [["", "median", "lowest", "highest"], ...rows]
  const width = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0))
  return all
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column) + 2))).join(""),
    )
    .join("\n")
}

/** A page with this table in its block of plain text. */
export const withTable = (page: string, text: string): string =>
  page.replace(/^```text\n[^`]*```$/m, () => `\`\`\`text\n${text}\n\`\`\``)

const grouped = (value: number): string => value.toLocaleString("en-GB")
