/**
 * The search: an id leads to its payment; anything else that a customer says leads to a list, the newest first, with how it was understood.
 */
import { Effect, Result } from "effect"
import { moment, money } from "@cauri/catalogue"
import { cursorAfter, type PaymentKey, PaymentStore } from "@cauri/core"
import { readWanted } from "../payment/find.ts"
import { type Found, type Reading, search, understand, type Understood } from "./search.ts"
import { html, type Markup, nothing } from "@cauri/pages"
import { emptyState, paymentName } from "../frame/parts.ts"
import { searchForm } from "../frame/searchForm.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import { addressWith, paymentAddress, type Visit } from "../frame/visit.ts"
import { worklistTable } from "../worklist/worklistTable.ts"

const millisPerDay = 86_400_000
const firstDays = 7
const furtherDays = 30
const mostShown = 25

/** Several payments with one id. */
const choicePage = (visit: Visit, typed: string, keys: ReadonlyArray<PaymentKey>) => {
  const words = visit.texts.worklist
  const links = keys.map((key) => html`<li><a href="${paymentAddress(key)}">${paymentName(key, visit.texts)}</a></li>`)
  const title = words.several(typed)
  const body = html`<h1>${title}</h1>
    <p class="muted">${words.chooseOne}</p>
    <ul class="card choices">
      ${links}
    </ul>
    ${searchForm(typed, visit)}`
  return pageResponse(visit, { title, section: "worklist", narrow: true, body }, 300)
}

const readingText = (reading: Reading, { language, texts }: Visit): string => {
  const { readings } = texts.tools.search
  switch (reading._tag) {
    case "Payment": {
      const { id, kind, project } = reading.wanted
      return readings.payment([kind ?? "", project === null ? id : `${project}/${id}`].join(" ").trim())
    }
    case "Amount":
      return readings.amount(money(reading.amount, language))
    case "Ending":
      return readings.ending(reading.digits)
    case "Reference":
      return readings.reference(reading.text.length > 40 ? `${reading.text.slice(0, 40)}…` : reading.text)
    case "Name":
      return readings.name(reading.text)
  }
}

const understoodCard = ({ time, words }: Understood, visit: Visit): Markup => {
  const { language, texts } = visit
  const said = texts.tools.search
  const lines = words.map(({ readings, text }) =>
    readings.length === 0 ? said.tooShort(text) : readings.map((reading) => readingText(reading, visit)).join(said.or),
  )
  const when = time === null ? [] : [said.window(moment(time.from, language), moment(time.before, language))]
  return html`<section class="card" aria-labelledby="understood">
    <h2 id="understood">${said.understood}</h2>
    <ul class="plain">
      ${[...lines, ...when].map((line) => html`<li>${line}</li>`)}
    </ul>
  </section>`
}

/** What was not searched, and the way there. */
const further = (typed: string, understood: Understood, from: number, isFirst: boolean, found: Found, visit: Visit) => {
  const words = visit.texts.tools.search
  const { language } = visit
  const link = (before: number, text: string) =>
    html`<a class="button" href="${addressWith("/find", { id: typed, before: String(before) })}">${text}</a>`
  const more = found.more ? html`<p class="muted">${words.more(mostShown)}</p>` : nothing
  if (found.stoppedAt !== null) {
    return html`${more}
      <p class="muted">${words.most(moment(found.stoppedAt, language))}</p>
      <p class="actions">${link(found.stoppedAt, words.goOn)}</p>`
  }
  if (understood.time !== null) return more
  return html`${more} ${isFirst ? html`<p class="muted">${words.days(firstDays)}</p>` : nothing}
    <p class="actions">${link(from, words.earlier)}</p>`
}

/** A time in an address; null: none that can be one. */
const timeIn = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null)

/** Redirects to the payment whose id was typed, or lists what fits. */
export const findPage = Effect.fn("Page.find")(function* (visit: Visit) {
  const { now, query, texts } = visit
  const words = texts.tools.search
  const typed = (query.get("id") ?? "").trim().slice(0, 2_000)
  const wanted = readWanted(typed)
  const asked = timeIn(query.get("before"))
  if (Result.isSuccess(wanted) && asked === null) {
    const { id, kind, project } = wanted.success
    const listed = yield* (yield* PaymentStore).page({
      id,
      ...(kind === null ? {} : { kind }),
      ...(project === null ? {} : { project }),
      limit: 100,
    })
    const keys = listed.map((entry) => cursorAfter(entry).key)
    const [only, ...others] = keys
    if (only !== undefined && others.length === 0) return seeOther(paymentAddress(only))
    if (only !== undefined) return choicePage(visit, typed, keys)
  }
  const understood = understand(typed, now)
  const before = asked ?? now + 1
  const from = before - (asked === null ? firstDays : furtherDays) * millisPerDay
  const window =
    understood.time === null
      ? { from, before }
      : { ...understood.time, before: Math.min(understood.time.before, before) }
  const isAsked = understood.words.some(({ readings }) => readings.length > 0) || understood.time !== null
  const found = isAsked ? yield* search(understood, window, mostShown) : { rows: [], more: false, stoppedAt: null }
  const status = found.rows.length === 0 && isAsked ? 404 : 200
  const results =
    found.rows.length === 0
      ? html`<div class="card">${emptyState(words.nothing)}</div>`
      : worklistTable(found.rows, words.caption, visit)
  const body = html`<div class="stack">
    <h1>${words.title}</h1>
    ${searchForm(typed, visit)}
    ${
      isAsked
        ? html`${understoodCard(understood, visit)}
            <h2>${words.found(found.rows.length)}</h2>
            ${results} ${further(typed, understood, window.from, asked === null, found, visit)}`
        : html`<p class="muted">${words.empty}</p>`
    }
  </div>`
  return pageResponse(visit, { title: words.title, section: "worklist", body }, status)
})
