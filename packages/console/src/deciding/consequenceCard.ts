/** What a decision does, on the pages where it can be taken. */
import { consequenceOf, type OwnAct } from "./consequences.ts"
import type { Act } from "../payment/allowed.ts"
import { html, type Markup, nothing } from "@cauri/pages"
import type { Shown } from "../payment/shown.ts"
import type { Visit } from "../frame/visit.ts"

type Asked = Pick<Shown, "record" | "request">

/** An approval does what was requested. */
const ownAct = (act: Act, request: Shown["request"]): OwnAct | null =>
  act === "approve" ? (request?.decision ?? null) : act === "withdraw" ? null : act

export const consequenceList = (act: Act, { record, request }: Asked, { language, texts }: Visit): Markup => {
  const own = ownAct(act, request)
  const consequence = own === null ? null : consequenceOf(own, record.payment, language)
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
export const consequenceCard = (act: Act, shown: Asked, visit: Visit): Markup => {
  const list = consequenceList(act, shown, visit)
  if (list === nothing) return nothing
  return html`<section class="card" aria-labelledby="consequences">
    <h2 id="consequences">${visit.texts.tools.consequences.title}</h2>
    ${list}
  </section>`
}
