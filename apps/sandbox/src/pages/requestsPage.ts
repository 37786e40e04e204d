/** The log of every request that arrived, whatever became of it. */
import type { RequestLine, RequestOutcome } from "@cauri/simulator"
import { html, type Markup } from "@cauri/simulator/pages"
import { cell, live, moment, type Page, table, type View } from "./View.ts"

/** Lines that one page shows. */
const maximumLines = 200

/** The page. Pages of the sandbox itself are left out. */
export const requestsPage = (view: View): Page => {
  const { requests, words } = view
  const lines = requests
    .filter(({ endpoint, path }) => endpoint !== null || path.startsWith(`${view.base}/pay/`))
    .toReversed()
    .slice(0, maximumLines)
  return {
    title: words.requests,
    looksAgain: true,
    body: html`<h1>${words.requests}</h1>
      <p>${words.requests_explained}</p>
      ${live("requests", rows(view, lines))}`,
  }
}

const rows = (view: View, lines: ReadonlyArray<RequestLine>): Markup => {
  const { words } = view
  return lines.length === 0
    ? html`<p class="empty">${words.no_requests}</p>`
    : table(
        words.requests_newest_first,
        ["N°", words.time, words.request, words.reference, words.project, words.answer],
        lines.map(
          (line) =>
            html`<tr>
              ${cell("N°", String(line.number))} ${cell(words.time, moment(view, line.at))}
              ${cell(
                words.request,
                html`<code>${line.method} ${line.path}</code> <span class="hint">${line.endpoint ?? ""}</span>`,
              )}
              ${cell(words.reference, line.transactionId ?? "–")} ${cell(words.project, line.projectId ?? "–")}
              ${cell(words.answer, outcomeText(view, line.outcome))}
            </tr>`,
        ),
      )
}

const outcomeText = ({ words }: View, outcome: RequestOutcome | null): Markup => {
  if (outcome === null) return html`<span class="badge pending">${words.request_under_way}</span>`
  switch (outcome._tag) {
    case "Answered":
      return html`<span
        class="badge ${outcome.responseCode === "00" || outcome.responseCode === null ? "completed" : "notcompleted"}"
        >${outcome.status}${outcome.responseCode === null ? "" : `, ${outcome.responseCode}`}</span
      >`
    case "Truncated":
      return html`<span class="badge notcompleted">${words.truncated}</span>`
    case "Cut":
      return html`<span class="badge notcompleted">${words.cut}</span>`
    case "Silence":
      return html`<span class="badge notcompleted">${words.silence}</span>`
  }
}
