/** The figures of a time: money by rail, time to completion, how long the service took to answer, and the share of payments with an unanswered call. */
import { Effect } from "effect"
import { duration, moment, money, number } from "@cauri/catalogue"
import { type TimesFigure, Reports, type StepFigure } from "@cauri/core/adapter"
import { nameOf } from "../words.ts"
import { attributes, barChart, type Figure as Bar, html, type Markup } from "@cauri/pages"
import { emptyState } from "./parts.ts"
import { pageResponse } from "./shell.ts"
import { addressWith, type Visit } from "./visit.ts"

const millisPerHour = 3_600_000
const millisPerDay = 24 * millisPerHour
const minute = 60_000

/** The limits of the time to completion, and of an answer of the service. */
const limits = [10_000, 30_000, minute, 5 * minute, 30 * minute, 2 * millisPerHour, millisPerDay, 7 * millisPerDay]
const answerLimits = [1_000, 2_000, 5_000, 10_000, 30_000, minute]

const windows = ["1", "7", "30"] as const

const groupsOf = <A extends Pick<StepFigure, "kind" | "rail">>(figures: ReadonlyArray<A>) => [
  ...Map.groupBy(figures, ({ kind, rail }) => `${kind}-${rail}`),
]

const wayOf = (figures: ReadonlyArray<Pick<StepFigure, "kind" | "rail">>, { texts }: Visit): string => {
  const [first] = figures
  return first === undefined ? "" : `${texts.words.kinds[first.kind]} · ${nameOf(texts.words.rails, first.rail)}`
}

const chartOf = (
  id: string,
  title: string,
  heads: readonly [string, ...ReadonlyArray<string>],
  figures: ReadonlyArray<Bar>,
  { texts }: Visit,
) => barChart({ id, title, label: texts.day.chartLabel(title), heads, figures })

const moneyCharts = (steps: ReadonlyArray<StepFigure>, column: string, visit: Visit) => {
  const { language, texts } = visit
  const { count: counted, sum: summed } = texts.day
  return groupsOf(steps).map(([id, own]) => {
    const figures = own.map(({ at, count, sum }) => ({
      label: moment(at, language),
      value: sum,
      cells: [number(count, language), money(sum, language)],
    }))
    const title = texts.tools.figures.moneyOf(wayOf(own, visit))
    return chartOf(`money-${id}`, title, [column, counted, summed], figures, visit)
  })
}

const doubtChart = (steps: ReadonlyArray<StepFigure>, column: string, visit: Visit): Markup => {
  const { language, texts } = visit
  const words = texts.tools.figures
  const figures = [...Map.groupBy(steps, ({ at }) => at)].map(([at, own]) => {
    const all = own.reduce((sum, { count }) => sum + count, 0)
    const count = own.reduce((sum, { unanswered }) => sum + unanswered, 0)
    const share = Math.round((count / all) * 1_000) / 10
    const cells = [`${number(count, language)}/${number(all, language)}`, `${number(share, language)}\u00A0%`]
    return { label: moment(at, language), value: share, cells, tone: "doubt" as const }
  })
  return chartOf("doubt", words.doubt, [column, words.unanswered, words.share], figures, visit)
}

const timesCharts = (
  name: "completion" | "answers",
  times: ReadonlyArray<TimesFigure>,
  upTo: ReadonlyArray<number>,
  visit: Visit,
) => {
  const { language, texts } = visit
  const words = texts.tools.figures
  return groupsOf(times).map(([id, own]) => {
    const figures = own.map(({ count, within }) => {
      const limit = upTo[within]
      const label = limit === undefined ? words.longer : words.within(duration(limit, language))
      return { label, value: count, cells: [number(count, language)] }
    })
    const title = `${words[name]} · ${wayOf(own, visit)}`
    return chartOf(`${name}-${id}`, title, [words.time, texts.day.count], figures, visit)
  })
}

/** The figures of the time that the address names: a day by hours, a week or a month by days. */
export const figuresPage = Effect.fn("Page.figures")(function* (visit: Visit) {
  const { now, query, texts } = visit
  const words = texts.tools.figures
  const days = windows.find((each) => each === query.get("days")) ?? "1"
  const step = days === "1" ? millisPerHour : millisPerDay
  const before = (Math.floor(now / step) + 1) * step
  const from = before - Number(days) * millisPerDay
  const reports = yield* Reports
  const steps = yield* reports.overTime(from, before, step)
  const completions = yield* reports.completionTimes(from, before, limits)
  const answers = yield* reports.answerTimes(from, before, answerLimits)
  const column = days === "1" ? words.hour : words.day
  const names = { "1": words.lastDay, "7": words.lastWeek, "30": words.lastMonth }
  const links = windows.map((each) => {
    const address = addressWith("/figures", { days: each })
    return html`<li>
      <a ${attributes({ href: address, "aria-current": each === days ? "page" : null })}>${names[each]}</a>
    </li>`
  })
  const charts =
    steps.length === 0
      ? html`<div class="card">${emptyState(words.empty)}</div>`
      : html`<div class="stack">
          <h2>${names[days]}</h2>
          ${moneyCharts(steps, column, visit)} ${timesCharts("completion", completions, limits, visit)}
          ${timesCharts("answers", answers, answerLimits, visit)} ${doubtChart(steps, column, visit)}
        </div>`
  const body = html`<div class="headline"><h1>${words.title}</h1></div>
    <nav class="tabs" aria-label="${words.windows}">
      <ul>
        ${links}
      </ul>
    </nav>
    <p class="muted lead">${words.explained}</p>
    ${charts}`
  return pageResponse(visit, { title: words.title, section: "day", body })
})
