/** Callbacks: those sent, with body and result, those that are held back, and those still to be sent; and one of them to look into. */
import { callbackOf, type CallbackLogLine, type CallbackPost, forwardAddress, plannedPosts } from "@cauri/simulator"
import { html, type Markup } from "@cauri/pages"
import { laidOut, maskedPost } from "@cauri/simulator/pages"
import { paymentsOf } from "./payments.ts"
import { cell, field, form, lines, link, live, moment, type Page, table, type View } from "./View.ts"

const maximumLines = 100

export const callbacksPage = (view: View): Page => ({
  title: view.words.callbacks,
  looksAgain: true,
  body: html`<h1>${view.words.callbacks}</h1>
    <p>${view.words.callbacks_explained}</p>
    ${live("posts", callbackRows(view))} ${forwardsPanel(view)}`,
})

/** Addresses that look public, and where they lead. */
const forwardsPanel = (view: View): Markup => {
  const { words, state } = view
  return html`<section class="card" aria-labelledby="forwards">
    <h2 id="forwards">${words.forwards}</h2>
    <p>${words.forwards_explained}</p>
    ${live(
      "forwarded",
      html`${state.forwards.map(
        (target) =>
          html`<p><code>${forwardAddress(target)}</code> → <code>${target}</code></p>
            ${form(view, "team.RemoveForward", {
              hidden: { target },
              button: words.forward_no_more,
              label: words.labelled(words.forward_no_more, target),
              kind: "quiet",
            })}`,
      )}`,
    )}
    ${form(view, "team.PutForward", {
      fields: (typed) => field(typed, words.forward_to, "target", { required: true, hint: "http://localhost:3000/…" }),
      button: words.forward,
      kind: "quiet",
    })}
  </section>`
}

/** One callback: every byte of it, and a copy to edit and send. */
export const callbackPage = (view: View): Page | undefined => {
  const { query, words, state } = view
  const post = callbackOf(state, query.get("id") ?? "")
  if (post === undefined) return undefined
  return {
    title: words.callback,
    body: html`<p>${link("/control/callbacks", words.callbacks)}</p>
      <h1>${words.callback}</h1>
      ${live(
        "callback",
        table(
          words.callback,
          heads(view),
          linesOf(view, (line) => line.post.payment === post.payment && eventOf(line.post) === eventOf(post)),
        ),
      )}
      <section class="card" aria-labelledby="forge">
        <h2 id="forge">${words.edit_and_forge}</h2>
        <p>${words.edit_explained}</p>
        ${form(view, "team.EditCallback", {
          hidden: { callback: post.id },
          fields: (typed) =>
            html`<p><code>POST ${post.url}</code><br /><code>content-type: ${post.contentType}</code></p>
              ${lines(typed, words.content, "body", post.body, 12)}`,
          button: words.forge,
          kind: "danger",
        })}
      </section>`,
  }
}

/** What a copy has in common with its original. */
const eventOf = ({ event }: CallbackPost): string => event.split(".")[0] ?? event

interface Line {
  readonly post: CallbackPost
  readonly result: CallbackLogLine["result"] | "Planned" | "Held"
  readonly tookMillis: number | null
}

export const callbackRows = (view: View, token?: string): Markup => {
  const rows = linesOf(view, ({ post }) => token === undefined || post.payment === token)
  return rows.length === 0
    ? html`<p class="muted">${view.words.no_callbacks}</p>`
    : table(view.words.the_newest_first, heads(view), rows)
}

const heads = ({ words }: View): ReadonlyArray<string> => [
  words.time,
  words.payment,
  words.encoding,
  words.result,
  words.content,
  words.act,
]

const linesOf = (view: View, isWanted: (line: Line) => boolean): ReadonlyArray<Markup> => {
  const { state } = view
  const waiting = (posts: ReadonlyArray<CallbackPost>, result: "Held" | "Planned") =>
    posts.map((post): Line => ({ post, result, tookMillis: null }))
  const lines: ReadonlyArray<Line> = [
    ...waiting(plannedPosts(state), "Planned"),
    ...waiting(state.held, "Held"),
    ...state.callbackLog.toReversed(),
  ]
  const byToken = new Map(paymentsOf(state).map((each) => [each.payment.token, each]))
  return lines
    .filter(isWanted)
    .slice(0, maximumLines)
    .map((line) => rowOf(view, line, byToken.get(line.post.payment)))
}

const rowOf = (view: View, line: Line, payment: ReturnType<typeof paymentsOf>[number] | undefined): Markup => {
  const { words } = view
  const { post } = line
  const reference = payment?.reference || `n° ${payment?.payment.number}`
  const isWaiting = line.result === "Planned" || line.result === "Held"
  return html`<tr role="row">
    ${cell(words.time, moment(view, post.at))}
    ${cell(
      words.payment,
      payment === undefined ? words.forgotten : link(`/control/payment?number=${payment.payment.number}`, reference),
    )}
    ${cell(
      words.encoding,
      html`<span class="unbroken">${post.encoding === "Form" ? words.form : "JSON"}</span
        >${post.attempt > 1 ? ` × ${post.attempt}` : ""}
        ${post.forged ? html`<span class="pill failed">${words.forged}</span>` : html``}`,
    )}
    ${cell(words.result, resultText(view, line))} ${cell(words.content, bodyOf(view, post))}
    ${cell(
      words.act,
      html`${form(view, "team.DeliverCallback", {
        hidden: { callback: post.id },
        button: isWaiting ? words.send_now : words.send_again,
        label: words.labelled(isWaiting ? words.send_now : words.send_again, post.id),
        kind: "quiet",
      })}
      ${link(`/control/callback?id=${encodeURIComponent(post.id)}`, words.edit)}`,
    )}
  </tr>`
}

const resultText = ({ language, words }: View, { result, tookMillis }: Line): Markup => {
  const took = tookMillis === null ? html`` : html` <span class="small muted">${tookMillis} ms</span>`
  if (result === "Planned") return html`<span class="pill waiting">${words.planned}</span>`
  if (result === "Held") return html`<span class="pill waiting">${words.held_back}</span>`
  if (result === null) return html`<span class="pill waiting">${words.under_way}</span>`
  switch (result._tag) {
    case "Answered":
      return html`<span class="pill ${result.status < 300 ? "settled" : "failed"}">${result.status}</span>${took}`
    case "NotSent":
      return html`<span class="pill failed">${words.not_sent}</span> ${result.because[language]}`
    case "NoAnswer":
      return html`<span class="pill failed">${words.no_answer}</span> ${result.because[language]}${took}`
  }
}

const bodyOf = ({ words }: View, given: CallbackPost): Markup => {
  const post = maskedPost(given)
  return html`<details id="body-${post.id}">
    <summary>${words.show}</summary>
    <p>
      ${words.labelled(words.number_at_the_service, post.requestId)}<br /><code>POST ${post.url}</code><br /><code
        >content-type: ${post.contentType}</code
      >
    </p>
    <pre tabindex="0">${laidOut(post)}</pre>
  </details>`
}
