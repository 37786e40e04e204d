/** The control room: payments, simulated time and balances. */
import { account, balanceOf } from "@cauri/simulator"
import { type Head, html, type Markup } from "@cauri/pages"
import { leapButtons, pause } from "./leaps.ts"
import { type AnyPayment, kindText, operatorName, paymentsOf, statusBadge } from "./payments.ts"
import { cell, field, form, francs, link, live, moment, type Page, table, type View } from "./View.ts"

export const controlPage = (view: View): Page => {
  const { words, state } = view
  const payments = paymentsOf(state)
  return {
    title: words.control_room,
    looksAgain: true,
    body: html`<h1>${words.control_room}</h1>
      ${timePanel(view)}
      <section aria-labelledby="payments">
        <h2 id="payments">${words.payments}</h2>
        ${live(
          "rows",
          payments.length === 0
            ? html`<p class="muted">${words.no_payments}</p>`
            : table(
                words.the_newest_first,
                [
                  words.time,
                  words.reference,
                  words.kind,
                  words.customer,
                  words.operator,
                  [words.amount, "number"],
                  words.status,
                ],
                payments.map((each) => paymentRow(view, each)),
              ),
        )}
      </section>
      ${balancesPanel(view)}`,
  }
}

const paymentRow = (view: View, each: AnyPayment): Markup => {
  const { words, state } = view
  const { payment } = each
  return html`<tr role="row">
    ${cell(words.time, moment(view, payment.createdAt))}
    ${cell(
      words.reference,
      link(`/control/payment?number=${payment.number}`, each.reference || `n° ${payment.number}`),
    )}
    ${cell(words.kind, kindText(view, each))}
    ${cell(
      words.customer,
      each.customer === "" ? "–" : link(`/phones?n=${encodeURIComponent(each.customer)}`, each.customer),
    )}
    ${cell(words.operator, operatorName(state, each.operatorId))}
    ${cell(words.amount, francs(view, payment.amountXof), "number")} ${cell(words.status, statusBadge(payment.status))}
  </tr>`
}

/** Simulated time: what it is, how fast it runs, and leaps forward. */
const timePanel = (view: View): Markup => {
  const { words, state } = view
  return html`<section class="card stack" aria-labelledby="time">
    <h2 id="time">${words.simulated_time}</h2>
    ${live(
      "now",
      html`<p class="sum">${moment(view, state.now)} UTC</p>
        <p class="small muted">
          × ${state.timeFactor}, ${words.labelled(words.waiting, String(state.agenda.flat().length))}
        </p>`,
    )}
    ${leapButtons(view, "time.pass")} ${live("pause", pause(view, "time.factor", state.timeFactor))}
    ${form(view, "time.factor", {
      fields: (typed) =>
        field(typed, words.pace, "factor", {
          value: state.timeFactor,
          numeric: true,
          required: true,
          hint: words.pace_hint,
        }),
      button: words.set,
      kind: "quiet",
    })}
  </section>`
}

const balancesPanel = (view: View): Markup => {
  const { words, state } = view
  return html`<section aria-labelledby="balances">
    <h2 id="balances">${words.balances_per_operator}</h2>
    ${live(
      "held",
      table(
        words.what_each_project_holds,
        [words.operator, ...state.projects.map(({ name }): Head => [name, "number"]), [words.on_the_way, "number"]],
        state.operators.map(
          ({ id, name }) =>
            html`<tr role="row">
              ${cell(words.operator, name)}
              ${state.projects.map((project) =>
                cell(project.name, francs(view, balanceOf(state.ledger, account.merchant(project.id, id))), "number"),
              )}
              ${cell(words.on_the_way, francs(view, balanceOf(state.ledger, account.transit(id))), "number")}
            </tr>`,
        ),
      ),
    )}
  </section>`
}
