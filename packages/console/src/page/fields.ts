/** The fields of forms: each with its label, its hint, and the problem beside it. What was typed stays. */
import { isPersonsText } from "@cauri/core/model"
import { attributes, html, type Markup, nothing } from "./html.ts"

/** The problem of each wrong field. */
export type Problems = Readonly<Record<string, string>>

/** One field of a form. */
export interface FieldParts {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly problems: Problems
  /** `area` for several lines. */
  readonly as?: "text" | "area" | "amount" | "password" | "search" | "date"
  /** The `autocomplete` attribute. */
  readonly autocomplete?: string
}

const describedBy = (name: string, hint: boolean, wrong: boolean): string | null =>
  [...(hint ? [`${name}-hint`] : []), ...(wrong ? [`${name}-wrong`] : [])].join(" ") || null

/** A labelled field. */
export const field = (parts: FieldParts): Markup => {
  const { as = "text", autocomplete = "off", hint, label, name, problems, value } = parts
  const wrong = problems[name]
  const common = {
    id: name,
    name,
    autocomplete,
    "aria-describedby": describedBy(name, hint !== undefined, wrong !== undefined),
    "aria-invalid": wrong === undefined ? null : "true",
  }
  const input =
    as === "area"
      ? html`<textarea ${attributes({ ...common, rows: 3, maxlength: 2_000 })}>${`\n${value}`}</textarea>`
      : html`<input ${attributes({ ...common, ...inputOf(as), value })} />`
  return html`<div class="${wrong === undefined ? "field" : "field refused"}">
    <label for="${name}">${label}</label>
    ${hint === undefined ? nothing : html`<span class="hint" id="${`${name}-hint`}">${hint}</span>`}
    ${wrongText(name, problems)} ${input}
  </div>`
}

/** The reason beside a field. */
const wrongText = (name: string, problems: Problems): Markup => {
  const wrong = problems[name]
  return wrong === undefined ? nothing : html`<span class="wrong" id="${`${name}-wrong`}">${wrong}</span>`
}

const inputOf = (as: "text" | "amount" | "password" | "search" | "date") =>
  as === "amount" ? { type: "text", inputmode: "numeric", class: "amount" } : { type: as, maxlength: 2_000 }

/** One of several: a choice with its explanation. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint: string
}

/** A group of which one is chosen. */
export const choices = (
  { label, name, problems, value }: Pick<FieldParts, "name" | "label" | "problems" | "value">,
  offered: ReadonlyArray<Choice>,
): Markup => {
  const wrong = problems[name]
  const describes = attributes({ "aria-describedby": wrong === undefined ? null : `${name}-wrong` })
  const options = offered.map((choice, index) => {
    const input = attributes({
      type: "radio",
      name,
      id: index === 0 ? name : `${name}-${index}`,
      value: choice.value,
      checked: choice.value === value,
    })
    return html`<label class="choice">
      <input ${input} />
      <span><strong>${choice.label}</strong><span class="small muted">${choice.hint}</span></span>
    </label>`
  })
  return html`<fieldset class="${wrong === undefined ? "field" : "field refused"}" ${describes}>
    <legend>${label}</legend>
    ${wrongText(name, problems)} ${options}
  </fieldset>`
}

/** A select box; the first option stands for no choice. */
export const selection = (
  { label, name, value }: Pick<FieldParts, "name" | "label" | "value">,
  any: string,
  options: ReadonlyArray<readonly [value: string, label: string]>,
): Markup => {
  const offered = options.map(
    ([each, text]) => html`<option ${attributes({ value: each, selected: each === value })}>${text}</option>`,
  )
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      <option value="">${any}</option>
      ${offered}
    </select>
  </div>`
}

/** The summary of a refused form, at its head, with a link to each wrong field. */
export const problemSummary = (title: string, problems: Problems, more: Markup = nothing): Markup => {
  const links = Object.entries(problems).map(([name, text]) => html`<li><a href="${`#${name}`}">${text}</a></li>`)
  return html`<div class="notice bad" role="alert">
    <h2>${title}</h2>
    ${more}
    ${
      links.length === 0
        ? nothing
        : html`<ul>
            ${links}
          </ul>`
    }
  </div>`
}

const longest = 2_000

/** A text of a form as core stores it: one kind of line end, trimmed. */
export const typed = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? "").replaceAll(/\r\n?/g, "\n").trim()

/** The problem of a required text. */
export const textProblem = (
  text: string,
  words: { readonly missing: string; readonly tooLong: string; readonly unprintable: string },
): string | null => {
  if (!/[\p{L}\p{N}]/u.test(text)) return words.missing
  if (text.length > longest) return words.tooLong
  return isPersonsText(text) ? null : words.unprintable
}
