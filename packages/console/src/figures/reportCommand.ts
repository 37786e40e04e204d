/**
 * `report`: the figures of one day, as a table, CSV or JSON.
 */
import { Clock, Effect, Option } from "effect"
import { Command } from "effect/cli"
import type { Figure } from "@cauri/core/adapter"
import { type Cell, csvOf } from "../words/csv.ts"
import { type DayFigure, dayReport, type DayReport, type Total } from "./dayReport.ts"
import { dayOf, readDay } from "../words/days.ts"
import { isoOf } from "../words/plain.ts"
import { printableJson } from "../words/printable.ts"
import { Screen, styled } from "../terminal/Screen.ts"
import { type Language, money, number } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { factsText, tableOf } from "../terminal/table.ts"
import { csv, json, oneForm, readAs, text } from "../terminal/flags.ts"

const headings = ["kind", "rail", "operator", "status", "count", "sum", "paid", "flags"] as const
const numbers: ReadonlySet<string> = new Set(["count", "sum", "paid", "flags"])

type Words = (typeof tools)[Language]["reportCommand"]

const figuresTable = (figures: ReadonlyArray<Figure>, words: Words, colours: boolean, language: Language): string =>
  tableOf(
    headings.map((name) => ({ title: words[name], right: numbers.has(name) })),
    figures.map(({ count, kind, openFlags, operator, paid, rail, state, sum }) => [
      kind,
      rail,
      operator ?? "–",
      state,
      number(count, language),
      money(sum, language),
      money(paid, language),
      String(openFlags),
    ]),
    colours,
  )

const reportText = (report: DayReport, colours: boolean, language: Language): string => {
  const words = tools[language].reportCommand
  const totalText = ({ count, sum }: Total): string => words.total(count, sum)
  const heading = styled(colours, "bold", words.heading(report.day))
  const completed =
    report.completed.length === 0
      ? []
      : [
          "\n",
          styled(colours, "bold", words.completed(report.day)),
          "\n\n",
          figuresTable(report.completed, words, colours, language),
        ]
  if (report.figures.length === 0) return [heading, "\n", words.none, "\n", ...completed].join("")
  return [
    `${heading}\n\n`,
    figuresTable(report.figures, words, colours, language),
    "\n",
    factsText([
      [words.payins, totalText(report.total.payin)],
      [words.payouts, totalText(report.total.payout)],
      [words.in_doubt, totalText(report.inDoubt)],
      [words.overdue, totalText(report.overdue)],
      [words.completed_late, totalText(report.completedLate)],
      [words.flagged, `${totalText(report.flagged)}, ${words.open_flags(report.openFlags)}`],
      ...(report.unreadable.count === 0
        ? []
        : [[words.unreadable, `${totalText(report.unreadable)}; ${words.missing}`] as const]),
    ]),
    ...completed,
  ].join("")
}

/** The columns of the CSV after the day and what happened on it. */
const columns: ReadonlyArray<readonly [title: string, cell: (figure: DayFigure) => Cell]> = [
  ["kind", ({ kind }) => kind],
  ["rail", ({ rail }) => rail],
  ["operator", ({ operator }) => operator],
  ["status", ({ state }) => state],
  ["count", ({ count }) => count],
  ["sum", ({ sum }) => sum],
  ["paid", ({ paid }) => paid],
  ["openFlags", ({ openFlags }) => openFlags],
  ["overdue", ({ overdue }) => overdue.count],
  ["overdueSum", ({ overdue }) => overdue.sum],
  ["completedLate", ({ completedLate }) => completedLate.count],
  ["completedLateSum", ({ completedLate }) => completedLate.sum],
]

const unlate = { completedLate: { count: 0, sum: 0 }, overdue: { count: 0, sum: 0 } }

const csvText = ({ completed, day, figures }: DayReport): string =>
  csvOf([
    ["day", "by", ...columns.map(([title]) => title)],
    ...figures.map((figure) => [day, "created", ...columns.map(([, cell]) => cell(figure))]),
    ...completed.map((figure) => [day, "completed", ...columns.map(([, cell]) => cell({ ...figure, ...unlate }))]),
  ])

const figureData = <A extends Figure>({ rail, state, ...figure }: A) => ({
  ...figure,
  rail,
  status: state,
})

const reportData = ({ before, completed, figures, from, states, ...report }: DayReport) => ({
  ...report,
  from: isoOf(from),
  before: isoOf(before),
  figures: figures.map(figureData),
  completed: completed.map(figureData),
  statuses: states,
})

export const report = Command.make(
  "report",
  { day: text("day"), json, csv },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    yield* oneForm(given)
    const today = dayOf(yield* Clock.currentTimeMillis)
    const range = yield* readAs("--day", readDay(Option.getOrElse(given.day, () => today)))
    const figures = yield* dayReport(range)
    if (given.json) yield* screen.out(printableJson(reportData(figures)))
    else yield* screen.out(given.csv ? csvText(figures) : reportText(figures, screen.colours, screen.language))
  }),
).pipe(
  Command.withExamples([
    { command: "cauri console report --day 2026-01-31" },
    { command: "cauri console report --day 2026-01-31 --csv > day.csv" },
  ]),
)
