/** What a decision does, on the pages where it can be taken. */
import { consequenceOf } from "../consequences.ts"
import type { Act } from "../decisions.ts"
import { html, type Markup, nothing } from "@cauri/pages"
import type { Shown } from "./shown.ts"
import type { Visit } from "./visit.ts"

/** What this decision does to this payment. */
export const consequenceList = (act: Act, { record }: Pick<Shown, "record">, { language, texts }: Visit): Markup => {
  const consequence = consequenceOf(act, record.payment, language)
  if (consequence === null) return nothing
  const { headings } = texts.tools.consequences
  const line = (part: keyof typeof consequence) =>
    html`<div>
      <dt>${headings[part]}</dt>
      <dd>${consequence[part]}</dd>
    </div>`
  return html`<dl class="facts">${line("money")} ${line("events")} ${line("closed")} ${line("undo")}</dl>`
}

/** The same as a card, with its heading. */
export const consequenceCard = (act: Act, shown: Pick<Shown, "record">, visit: Visit): Markup =>
  html`<section class="card" aria-labelledby="consequences">
    <h2 id="consequences">${visit.texts.tools.consequences.title}</h2>
    ${consequenceList(act, shown, visit)}
  </section>`
