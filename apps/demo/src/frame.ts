/** What is shown while the demo runs: a picture for a terminal, a line for everything else. Both are pure functions of the progress. */
import { type Language, number, seconds } from "@cauri/catalogue"
import { say, type Tools, tools } from "@cauri/catalogue/tools"
import type { Fault } from "@cauri/simulator"
import type { Paint } from "./paint.ts"
import { isPayout, type RailName, railNames } from "./plan.ts"
import type { Progress } from "./Progress.ts"

/** The columns of the table, and the states that each counts. */
const columns = [
  ["pending", ["intended", "submitting", "awaiting_otp", "pending"]],
  ["completed", ["completed"]],
  ["refused", ["refused", "not_completed", "cancelled"]],
  ["expired", ["expired"]],
  ["in_doubt", ["in_doubt"]],
  ["held", ["held"]],
] as const

type Column = (typeof columns)[number][0]

type FaultName = keyof Tools["demoFaults"]

/** What faults are called. Several kinds of one trouble are one. */
const faultNames: ReadonlyArray<readonly [name: FaultName, kinds: ReadonlyArray<Fault["_tag"]>]> = [
  ["answers_lost", ["AnswerDropped", "TruncatedJson"]],
  ["connections_cut", ["ConnectionReset"]],
  ["error_pages", ["HtmlPage"]],
  ["no_token", ["EmptyToken"]],
  ["unknown_codes", ["SubCode"]],
  ["callbacks_lost", ["CallbackLost"]],
  ["callbacks_repeated", ["CallbackRepeated"]],
  ["callbacks_swapped", ["CallbackReordered"]],
  ["callbacks_early", ["CallbackEarly"]],
  ["callbacks_forged", ["CallbackForged"]],
  ["records_wrong", ["OtherAmount", "OtherStatus"]],
  ["statuses_changed", ["FinalStatusMoves"]],
]

export const faultCounts = ({ struck, wrongCodes }: Progress): ReadonlyArray<readonly [FaultName, number]> => [
  ...faultNames.map(([name, kinds]) => [name, kinds.reduce((sum, kind) => sum + (struck[kind] ?? 0), 0)] as const),
  ["codes_wrong", wrongCodes],
]

const countOf = (progress: Progress, rail: RailName, states: ReadonlyArray<string>): number =>
  states.reduce((sum, state) => sum + (progress.counts.get(rail)?.get(state) ?? 0), 0)

const numbersOf = (progress: Progress, these: ReadonlyArray<RailName>) => {
  const cells = columns.map(([name, states]): readonly [Column, number] => [
    name,
    these.reduce((sum, rail) => sum + countOf(progress, rail, states), 0),
  ])
  return { cells, sent: cells.reduce((sum, [, count]) => sum + count, 0) }
}

const all = railNames

const secondsAt = ({ startedAt }: Progress, at: number, language: Language): string => seconds(at - startedAt, language)

const barWidth = 36

const bar = (share: number, paint: Paint): string => {
  const full = Math.round(Math.min(1, share) * barWidth)
  return paint("good", "━".repeat(full)) + paint("faint", "─".repeat(barWidth - full))
}

/** How much of the run is done: half of it is sending, half of it is coming to rest. */
const shareOf = ({ atRest, phase, sent, total }: Progress, stored: number): number =>
  phase === "days_later" ? 1 : sent / total / 2 + (stored === 0 ? 0 : atRest / stored / 2)

const styles: Readonly<Partial<Record<Column, Parameters<Paint>[0]>>> = {
  completed: "good",
  in_doubt: "warn",
  held: "warn",
}

const row = (label: string, { cells, sent }: ReturnType<typeof numbersOf>, { language, paint }: Look): string =>
  [
    `  ${label.padEnd(18)}`,
    String(sent).padStart(5),
    ...cells.map(([name, count]) => {
      const text = (count === 0 ? "·" : String(count)).padStart(tools[language].demoColumns[name].length + 2)
      return count === 0 ? paint("faint", text) : styles[name] === undefined ? text : paint(styles[name], text)
    }),
  ].join("")

const faultLines = (progress: Progress, width: number, { language, paint }: Look): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const [name, count] of faultCounts(progress)) {
    const piece = `${tools[language].demoFaults[name]} ${count}`
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

interface Look {
  readonly paint: Paint
  readonly language: Language
}

export interface Picture extends Look {
  readonly seed: number
  readonly now: number
  readonly height: number
}

/** The picture. On one terminal it always has the same height, so that it can be drawn over the one before. */
export const frame = (progress: Progress, { height, now, seed, ...look }: Picture): ReadonlyArray<string> => {
  const { language, paint } = look
  const { demoColumns, demoPhases, demoRails, picture } = tools[language]
  const total = numbersOf(progress, all)
  const { atRest, phase, sent } = progress
  const airy = (...lines: ReadonlyArray<string>) => (height >= airyRows ? lines : [])
  const done = sent < progress.total ? picture.sent(sent, progress.total) : picture.at_rest(atRest, total.sent)
  const rows = (these: ReadonlyArray<RailName>) =>
    these.map((rail) => row(`  ${demoRails[rail]}`, numbersOf(progress, [rail]), look))
  const heading = `  ${"".padEnd(18)} ${picture.sent_column}${columns.map(([name]) => `  ${demoColumns[name]}`).join("")}`
  const newest = height >= airyRows ? 5 : 4
  const news = progress.news.slice(-newest).map((each) => `    ${newsOf(progress, each, language, "")}`)
  const title = paint("strong", picture.title)
  return [
    ...airy(""),
    `  ${title}${paint("faint", `   ${picture.seed(seed, secondsAt(progress, now, language))}`)}`,
    ...airy(""),
    `  ${bar(shareOf(progress, total.sent), paint)}  ${done}`,
    ...airy(`  ${paint("faint", demoPhases[phase])}`, ""),
    paint("faint", heading),
    ...airy(`  ${paint("strong", picture.payins)}`),
    ...rows(all.filter((rail) => !isPayout(rail))),
    ...airy(`  ${paint("strong", picture.payouts)}`),
    ...rows(all.filter(isPayout)),
    paint("strong", row(picture.all, total, { ...look, paint: (_, text) => text })),
    ...airy("", `  ${paint("strong", picture.faults)}`),
    ...padded(faultLines(progress, smallestTerminal.columns, look), 3),
    ...airy(""),
    ...padded(news, newest),
  ]
}

const padded = (lines: ReadonlyArray<string>, height: number): ReadonlyArray<string> => [
  ...lines,
  ...Array.from({ length: Math.max(0, height - lines.length) }, () => ""),
]

export const plainLine = (progress: Progress, now: number, language: Language): string => {
  const { demoColumns, demoPhases, picture } = tools[language]
  const beginning = `${secondsAt(progress, now, language).padStart(7)}  ${demoPhases[progress.phase]}`
  if (progress.phase === "starting") return beginning
  const { cells } = numbersOf(progress, all)
  const numbers = cells.map(([name, count]) => `${demoColumns[name]} ${number(count, language)}`).join(", ")
  return `${beginning} · ${picture.sent(progress.sent, progress.total)} · ${numbers}`
}

type News = Progress["news"][number]

const newsOf = (progress: Progress, { at, what }: News, language: Language, mark: string): string =>
  `${secondsAt(progress, at, language).padStart(7)}  ${mark}${say(tools[language].demoNews, what)}`

export const newsLine = (progress: Progress, news: News, language: Language): string =>
  newsOf(progress, news, language, "* ")
