/**
 * `report`: the figures of one day, as a table, CSV or JSON.
 */
import { Clock, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { type Cell, csvOf } from "../csv.ts"
import { reportData } from "../data.ts"
import { dayOf, type DayFigure, dayReport, type DayReport, readDay, type Total } from "../report.ts"
import { printableJson, Screen, styled } from "../Screen.ts"
import { count as countOf, money, number, wordOf } from "@cauri/catalogue"
import { factsText, tableOf } from "../table.ts"
import { csv, json, oneForm, readAs, text } from "./flags.ts"

const totalText = ({ count, sum }: Total): string => `${countOf(count, "en", "payment")}, ${money(sum, "en")}`

const reportText = (report: DayReport, colours: boolean): string => {
  const heading = styled(colours, "bold", `Payments created on ${report.day} (UTC), as they stand now`)
  if (report.figures.length === 0) return `${heading}\nNone.\n`
  const numbers = new Set(["count", "sum", "flags"])
  return [
    `${heading}\n\n`,
    tableOf(
      ["kind", "rail", "operator", "status", "count", "sum", "flags"].map((title) => ({
        title,
        right: numbers.has(title),
      })),
      report.figures.map(({ count, kind, openFlags, operator, rail, state, sum }) => [
        kind,
        wordOf(rail),
        operator ?? "–",
        wordOf(state),
        number(count, "en"),
        money(sum, "en"),
        String(openFlags),
      ]),
      colours,
    ),
    "\n",
    factsText([
      ["payins", totalText(report.total.payin)],
      ["payouts", totalText(report.total.payout)],
      ["in doubt", totalText(report.inDoubt)],
      ["overdue", totalText(report.overdue)],
      ["completedLate", totalText(report.completedLate)],
      ["flagged", `${totalText(report.flagged)}, ${countOf(report.openFlags, "en", "open flag")}`],
      ...(report.unreadable.count === 0
        ? []
        : [["cannot be read", `${totalText(report.unreadable)}; missing in the three lines above`] as const]),
    ]),
  ].join("")
}

/** The columns of the CSV after the day. */
const columns: ReadonlyArray<readonly [title: string, cell: (figure: DayFigure) => Cell]> = [
  ["kind", ({ kind }) => kind],
  ["rail", ({ rail }) => wordOf(rail)],
  ["operator", ({ operator }) => operator],
  ["status", ({ state }) => wordOf(state)],
  ["count", ({ count }) => count],
  ["sum", ({ sum }) => sum],
  ["openFlags", ({ openFlags }) => openFlags],
  ["overdue", ({ overdue }) => overdue.count],
  ["overdueSum", ({ overdue }) => overdue.sum],
  ["completedLate", ({ completedLate }) => completedLate.count],
  ["completedLateSum", ({ completedLate }) => completedLate.sum],
]

const csvText = ({ day, figures }: DayReport): string =>
  csvOf([
    ["day", ...columns.map(([title]) => title)],
    ...figures.map((figure) => [day, ...columns.map(([, cell]) => cell(figure))]),
  ])

/** `report`. */
export const report = Command.make(
  "report",
  { day: text("day", "The day in UTC; today otherwise", "day"), json, csv },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    yield* oneForm(given)
    const today = dayOf(yield* Clock.currentTimeMillis)
    const range = yield* readAs("--day", readDay(Option.getOrElse(given.day, () => today)))
    const figures = yield* dayReport(range)
    if (given.json) yield* screen.out(printableJson(reportData(figures)))
    else yield* screen.out(given.csv ? csvText(figures) : reportText(figures, screen.colours))
  }),
).pipe(
  
  Command.withExamples([
    { command: "cauri console report --day 2026-01-31" },
    { command: "cauri console report --day 2026-01-31 --csv > day.csv" },
  ]),
)
