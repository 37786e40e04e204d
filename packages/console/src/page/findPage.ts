/**
 * The search for one payment: by its id, alone or with its project and kind, as lists and messages print them.
 */
import { Effect, Result } from "effect"
import { cursorAfter, type PaymentKey, PaymentStore } from "@cauri/core"
import { readWanted } from "../find.ts"
import { field } from "./fields.ts"
import { html, nothing } from "@cauri/pages"
import { paymentName } from "./parts.ts"
import { pageResponse, seeOther } from "./shell.ts"
import { paymentAddress, type Visit } from "./visit.ts"

const foundPage = (visit: Visit, title: string, hint: string, keys: ReadonlyArray<PaymentKey>, status: number) => {
  const { query, texts } = visit
  const words = texts.worklist
  const links = keys.map((key) => html`<li><a href="${paymentAddress(key)}">${paymentName(key, texts)}</a></li>`)
  const value = (query.get("id") ?? "").slice(0, 200)
  const body = html`<h1>${title}</h1>
    <p class="muted">${hint}</p>
    ${
      links.length === 0
        ? nothing
        : html`<ul class="card choices">
            ${links}
          </ul>`
    }
    <form class="card" method="get" action="/find" role="search">
      ${field({ name: "id", label: words.id, hint: words.idHint, value, problems: {}, as: "search" })}
      <p class="actions"><button class="button primary" type="submit">${words.find}</button></p>
    </form>`
  return pageResponse(visit, { title, section: "worklist", narrow: true, body }, status)
}

/** Redirects to the payment that was typed, or offers a choice when several match. */
export const findPage = Effect.fn("Page.find")(function* (visit: Visit) {
  const words = visit.texts.worklist
  const text = (visit.query.get("id") ?? "").trim().slice(0, 200)
  const wanted = readWanted(text)
  if (Result.isFailure(wanted)) return foundPage(visit, words.unfound(text), words.unreadable, [], 404)
  const { id, kind, project } = wanted.success
  const listed = yield* (yield* PaymentStore).page({
    id,
    ...(kind === null ? {} : { kind }),
    ...(project === null ? {} : { project }),
    limit: 100,
  })
  const keys = listed.map((entry) => cursorAfter(entry).key)
  const [only, ...others] = keys
  if (only === undefined) return foundPage(visit, words.unfound(text), words.unfoundHint, [], 404)
  if (others.length === 0) return seeOther(paymentAddress(only))
  return foundPage(visit, words.several(id), words.chooseOne, keys, 300)
})
