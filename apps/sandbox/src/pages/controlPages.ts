/** The control room: payments and balances, time, one payment with everything that can be done to it. */
import { account, balanceOf } from "@cauri/simulator"
import { pagePath, statuses } from "@cauri/wire"
import { html, type Markup } from "@cauri/simulator/pages"
import { callbackRows } from "./callbacksPage.ts"
import { type AnyPayment, kindText, operatorName, paymentsOf, statusBadge } from "./payments.ts"
import { toldText } from "./told.ts"
import {
  cell,
  choice,
  field,
  form,
  francs,
  joined,
  link,
  live,
  moment,
  type Head,
  type Page,
  table,
  type View,
} from "./View.ts"

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

const minute = 60_000
const leaps = [
  [minute, "1 min", "1 min"],
  [15 * minute, "15 min", "15 min"],
  [60 * minute, "1 h", "1 h"],
  [24 * 60 * minute, "1 jour", "1 day"],
] as const

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

/** One payment. */
export const paymentPage = (view: View): Page | undefined => {
  const { query, say, state } = view
  const found = paymentsOf(state).find(({ payment }) => String(payment.number) === query.get("number"))
  if (found === undefined) return undefined
  const { payment } = found
  return {
    title: found.reference || `n° ${payment.number}`,
    body: html`<p>${link(view, "/control", say("Tous les paiements", "All payments"))}</p>
      <h1>${found.reference || `n° ${payment.number}`}</h1>
      ${live("facts", facts(view, found))}
      <div class="columns">
        <section class="panel" aria-labelledby="operator">
          <h2 id="operator">${say("L'opérateur", "The operator")}</h2>
          ${live("decide", decisions(view, found))}
        </section>
        <section class="panel" aria-labelledby="tell">
          <h2 id="tell">${say("Les rappels", "The callbacks")}</h2>
          ${callbackActs(view, found)}
        </section>
      </div>
      <section aria-labelledby="posts">
        <h2 id="posts">${say("Rappels envoyés et prévus", "Callbacks sent and planned")}</h2>
        ${live("posts-of", callbackRows(view, payment.token))}
      </section>
      ${live("history", history(view, found))}`,
  }
}

const facts = (view: View, found: AnyPayment): Markup => {
  const { base, say, state } = view
  const { payment } = found
  const rows: ReadonlyArray<readonly [string, Markup]> = [
    [say("État", "Status"), statusBadge(payment.status)],
    [say("Genre", "Kind"), html`${kindText(view, found)}`],
    [say("Montant", "Amount"), html`${francs(view, payment.amountXof)}`],
    [say("Opérateur", "Operator"), html`${operatorName(state, found.operatorId)}`],
    [
      say("Client", "Customer"),
      found.customer === "" ? html`–` : link(view, `/phones?n=${encodeURIComponent(found.customer)}`, found.customer),
    ],
    [say("Description", "Description"), html`${payment.description}`],
    [say("Adresse de rappel", "Callback address"), html`<code>${payment.callbackUrl}</code>`],
    ...(found.kind === "payin" && found.payment.origin === "createHostedInvoice"
      ? [
          [
            say("Page de paiement", "Payment page"),
            html`<a href="${base}${pagePath}${payment.token}">${say("Ouvrir", "Open")}</a>`,
          ] as const,
        ]
      : []),
  ]
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

const decisions = (view: View, { payment }: AnyPayment): Markup => {
  const { say } = view
  const hidden = { token: payment.token }
  return payment.status === "pending"
    ? html`<p>${say("Il décide maintenant :", "It decides now:")}</p>
        <div class="buttons">
          ${form(view, "team.Decide", { hidden: { ...hidden, completed: "true" }, button: "completed", small: true })}
          ${form(view, "team.Decide", {
            hidden: { ...hidden, completed: "false" },
            button: "notcompleted",
            kind: "danger",
            small: true,
          })}
        </div>`
    : html`<p>
          ${say(
            "Un litige change un état final ; le service ne le fait que si l'hypothèse finalStatusesMove le permet.",
            "A dispute moves a final status, where the assumption finalStatusesMove allows it.",
          )}
        </p>
        ${form(view, "team.Dispute", { hidden, button: say("Contester", "Dispute"), kind: "danger" })}`
}

const callbackActs = (view: View, { payment }: AnyPayment): Markup => {
  const { say } = view
  const hidden = { token: payment.token }
  return html`<div class="buttons">
      ${form(view, "team.RepeatCallbacks", { hidden, button: say("Envoyer de nouveau", "Send again"), small: true })}
      ${form(view, "team.LoseCallbacks", { hidden, button: say("Perdre", "Lose"), kind: "danger", small: true })}
    </div>
    ${form(view, "team.ForgeCallbacks", {
      hidden,
      fields: choice(
        say("Un rappel faux qui dit", "A forged one that says"),
        "status",
        statuses.map((each) => [each, each] as const),
        "completed",
      ),
      button: say("Contrefaire", "Forge"),
      kind: "danger",
    })}
    ${form(view, "team.DelayCallbacks", {
      hidden,
      fields: choice(
        say("Retarder de", "Delay by"),
        "millis",
        leaps.map(([millis, french, english]) => [String(millis), say(french, english)] as const),
      ),
      button: say("Retarder", "Delay"),
      kind: "quiet",
    })}`
}

const history = (view: View, { payment }: AnyPayment): Markup =>
  html`<h2>${view.say("Histoire", "History")}</h2>
    <ol class="history">
      ${joined(
        payment.history.map(
          ({ at, cause, status }) =>
            html`<li>${moment(view, at)} ${statusBadge(status)} ${toldText(view.language, cause)}</li>`,
        ),
      )}
    </ol>`
