/** The cards of a payment's page: the request, its life, its calls, its flags and its callbacks. */
import { duration, money, number as count } from "@cauri/catalogue"
import { aboutText } from "./sentences.ts"
import { personText } from "../words/personText.ts"
import { noCallText } from "./support.ts"
import { nameOf } from "../words/nameOf.ts"
import { attributes, facts, html, type Markup, nothing } from "@cauri/pages"
import { lifePicture } from "./lifePicture.ts"
import { moment } from "../frame/moments.ts"
import { idText, nameIn, said } from "../frame/parts.ts"
import { flagId, type Shown } from "./shown.ts"
import { spansOf } from "./spans.ts"
import type { Timeline } from "./timeline.ts"
import { eventTones, outcomeTones } from "../frame/tones.ts"
import { addressWith, paymentAddress, type Visit } from "../frame/visit.ts"

const optional = (text: string | null): Markup | null => (text === null ? null : said(text))

/** The request. */
export const factsCard = ({ createdAt, facts: asked, key }: Timeline, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const refund =
    asked.refundOf === null
      ? null
      : html`<a href="${addressWith("/find", { id: `payin ${key.project}/${asked.refundOf}` })}"
          >${idText(asked.refundOf)}</a
        >`
  const data = Object.entries(asked.customData).map(
    ([name, value]) => html`<li><span class="mono">${name}</span>: ${said(value)}</li>`,
  )
  const custom = html`<ul class="plain">
    ${data}
  </ul>`
  const known: ReadonlyArray<readonly [string, Markup | null]> = [
    [words.project, idText(key.project)],
    [words.created, moment(createdAt, language)],
    [words.rail, html`${nameOf(texts.words.rails, asked.rail)}`],
    [words.operator, optional(asked.operator)],
    [words.party[key.kind], asked.party === null ? null : idText(asked.party)],
    [words.amountPaid, asked.amountPaid === null ? null : html`${money(asked.amountPaid, language)}`],
    [words.customer, optional(asked.customer)],
    [words.description, said(asked.description)],
    [words.orderRef, optional(asked.orderRef)],
    [words.refundOf, refund],
    [words.customData, data.length === 0 ? null : custom],
  ]
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">${words.facts}</h2>
    ${facts(known.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))}
  </section>`
}

/** The request that waits for a second person, with everything that its approval rests on. */
export const requestCard = ({ approvals, request, timeline }: Shown, { language, texts }: Visit): Markup => {
  if (request === null) return nothing
  const { because, facts: asked, notes, state } = timeline
  const words = texts.words.approvals
  const stands = nameOf(texts.words.states, state)
  const { afterRestore, approvers, payoutsAbove } = approvals
  const rules = [
    ...(payoutsAbove === null ? [] : [words.above(payoutsAbove)]),
    ...(afterRestore ? [words.after_restore] : []),
    words.approvers(approvers.join(", ")),
  ]
  const rests = [
    money(asked.amount, language),
    ...(asked.party === null ? [] : [asked.party]),
    because === null ? stands : `${stands} (${nameOf(texts.words.heldBecause, because)})`,
    words.calls(timeline.attempts.length),
    words.callbacks(notes.length),
    ...rules,
  ]
  return html`<section class="card" aria-labelledby="request">
    <h2 id="request">${words.title}</h2>
    ${request.isVoid ? html`<p class="muted">${words.void}</p>` : nothing}
    <p>${said(words.requested(personText(request.by, language)))}</p>
    ${facts([
      [words.what, html`${texts.words.decisions[request.decision].name}`],
      [words.reason, said(request.reason)],
      ...(request.evidence === "" ? [] : [[words.evidence, said(request.evidence)] as const]),
      [
        words.rests_on,
        html`<ul class="plain">
          ${rests.map((each) => html`<li>${said(each)}</li>`)}
        </ul>`,
      ],
      [words.digest, html`<span class="mono">${request.digest}</span>`],
    ])}
  </section>`
}

/** The events after one number, as an ordered list. */
export const eventList = (timeline: Timeline, after: number, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const lines = timeline.entries
    .map((entry, index) => ({ entry, before: timeline.entries[index - 1] }))
    .filter(({ entry }) => entry.seq > after)
    .map(({ before, entry }) => {
      const gap =
        before === undefined || entry.at === before.at
          ? nothing
          : html` · <span class="gap">${words.gap(duration(entry.at - before.at, language))}</span>`
      const tone = nameIn(eventTones, entry.tag) ? eventTones[entry.tag] : "closed"
      const by = nameOf(texts.words.roles, entry.who)
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

/** The most events that the page shows; `cauri console show` prints all. */
const maxEvents = 100

/** Its states as a picture, and its events as a list. */
export const lifeCard = (shown: Shown, visit: Visit): Markup => {
  const words = visit.texts.payment
  const hidden = Math.max(0, shown.timeline.asOf - maxEvents)
  return html`<section class="card" aria-labelledby="life">
    <h2 id="life">${words.life}</h2>
    ${lifePicture(spansOf(shown.history), visit.now, visit)}
    <h3>${words.events}</h3>
    ${hidden > 0 ? html`<p class="small muted">${words.earlier(count(hidden, visit.language))}</p>` : nothing}
    ${eventList(shown.timeline, hidden, visit)}
  </section>`
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Its calls to the service, and how each ended. */
export const attemptsCard = ({ timeline }: Shown, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const items = timeline.attempts.map(
    ({ evidence, kind, number, outcome, startedAt, text }) =>
      html`<li>
        <p class="title">
          <strong
            >${sentence(texts.words.details.because(texts.words.details.attempt(number), texts.words.attemptKinds[kind]))}</strong
          >
          <span class="${`pill ${outcomeTones[outcome]}`}">${texts.words.outcomes[outcome]}</span>
        </p>
        <p class="small muted">${moment(startedAt, language)}</p>
        <p class="small mono">${said(text)}</p>
        ${
          evidence === null
            ? nothing
            : html`<p class="small mono">${said(evidence.head)}</p>
                <p class="small mono">${said(evidence.text)}</p>`
        }
      </li>`,
  )
  return html`<section class="card" aria-labelledby="attempts">
    <h2 id="attempts">${words.attempts}</h2>
    ${
      items.length === 0
        ? html`<p class="muted">${noCallText(timeline.state, language)}</p>`
        : html`<ol class="calls" role="list">
            ${items}
          </ol>`
    }
  </section>`
}

/** Its flags, the open ones with what to do about them. */
export const flagsCard = ({ record, timeline }: Shown, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const items = record.payment.flags.map((flag, index) => {
    const shownFlag = timeline.flags[index]
    const about = aboutText(shownFlag ?? { kind: flag.kind, subject: "" }, texts.words)
    const closed = shownFlag?.closed ?? null
    const address = addressWith(paymentAddress(timeline.key, "/close_flag"), { flag: flagId(flag.kind, flag.subject) })
    const state =
      closed === null
        ? html`<p>${texts.words.flags[flag.kind].operator}</p>
            <p><a href="${address}">${words.closeThis}</a></p>`
        : html`<p class="small muted">
            ${words.closed(closed.by)}, ${moment(closed.at, language)}: ${said(closed.reason)}
          </p>`
    return html`<li>
      <p>
        <span class="${closed === null ? "mark flag" : "mark"}">${texts.words.flags[flag.kind].name}</span>
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

/** The callbacks received. */
export const notesCard = ({ timeline }: Shown, { texts }: Visit): Markup => {
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

/** Who decided about it and who saw what is masked, when and from where. */
export const deedsCard = ({ deeds }: Shown, { language, texts }: Visit): Markup => {
  const words = texts.payment
  const items = deeds.map(({ act = "", at = "", by = "", from = "", reason = "", record = "" }) => {
    const what = nameIn(words.deeds, record) ? words.deeds[record] : record
    const decision = nameIn(texts.words.decisions, act) ? texts.words.decisions[act].name : what
    const place = from === "" ? nothing : html` · ${words.deedFrom} ${idText(from)}`
    return html`<li>
      <p><strong>${decision}</strong> <span class="small muted">${words.by(by)}${place}</span></p>
      <p class="small muted">
        ${at === "" ? nothing : moment(Date.parse(at), language)}${reason === "" ? nothing : html` · ${said(reason)}`}
      </p>
    </li>`
  })
  return html`<section class="card" aria-labelledby="deeds">
    <h2 id="deeds">${words.deedsTitle}</h2>
    ${
      items.length === 0
        ? html`<p class="muted">${words.noDeeds}</p>`
        : html`<ul class="plain">
            ${items}
          </ul>`
    }
  </section>`
}
