/**
 * A payment's life as a picture: one lane per state, one bar per stay, time from left to right. One life has seconds and days, so a bar's
 * length grows with the logarithm of its time, and the true times are written beside the lanes. The list of events below the picture says
 * the same in words; the picture is drawn twice, for narrow and for wide windows.
 */
import { duration, type Language, moment } from "@cauri/catalogue"
import type { StateTag } from "@cauri/core/model"
import { attributes, html, type Markup, nothing } from "@cauri/pages"
import type { Span } from "./spans.ts"
import type { Texts } from "../frame/texts.ts"
import { stateTones } from "../frame/tones.ts"

interface Layout {
  readonly width: number
  readonly left: number
  readonly right: number
  /** From one lane to the next; the text stands above the bar where the lane is high. */
  readonly lane: number
  readonly bar: number
  readonly above: number
}

const wide: Layout = { width: 760, left: 160, right: 110, lane: 30, bar: 16, above: 7 }
const narrow: Layout = { width: 300, left: 0, right: 0, lane: 42, bar: 14, above: 20 }

/** The most stays drawn; a longer life shows its end. */
const maxSpans = 40

const rounded = (value: number): number => Math.round(value * 10) / 10

interface Placed extends Span {
  readonly until: number
  readonly x: number
  readonly length: number
}

/** Where each stay lies: at least a sliver, and longer the more time it took. */
const placed = (spans: ReadonlyArray<Span>, now: number, layout: Layout): ReadonlyArray<Placed> => {
  const room = layout.width - layout.left - layout.right
  const weights = spans.map(({ from, to }) => 1 + Math.log1p(Math.max(0, (to ?? now) - from) / 1_000))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const before = (index: number) => weights.slice(0, index).reduce((sum, weight) => sum + weight, 0)
  return spans.map((span, index) => ({
    ...span,
    until: Math.max(span.from, span.to ?? now),
    x: layout.left + (room * before(index)) / total,
    length: (room * (weights[index] ?? 0)) / total,
  }))
}

const drawn = (
  spans: ReadonlyArray<Span>,
  now: number,
  layout: Layout,
  { language, texts }: { readonly language: Language; readonly texts: Texts },
): Markup => {
  const stays = placed(spans, now, layout)
  const lanes: ReadonlyArray<StateTag> = [...new Set(spans.map(({ state }) => state))]
  const top = (state: StateTag) => lanes.indexOf(state) * layout.lane + layout.above
  const bottom = lanes.length * layout.lane
  const room = layout.width - layout.left - layout.right
  const totalIn = (state: StateTag) =>
    stays.filter((stay) => stay.state === state).reduce((sum, { from, until }) => sum + until - from, 0)
  const isWide = layout.left > 0
  const textLine = (state: StateTag) => top(state) + (isWide ? layout.bar - 4 : -6)

  const lanesDrawn = lanes.map(
    (state) =>
      html`<rect class="lane" x="${layout.left}" y="${top(state)}" width="${room}" height="${layout.bar}" rx="3" />
        <text class="strong" x="0" y="${textLine(state)}">${texts.words.states[state].name}</text>
        <text class="soft end" x="${layout.width}" y="${textLine(state)}">${duration(totalIn(state), language)}</text>`,
  )
  const staysDrawn = stays.map((stay, index) => {
    const { from, length, state, ticks, until, x } = stay
    const next = stays[index + 1]
    const y = top(state)
    // In a narrow window the names of the lanes take the place of the links.
    const link =
      next === undefined || !isWide
        ? nothing
        : html`<line
            class="link"
            x1="${rounded(next.x)}"
            x2="${rounded(next.x)}"
            y1="${Math.min(y, top(next.state)) + layout.bar / 2}"
            y2="${Math.max(y, top(next.state)) + layout.bar / 2}"
          />`
    const marks = ticks.slice(0, maxSpans).map((at) => {
      const share = until === from ? 0.5 : (at - from) / (until - from)
      const place = rounded(x + Math.min(length - 3, Math.max(2, share * length)))
      return html`<rect class="tick" x="${place}" y="${y + 4}" width="1.5" height="${layout.bar - 8}" />`
    })
    const bar = attributes({
      class: stateTones[state],
      x: rounded(x),
      y,
      width: rounded(Math.max(3, length)),
      height: layout.bar,
      rx: 3,
    })
    return html`${link}<rect ${bar} />${marks}`
  })
  const first = spans[0]?.from ?? now
  const last = spans.at(-1)
  const end = last?.to === null ? texts.payment.untilNow : moment(last?.from ?? now, language)
  const caption = bottom + 14
  return html`<svg
    viewBox="0 0 ${layout.width} ${bottom + 20}"
    class="${isWide ? "for-wide" : "for-narrow"}"
    role="img"
    aria-label="${texts.payment.pictureLabel}"
  >
    ${lanesDrawn} ${staysDrawn}
    <text class="soft" x="${layout.left}" y="${caption}">${moment(first, language)}</text>
    <text class="soft end" x="${layout.width - layout.right}" y="${caption}">${end}</text>
  </svg>`
}

/** Both drawings; the style shows the one that fits the window. */
export const lifePicture = (
  spans: ReadonlyArray<Span>,
  now: number,
  words: { readonly language: Language; readonly texts: Texts },
): Markup => {
  const shown = spans.slice(-maxSpans)
  return html`<figure class="picture">
    ${drawn(shown, now, narrow, words)} ${drawn(shown, now, wide, words)}
    <figcaption class="small muted">${words.texts.payment.pictureCaption}</figcaption>
  </figure>`
}
