/** One payment of the control room: what it is, everything that can be done to it, and its history. */
import { pagePath, statuses } from "@cauri/wire"
import { html, type Markup } from "@cauri/simulator/pages"
import { callbackRows } from "./callbacksPage.ts"
import { leaps } from "./leaps.ts"
import { type AnyPayment, kindText, operatorName, paymentsOf, statusBadge } from "./payments.ts"
import { choice, form, francs, joined, link, live, moment, type Page, type View } from "./View.ts"

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
          <h2 id="tell">${say("Les notifications", "The callbacks")}</h2>
          ${callbackActs(view, found)}
        </section>
      </div>
      <section aria-labelledby="posts">
        <h2 id="posts">${say("Notifications envoyées et prévues", "Callbacks sent and planned")}</h2>
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
    [say("Adresse de notification", "Callback address"), html`<code>${payment.callbackUrl}</code>`],
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
        say("Une fausse notification qui dit", "A forged one that says"),
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
          ({ at, cause, status }) => html`<li>${moment(view, at)} ${statusBadge(status)} ${cause[view.language]}</li>`,
        ),
      )}
    </ol>`
