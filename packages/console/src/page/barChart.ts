/**
 * Bars of the sums or the counts, beside a table of the same figures. Drawn twice, for narrow and for wide windows, so that their texts keep their size.
 */
import { type Language, money, number } from "@cauri/catalogue"
import { attributes, html, type Markup, nothing } from "./html.ts"
import type { Texts } from "./texts.ts"
import type { Tone } from "./tones.ts"

/** One bar, and one row of the table. */
export interface Bar {
  readonly label: string
  readonly tone: Tone | "accent"
  readonly count: number
  readonly sum: number
}

interface Layout {
  readonly width: number
  readonly left: number
  readonly row: number
  readonly bar: number
  readonly above: number
}

const wide: Layout = { width: 560, left: 180, row: 32, bar: 18, above: 7 }
const narrow: Layout = { width: 300, left: 0, row: 40, bar: 12, above: 20 }

type Measure = "sum" | "count"

const drawn = (
  bars: ReadonlyArray<Bar>,
  layout: Layout,
  label: string,
  measure: Measure,
  language: Language,
): Markup => {
  const most = Math.max(1, ...bars.map((bar) => bar[measure]))
  const said = measure === "sum" ? money : number
  const isWide = layout.left > 0
  const valueRoom = isWide ? 120 : 0
  const room = layout.width - layout.left - valueRoom
  const rows = bars.map(({ label: name, tone, [measure]: size }, index) => {
    const y = index * layout.row + layout.above
    const length = Math.round(Math.max(size > 0 ? 3 : 0, (room * size) / most) * 10) / 10
    const bar = attributes({ class: tone, x: layout.left, y, width: length, height: layout.bar, rx: 3 })
    const line = y + (isWide ? 13 : -6)
    const value = isWide
      ? html`<text class="soft" x="${layout.left + length + 8}" y="${line}">${said(size, language)}</text>`
      : html`<text class="soft end" x="${layout.width}" y="${line}">${said(size, language)}</text>`
    return html`<text x="0" y="${line}">${name}</text><rect ${bar} />${value}`
  })
  return html`<svg
    viewBox="0 0 ${layout.width} ${bars.length * layout.row + 4}"
    class="${isWide ? "for-wide" : "for-narrow"}"
    role="img"
    aria-label="${label}"
  >
    ${rows}
  </svg>`
}

/** A chart with its table. */
export const barChart = (
  {
    column,
    id,
    measure = "sum",
    title,
  }: { readonly title: string; readonly column: string; readonly id: string; readonly measure?: Measure },
  bars: ReadonlyArray<Bar>,
  { language, texts }: { readonly language: Language; readonly texts: Texts },
): Markup => {
  const words = texts.day
  const total = bars.reduce((sums, { count, sum }) => ({ count: sums.count + count, sum: sums.sum + sum }), {
    count: 0,
    sum: 0,
  })
  const sumCell = (sum: number) => (measure === "sum" ? html`<td class="number">${money(sum, language)}</td>` : nothing)
  const label = words.chartLabel(title)
  const rows = bars.map(
    ({ count, label: name, sum }) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td class="number">${number(count, language)}</td>
        ${sumCell(sum)}
      </tr>`,
  )
  return html`<div class="card" id="${id}">
    <h3>${title}</h3>
    <div class="chart">
      <figure class="picture">
        ${drawn(bars, narrow, label, measure, language)} ${drawn(bars, wide, label, measure, language)}
      </figure>
      <table>
        <caption class="unseen">
          ${title}
        </caption>
        <thead>
          <tr>
            <th scope="col">${column}</th>
            <th scope="col" class="number">${words.count}</th>
            ${measure === "sum" ? html`<th scope="col" class="number">${words.sum}</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${words.total}</th>
            <td class="number">${number(total.count, language)}</td>
            ${sumCell(total.sum)}
          </tr>
        </tfoot>
      </table>
    </div>
  </div>`
}
