/** Callbacks: what was sent, with its body and what came of it, and what is still to be sent. */
import type { CallbackLogLine, CallbackPost } from "@cauri/simulator"
import { formMediaType } from "@cauri/wire"
import { html, type Markup } from "@cauri/simulator/pages"
import { paymentsOf, plannedPosts } from "./payments.ts"
import { cell, form, link, live, moment, type Page, table, type View } from "./View.ts"

/** Lines that one page shows. */
const maximumLines = 200

/** All callbacks. */
export const callbacksPage = (view: View): Page => ({
  title: view.say("Notifications", "Callbacks"),
  looksAgain: true,
  body: html`<h1>${view.say("Notifications", "Callbacks")}</h1>
    <p>
      ${view.say(
        "Deux POST par événement, l'un en formulaire, l'autre en JSON, avec le même contenu. Rien n'y prouve leur origine.",
        "Two POSTs per event, one a form, one JSON, with the same content. Nothing in them proves where they come from.",
      )}
    </p>
    ${live("posts", callbackRows(view))}`,
})

interface Line {
  readonly post: CallbackPost
  readonly result: CallbackLogLine["result"] | "Planned"
}

/** The table of callbacks, of one payment or of all. */
export const callbackRows = (view: View, token?: string): Markup => {
  const { say, state } = view
  const planned = plannedPosts(state).map((post): Line => ({ post, result: "Planned" }))
  const sent = state.callbackLog.toReversed()
  const lines = [...planned, ...sent].filter(({ post }) => token === undefined || post.payment === token)
  const byToken = new Map(paymentsOf(state).map((each) => [each.payment.token, each]))
  return lines.length === 0
    ? html`<p class="empty">${say("Aucune notification.", "No callbacks.")}</p>`
    : table(
        say("Les plus récents d'abord", "The newest first"),
        [
          say("Heure", "Time"),
          say("Paiement", "Payment"),
          say("Forme", "Encoding"),
          say("Résultat", "Result"),
          say("Contenu", "Content"),
          say("Acte", "Act"),
        ],
        lines.slice(0, maximumLines).map(({ post, result }) => {
          const payment = byToken.get(post.payment)
          return html`<tr>
            ${cell(say("Heure", "Time"), moment(view, post.at))}
            ${cell(
              say("Paiement", "Payment"),
              payment === undefined
                ? say("oublié", "forgotten")
                : link(
                    view,
                    `/control/payment?number=${payment.payment.number}`,
                    payment.reference || `n° ${payment.payment.number}`,
                  ),
            )}
            ${cell(
              say("Forme", "Encoding"),
              html`${post.encoding === "Form" ? say("formulaire", "form") : "JSON"}${
                post.attempt > 1 ? ` × ${post.attempt}` : ""
              }
              ${post.forged ? html`<span class="badge notcompleted">${say("faux", "forged")}</span>` : html``}`,
            )}
            ${cell(say("Résultat", "Result"), resultText(view, result))}
            ${cell(say("Contenu", "Content"), bodyOf(view, post))}
            ${cell(
              say("Acte", "Act"),
              payment === undefined
                ? "–"
                : form(view, "team.RepeatCallbacks", {
                    hidden: { token: post.payment },
                    button: say("Envoyer de nouveau", "Send again"),
                    label: `${say("Envoyer de nouveau les notifications de", "Send again the callbacks of")} ${payment.reference || payment.payment.number}`,
                    kind: "quiet",
                    small: true,
                  }),
            )}
          </tr>`
        }),
      )
}

const resultText = ({ say }: View, result: Line["result"]): Markup => {
  if (result === "Planned") return html`<span class="badge pending">${say("prévu", "planned")}</span>`
  if (result === null) return html`<span class="badge pending">${say("en route", "under way")}</span>`
  switch (result._tag) {
    case "Answered":
      return html`<span class="badge ${result.status < 300 ? "completed" : "notcompleted"}">${result.status}</span>`
    case "NotSent":
      return html`<span class="badge notcompleted">${say("pas envoyé", "not sent")}</span> ${result.because}`
    case "NoAnswer":
      return html`<span class="badge notcompleted">${say("sans réponse", "no answer")}</span> ${result.because}`
  }
}

const bodyOf = ({ say }: View, post: CallbackPost): Markup =>
  html`<details id="body-${post.id}">
    <summary>${say("Voir", "Show")}</summary>
    <p><code>POST ${post.url}</code><br /><code>content-type: ${post.contentType}</code></p>
    <pre tabindex="0">${readable(post)}</pre>
  </details>`

/** A body as people read it: one field per line. */
const readable = ({ body, contentType }: CallbackPost): string => {
  if (contentType === formMediaType) {
    return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join("\n")
  }
  return JSON.stringify(JSON.parse(body), null, 2)
}
