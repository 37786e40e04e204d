/** Forms and their fields: each with its label, its hint, and the problem beside it. What was typed stays. */
import { attributes, html, type Markup, nothing } from "./html.ts"

/** The problem of each wrong field. */
export type Problems = Readonly<Record<string, string>>

type Given = Readonly<Record<string, string | number | boolean | null>>

/** One field of a form. */
export interface FieldParts {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly problems?: Problems
  /** `area` for several lines. */
  readonly as?: "text" | "area" | "amount" | "password" | "search" | "date" | "file"
  /** The `autocomplete` attribute. */
  readonly autocomplete?: string
  /** Before the id, where several forms of a page have a field of this name. */
  readonly scope?: string
  /** Further attributes of the control. */
  readonly more?: Given
}

type Named = Pick<FieldParts, "name" | "label" | "value" | "scope" | "hint" | "problems">

const idOf = ({ name, scope }: Pick<FieldParts, "name" | "scope">): string =>
  scope === undefined ? name : `${scope}-${name}`

/** What every control has: its names, and which texts describe it. */
const common = (parts: Named): Given => {
  const id = idOf(parts)
  const wrong = parts.problems?.[parts.name] !== undefined
  const described = [...(parts.hint === undefined ? [] : [`${id}-hint`]), ...(wrong ? [`${id}-wrong`] : [])]
  return {
    id,
    name: parts.name,
    "aria-describedby": described.length === 0 ? null : described.join(" "),
    "aria-invalid": wrong ? "true" : null,
  }
}

const wrongText = (parts: Named): Markup => {
  const wrong = parts.problems?.[parts.name]
  return wrong === undefined ? nothing : html`<span class="wrong" id="${`${idOf(parts)}-wrong`}">${wrong}</span>`
}

const classOf = ({ name, problems }: Named): string => (problems?.[name] === undefined ? "field" : "field refused")

const labelled = (parts: Named, control: Markup): Markup =>
  html`<div class="${classOf(parts)}">
    <label for="${idOf(parts)}">${parts.label}</label>
    ${parts.hint === undefined ? nothing : html`<span class="hint" id="${`${idOf(parts)}-hint`}">${parts.hint}</span>`}
    ${wrongText(parts)} ${control}
  </div>`

/** A labelled field. */
export const field = (parts: FieldParts): Markup => {
  const { as = "text", autocomplete = "off", more, value } = parts
  const given = { ...common(parts), autocomplete, ...kindOf(as), ...more }
  return labelled(
    parts,
    as === "area"
      ? // A browser drops one line break at the beginning.
        html`<textarea ${attributes(given)}>${`\n${value}`}</textarea>`
      : html`<input ${attributes({ ...given, value: as === "file" ? null : value })} />`,
  )
}

const kindOf = (as: NonNullable<FieldParts["as"]>): Given => {
  if (as === "area") return { rows: 3, maxlength: 2_000 }
  if (as === "amount") return { type: "text", inputmode: "numeric", class: "amount" }
  return as === "file" ? { type: as } : { type: as, maxlength: 2_000 }
}

/** One of several: a choice with its explanation. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint: string
}

/** A group of which one is chosen. */
export const choices = (parts: Named, offered: ReadonlyArray<Choice>): Markup => {
  const { "aria-describedby": described = null, id } = common(parts)
  const options = offered.map((choice, index) => {
    const input = attributes({
      type: "radio",
      name: parts.name,
      id: index === 0 ? `${id}` : `${id}-${index}`,
      value: choice.value,
      checked: choice.value === parts.value,
    })
    return html`<label class="choice">
      <input ${input} />
      <span><strong>${choice.label}</strong><span class="small muted">${choice.hint}</span></span>
    </label>`
  })
  return html`<fieldset class="${classOf(parts)}" ${attributes({ "aria-describedby": described })}>
    <legend>${parts.label}</legend>
    ${wrongText(parts)} ${options}
  </fieldset>`
}

/** A select box. `any`: the first option, which stands for no choice. */
export const selection = (
  parts: Named,
  any: string | null,
  options: ReadonlyArray<readonly [value: string, label: string]>,
): Markup => {
  const offered = [...(any === null ? [] : [["", any] as const]), ...options].map(
    ([each, text]) => html`<option ${attributes({ value: each, selected: each === parts.value })}>${text}</option>`,
  )
  return labelled(
    parts,
    html`<select ${attributes(common(parts))}>
      ${offered}
    </select>`,
  )
}

/** A box to tick; its value is `true`. */
export const tick = (parts: Omit<Named, "value">, isOn: boolean): Markup => {
  const named = { ...parts, value: "true" }
  const input = attributes({ ...common(named), type: "checkbox", value: "true", checked: isOn })
  return html`<div class="${classOf(named)}">
    ${wrongText(named)} <label class="tick"><input ${input} /> ${parts.label}</label>
  </div>`
}

/** A form. `hidden`: the fields that are not shown, such as the proof that our own page sent it. */
export const form = (
  parts: {
    readonly action?: string
    readonly hidden?: Readonly<Record<string, string>>
    readonly method?: "get" | "post"
    readonly class?: string
    readonly more?: Given
  },
  body: Markup,
): Markup => {
  const own = { method: parts.method ?? "post", action: parts.action ?? null, class: parts.class ?? null }
  const hidden = Object.entries(parts.hidden ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return html`<form ${attributes({ ...own, ...parts.more })}>${hidden} ${body}</form>`
}

/** The end of a form: the button that sends it, and what else one can do. */
export const actions = (button: string, more: Markup = nothing): Markup =>
  html`<p class="actions"><button class="button primary" type="submit">${button}</button> ${more}</p>`

/** The summary of a refused form, at its head, with a link to each wrong field. */
export const problemSummary = (title: string, problems: Problems, more: Markup = nothing): Markup => {
  const links = Object.entries(problems).map(([name, text]) => html`<li><a href="${`#${name}`}">${text}</a></li>`)
  const list = html`<ul>
    ${links}
  </ul>`
  return html`<div class="notice bad" role="alert">
    <h2>${title}</h2>
    ${more} ${links.length === 0 ? nothing : list}
  </div>`
}

/** What just happened, or must be known first. Something wrong is read out at once, everything else when there is time. */
export const notice = (kind: "good" | "careful" | "bad", body: Markup | string): Markup =>
  html`<div class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}">${body}</div>`

/** A text of a form: one kind of line end, trimmed. */
export const typed = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? "").replaceAll(/\r\n?/g, "\n").trim()
