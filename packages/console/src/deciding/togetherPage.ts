/**
 * Several payments decided together: what will happen to each, one reason for all, and each decided on its own through `decide`, as it was
 * shown. What needs an amount typed again or evidence of its own is named and linked instead.
 */
import { Effect, Option, Result } from "effect"
import { keyText, type PaymentKey, PaymentStore } from "@cauri/core"
import { consequenceList } from "./consequenceCard.ts"
import { decide, type Undecided } from "./decide.ts"
import { type Act, type AllowedAct } from "../payment/allowed.ts"
import { html, type Markup, nothing, type Problems, problemSummary, typed } from "@cauri/pages"
import { emptyState, paymentName, statePill } from "../frame/parts.ts"
import { personFields, personIn, personProblems } from "../deeds/personFields.ts"
import { pageResponse } from "../frame/shell.ts"
import { type Shown, shownOf } from "../payment/shown.ts"
import { paymentAddress, readKey, type Visit } from "../frame/visit.ts"

/** The decisions that can be taken about several payments: none lets money leave, and none needs an amount or evidence. */
export const togetherActs = ["recheck", "cancel", "close_flag"] as const satisfies ReadonlyArray<Act>
type TogetherAct = (typeof togetherActs)[number]

const most = 25

/** A payment as a tick box sends it. */
export const pickText = ({ id, kind, project }: PaymentKey): string => `${kind}:${project}:${id}`

const readPick = (text: string): PaymentKey | null => {
  const [kind, project, id, ...others] = text.split(":")
  return others.length === 0 ? readKey({ kind, project, id }) : null
}

const actIn = (text: string | null): TogetherAct | null => togetherActs.find((act) => act === text) ?? null

/** A chosen payment, and why it is not decided here; null: it is. */
interface Picked {
  readonly key: PaymentKey
  readonly shown: Shown | null
  readonly because: "not_allowed" | "several_flags" | "amount" | "gone" | null
}

const reasonAlone = (offer: AllowedAct | undefined, shown: Shown): Picked["because"] => {
  if (offer === undefined || offer.obstacle !== null || (offer.needsService && !shown.line)) return "not_allowed"
  if (offer.needsAmount || offer.needsEvidence) return "amount"
  return offer.flags.length > 1 ? "several_flags" : null
}

const pickedOf = Effect.fnUntraced(function* (key: PaymentKey, act: TogetherAct, visit: Visit) {
  const gone: Picked = { key, shown: null, because: "gone" }
  const [entry] = yield* (yield* PaymentStore).page({ id: key.id, kind: key.kind, project: key.project, limit: 1 })
  if (entry === undefined || Result.isFailure(entry)) return gone
  const shown = yield* Effect.option(shownOf(key, visit, false))
  if (Option.isNone(shown)) return gone
  const offer = shown.value.allowed.find((each) => each.act === act)
  const picked: Picked = { key, shown: shown.value, because: reasonAlone(offer, shown.value) }
  return picked
})

const keysIn = (source: URLSearchParams, name: string): ReadonlyArray<PaymentKey> => {
  const keys = source.getAll(name).flatMap((text) => readPick(text) ?? [])
  return [...new Map(keys.map((key) => [keyText(key), key])).values()]
}

const link = (key: PaymentKey, { texts }: Visit): Markup =>
  html`<a href="${paymentAddress(key)}">${paymentName(key, texts)}</a>`

const emptyPage = (visit: Visit) => {
  const words = visit.texts.tools.together
  const body = html`<div class="stack">
    <h1>${words.title}</h1>
    <div class="card">${emptyState(words.none)}</div>
    <p><a class="button" href="/">${words.back}</a></p>
  </div>`
  return pageResponse(visit, { title: words.title, section: "worklist", narrow: true, body }, 422)
}

const formPage = (
  act: TogetherAct,
  picked: ReadonlyArray<Picked>,
  total: number,
  given: { readonly by: string; readonly reason: string },
  problems: Problems,
  visit: Visit,
) => {
  const { decision, tools, words: catalogue } = visit.texts
  const words = tools.together
  const will = picked.flatMap(({ because, shown }) => (because === null && shown !== null ? [shown] : []))
  const alone = picked.flatMap(({ because, key }) => (because === null ? [] : [{ because, key }]))
  const items = will.map(
    (shown) =>
      html`<li>
        <input type="hidden" name="item" value="${`${pickText(shown.timeline.key)}:${shown.timeline.asOf}`}" />
        <p class="title">
          <strong>${link(shown.timeline.key, visit)}</strong> ${statePill(shown.timeline.state, visit.texts)}
        </p>
        ${consequenceList(act, shown, visit)}
      </li>`,
  )
  const wrong = Object.keys(problems).length > 0
  const form = html`<form class="card" method="post" action="/together" novalidate>
    <input type="hidden" name="act" value="${act}" />
    <h2>${words.will}</h2>
    <ul class="plain">
      ${items}
    </ul>
    ${personFields(given, problems, visit, decision.reasonHint)}
    <p class="actions">
      <button class="button primary" type="submit">${words.confirm(will.length)}</button>
      <a href="/">${decision.back}</a>
    </p>
  </form>`
  const others = html`<section class="card" aria-labelledby="alone">
    <h2 id="alone">${words.alone}</h2>
    <ul class="plain">
      ${alone.map(({ because, key }) => html`<li>${link(key, visit)} · ${words.aloneBecause[because]}</li>`)}
    </ul>
  </section>`
  const body = html`<a class="back" href="/">← ${words.back}</a>
    <div class="stack">
      <h1>${words.title} · ${catalogue.decisions[act].name}</h1>
      <p>${words.explained}</p>
      ${total > most ? html`<p class="muted">${words.tooMany(most)}</p>` : nothing}
      ${wrong ? problemSummary(decision.problem, problems) : nothing} ${will.length === 0 ? nothing : form}
      ${alone.length === 0 ? nothing : others}
    </div>`
  return pageResponse(visit, { title: words.title, section: "worklist", narrow: true, body }, wrong ? 422 : 200)
}

/** What would happen to each chosen payment, and the form. */
export const askTogether = Effect.fn("Page.askTogether")(function* (visit: Visit) {
  const act = actIn(visit.query.get("act"))
  const keys = keysIn(visit.query, "pick")
  if (act === null || keys.length === 0) return emptyPage(visit)
  const picked = yield* Effect.forEach(keys.slice(0, most), (key) => pickedOf(key, act, visit), { concurrency: 1 })
  return formPage(act, picked, keys.length, { by: visit.visitor.name, reason: "" }, {}, visit)
})

/** One item of the form: a payment, and the newest event that the person saw. */
const itemsIn = (form: URLSearchParams) =>
  form.getAll("item").flatMap((text) => {
    const [, pick = "", seen = ""] = /^(.*):(\d{1,9})$/.exec(text) ?? []
    const key = readPick(pick)
    return key === null ? [] : [{ key, asOf: Number(seen) }]
  })

const refusalText = (undecided: Undecided, { texts }: Visit): string => {
  const { refusals } = texts.words
  switch (undecided._tag) {
    case "DecisionRefused":
      return refusals[undecided.because]
    case "NeedsService":
      return refusals.needs_service
    case "AmountDiffers":
      return refusals.amount_differs
    case "NotOffered":
    case "PaymentNotFound":
      return refusals.wrong_state
    case "InvalidInput":
      return texts.decision.unprintable
    case "StoreError":
      return `${texts.problem.store[0]}. ${texts.decision.late}`
  }
}

/** Decides about each payment on its own, and tells what came of each. */
export const takeTogether = Effect.fn("Page.takeTogether")(function* (visit: Visit) {
  const { form, texts, visitor } = visit
  const words = texts.tools.together
  const act = actIn(form.get("act"))
  const items = itemsIn(form).slice(0, most)
  if (act === null || items.length === 0) return emptyPage(visit)
  const given = { by: personIn(visit), reason: typed(form, "reason") }
  const problems = personProblems(given, visit)
  if (Object.keys(problems).length > 0) {
    const picked = yield* Effect.forEach(items, ({ key }) => pickedOf(key, act, visit), { concurrency: 1 })
    return formPage(act, picked, items.length, given, problems, visit)
  }
  visitor.name = given.by
  const one = Effect.fnUntraced(function* ({ asOf, key }: (typeof items)[number]) {
    const { because, shown } = yield* pickedOf(key, act, visit)
    if (because !== null || shown === null) return { key, refused: words.aloneBecause[because ?? "gone"] }
    const flag = shown.allowed.find((offer) => offer.act === act)?.flags[0] ?? null
    const decided = yield* Effect.result(
      decide(key, { act, ...given, from: visitor.from, evidence: "", amount: "", asOf, flag }),
    )
    return { key, refused: Result.isFailure(decided) ? refusalText(decided.failure, visit) : null }
  })
  const results = yield* Effect.forEach(items, one, { concurrency: 1 })
  const body = html`<h1>${words.results}</h1>
    <ul class="card plain">
      ${results.map(
        ({ key, refused }) =>
          html`<li>
            ${link(key, visit)} · <strong>${refused === null ? words.done : words.refused}</strong>${
              refused === null ? nothing : html` <span class="muted">${refused}</span>`
            }
          </li>`,
      )}
    </ul>
    <p><a class="button" href="/">${words.back}</a></p>`
  const status = results.every(({ refused }) => refused === null) ? 200 : 409
  return pageResponse(visit, { title: words.results, section: "worklist", narrow: true, body }, status)
})
