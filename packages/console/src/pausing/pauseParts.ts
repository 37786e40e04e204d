/** A pause as several pages show it: what it stops, why, by whom and since when. */
import { pausedByCauri } from "@cauri/core/adapter"
import { reasonText, type ShownPause } from "./pauses.ts"
import { personText } from "../words/personText.ts"
import { html, type Markup } from "@cauri/pages"
import { moment } from "../frame/moments.ts"
import { said } from "../frame/parts.ts"
import type { Texts } from "../frame/texts.ts"
import type { Visit } from "../frame/visit.ts"

/** What a scope of the store stops, in words. */
export const scopeText = (scope: string, texts: Texts): string => {
  const words = texts.words.scopes
  if (scope === "payouts") return words.payouts
  const [kind, project = "", ...rest] = scope.split("/")
  if (kind === "operator") return words.operator(rest.join("/"), project)
  if (rest[0] === "payins") return words.project_payins(project)
  return rest[0] === "payouts" ? words.project_payouts(project) : words.project(project)
}

/** Who set it, and when. */
export const setBy = ({ by, since }: Pick<ShownPause, "by" | "since">, { language, texts }: Visit): Markup => {
  const words = texts.pauses
  const who = by === pausedByCauri ? html`${words.byProgram}` : html`${words.by} ${said(personText(by, language))}`
  return html`${who} · ${words.since} ${moment(since, language)}`
}

/** The notice above a payment that pauses stop: each pause, and where to resume. */
export const pausesNotice = (pauses: ReadonlyArray<ShownPause>, visit: Visit): Markup => {
  const { texts } = visit
  const items = pauses.map(
    (pause) =>
      html`<li>
        <strong>${scopeText(pause.scope, texts)}</strong> · ${said(reasonText(pause, visit.language))}
        (${setBy(pause, visit)})
      </li>`,
  )
  return html`<div class="notice careful">
    <h2>${texts.payment.stopped}</h2>
    <ul>
      ${items}
    </ul>
    <p><a href="/pauses">${texts.payment.toPauses}</a></p>
  </div>`
}
