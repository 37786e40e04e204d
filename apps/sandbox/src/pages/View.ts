/**
 * What every page is made from: the simulator at one moment, the language, and a way to write forms. Pages are pure functions of it.
 */
import { catalogue, clock, day, money } from "@cauri/catalogue"
import type { Tools } from "@cauri/catalogue/tools"
import {
  type Options,
  refusalText,
  type RequestLine,
  type ScenarioRun,
  type SimulatorRefusal,
  type State,
} from "@cauri/simulator"
import { html, type Language, Markup } from "@cauri/simulator/pages"
import type { Tried } from "./tryCall.ts"

/** One look at the simulator. */
export interface View {
  readonly language: Language
  /** What the pages say, in this language. */
  readonly words: Tools["sandbox"]
  /** Path of the base address; every link begins with it. */
  readonly base: string
  /** Address of this page below the base, with its query. */
  readonly here: string
  readonly query: URLSearchParams
  readonly state: State
  readonly requests: ReadonlyArray<RequestLine>
  readonly scenarioRuns: ReadonlyArray<ScenarioRun>
  /** Where programs find the service. */
  readonly url: string
  readonly options: Options
  /** Proves that a form was shown by this program. */
  readonly pageToken: string
  /** Whether the visitor has the control token. */
  readonly isKnown: boolean
  /** The form that was just sent, when this page is its answer. */
  readonly typed?: Typed
  /** What came of the call that was just tried. */
  readonly tried?: Tried
}

/** A form that was sent: what was typed, why it was refused, and the field that must change, where one is known. */
export interface Typed {
  readonly fields: URLSearchParams
  readonly says: string | null
  readonly wrong: { readonly field: string; readonly says: string } | null
}

/** The mark of the sentence at a wrong field. */
export const wrongMark = "wrong"

/** A page of the sandbox. */
export interface Page {
  readonly title: string
  readonly body: Markup
  /** Without a script the page reloads by itself, unless it has a form to type into. */
  readonly looksAgain?: boolean
}

/** A form of one act. Its fields are named like the fields of the control API's act. After a refusal it shows again what was typed. */
export const form = (
  view: View,
  act: string,
  parts: {
    readonly hidden?: Readonly<Record<string, string>>
    readonly fields?: (typed: Typed | undefined) => Markup
    readonly button: string
    /** The name for screen readers where the button's own word says too little. */
    readonly label?: string
    readonly kind?: "quiet" | "danger"
    /** Beside others, as wide as its word. */
    readonly small?: boolean
  },
): Markup => {
  const hidden = { act, page: view.pageToken, back: view.here, ...parts.hidden }
  const isOwn = Object.entries({ act, ...parts.hidden }).every(
    ([name, value]) => view.typed?.fields.get(name) === value,
  )
  return html`<form method="post" action="${view.base}/act" class="${parts.small === true ? "small" : "plain"}">
    ${Object.entries(hidden).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}${parts.fields?.(isOwn ? view.typed : undefined) ?? html``}
    <button class="${parts.kind ?? ""}" ${parts.label === undefined ? html`` : html`aria-label="${parts.label}"`}>
      ${parts.button}
    </button>
  </form>`
}

/** A control, with a sentence below it when what was typed there was refused. */
const withSentence = (
  typed: Typed | undefined,
  name: string,
  control: (value: string | null, attributes: Markup) => Markup,
): Markup => {
  const value = typed?.fields.get(name) ?? null
  if (typed?.wrong?.field !== name) return control(value, html``)
  return html`<div>
    ${control(value, html`aria-invalid="true" aria-describedby="${wrongMark}"`)}
    <p class="wrong" id="${wrongMark}">${typed.wrong.says}</p>
  </div>`
}

/** A labelled field. */
export const field = (
  typed: Typed | undefined,
  label: string,
  name: string,
  attributes: {
    readonly value?: string | number
    readonly numeric?: boolean
    readonly required?: boolean
    readonly hint?: string
    readonly type?: "text" | "password"
  } = {},
): Markup =>
  withSentence(
    typed,
    name,
    (given, invalid) =>
      html`<label
        >${label} ${attributes.hint === undefined ? html`` : html`<span class="hint">${attributes.hint}</span>`}
        <input
          name="${name}"
          type="${attributes.type ?? "text"}"
          autocomplete="off"
          value="${(attributes.type === "password" ? null : given) ?? attributes.value ?? ""}"
          ${attributes.numeric === true ? html`inputmode="numeric"` : html``}
          ${attributes.required === true ? html`required` : html``}
          ${invalid}
      /></label>`,
  )

/** A labelled field of many lines. */
export const lines = (typed: Typed | undefined, label: string, name: string, value: string, rows: number): Markup =>
  withSentence(
    typed,
    name,
    (given, invalid) =>
      // A browser drops one line break at the beginning.
      html`<label
        >${label}
        <textarea name="${name}" rows="${rows}" spellcheck="false" autocomplete="off" ${invalid}>
${given ?? value}</textarea>
      </label>`,
  )

/** A labelled choice. */
export const choice = (
  typed: Typed | undefined,
  label: string,
  name: string,
  options: ReadonlyArray<readonly [value: string, text: string]>,
  chosen?: string,
): Markup =>
  withSentence(
    typed,
    name,
    (given, invalid) =>
      html`<label
        >${label}
        <select name="${name}" ${invalid}>
          ${options.map(
            ([value, text]) =>
              html`<option value="${value}" ${value === (given ?? chosen) ? html`selected` : html``}>${text}</option>`,
          )}
        </select></label
      >`,
  )

/** A box to tick. */
export const tick = (typed: Typed | undefined, label: string, name: string, isOn: boolean): Markup =>
  withSentence(typed, name, (given, invalid) => {
    const isTicked = typed === undefined ? isOn : given === "true"
    return html`<label class="tick"
      ><input type="checkbox" name="${name}" value="true" ${isTicked ? html`checked` : html``} ${invalid} />
      ${label}</label
    >`
  })

/** A part behind a summary, open when a sentence in it must be read. */
export const folded = (id: string, summary: string | Markup, body: Markup): Markup =>
  html`<details id="${id}" ${hasWrong(body) ? html`open` : html``}>
    <summary>${summary}</summary>
    ${body}
  </details>`

/** Whether a piece of a page holds the sentence at a wrong field. */
export const hasWrong = ({ text }: Markup): boolean => text.includes(`id="${wrongMark}"`)

/** An amount. */
export const francs = (view: Pick<View, "language">, amountXof: number): string => money(amountXof, view.language)

/** Why the simulator did not do what it was asked. */
export const refusalOf = (
  language: Language,
  because: SimulatorRefusal["because"] | null,
  given: SimulatorRefusal["given"] = [],
): string => (because === null ? "" : refusalText({ because, given }, catalogue[language]))

const dayOf = (time: number): number => Math.floor(time / 86_400_000)

/** A simulated time: the hour, and the day where it is another one than today. */
export const moment = (
  view: Pick<View, "language" | "state">,
  at: number,
  precision: "seconds" | "minutes" = "seconds",
): Markup => {
  const today = dayOf(at) === dayOf(view.state.now)
  const text = today
    ? clock(at, view.language, precision)
    : `${day(at, view.language)}, ${clock(at, view.language, precision)}`
  return html`<time class="moment">${text}</time>`
}

/** A part of a page that is kept up to date by the script. */
export const live = (id: string, body: Markup): Markup => html`<div id="${id}" data-live>${body}</div>`

/** A cell that also says what it is, for narrow windows where the head of a table is not seen. */
export const cell = (label: string, body: Markup | string, kind = ""): Markup =>
  html`<td data-label="${label}" class="${kind}"><div>${body}</div></td>`

/** The head of a column, marked when the column holds numbers. */
export type Head = string | readonly [text: string, kind: "number"]

/** A table that becomes a list of cards in a narrow window. */
export const table = (caption: string, heads: ReadonlyArray<Head>, rows: ReadonlyArray<Markup>): Markup =>
  html`<table class="stack">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${heads.map((head) =>
          typeof head === "string"
            ? html`<th scope="col">${head}</th>`
            : html`<th scope="col" class="${head[1]}">${head[0]}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`

/** A link within the sandbox. */
export const link = (view: Pick<View, "base">, path: string, text: string): Markup =>
  html`<a href="${view.base}${path}">${text}</a>`

/** Pieces one after the other. */
export const joined = (pieces: ReadonlyArray<Markup>): Markup => html`${pieces}`
