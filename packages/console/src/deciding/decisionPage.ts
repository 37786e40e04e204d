/**
 * The page of one decision about one payment: what it does, its form, and its submission. A refusal appears beside its field and keeps what
 * was typed. Events since the person looked are shown before the form can be sent again.
 */
import { Effect } from "effect"
import type { PaymentKey } from "@cauri/core"
import { consequenceCard } from "./consequenceCard.ts"
import { decide, type Undecided } from "./decide.ts"
import { Act, type AllowedAct } from "../payment/allowed.ts"
import { refusedText } from "../words/refusedText.ts"
import { blankForm, decisionForm, flagNamed, formProblems, seenIn, type Typed, typedForm } from "./decisionForm.ts"
import { html, type Markup, nothing, type Problems, problemSummary, typed } from "@cauri/pages"
import { moment } from "../frame/moments.ts"
import { paymentName, said, statePill } from "../frame/parts.ts"
import { eventList, requestCard } from "../payment/paymentCards.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import { type Shown, shownOf } from "../payment/shown.ts"
import { addressWith, paymentAddress, type Visit } from "../frame/visit.ts"

/** Why the form is shown again. */
interface Refused {
  readonly status: number
  readonly problems: Problems
  /** A problem of no single field. */
  readonly text: string | null
  /** The newest event that the person had seen, when there are newer ones. */
  readonly seen: number | null
}

const fresh: Refused = { status: 200, problems: {}, text: null, seen: null }

/** The decision that a part of an address names. */
export const actOf = (path: string | undefined): Act | null => Act.literals.find((act) => act === path) ?? null

const offerOf = (shown: Shown, act: Act): AllowedAct | null => shown.allowed.find((offer) => offer.act === act) ?? null

/** Null when the decision can be sent, else the sentence that says why not. */
const closedBecause = (offer: AllowedAct | null, shown: Shown, { language, texts }: Visit): string | null => {
  const { refusals } = texts.words
  if (offer === null) return refusals.wrong_state
  if (offer.needsService && !shown.line) return refusals.needs_service
  if (offer.obstacle === null) return null
  return offer.obstacle === shown.uncovered?.because ? refusedText(shown.uncovered, language) : refusals[offer.obstacle]
}

/** Why the decision cannot be sent, and the way on. */
const shutBox = (closed: string | null, { timeline: { key }, uncovered }: Shown, { texts, visitor }: Visit): Markup => {
  const upload =
    uncovered === null || !visitor.may("import")
      ? nothing
      : html`<a class="button" href="${addressWith("/statements", { project: key.project })}"
          >${texts.tools.statementPages.missing}</a
        >`
  return html`<div class="notice careful" role="alert"><p>${closed}</p></div>
    <p class="actions">${upload} <a class="button" href="${paymentAddress(key)}">${texts.decision.back}</a></p>`
}

const notice = (shown: Shown, { problems, seen, text }: Refused, visit: Visit): Markup => {
  const words = visit.texts.decision
  if (seen !== null) {
    return html`<div class="notice careful" role="alert">
        <h2>${words.stale}</h2>
        <p>${words.staleHint}</p>
      </div>
      <section class="card">
        <h2>${words.staleEvents}</h2>
        ${eventList(shown.timeline, seen, visit)}
      </section>`
  }
  if (text === null && Object.keys(problems).length === 0) return nothing
  return problemSummary(words.problem, problems, text === null ? nothing : html`<p>${text}</p>`)
}

const about = ({ timeline }: Shown, { language, texts }: Visit): Markup =>
  html`<div class="card about">
    <p class="small muted">${texts.decision.about}</p>
    <p class="title"><strong>${paymentName(timeline.key, texts)}</strong> ${statePill(timeline.state, texts)}</p>
    <p class="small">
      ${timeline.facts.party === null ? nothing : html`${said(timeline.facts.party)} · `}${said(timeline.facts.description)}
      · ${moment(timeline.createdAt, language)}
    </p>
  </div>`

const page = (act: Act, shown: Shown, given: Typed, refused: Refused, visit: Visit) => {
  const { texts } = visit
  const { name, operator } = texts.words.decisions[act]
  const offer = offerOf(shown, act)
  const closed = closedBecause(offer, shown, visit)
  const { key } = shown.timeline
  const shut = shutBox(closed, shown, visit)
  const body = html`<a class="back" href="${paymentAddress(key)}">← ${paymentName(key, texts)}</a>
    <div class="stack">
      <h1>${name}</h1>
      <p>${operator}</p>
      ${offer?.needsSecondPerson === true ? html`<div class="notice held"><p>${texts.words.approvals.needs_two}</p></div>` : nothing}
      ${closed === null || refused.seen !== null ? notice(shown, refused, visit) : nothing} ${about(shown, visit)}
      ${act === "approve" || act === "withdraw" ? requestCard(shown, visit) : nothing}
      ${offer === null || closed !== null ? nothing : consequenceCard(act, shown, visit)}
      ${offer === null || closed !== null ? shut : decisionForm(offer, shown, given, refused.problems, visit)}
    </div>`
  const title = refused.status === 200 ? name : `${texts.decision.problem} · ${name}`
  const status = refused.status === 200 && closed !== null ? 409 : refused.status
  return pageResponse(visit, { title, section: "worklist", narrow: true, body }, status)
}

export const askDecision = Effect.fn("Page.askDecision")(function* (key: PaymentKey, act: Act, visit: Visit) {
  // A recheck needs only a button, which is on the payment's page.
  if (act === "recheck") return seeOther(paymentAddress(key))
  const shown = yield* shownOf(key, visit, false)
  return page(act, shown, blankForm(shown, visit), fresh, visit)
})

/** The form again, after the review refused. */
const refusedBy = (undecided: Undecided, { language, texts }: Visit): Refused => {
  const words = texts.decision
  const { refusals } = texts.words
  const refused = { status: 422, problems: {}, seen: null }
  switch (undecided._tag) {
    case "AmountDiffers":
      return { ...refused, text: null, problems: { amount: refusals.amount_differs } }
    case "NeedsService":
      return { ...refused, text: refusals.needs_service }
    case "DecisionRefused":
      return { ...refused, status: 409, text: refusedText(undecided, language) }
    case "NotOffered":
    case "PaymentNotFound":
      return { ...refused, status: 409, text: refusals.wrong_state }
    case "InvalidInput":
      return { ...refused, text: null, problems: { by: words.unprintable } }
    case "StoreError":
      return { ...refused, status: 503, text: `${texts.problem.store[0]}. ${words.late}` }
  }
}

/** Makes a decision, or says why not. */
export const takeDecision = Effect.fn("Page.takeDecision")(function* (key: PaymentKey, act: Act, visit: Visit) {
  const { form, visitor } = visit
  const shown = yield* shownOf(key, visit, false)
  // A recheck is a button without a form: nothing was typed, and it concerns the present state.
  const given = act === "recheck" ? { ...typedForm(visit), by: visitor.name } : typedForm(visit)
  const newest = shown.timeline.asOf
  const seen = act === "recheck" ? newest : seenIn(form)
  if (seen !== newest) return page(act, shown, given, { ...fresh, status: 409, seen }, visit)
  const offer = offerOf(shown, act)
  if (offer === null) return page(act, shown, given, { ...fresh, status: 409 }, visit)
  const problems = act === "recheck" ? {} : formProblems(offer, shown, given, visit)
  if (Object.keys(problems).length > 0) return page(act, shown, given, { ...fresh, status: 422, problems }, visit)
  const flag = act === "close_flag" ? flagNamed(shown, given.flag) : null
  if (given.by !== "") visitor.name = given.by
  const digest = typed(form, "digest")
  const decided = yield* Effect.result(decide(key, { act, ...given, from: visitor.from, asOf: seen, flag, digest }))
  if (decided._tag === "Success") {
    const { answered, notNow } = decided.success
    const incomplete = answered === null || answered === "all" ? null : { answered }
    return seeOther(
      addressWith(
        paymentAddress(key),
        notNow === null
          ? (incomplete ?? { done: offer.needsSecondPerson ? "request" : act })
          : { unasked: notNow.because },
      ),
    )
  }
  // Another person may have decided between our read and our write.
  const after = yield* shownOf(key, visit, false)
  const moved = after.timeline.asOf !== seen && act !== "recheck"
  const refused = moved ? { ...fresh, status: 409, seen } : refusedBy(decided.failure, visit)
  return page(act, after, given, refused, visit)
})
