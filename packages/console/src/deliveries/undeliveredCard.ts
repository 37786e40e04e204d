/** The undelivered events. */
import { duration, number } from "@cauri/catalogue"
import { cell, html, type Markup, nothing, row, rowHead, table } from "@cauri/pages"
import { idText } from "../frame/parts.ts"
import type { Undelivered } from "./undelivered.ts"
import { paymentAddress, type Visit } from "../frame/visit.ts"

const undeliveredRow = (
  { consumer, key, newest, since, tries }: Undelivered,
  { language, now, texts }: Visit,
): Markup => {
  const words = texts.worklist.undelivered
  const refusals = tries === 0 ? nothing : html`<li class="mark flag">${words.refusals(number(tries, language))}</li>`
  return row([
    rowHead(
      html`<a href="${paymentAddress(key)}">${idText(key.id)}</a>
        <span class="small muted under">${texts.words.kinds[key.kind]} · ${key.project}</span>`,
    ),
    cell(duration(now - since, language), { kind: "age unbroken" }),
    cell(html`<strong>${consumer}</strong>`, { kind: "wide" }),
    cell(
      html`<ul class="marks" role="list">
        <li>${words.upToEvent(number(newest, language))}</li>
        ${refusals}
      </ul>`,
      { kind: "wide" },
    ),
  ])
}

/** The undelivered events; nothing when all are delivered. `most`: so many are read. */
export const undeliveredCard = (rows: ReadonlyArray<Undelivered>, most: number, visit: Visit): Markup => {
  const { language, texts } = visit
  const words = texts.worklist.undelivered
  if (rows.length === 0) return nothing
  const more = rows.length < most ? nothing : html`<p class="muted">${words.more(number(most, language))}</p>`
  return html`<section aria-labelledby="undelivered">
    <h2 id="undelivered">${words.title}</h2>
    <p class="muted">${words.explained}</p>
    ${table({
      caption: words.title,
      heads: [texts.worklist.payment, words.waiting, words.consumer, words.upTo],
      rows: rows.map((each) => undeliveredRow(each, visit)),
    })}
    ${more}
  </section>`
}
