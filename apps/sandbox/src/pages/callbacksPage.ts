/** Callbacks: those sent, with body and result, and those still to be sent. */
import type { CallbackLogLine, CallbackPost } from "@cauri/simulator"
import { formMediaType } from "@cauri/wire"
import { html, type Markup } from "@cauri/simulator/pages"
import { paymentsOf, plannedPosts } from "./payments.ts"
import { cell, form, link, live, moment, type Page, table, type View } from "./View.ts"

/** Lines that one page shows. */
const maximumLines = 200

/** All callbacks. */
export const callbacksPage = (view: View): Page => ({
  title: view.words.callbacks,
  looksAgain: true,
  body: html`<h1>${view.words.callbacks}</h1>
    <p>${view.words.callbacks_explained}</p>
    ${live("posts", callbackRows(view))}`,
})

interface Line {
  readonly post: CallbackPost
  readonly result: CallbackLogLine["result"] | "Planned"
}

/** The table of callbacks, of one payment or of all. */
export const callbackRows = (view: View, token?: string): Markup => {
  const { words, state } = view
  const planned = plannedPosts(state).map((post): Line => ({ post, result: "Planned" }))
  const sent = state.callbackLog.toReversed()
  const lines = [...planned, ...sent].filter(({ post }) => token === undefined || post.payment === token)
  const byToken = new Map(paymentsOf(state).map((each) => [each.payment.token, each]))
  return lines.length === 0
    ? html`<p class="empty">${words.no_callbacks}</p>`
    : table(
        words.the_newest_first,
        [words.time, words.payment, words.encoding, words.result, words.content, words.act],
        lines.slice(0, maximumLines).map(({ post, result }) => {
          const payment = byToken.get(post.payment)
          return html`<tr>
            ${cell(words.time, moment(view, post.at))}
            ${cell(
              words.payment,
              payment === undefined
                ? words.forgotten
                : link(
                    view,
                    `/control/payment?number=${payment.payment.number}`,
                    payment.reference || `n° ${payment.payment.number}`,
                  ),
            )}
            ${cell(
              words.encoding,
              html`${post.encoding === "Form" ? words.form : "JSON"}${post.attempt > 1 ? ` × ${post.attempt}` : ""}
              ${post.forged ? html`<span class="badge notcompleted">${words.forged}</span>` : html``}`,
            )}
            ${cell(words.result, resultText(view, result))} ${cell(words.content, bodyOf(view, post))}
            ${cell(
              words.act,
              payment === undefined
                ? "–"
                : form(view, "team.RepeatCallbacks", {
                    hidden: { token: post.payment },
                    button: words.send_again,
                    label: `${words.send_callbacks_again} ${payment.reference || payment.payment.number}`,
                    kind: "quiet",
                    small: true,
                  }),
            )}
          </tr>`
        }),
      )
}

const resultText = ({ words }: View, result: Line["result"]): Markup => {
  if (result === "Planned") return html`<span class="badge pending">${words.planned}</span>`
  if (result === null) return html`<span class="badge pending">${words.under_way}</span>`
  switch (result._tag) {
    case "Answered":
      return html`<span class="badge ${result.status < 300 ? "completed" : "notcompleted"}">${result.status}</span>`
    case "NotSent":
      return html`<span class="badge notcompleted">${words.not_sent}</span> ${result.because}`
    case "NoAnswer":
      return html`<span class="badge notcompleted">${words.no_answer}</span> ${result.because}`
  }
}

const bodyOf = ({ words }: View, post: CallbackPost): Markup =>
  html`<details id="body-${post.id}">
    <summary>${words.show}</summary>
    <p>
      ${words.labelled(words.number_at_the_service, post.requestId)}<br /><code>POST ${post.url}</code><br /><code
        >content-type: ${post.contentType}</code
      >
    </p>
    <pre tabindex="0">${readable(post)}</pre>
  </details>`

/** A body as people read it: one field per line. */
const readable = ({ body, contentType }: CallbackPost): string => {
  if (contentType === formMediaType) {
    return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join("\n")
  }
  return JSON.stringify(JSON.parse(body), null, 2)
}
