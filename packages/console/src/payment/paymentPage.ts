/** One payment: what it is, its state, its possible decisions, and everything that happened to it. */
import { Effect } from "effect"
import { money } from "@cauri/catalogue"
import type { PaymentKey } from "@cauri/core"
import { nameOf } from "../words/nameOf.ts"
import { type AllowedAct, permissionFor } from "./allowed.ts"
import type { Timeline } from "./timeline.ts"
import { pausesNotice } from "../pausing/pauseParts.ts"
import { html, type Markup, nothing } from "@cauri/pages"
import { nameIn, paymentName, statePill } from "../frame/parts.ts"
import { attemptsCard, deedsCard, factsCard, flagsCard, lifeCard, notesCard, requestCard } from "./paymentCards.ts"
import { pageResponse } from "../frame/shell.ts"
import { type Shown, shownOf } from "./shown.ts"
import { supportCard } from "./supportCard.ts"
import type { Texts } from "../frame/texts.ts"
import { stateTones } from "../frame/tones.ts"
import { paymentAddress, type Visit } from "../frame/visit.ts"

const decisionItem = (offer: AllowedAct, isFirst: boolean, shown: Shown, visit: Visit): Markup => {
  const { texts } = visit
  const { key } = shown.timeline
  const { act, needsService, obstacle } = offer
  const { decisions, refusals } = texts.words
  const label = decisions[act].name
  const blocked = needsService && !shown.line ? refusals.needs_service : null
  const waits = obstacle === null ? null : refusals[obstacle]
  const because = blocked ?? waits
  const path = paymentAddress(key, `/${act}`)
  if (because !== null) {
    return html`<li>
      <span class="blocked">${label}</span>
      <span class="small muted">${because}</span>
    </li>`
  }
  if (act === "recheck") {
    return html`<li>
      <form method="post" action="${path}">
        <button class="button" type="submit">${label}</button>
      </form>
      <span class="small muted">${decisions.recheck.operator}</span>
    </li>`
  }
  return html`<li><a class="${isFirst ? "button primary" : "button"}" href="${path}">${label}</a></li>`
}

const decisionsCard = (shown: Shown, visit: Visit): Markup => {
  const words = visit.texts.payment
  const possible = shown.allowed.filter(
    ({ needsService, obstacle }) => obstacle === null && (!needsService || shown.line),
  )
  // Where a person must choose between outcomes, no button stands out.
  const needingEvidence = possible.filter(({ needsEvidence }) => needsEvidence)
  const first = needingEvidence.length > 0 ? null : possible[0]
  const items = shown.allowed
    .filter(({ act }) => !visit.visitor.known || visit.visitor.may(permissionFor(act)))
    .map((offer) => decisionItem(offer, offer === first, shown, visit))
  return html`<section class="card side" aria-labelledby="decisions">
    <h2 id="decisions">${words.decisions}</h2>
    ${
      items.length === 0
        ? html`<p class="muted">${words.noDecisions}</p>`
        : html`<ul class="decisions" role="list">
            ${items}
          </ul>`
    }
  </section>`
}

/** A remark beside the meaning of a state: a completed payout to a wallet claims no more than is known (#127). */
const asideOf = ({ facts, key, state }: Timeline, { words: { asides } }: Texts): string => {
  if (key.kind === "payout" && state === "in_doubt") return asides.not_sent_again
  return facts.rail === "wallet_payout" && state === "completed" ? asides.wallet_credited : ""
}

const meaningOf = (state: string, { words: { states } }: Texts): string => {
  const tag = nameIn(stateTones, state) ? state : null
  return tag === null ? "" : states[tag].operator
}

const head = ({ timeline }: Shown, visit: Visit): Markup => {
  const { language, texts } = visit
  const { because, facts, pauses, key, state } = timeline
  const why = because === null ? "" : ` (${nameOf(texts.words.heldBecause, because)})`
  const meaning = [meaningOf(state, texts), asideOf(timeline, texts)].filter((text) => text !== "").join(" ")
  return html`<header class="head">
    <a class="back" href="/">← ${texts.payment.back}</a>
    <h1>${paymentName(key, texts)}</h1>
    <p class="title"><span class="sum">${money(facts.amount, language)}</span> ${statePill(state, texts)}</p>
    <p class="muted">${meaning}${why}</p>
    ${pauses.length === 0 ? nothing : pausesNotice(pauses, visit)}
  </header>`
}

/** The notices above a payment: the last decision, or to whom everything is revealed. */
const notices = ({ timeline }: Shown, { query, texts }: Visit, revealedTo: string | null): Markup => {
  const done = query.get("done") ?? ""
  const words = texts.payment
  const { decisions, asked: answers, unasked } = texts.words
  const taken = nameIn(decisions, done)
    ? html`<div class="notice good" role="status"><p>${decisions[done].done}</p></div>`
    : nothing
  const [why, came] = [query.get("unasked") ?? "", query.get("answered") ?? ""]
  const unanswered = [
    ...(nameIn(unasked, why) ? [unasked[why]] : []),
    ...(nameIn(answers, came) ? [answers[came]] : []),
  ].map((text) => html`<div class="notice careful" role="status"><p>${text}</p></div>`)
  const revealed =
    revealedTo === null
      ? nothing
      : html`<div class="notice careful" role="status">
          <p>${words.revealed(revealedTo)} <a href="${paymentAddress(timeline.key)}">${words.revealedHide}</a></p>
        </div>`
  return html`${taken}${unanswered}${revealed}`
}

/** The page of a payment. `revealedTo`: the name of the person who asked to see everything. */
export const paymentPage = (shown: Shown, visit: Visit, revealedTo: string | null) => {
  const { texts } = visit
  const { key } = shown.timeline
  const reveal =
    revealedTo === null && visit.visitor.may("reveal")
      ? html`<p><a href="${paymentAddress(key, "/reveal")}">${texts.payment.reveal}</a></p>`
      : nothing
  const body = html`${notices(shown, visit, revealedTo)}
    <div class="payment">
      ${head(shown, visit)}
      <div class="known">${factsCard(shown.timeline, visit)} ${requestCard(shown, visit)}</div>
      ${decisionsCard(shown, visit)}
      <div class="body">
        ${supportCard(shown, visit)} ${lifeCard(shown, visit)} ${attemptsCard(shown, visit)} ${flagsCard(shown, visit)}
        ${notesCard(shown, visit)} ${deedsCard(shown, visit)} ${reveal}
      </div>
    </div>`
  const title = `${key.project}/${key.id}`
  return pageResponse(visit, { title, section: "worklist", body })
}

export const showPayment = Effect.fn("Page.payment")(function* (key: PaymentKey, visit: Visit) {
  return paymentPage(yield* shownOf(key, visit, false), visit, null)
})
