/**
 * One payment: what it is, where it stands, what can be decided about it, and everything that happened to it.
 */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { type FlagKind, type HistoryEntry, type PaymentKey, type PaymentRecord, Policy } from "@cauri/core"
import { type Act, allowedOn, type AllowedAct, ServiceLine } from "../decisions.ts"
import { historyOf, recordOf, type Timeline, timelineFrom } from "../timeline.ts"
import { attributes, html, type Markup, nothing } from "./html.ts"
import { lifePicture } from "./lifePicture.ts"
import { countText, durationText, moment, sumText } from "./moments.ts"
import { idText, nameIn, paymentName, said, statePill, wordOf } from "./parts.ts"
import { refusalText } from "./refusals.ts"
import { formToken, pageResponse } from "./shell.ts"
import { spansOf } from "./spans.ts"
import type { Texts } from "./texts.ts"
import { eventTones, outcomeTones } from "./tones.ts"
import { addressWith, paymentAddress, type Visit } from "./visit.ts"

/** A payment as the pages show it. */
export interface Shown {
  readonly record: PaymentRecord
  readonly history: ReadonlyArray<HistoryEntry>
  readonly timeline: Timeline
  readonly allowed: ReadonlyArray<AllowedAct>
  readonly line: boolean
}

/** Reads a payment and its history. */
export const shownOf = Effect.fn("Page.shown")(function* (key: PaymentKey, visit: Visit, revealed: boolean) {
  const record = yield* recordOf(key)
  const history = yield* historyOf(key)
  const shown: Shown = {
    record,
    history,
    timeline: timelineFrom(record, history, visit.language, revealed),
    allowed: allowedOn(record, yield* Policy, visit.now),
    line: (yield* ServiceLine).open,
  }
  return shown
})

/** The parts of an address that name a decision. */
export const actPaths: Readonly<Record<Act, string>> = {
  Completed: "completed",
  NotCompleted: "not-completed",
  SendAgain: "send-again",
  Release: "release",
  Cancel: "cancel",
  CloseFlag: "close-flag",
  Recheck: "recheck",
}

/** Names a flag in a form, whatever its subject holds. */
export const flagId = (kind: FlagKind, subject: string): string =>
  createHash("sha256").update(`${kind} ${subject}`).digest("base64url").slice(0, 16)

const fact = (name: string, value: Markup | null): Markup =>
  value === null
    ? nothing
    : html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`

const optional = (text: string | null): Markup | null => (text === null ? null : said(text))

const factsCard = ({ createdAt, facts, key }: Timeline, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const refund =
    facts.refundOf === null
      ? null
      : html`<a href="${addressWith("/find", { id: `payin ${key.project}/${facts.refundOf}` })}"
          >${idText(facts.refundOf)}</a
        >`
  const data = Object.entries(facts.customData).map(
    ([name, value]) => html`<li><span class="mono">${name}</span>: ${said(value)}</li>`,
  )
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">${words.facts}</h2>
    <dl class="facts">
      ${fact(words.project, idText(key.project))} ${fact(words.created, moment(createdAt, language))}
      ${fact(words.rail, html`${wordOf(texts.rails, facts.rail)}`)} ${fact(words.operator, optional(facts.operator))}
      ${fact(words.party[key.kind], facts.party === null ? null : idText(facts.party))}
      ${fact(words.customer, optional(facts.customer))} ${fact(words.description, said(facts.description))}
      ${fact(words.orderRef, optional(facts.orderRef))} ${fact(words.refundOf, refund)}
      ${fact(
        words.customData,
        data.length === 0
          ? null
          : html`<ul class="plain">
              ${data}
            </ul>`,
      )}
    </dl>
  </section>`
}

const decisionItem = (offer: AllowedAct, isFirst: boolean, shown: Shown, visit: Visit): Markup => {
  const { texts } = visit
  const { key } = shown.timeline
  const { act, needsService, obstacle } = offer
  const label = texts.acts[act]
  const blocked = needsService && !shown.line ? texts.payment.noLine : null
  const waits = obstacle === null ? null : `${texts.payment.obstacle} ${refusalText(obstacle, visit.language)}`
  const because = blocked ?? waits
  const path = paymentAddress(key, `/${actPaths[act]}`)
  if (because !== null) {
    return html`<li>
      <span class="blocked">${label}</span>
      <span class="small muted">${because}</span>
    </li>`
  }
  if (act === "Recheck") {
    return html`<li>
      <form method="post" action="${path}">
        ${formToken(visit)}
        <button class="button" type="submit">${label}</button>
      </form>
      <span class="small muted">${texts.actEffects.Recheck}</span>
    </li>`
  }
  return html`<li><a class="${isFirst ? "button primary" : "button"}" href="${path}">${label}</a></li>`
}

const decisionsCard = (shown: Shown, visit: Visit): Markup => {
  const words = visit.texts.payment
  const possible = shown.allowed.filter(
    ({ needsService, obstacle }) => obstacle === null && (!needsService || shown.line),
  )
  // Where there is more than one ruling, none of them is put into anybody's hand.
  const rulings = possible.filter(({ needsEvidence }) => needsEvidence)
  const first = rulings.length > 0 ? null : possible[0]
  const items = shown.allowed.map((offer) => decisionItem(offer, offer === first, shown, visit))
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

/** The events from one number on, as an ordered list. */
export const eventList = (timeline: Timeline, after: number, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const lines = timeline.entries
    .map((entry, index) => ({ entry, before: timeline.entries[index - 1] }))
    .filter(({ entry }) => entry.seq > after)
    .map(({ before, entry }) => {
      const gap =
        before === undefined || entry.at === before.at
          ? nothing
          : html` · <span class="gap">${words.gap(durationText(entry.at - before.at, language))}</span>`
      const tone = nameIn(eventTones, entry.tag) ? eventTones[entry.tag] : "closed"
      const by = wordOf(words.who, entry.who)
      return html`<li ${attributes({ class: tone, value: entry.seq })}>
        <p class="when">${moment(entry.at, language)}${gap}</p>
        <p><strong>${entry.title}</strong> <span class="small muted">${words.by(by)}</span></p>
        ${entry.detail === "" ? nothing : html`<p class="small">${said(entry.detail)}</p>`}
      </li>`
    })
  return html`<ol class="events" role="list">
    ${lines}
  </ol>`
}

/** A page shows so many events; a life that is longer is told by `console show`. */
const maxEvents = 100

const lifeCard = (shown: Shown, visit: Visit): Markup => {
  const words = visit.texts.payment
  const hidden = Math.max(0, shown.timeline.asOf - maxEvents)
  return html`<section class="card" aria-labelledby="life">
    <h2 id="life">${words.life}</h2>
    ${lifePicture(spansOf(shown.history), visit.now, visit)}
    <h3>${words.events}</h3>
    ${hidden > 0 ? html`<p class="small muted">${words.earlier(countText(hidden, visit.language))}</p>` : nothing}
    ${eventList(shown.timeline, hidden, visit)}
  </section>`
}

const attemptsCard = ({ record, timeline }: Shown, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const items = timeline.attempts.map(({ kind, number, outcome, startedAt }, index) => {
    const { _tag } = record.payment.attempts[index]?.outcome ?? { _tag: "InFlight" }
    return html`<li>
      <p class="title">
        <strong>${words.call(number, texts.attemptKinds[kind])}</strong>
        <span class="${`pill ${outcomeTones[_tag]}`}">${texts.outcomes[_tag]}</span>
      </p>
      <p class="small muted">${moment(startedAt, language)}</p>
      <p class="small mono">${said(outcome)}</p>
    </li>`
  })
  return html`<section class="card" aria-labelledby="attempts">
    <h2 id="attempts">${words.attempts}</h2>
    ${
      items.length === 0
        ? html`<p class="muted">${words.noAttempts}</p>`
        : html`<ol class="calls" role="list">
            ${items}
          </ol>`
    }
  </section>`
}

/** What a flag is about: most are about a call, by its number. */
export const aboutText = (subject: string, { payment }: Texts): string => {
  if (subject === "") return ""
  return /^\d+$/.test(subject) ? payment.aboutCall(subject) : payment.about(subject)
}

const flagsCard = ({ record, timeline }: Shown, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const items = record.payment.flags.map((flag, index) => {
    const shownFlag = timeline.flags[index]
    const about = aboutText(shownFlag?.subject ?? "", texts)
    const closed = shownFlag?.closed ?? null
    const address = addressWith(paymentAddress(timeline.key, "/close-flag"), { flag: flagId(flag.kind, flag.subject) })
    const state =
      closed === null
        ? html`<p>${texts.flagAdvice[flag.kind]}</p>
            <p><a href="${address}">${words.closeThis}</a></p>`
        : html`<p class="small muted">
            ${words.closed(closed.by)}, ${moment(closed.at, language)}: ${said(closed.reason)}
          </p>`
    return html`<li>
      <p>
        <span class="${closed === null ? "mark flag" : "mark"}">${texts.flags[flag.kind]}</span>
        <span class="small muted"
          >${about === "" ? nothing : html`${said(about)} · `}${words.raised} ${moment(flag.raisedAt, language)}</span
        >
      </p>
      ${state}
    </li>`
  })
  return html`<section class="card" aria-labelledby="flags">
    <h2 id="flags">${words.flags}</h2>
    ${
      items.length === 0
        ? html`<p class="muted">${words.noFlags}</p>`
        : html`<ul class="flags" role="list">
            ${items}
          </ul>`
    }
  </section>`
}

const notesCard = ({ timeline }: Shown, { texts }: Visit): Markup => {
  const words = texts.payment
  const items = timeline.notes.map(({ attempt, newest }) => html`<li>${words.note(attempt, newest)}</li>`)
  return html`<section class="card" aria-labelledby="notes">
    <h2 id="notes">${words.notes}</h2>
    ${
      items.length === 0
        ? html`<p class="muted">${words.noNotes}</p>`
        : html`<ul class="plain">
              ${items}
            </ul>
            <p class="small muted">${words.notesMeaning}</p>`
    }
  </section>`
}

const head = ({ timeline }: Shown, { language, texts }: Visit): Markup => {
  const { because, facts, key, state } = timeline
  const why = because !== null && nameIn(texts.heldBecause, because) ? ` (${texts.heldBecause[because]})` : ""
  const meaning = wordOf(texts.meanings, state)
  return html`<header class="head">
    <a class="back" href="/">← ${texts.payment.back}</a>
    <h1>${paymentName(key, texts)}</h1>
    <p class="title"><span class="sum">${sumText(facts.amount, language)}</span> ${statePill(state, texts)}</p>
    <p class="muted">${meaning}${why}</p>
  </header>`
}

/** What stands above a payment: what was just done, or who sees everything. */
const notices = ({ timeline }: Shown, { query, texts }: Visit, revealedTo: string | null): Markup => {
  const done = query.get("done") ?? ""
  const words = texts.payment
  const told = nameIn(words.done, done)
    ? html`<div class="notice good" role="status"><p>${words.done[done]}</p></div>`
    : nothing
  const revealed =
    revealedTo === null
      ? nothing
      : html`<div class="notice careful" role="status">
          <p>${words.revealed(revealedTo)} <a href="${paymentAddress(timeline.key)}">${words.revealedHide}</a></p>
        </div>`
  return html`${told}${revealed}`
}

/** The page of a payment. `revealedTo`: the name of who asked to see everything. */
export const paymentPage = (shown: Shown, visit: Visit, revealedTo: string | null) => {
  const { texts } = visit
  const { key } = shown.timeline
  const reveal =
    revealedTo === null ? html`<p><a href="${paymentAddress(key, "/reveal")}">${texts.payment.reveal}</a></p>` : nothing
  const body = html`${notices(shown, visit, revealedTo)}
    <div class="payment">
      ${head(shown, visit)} ${decisionsCard(shown, visit)}
      <div class="body">
        ${factsCard(shown.timeline, visit)} ${lifeCard(shown, visit)} ${attemptsCard(shown, visit)}
        ${flagsCard(shown, visit)} ${notesCard(shown, visit)} ${reveal}
      </div>
    </div>`
  const title = `${key.project}/${key.id}`
  return pageResponse(visit, { title, section: "worklist", body })
}

/** Shows a payment, masked. */
export const showPayment = Effect.fn("Page.payment")(function* (key: PaymentKey, visit: Visit) {
  return paymentPage(yield* shownOf(key, visit, false), visit, null)
})
