/**
 * What every page is made from: the simulator at one moment, the language, and a way to write forms. Pages are pure functions of it.
 */
import { catalogue, clock, day, type Language, money } from "@cauri/catalogue"
import type { Tools } from "@cauri/catalogue/tools"
import * as kit from "@cauri/pages"
import { attributes, html, type Markup } from "@cauri/pages"
import {
  type Options,
  type Project,
  refusalText,
  type RequestLine,
  type ScenarioRun,
  type SimulatorRefusal,
  type State,
} from "@cauri/simulator"
import { headerNames } from "@cauri/wire"
import type { Tried } from "./tryCall.ts"

export interface View {
  readonly language: Language
  readonly words: Tools["sandbox"]
  /** Path of the base address; every link begins with it. */
  readonly base: string
  /** Address of this page below the base, with its query. */
  readonly here: string
  readonly query: URLSearchParams
  readonly state: State
  readonly requests: ReadonlyArray<RequestLine>
  readonly scenarioRuns: ReadonlyArray<ScenarioRun>
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

/** A form while it is written: what is before the ids of its fields, and what was typed, when this form was sent. */
export interface Filled {
  readonly scope: string
  readonly typed: Typed | undefined
}

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
    readonly fields?: (filled: Filled) => Markup
    readonly button: string
    /** The name for screen readers where the button's own word says too little. */
    readonly label?: string
    readonly kind?: "quiet" | "danger"
  },
): Markup => {
  const { button, fields, kind, label = null } = parts
  const own = { act, ...parts.hidden }
  const isOwn = Object.entries(own).every(([name, value]) => view.typed?.fields.get(name) === value)
  const scope = Object.values(own)
    .join("-")
    .replaceAll(/[^\w-]+/g, "-")
  const look = kind === undefined ? "button primary" : kind === "quiet" ? "button" : "button danger"
  const send = html`<button ${attributes({ class: look, "aria-label": label })}>${button}</button>`
  return kit.form(
    { action: "/act", hidden: { act, page: view.pageToken, back: view.here, ...parts.hidden } },
    fields === undefined
      ? send
      : html`${fields({ scope, typed: isOwn ? view.typed : undefined })}
          <p class="actions">${send}</p>`,
  )
}

/** A form that asks for another look at the same page, its fields and its button in one line. */
export const lookForm = (path: string, fields: Markup, button: string): Markup =>
  kit.form(
    { action: path, method: "get", class: "row" },
    html`${fields} <button class="button" type="submit">${button}</button>`,
  )

/** What a control shows: its name and ids, what was typed, and what is wrong with it. */
const named = ({ scope, typed }: Filled, label: string, name: string, value: string) => ({
  name,
  label,
  scope,
  value: typed?.fields.get(name) ?? value,
  problems: typed?.wrong?.field === name ? { [name]: typed.wrong.says } : {},
})

export const field = (
  filled: Filled,
  label: string,
  name: string,
  more: {
    readonly value?: string | number
    readonly numeric?: boolean
    readonly required?: boolean
    readonly hint?: string
    readonly type?: "text" | "password"
  } = {},
): Markup => {
  const { hint, numeric = false, required = false, type = "text", value = "" } = more
  const shown = named(filled, label, name, String(value))
  return kit.field({
    ...shown,
    ...(hint === undefined ? {} : { hint }),
    as: type,
    value: type === "password" ? "" : shown.value,
    more: { inputmode: numeric ? "numeric" : null, required, maxlength: null },
  })
}

export const lines = (filled: Filled, label: string, name: string, value: string, rows: number): Markup =>
  kit.field({
    ...named(filled, label, name, value),
    as: "area",
    more: { rows, maxlength: null, spellcheck: "false", class: "mono" },
  })

export const choice = (
  filled: Filled,
  label: string,
  name: string,
  options: ReadonlyArray<readonly [value: string, text: string]>,
  chosen = "",
): Markup => kit.selection(named(filled, label, name, chosen), null, options)

export const tick = (filled: Filled, label: string, name: string, isOn: boolean): Markup =>
  kit.tick(named(filled, label, name, ""), filled.typed === undefined ? isOn : filled.typed.fields.get(name) === "true")

/** A part behind a summary, open when a sentence in it must be read. */
export const folded = (id: string, summary: string | Markup, body: Markup): Markup =>
  html`<details ${attributes({ id, open: wrongFieldIn(body) !== undefined })}>
    <summary>${summary}</summary>
    ${body}
  </details>`

/** The id of the control in a piece of a page that must change. */
export const wrongFieldIn = ({ text }: Markup): string | undefined => /class="wrong" id="([^"]+)-wrong"/.exec(text)?.[1]

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
  return html`<time class="unbroken">${text}</time>`
}

/** A part of a page that is kept up to date by the script. */
export const live = (id: string, body: Markup): Markup => html`<div id="${id}" data-live>${body}</div>`

/** A cell that also says what it is, for narrow windows where the head of a table is not seen. */
export const cell = (label: string, body: Markup | string, kind: string | null = null): Markup =>
  kit.cell(body, { label, kind })

/** A table with a caption that everyone reads. */
export const table = (caption: string, heads: ReadonlyArray<kit.Head>, rows: ReadonlyArray<Markup>): Markup =>
  kit.table({ caption, seen: true, heads, rows })

/** The two credentials of a project, by the names of their headers. */
export const keysOf = ({
  apiKey,
  apiToken,
}: Project): ReadonlyArray<readonly [name: string, value: Markup, "wide"]> => [
  [headerNames.apikey, line(apiKey), "wide"],
  [headerNames.authorization, line(`Bearer ${apiToken}`), "wide"],
]

/** A text to copy, in one line whatever the window's width. */
export const line = (text: string): Markup => html`<code class="line" tabindex="0">${text}</code>`

export const link = (path: string, text: string): Markup => html`<a href="${path}">${text}</a>`
