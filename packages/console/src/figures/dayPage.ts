/** The figures of one day: what came in, what went out, and what is still open, as tiles, bars and tables. */
import { Effect, Result } from "effect"
import type { Figure } from "@cauri/core/adapter"
import type { PaymentKind } from "@cauri/core/model"
import { dayReport, type DayReport, type Total } from "./dayReport.ts"
import { dayOf, readDay } from "../words/days.ts"
import { barChart, field, type Figure as Bar, html, type Markup, nothing, type Problems } from "@cauri/pages"
import { day as dayText, type Language, money, number } from "@cauri/catalogue"
import { nameOf } from "../words/nameOf.ts"
import { emptyState, nameIn } from "../frame/parts.ts"
import { movedIn } from "../statements/statements.ts"
import { pageResponse } from "../frame/shell.ts"
import { totalsTable } from "../statements/statementParts.ts"
import { stateTones } from "../frame/tones.ts"
import { addressWith, type Visit } from "../frame/visit.ts"

const millisPerDay = 86_400_000

const tile = (name: string, { count, sum }: Total, { language, texts }: Visit): Markup =>
  html`<div class="tile">
    <dt>${name}</dt>
    <dd>${money(sum, language)}</dd>
    <dd>${texts.day.payments(count)}</dd>
  </div>`

const totalOf = (figures: ReadonlyArray<Figure>): Total =>
  figures.reduce((total, { count, sum }) => ({ count: total.count + count, sum: total.sum + sum }), {
    count: 0,
    sum: 0,
  })

const cellsOf = ({ count, sum }: Total, language: Language): readonly [string, string] => [
  number(count, language),
  money(sum, language),
]

/** Figures added up by one of their columns, the largest sum first. */
const bars = (
  figures: ReadonlyArray<Figure>,
  by: (figure: Figure) => string,
  shown: (name: string) => Pick<Bar, "label" | "tone">,
  language: Language,
): ReadonlyArray<Bar> =>
  [...new Set(figures.map(by))]
    .map((name) => {
      const total = totalOf(figures.filter((figure) => by(figure) === name))
      return { ...shown(name), value: total.sum, cells: cellsOf(total, language) }
    })
    .toSorted((one, other) => other.value - one.value || (one.label < other.label ? -1 : 1))

const operatorsOf = (figures: ReadonlyArray<Figure>, { language, texts }: Visit): ReadonlyArray<Bar> =>
  bars(
    figures,
    ({ operator }) => operator ?? "",
    (operator) => ({ label: operator === "" ? texts.day.noOperator : operator, tone: "accent" }),
    language,
  )

/** A chart of these figures, added up by one of their columns. */
const chartOf =
  (kind: PaymentKind, own: ReadonlyArray<Figure>, { language, texts: { day: words } }: Visit) =>
  (by: string, title: string, column: string, shown: ReadonlyArray<Bar>): Markup =>
    barChart({
      id: `${kind}-${by}`,
      title,
      label: words.chartLabel(title),
      heads: [column, words.count, words.sum],
      figures: shown,
      foot: [words.total, ...cellsOf(totalOf(own), language)],
    })

/** What was really paid of what was completed on the day, for each operator: each has a balance of its own. */
const completedOn = ({ completed }: DayReport, visit: Visit): Markup => {
  const words = visit.texts.day
  if (completed.length === 0) return nothing
  const paid = completed.map((figure) => ({ ...figure, sum: figure.paid }))
  const charts = (["payin", "payout"] as const).map((kind) => {
    const own = paid.filter((figure) => figure.kind === kind)
    const title = kind === "payin" ? words.payins : words.payouts
    return own.length === 0
      ? nothing
      : chartOf(kind, own, visit)("paid", title, words.operator, operatorsOf(own, visit))
  })
  return html`<section class="stack" aria-labelledby="completed">
    <h2 id="completed">${words.completedOn}</h2>
    ${charts}
  </section>`
}

const chartsOf = (kind: PaymentKind, figures: ReadonlyArray<Figure>, visit: Visit): Markup => {
  const { language, texts } = visit
  const words = texts.day
  const own = figures.filter((figure) => figure.kind === kind)
  if (own.length === 0) return nothing
  const states = bars(
    own,
    ({ state }) => state,
    (state) => ({
      label: nameOf(texts.words.states, state),
      tone: nameIn(stateTones, state) ? stateTones[state] : "closed",
    }),
    language,
  )
  const rails = bars(
    own,
    ({ rail }) => rail,
    (rail) => ({ label: nameOf(texts.words.rails, rail), tone: "accent" }),
    language,
  )
  const chart = chartOf(kind, own, visit)
  const title = kind === "payin" ? words.payins : words.payouts
  return html`<section class="stack" aria-labelledby="${kind}">
    <h2 id="${kind}">${title}</h2>
    ${chart("state", words.byState, words.state, states)} ${chart("rail", words.byRail, words.rail, rails)}
    ${chart("operator", words.byOperator, words.operator, operatorsOf(own, visit))}
  </section>`
}

const figuresOf = (report: DayReport, visit: Visit): Markup => {
  const words = visit.texts.day
  if (report.figures.length === 0) return html`<div class="card">${emptyState(words.empty)}</div>`
  const completed = (kind: PaymentKind) =>
    totalOf(report.figures.filter((figure) => figure.kind === kind && figure.state === "completed"))
  return html`<dl class="tiles">
      ${tile(words.completedIn, completed("payin"), visit)} ${tile(words.completedOut, completed("payout"), visit)}
      ${tile(words.inDoubt, report.inDoubt, visit)} ${tile(words.late, report.completedLate, visit)}
      ${tile(words.overdue, report.overdue, visit)} ${tile(words.flagged, report.flagged, visit)}
      ${report.unreadable.count === 0 ? nothing : tile(words.unreadable, report.unreadable, visit)}
    </dl>
    <div class="stack">${chartsOf("payin", report.figures, visit)} ${chartsOf("payout", report.figures, visit)}</div>`
}

/** What moved on this day, where statements cover it: the sums of both sides. */
const statementsOf = Effect.fnUntraced(function* ({ before, day, from }: DayReport, visit: Visit) {
  const { statementPages: words } = visit.texts.tools
  const moved = yield* movedIn(from, before)
  if (moved.length === 0) return nothing
  const tables = moved.map(
    ({ project, totals }) =>
      html`<h3>
          <a href="${addressWith("/statements/compare", { project, from: day, to: day })}"
            >${words.project} ${project}</a
          >
        </h3>
        ${totalsTable(totals, words.day.title, visit)}`,
  )
  return html`<section class="stack" aria-labelledby="statements">
    <h2 id="statements">${words.day.title}</h2>
    <p class="muted">${words.day.explained}</p>
    ${tables}
  </section>`
})

const chooser = (day: string, problems: Problems, from: number | null, visit: Visit): Markup => {
  const words = visit.texts.day
  const move = (days: number) => addressWith("/day", { day: dayOf((from ?? visit.now) + days * millisPerDay) })
  const later = from === null || from + millisPerDay > visit.now
  return html`<form class="day" method="get" action="/day">
    ${field({ name: "day", label: words.day, value: day, problems, as: "date" })}
    <button class="button primary" type="submit">${words.show}</button>
    <a class="button" rel="prev" href="${move(-1)}">${words.previous}</a>
    ${later ? nothing : html`<a class="button" rel="next" href="${move(1)}">${words.next}</a>`}
  </form>`
}

/** The figures of the day that the address names, or of today. */
export const dayPage = Effect.fn("Page.day")(function* (visit: Visit) {
  const { language, now, query, texts } = visit
  const words = texts.day
  const text = (query.get("day") ?? "").slice(0, 40)
  const range = readDay(text === "" ? dayOf(now) : text)
  const wrong = Result.isFailure(range)
  const report = wrong ? null : yield* dayReport(range.success)
  const from = wrong ? null : range.success.from
  const body = html`<div class="headline">
      <div>
        <h1>${words.title}</h1>
        ${from === null ? nothing : html`<p>${dayText(from, language)}</p>`}
      </div>
      ${chooser(wrong ? text : range.success.day, wrong ? { day: words.badDay } : {}, from, visit)}
    </div>
    <p class="muted lead">${words.explained} <a href="/figures">${texts.tools.figures.title}</a></p>
    ${report === null ? nothing : figuresOf(report, visit)} ${report === null ? nothing : completedOn(report, visit)}
    ${report === null ? nothing : yield* statementsOf(report, visit)}`
  return pageResponse(visit, { title: words.title, section: "day", body }, wrong ? 400 : 200)
})
