/** What is shown while the demo runs: a picture for a terminal, a line for everything else. Both are pure functions of the progress. */
import { number, seconds } from "@cauri/catalogue"
import type { Fault } from "@cauri/simulator"
import type { Paint } from "./paint.ts"
import { isPayout, type RailName, railNames, rails } from "./plan.ts"
import { type Progress, starting } from "./Progress.ts"

/** The columns of the table, and the states that each counts. */
const columns = [
  ["pending", ["Intended", "Submitting", "AwaitingOtp", "Pending"]],
  ["completed", ["Completed"]],
  ["refused", ["Refused", "NotCompleted", "Cancelled"]],
  ["expired", ["Expired"]],
  ["in doubt", ["InDoubt"]],
  ["held", ["Held"]],
] as const

type Column = (typeof columns)[number][0]

/** What faults are called. Several kinds of one trouble are one. */
const faultNames: ReadonlyArray<readonly [name: string, kinds: ReadonlyArray<Fault["_tag"]>]> = [
  ["answers lost", ["AnswerDropped", "TruncatedJson"]],
  ["connections cut", ["ConnectionReset"]],
  ["error pages", ["HtmlPage"]],
  ["no token", ["EmptyToken"]],
  ["unknown codes", ["SubCode"]],
  ["callbacks lost", ["CallbackLost"]],
  ["doubled", ["CallbackRepeated"]],
  ["swapped", ["CallbackReordered"]],
  ["too early", ["CallbackEarly"]],
  ["forged", ["CallbackForged"]],
  ["wrong records", ["OtherAmount", "OtherStatus"]],
  ["turned round", ["FinalStatusMoves"]],
]

/** Every fault that struck, with how often. */
export const faultCounts = ({ struck, wrongCodes }: Progress): ReadonlyArray<readonly [string, number]> => [
  ...faultNames.map(([name, kinds]) => [name, kinds.reduce((sum, kind) => sum + (struck[kind] ?? 0), 0)] as const),
  ["wrong codes", wrongCodes],
]

const countOf = (progress: Progress, rail: RailName, states: ReadonlyArray<string>): number =>
  states.reduce((sum, state) => sum + (progress.counts.get(rail)?.get(state) ?? 0), 0)

/** The numbers of some rails. */
const numbersOf = (progress: Progress, these: ReadonlyArray<RailName>) => {
  const cells = columns.map(([name, states]): readonly [Column, number] => [
    name,
    these.reduce((sum, rail) => sum + countOf(progress, rail, states), 0),
  ])
  return { cells, sent: cells.reduce((sum, [, count]) => sum + count, 0) }
}

const all = railNames

/** Seconds since the start. */
const secondsAt = ({ startedAt }: Progress, at: number): string => seconds(at - startedAt, "en")

const barWidth = 36

const bar = (share: number, paint: Paint): string => {
  const full = Math.round(Math.min(1, share) * barWidth)
  return paint("good", "━".repeat(full)) + paint("faint", "─".repeat(barWidth - full))
}

/** How much of the run is done: half of it is sending, half of it is coming to rest. */
const shareOf = ({ atRest, phase, sent, total }: Progress, stored: number): number =>
  phase === "three days later" ? 1 : sent / total / 2 + (stored === 0 ? 0 : atRest / stored / 2)

const styles: Readonly<Partial<Record<Column, Parameters<Paint>[0]>>> = {
  completed: "good",
  "in doubt": "warn",
  held: "warn",
}

const row = (label: string, { cells, sent }: ReturnType<typeof numbersOf>, paint: Paint): string =>
  [
    `  ${label.padEnd(18)}`,
    String(sent).padStart(5),
    ...cells.map(([name, count]) => {
      const text = (count === 0 ? "·" : String(count)).padStart(name.length + 2)
      return count === 0 ? paint("faint", text) : styles[name] === undefined ? text : paint(styles[name], text)
    }),
  ].join("")

const faultLines = (progress: Progress, width: number, paint: Paint): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const [name, count] of faultCounts(progress)) {
    const piece = `${name} ${count}`
    if (line.length + piece.length + 3 > width - 4) {
      lines.push(line)
      line = ""
    }
    line += line === "" ? piece : ` · ${piece}`
  }
  return [...lines, line].map((each) => `    ${paint("event", each)}`)
}

/** The least that the picture needs, and the height at which it has air. */
export const smallestTerminal = { columns: 80, rows: 24 }
const airyRows = 34

/** What is drawn, and for which terminal. */
export interface Picture {
  readonly seed: number
  readonly now: number
  /** How many rows the terminal has. */
  readonly height: number
  readonly paint: Paint
}

/** The picture. On one terminal it always has the same height, so that it can be drawn over the one before. */
export const frame = (progress: Progress, { height, now, paint, seed }: Picture): ReadonlyArray<string> => {
  const total = numbersOf(progress, all)
  const { atRest, phase, sent } = progress
  const airy = (...lines: ReadonlyArray<string>) => (height >= airyRows ? lines : [])
  const done = sent < progress.total ? `${sent} of ${progress.total} sent` : `${atRest} of ${total.sent} at rest`
  const rows = (these: ReadonlyArray<RailName>) =>
    these.map((rail) => row(`  ${rails[rail]}`, numbersOf(progress, [rail]), paint))
  const heading = `  ${"".padEnd(18)} sent${columns.map(([name]) => `  ${name}`).join("")}`
  const newest = height >= airyRows ? 5 : 4
  const news = progress.news.slice(-newest).map(({ at, text }) => `    ${secondsAt(progress, at).padStart(7)}  ${text}`)
  const title = paint("strong", "Cauri: payments while everything goes wrong")
  return [
    ...airy(""),
    `  ${title}${paint("faint", `   seed ${seed} · ${secondsAt(progress, now)}`)}`,
    ...airy(""),
    `  ${bar(shareOf(progress, total.sent), paint)}  ${done}`,
    ...airy(`  ${paint("faint", phase)}`, ""),
    paint("faint", heading),
    ...airy(`  ${paint("strong", "payins")}`),
    ...rows(all.filter((rail) => !isPayout(rail))),
    ...airy(`  ${paint("strong", "payouts")}`),
    ...rows(all.filter(isPayout)),
    paint(
      "strong",
      row("all", total, (_, text) => text),
    ),
    ...airy("", `  ${paint("strong", "what went wrong so far")}`),
    ...padded(faultLines(progress, smallestTerminal.columns, paint), 3),
    ...airy(""),
    ...padded(news, newest),
  ]
}

const padded = (lines: ReadonlyArray<string>, height: number): ReadonlyArray<string> => [
  ...lines,
  ...Array.from({ length: Math.max(0, height - lines.length) }, () => ""),
]

/** The line. */
export const plainLine = (progress: Progress, now: number): string => {
  const beginning = `${secondsAt(progress, now).padStart(7)}  ${progress.phase}`
  if (progress.phase === starting) return beginning
  const { cells } = numbersOf(progress, all)
  const numbers = cells.map(([name, count]) => `${name} ${count}`).join(", ")
  return `${beginning}: ${number(progress.sent, "en")} of ${number(progress.total, "en")} sent; ${numbers}`
}

/** A line for something that happened. */
export const newsLine = (progress: Progress, { at, text }: Progress["news"][number]): string =>
  `${secondsAt(progress, at).padStart(7)}  * ${text}`
