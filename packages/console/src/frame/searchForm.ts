/** The field that takes whatever a customer says. */
import { field, html, type Markup } from "@cauri/pages"
import type { Visit } from "./visit.ts"

/** The search, with what was typed. */
export const searchForm = (value: string, { texts }: Visit): Markup => {
  const words = texts.tools.search
  return html`<form class="card find" method="get" action="/find" role="search">
    ${field({ name: "id", label: words.label, hint: words.hint, value, problems: {}, as: "search" })}
    <p class="actions"><button class="button" type="submit">${texts.worklist.find}</button></p>
  </form>`
}
