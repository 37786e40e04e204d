/** The figures of a time: money by rail, time to completion, how long the service took to answer, and the share of payments with an unanswered call. */
import { Array, Effect } from "effect"
import { clock, shortDay, duration, money, number } from "@cauri/catalogue"
import { type TimesFigure, Reports, type StepFigure } from "@cauri/core/adapter"
import { nameOf } from "../words/nameOf.ts"
import { attributes, barChart, type Figure as Bar, html, lineChart, type Markup } from "@cauri/pages"
import { emptyState } from "../frame/parts.ts"
import { pageResponse } from "../frame/shell.ts"
import { addressWith, type Visit } from "../frame/visit.ts"

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

/** The window that is shown: its steps from the first to the last, and the name of each. */
interface Shown {
  readonly steps: ReadonlyArray<number>
  readonly column: string
  readonly nameOf: (at: number) => string
}

const lineOf = (
  id: string,
  title: string,
  heads: ReadonlyArray<string>,
  figures: ReadonlyArray<Bar>,
  column: string,
  { texts }: Visit,
) =>
  lineChart({
    id,
    title,
    label: texts.day.chartLabel(title),
    heads: [column, ...heads],
    figures,
    folded: texts.tools.figures.asTable,
  })

const moneyCharts = (found: ReadonlyArray<StepFigure>, { column, nameOf: stepName, steps }: Shown, visit: Visit) => {
  const { language, texts } = visit
  const { count: counted, sum: summed } = texts.day
  return groupsOf(found).map(([id, own]) => {
    const at = new Map(own.map((figure) => [figure.at, figure]))
    const figures = steps.map((step) => {
      const { count, sum } = at.get(step) ?? { count: 0, sum: 0 }
      return { label: stepName(step), value: sum, cells: [number(count, language), money(sum, language)] }
    })
    const title = texts.tools.figures.moneyOf(wayOf(own, visit))
    return lineOf(`money-${id}`, title, [counted, summed], figures, column, visit)
  })
}

const doubtChart = (
  found: ReadonlyArray<StepFigure>,
  { column, nameOf: stepName, steps }: Shown,
  visit: Visit,
): Markup => {
  const { language, texts } = visit
  const words = texts.tools.figures
  const figures = steps.map((step) => {
    const own = found.filter(({ at }) => at === step)
    const all = own.reduce((sum, { count }) => sum + count, 0)
    const count = own.reduce((sum, { unanswered }) => sum + unanswered, 0)
    // Without payments there is no share.
    const share = all === 0 ? null : Math.round((count / all) * 1_000) / 10
    const shown = share === null ? "–" : `${number(share, language)}\u00A0%`
    return {
      label: stepName(step),
      value: share,
      cells: [`${number(count, language)}/${number(all, language)}`, shown],
    }
  })
  return lineOf("doubt", words.doubt, [words.unanswered, words.share], figures, column, visit)
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
    return barChart({
      id: `${name}-${id}`,
      title,
      label: texts.day.chartLabel(title),
      heads: [words.time, texts.day.count],
      figures,
    })
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
  const found = yield* reports.figures({ by: "step", from, before, step })
  const completions = yield* reports.figures({ by: "completion_time", from, before, limits })
  const answers = yield* reports.figures({ by: "answer_time", from, before, limits: answerLimits })
  const { language } = visit
  const shown: Shown = {
    steps: Array.makeBy(Math.round((before - from) / step), (index) => from + index * step),
    column: days === "1" ? words.hour : words.day,
    nameOf: (at) => (days === "1" ? clock(at, language, "minutes") : shortDay(at, language)),
  }
  const names = { "1": words.lastDay, "7": words.lastWeek, "30": words.lastMonth }
  const links = windows.map((each) => {
    const address = addressWith("/figures", { days: each })
    return html`<li>
      <a ${attributes({ href: address, "aria-current": each === days ? "page" : null })}>${names[each]}</a>
    </li>`
  })
  const charts =
    found.length === 0
      ? html`<div class="card">${emptyState(words.empty)}</div>`
      : html`<div class="stack">
          <h2>${names[days]}</h2>
          ${moneyCharts(found, shown, visit)} ${timesCharts("completion", completions, limits, visit)}
          ${timesCharts("answers", answers, answerLimits, visit)} ${doubtChart(found, shown, visit)}
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
