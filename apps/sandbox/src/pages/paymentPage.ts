/** One payment of the control room: what it is, everything that can be done to it, and its history. */
import { duration } from "@cauri/catalogue"
import { HashMap, Option } from "effect"
import { pagePath } from "@cauri/simulator"
import { statuses } from "@cauri/wire"
import { facts, html, type Markup } from "@cauri/pages"
import { maskedUrl } from "@cauri/simulator/pages"
import { callbackRows } from "./callbacksPage.ts"
import { leapButtons, leaps } from "./leaps.ts"
import { type AnyPayment, kindText, operatorName, paymentsOf, statusBadge } from "./payments.ts"
import { choice, folded, form, francs, link, live, moment, type Page, type View } from "./View.ts"

export const paymentPage = (view: View): Page | undefined => {
  const { query, words, state } = view
  const found = paymentsOf(state).find(({ payment }) => String(payment.number) === query.get("number"))
  if (found === undefined) return undefined
  const { payment } = found
  return {
    title: found.reference || `n° ${payment.number}`,
    body: html`<p>${link("/control", words.all_payments)}</p>
      <h1>${found.reference || `n° ${payment.number}`}</h1>
      ${live("facts", factsOf(view, found))}
      <div class="columns">
        <section class="card" aria-labelledby="operator">
          <h2 id="operator">${words.the_operator}</h2>
          ${live("decide", decisions(view, found))}
        </section>
        <section class="card" aria-labelledby="tell">
          <h2 id="tell">${words.the_callbacks}</h2>
          ${live("hold", holding(view, found))} ${callbackActs(view, found)}
        </section>
      </div>
      <section class="card" aria-labelledby="clock">
        <h2 id="clock">${words.time_of_the_payment}</h2>
        <p>${words.time_of_the_payment_explained}</p>
        ${leapButtons(view, "team.AdvancePayment", { token: payment.token })}
      </section>
      <section aria-labelledby="posts">
        <h2 id="posts">${words.callbacks_sent_and_planned}</h2>
        ${live("posts-of", callbackRows(view, payment.token))}
      </section>
      ${live("history", history(view, found))}`,
  }
}

const factsOf = (view: View, found: AnyPayment): Markup => {
  const { words, state } = view
  const { payment } = found
  const rows: ReadonlyArray<readonly [string, Markup]> = [
    [words.status, statusBadge(payment.status)],
    [words.kind, html`${kindText(view, found)}`],
    [words.amount, html`${francs(view, payment.amountXof)}`],
    [words.operator, html`${operatorName(state, found.operatorId)}`],
    [
      words.customer,
      found.customer === "" ? html`–` : link(`/phones?n=${encodeURIComponent(found.customer)}`, found.customer),
    ],
    [
      words.number_at_the_service,
      link(`/control/requests?id=${encodeURIComponent(payment.requestId)}`, payment.requestId),
    ],
    [words.description, html`${payment.description}`],
    [
      words.callback_address,
      payment.callbackUrl === ""
        ? html`–`
        : html`<code>${maskedUrl(payment.callbackUrl)}</code>
            ${folded("callback-address", words.show, html`<code>${payment.callbackUrl}</code>`)}`,
    ],
    ...(found.kind === "payin" && found.payment.origin === "createHostedInvoice"
      ? [[words.payment_page, html`<a href="${pagePath}${payment.token}">${words.open}</a>`] as const]
      : []),
  ]
  return facts(rows)
}

const decisions = (view: View, { payment }: AnyPayment): Markup => {
  const { words } = view
  const hidden = { token: payment.token }
  return payment.status === "pending"
    ? html`<p>${words.operator_decides}</p>
        <div class="row">
          ${form(view, "team.Decide", { hidden: { ...hidden, completed: "true" }, button: "completed" })}
          ${form(view, "team.Decide", {
            hidden: { ...hidden, completed: "false" },
            button: "notcompleted",
            kind: "danger",
          })}
        </div>`
    : html`<p>${words.dispute_explained}</p>
        ${form(view, "team.Dispute", { hidden, button: words.dispute, kind: "danger" })}`
}

const holding = (view: View, { payment }: AnyPayment): Markup => {
  const { words, state } = view
  const faults = Option.getOrElse(HashMap.get(state.paymentFaults, payment.token), () => [])
  const isHeld = faults.some(({ _tag }) => _tag === "CallbackHeld")
  return html`<div class="row">
    ${form(view, isHeld ? "team.ReleaseCallbacks" : "team.HoldCallbacks", {
      hidden: { token: payment.token },
      button: isHeld ? words.release_all : words.hold_back,
      kind: "quiet",
    })}
  </div>`
}

const callbackActs = (view: View, { payment }: AnyPayment): Markup => {
  const { words } = view
  const hidden = { token: payment.token }
  return html`<div class="row">
      ${form(view, "team.RepeatCallbacks", { hidden, button: words.send_again, kind: "quiet" })}
      ${form(view, "team.LoseCallbacks", { hidden, button: words.lose, kind: "danger" })}
    </div>
    ${form(view, "team.ForgeCallbacks", {
      hidden,
      fields: (typed) =>
        choice(
          typed,
          words.forged_status,
          "status",
          statuses.map((each) => [each, each] as const),
          "completed",
        ),
      button: words.forge,
      kind: "danger",
    })}
    ${form(view, "team.DelayCallbacks", {
      hidden,
      fields: (typed) =>
        choice(
          typed,
          words.delay_by,
          "millis",
          leaps.map((millis) => [String(millis), duration(millis, view.language)] as const),
        ),
      button: words.delay,
      kind: "quiet",
    })}`
}

const history = (view: View, { payment }: AnyPayment): Markup =>
  html`<h2>${view.words.history}</h2>
    <ol class="events">
      ${payment.history.map(
        ({ at, cause, status }) => html`<li>${moment(view, at)} ${statusBadge(status)} ${cause[view.language]}</li>`,
      )}
    </ol>`
