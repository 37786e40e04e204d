/** What is known of a payment, what is not, and what to ask the service's support, with a text to copy. */
import { supportOf } from "./support.ts"
import { html, type Markup, nothing } from "@cauri/pages"
import type { Shown } from "./shown.ts"
import type { Visit } from "../frame/visit.ts"

const line = (name: string, said: string) =>
  html`<div>
    <dt>${name}</dt>
    <dd>${said}</dd>
  </div>`

/** The card of a payment's page. */
export const supportCard = ({ record, timeline }: Shown, { language, texts }: Visit): Markup => {
  const words = texts.tools.support
  const { ask, flagged, known, text, unknown } = supportOf(record, language, timeline.revealed)
  return html`<section class="card" aria-labelledby="support">
    <h2 id="support">${words.title}</h2>
    <dl class="facts">${line(words.known, known)} ${line(words.unknown, unknown)} ${line(words.ask, ask)}</dl>
    ${flagged === null ? nothing : html`<p>${flagged}</p>`}
    ${timeline.revealed ? nothing : html`<p class="small muted">${words.copyHint}</p>`}
    <details>
      <summary>${words.copy}</summary>
      <p class="said mono small">${text}</p>
    </details>
  </section>`
}
