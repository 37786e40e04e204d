/** The control room: payments, simulated time and balances. */
import { account, balanceOf } from "@cauri/simulator"
import { html, type Markup } from "@cauri/simulator/pages"
import { leaps } from "./leaps.ts"
import { type AnyPayment, kindText, operatorName, paymentsOf, statusBadge } from "./payments.ts"
import { cell, field, form, francs, type Head, link, live, moment, type Page, table, type View } from "./View.ts"

/** Payments, time and balances. */
export const controlPage = (view: View): Page => {
  const { say, state } = view
  const payments = paymentsOf(state)
  return {
    title: say("Salle de contrôle", "Control room"),
    looksAgain: true,
    body: html`<h1>${say("Salle de contrôle", "Control room")}</h1>
      ${timePanel(view)}
      <section aria-labelledby="payments">
        <h2 id="payments">${say("Paiements", "Payments")}</h2>
        ${live(
          "rows",
          payments.length === 0
            ? html`<p class="empty">
                ${say(
                  "Rien encore : créez un paiement par votre programme, ou lancez un scénario.",
                  "Nothing yet: create a payment with your program, or start a scenario.",
                )}
              </p>`
            : table(
                say("Les plus récents d'abord", "The newest first"),
                [
                  say("Heure", "Time"),
                  say("Référence", "Reference"),
                  say("Genre", "Kind"),
                  say("Client", "Customer"),
                  say("Opérateur", "Operator"),
                  [say("Montant", "Amount"), "number"],
                  say("État", "Status"),
                ],
                payments.map((each) => paymentRow(view, each)),
              ),
        )}
      </section>
      ${balancesPanel(view)}`,
  }
}

const paymentRow = (view: View, each: AnyPayment): Markup => {
  const { say, state } = view
  const { payment } = each
  return html`<tr>
    ${cell(say("Heure", "Time"), moment(view, payment.createdAt))}
    ${cell(
      say("Référence", "Reference"),
      link(view, `/control/payment?number=${payment.number}`, each.reference || `n° ${payment.number}`),
    )}
    ${cell(say("Genre", "Kind"), kindText(view, each))}
    ${cell(
      say("Client", "Customer"),
      each.customer === "" ? "–" : link(view, `/phones?n=${encodeURIComponent(each.customer)}`, each.customer),
    )}
    ${cell(say("Opérateur", "Operator"), operatorName(state, each.operatorId))}
    ${cell(say("Montant", "Amount"), francs(view, payment.amountXof), "number")}
    ${cell(say("État", "Status"), statusBadge(payment.status))}
  </tr>`
}

/** Simulated time: what it is, how fast it runs, and leaps forward. */
const timePanel = (view: View): Markup => {
  const { say, state } = view
  return html`<section class="panel time" aria-labelledby="time">
    <h2 id="time">${say("Temps simulé", "Simulated time")}</h2>
    ${live(
      "now",
      html`<p class="clock">
        ${moment(view, state.now)} UTC
        <span class="hint">× ${state.timeFactor}, ${say("en attente", "waiting")} : ${state.agenda.flat().length}</span>
      </p>`,
    )}
    <div class="buttons">
      ${leaps.map(([millis, french, english]) =>
        form(view, "time.pass", {
          hidden: { millis: String(millis) },
          button: `+ ${say(french, english)}`,
          kind: "quiet",
          small: true,
        }),
      )}
    </div>
    ${form(view, "time.factor", {
      fields: field(say("Vitesse", "Pace"), "factor", {
        value: state.timeFactor,
        numeric: true,
        required: true,
        hint: say("1 : comme la montre ; 60 : une heure par minute", "1: as the clock; 60: an hour per minute"),
      }),
      button: say("Régler", "Set"),
      kind: "quiet",
    })}
  </section>`
}

const balancesPanel = (view: View): Markup => {
  const { say, state } = view
  return html`<section aria-labelledby="balances">
    <h2 id="balances">${say("Soldes par opérateur", "Balances per operator")}</h2>
    ${live(
      "held",
      table(
        say("Ce que chaque projet possède", "What each project holds"),
        [
          say("Opérateur", "Operator"),
          ...state.projects.map(({ name }): Head => [name, "number"]),
          [say("En route", "On the way"), "number"],
        ],
        state.operators.map(
          ({ id, name }) =>
            html`<tr>
              ${cell(say("Opérateur", "Operator"), name)}
              ${state.projects.map((project) =>
                cell(project.name, francs(view, balanceOf(state.ledger, account.merchant(project.id, id))), "number"),
              )}
              ${cell(say("En route", "On the way"), francs(view, balanceOf(state.ledger, account.transit(id))), "number")}
            </tr>`,
        ),
      ),
    )}
  </section>`
}
