/**
 * Charts as SVG without script, each with a table of the same figures. Places are percentages of the window, so a chart is drawn once for
 * every width and its texts keep their size.
 */
import { attributes, html, type Markup, nothing } from "./html.ts"

/** What a state means to a person who scans a list. A tone is a colour and a shape, so that it is visible without colour. */
export type Tone = "settled" | "waiting" | "doubt" | "failed" | "held" | "closed"

/** One bar or one point, and one row of the table. */
export interface Figure {
  readonly label: string
  /** Its length or height; null draws nothing. */
  readonly value: number | null
  /** The other cells of its row, as they are read; the last stands in the chart too. */
  readonly cells: ReadonlyArray<string>
  readonly tone?: Tone | "accent"
}

/** A chart and its table. */
export interface ChartParts {
  readonly id: string
  readonly title: string
  /** The chart in one sentence, for those who do not see it. */
  readonly label: string
  /** The heads of the table's columns. */
  readonly heads: readonly [first: string, ...others: ReadonlyArray<string>]
  readonly figures: ReadonlyArray<Figure>
  /** The last row of the table. */
  readonly foot?: readonly [first: string, ...others: ReadonlyArray<string>]
  /** The summary behind which the table lies; without it the table is seen at once. */
  readonly folded?: string
}

const rounded = (value: number): number => Math.round(value * 10) / 10

const mostOf = (figures: ReadonlyArray<Figure>): number => Math.max(0, ...figures.map(({ value }) => value ?? 0)) || 1

const svg = (label: string, height: number, body: ReadonlyArray<Markup>): Markup =>
  html`<svg role="img" aria-label="${label}" width="100%" height="${height}">${body}</svg>`

const rowHeight = 42

const bars = (figures: ReadonlyArray<Figure>): ReadonlyArray<Markup> => {
  const most = mostOf(figures)
  return figures.map(({ cells, label, tone = "accent", value }, index) => {
    const y = index * rowHeight
    const width = Math.max((value ?? 0) > 0 ? 0.8 : 0, rounded((100 * (value ?? 0)) / most))
    const bar = attributes({ class: tone, x: 0, y: y + 21, width: `${width}%`, height: 14, rx: 3 })
    return html`<rect class="lane" x="0" y="${y + 21}" width="100%" height="14" rx="3" /><rect ${bar} />
      <text x="0" y="${y + 14}">${label}</text>
      <text class="soft end" x="100%" y="${y + 14}">${cells.at(-1) ?? ""}</text>`
  })
}

const lineHeight = 160

/** The figures from left to right. A gap in the figures is a gap in the line. */
const line = (figures: ReadonlyArray<Figure>): ReadonlyArray<Markup> => {
  const most = mostOf(figures)
  const highest = figures.find(({ value }) => value === most)
  const step = 100 / Math.max(1, figures.length - 1)
  const xOf = (index: number) => (figures.length === 1 ? 50 : rounded(index * step))
  const yOf = (value: number) => rounded(lineHeight - (value / most) * (lineHeight - 4) - 2)
  const path = figures
    .map(({ value }, index) => {
      if (value === null) return ""
      const before = figures[index - 1]?.value ?? null
      return `${before === null ? "M" : "L"}${xOf(index)} ${yOf(value)}`
    })
    .join(" ")
  const dots = figures.map(({ value }, index) =>
    value === null ? nothing : html`<circle cx="${`${xOf(index)}%`}" cy="${20 + yOf(value)}" r="3" />`,
  )
  const base = 20 + lineHeight
  return [
    html`<text class="soft" x="0" y="12">${highest?.cells.at(-1) ?? ""}</text>
      <line class="rule" x1="0" x2="100%" y1="20" y2="20" />
      <line class="rule" x1="0" x2="100%" y1="${base}" y2="${base}" />
      <svg y="20" width="100%" height="${lineHeight}" viewBox="0 0 100 ${lineHeight}" preserveAspectRatio="none">
        <path class="line" d="${path}" vector-effect="non-scaling-stroke" />
      </svg>`,
    ...dots,
    html`<text class="soft" x="0" y="${base + 16}">${figures[0]?.label ?? ""}</text>
      <text class="soft end" x="100%" y="${base + 16}">${figures.at(-1)?.label ?? ""}</text>`,
  ]
}

const rowOf = ([first, ...others]: readonly [string, ...ReadonlyArray<string>]): Markup => {
  const cells = others.map((text) => html`<td class="number">${text}</td>`)
  return html`<tr>
    <th scope="row">${first}</th>
    ${cells}
  </tr>`
}

const tableOf = ({ figures, foot, heads: [first, ...others], title }: ChartParts): Markup => {
  const heads = others.map((text) => html`<th scope="col" class="number">${text}</th>`)
  const last =
    foot === undefined
      ? nothing
      : html`<tfoot>
          ${rowOf(foot)}
        </tfoot>`
  return html`<table>
    <caption class="unseen">
      ${title}
    </caption>
    <thead>
      <tr>
        <th scope="col">${first}</th>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${figures.map(({ cells, label }) => rowOf([label, ...cells]))}
    </tbody>
    ${last}
  </table>`
}

const chart = (parts: ChartParts, drawn: Markup): Markup => {
  const figures = tableOf(parts)
  const behind =
    parts.folded === undefined
      ? figures
      : html`<details>
          <summary>${parts.folded}</summary>
          ${figures}
        </details>`
  return html`<div class="card" id="${parts.id}">
    <h3>${parts.title}</h3>
    <div class="chart">
      <figure class="picture">${drawn}</figure>
      ${behind}
    </div>
  </div>`
}

/** Horizontal bars, one below the other, with their table. */
export const barChart = (parts: ChartParts): Markup =>
  chart(parts, svg(parts.label, parts.figures.length * rowHeight, bars(parts.figures)))

/** A line from the first figure to the last, with its table. */
export const lineChart = (parts: ChartParts): Markup =>
  chart(parts, svg(parts.label, lineHeight + 40, line(parts.figures)))
