/**
 * A hold as several pages tell it: what it stops, why, by whom and since when.
 */
import type { ShownHold } from "../holds.ts"
import { html, type Markup } from "./html.ts"
import { moment } from "./moments.ts"
import { said } from "./parts.ts"
import type { Texts } from "./texts.ts"
import type { Visit } from "./visit.ts"

/** What a scope of the store stops, in words. */
export const scopeText = (scope: string, texts: Texts): string => {
  const words = texts.holds.scopeText
  if (scope === "payouts") return words.payouts
  const [kind, project = "", ...rest] = scope.split("/")
  if (kind === "operator") return words.operator(rest.join("/"), project)
  if (rest[0] === "payins") return words.payins(project)
  return rest[0] === "payouts" ? words.projectPayouts(project) : words.project(project)
}

/** Who set it, and when. */
export const setBy = ({ by, since }: Pick<ShownHold, "by" | "since">, { language, texts }: Visit): Markup =>
  html`${texts.holds.by} ${said(by)} · ${texts.holds.since} ${moment(since, language)}`

/** Above a payment that holds stop: each of them, and where they are lifted. */
export const holdsNotice = (holds: ReadonlyArray<ShownHold>, visit: Visit): Markup => {
  const { texts } = visit
  const items = holds.map(
    (hold) =>
      html`<li><strong>${scopeText(hold.scope, texts)}</strong>: ${said(hold.reason)} (${setBy(hold, visit)})</li>`,
  )
  return html`<div class="notice careful">
    <h2>${texts.payment.stopped}</h2>
    <ul>
      ${items}
    </ul>
    <p><a href="/holds">${texts.payment.toHolds}</a></p>
  </div>`
}
