/** The log of every request that arrived, whatever became of it. */
import type { RequestLine } from "@cauri/simulator"
import { jsonMediaType } from "@cauri/wire"
import { html, type Markup } from "@cauri/pages"
import { laidOut } from "@cauri/simulator/pages"
import { cell, link, live, moment, type Page, table, type View } from "./View.ts"

const maximumLines = 200

/** The page. Pages of the sandbox itself are left out. */
export const requestsPage = (view: View): Page => {
  const { query, requests, words } = view
  const about = query.get("id")
  const lines = requests
    .filter(
      ({ endpoint, path, reasons }) => endpoint !== null || reasons.length > 0 || path.startsWith(`${view.base}/pay/`),
    )
    .filter(({ requestId }) => about === null || requestId === about)
    .toReversed()
  const each = query.has("each")
  const shown = (each ? lines.map((line) => ({ line, times: 1 })) : foldedPolls(lines)).slice(0, maximumLines)
  const here = about === null ? "/control/requests?" : `/control/requests?id=${encodeURIComponent(about)}&`
  return {
    title: words.requests,
    looksAgain: true,
    body: html`<h1>${about === null ? words.requests : words.requests_of(about)}</h1>
      <p>${about === null ? words.requests_explained : link("/control/requests", words.every_request)}</p>
      <p>${each ? link(here.slice(0, -1), words.fold_polls) : link(`${here}each`, words.each_poll)}</p>
      ${live("requests", rows(view, shown))}`,
  }
}

/** The newest first; a status request that told the same as the next one about its payment is counted there. */
const foldedPolls = (lines: ReadonlyArray<RequestLine>): ReadonlyArray<Shown> => {
  const newer = new Map<string, Shown & { times: number }>()
  return lines.flatMap((line) => {
    const { endpoint, reasons, requestId, said } = line
    if (requestId === null || endpoint?.startsWith("confirm") !== true) return [{ line, times: 1 }]
    const next = newer.get(requestId)
    const isSame = reasons.length === 0 && said?.status != null && said.status === next?.line.said?.status
    if (isSame && next !== undefined) {
      next.times += 1
      return []
    }
    const shown = { line, times: 1 }
    newer.set(requestId, shown)
    return [shown]
  })
}

interface Shown {
  readonly line: RequestLine
  /** How many requests it stands for. */
  readonly times: number
}

const rows = (view: View, lines: ReadonlyArray<Shown>): Markup => {
  const { words } = view
  return lines.length === 0
    ? html`<p class="muted">${words.no_requests}</p>`
    : table(
        words.requests_newest_first,
        [["N°", "number"], words.time, words.request, words.reference, words.project, words.answer, words.content],
        lines.map(
          ({ line, times }) =>
            html`<tr role="row">
              ${cell("N°", String(line.number), "number")} ${cell(words.time, moment(view, line.at))}
              ${cell(
                words.request,
                html`<code>${line.method} ${line.path}</code>
                  <span class="small muted">${line.endpoint ?? ""}</span>
                  ${times === 1 ? html`` : html`<span class="count">× ${times}</span>`}`,
              )}
              ${cell(words.reference, referenceOf(line))} ${cell(words.project, line.projectId ?? "–")}
              ${cell(words.answer, html`${outcomeText(view, line)}${reasonsOf(view, line)}`)}
              ${cell(words.content, contentOf(view, line))}
            </tr>`,
        ),
      )
}

const referenceOf = ({ requestId, transactionId }: RequestLine): Markup =>
  html`${transactionId ?? "–"}${
    requestId === null ? html`` : html` ${link(`/control/requests?id=${encodeURIComponent(requestId)}`, requestId)}`
  }`

/** Everything that was wrong, with what to do, in the language of the page. */
export const reasonsOf = ({ language, words }: View, { reasons }: Pick<RequestLine, "reasons">): Markup =>
  reasons.length === 0
    ? html``
    : html`<ul class="plain" aria-label="${words.why}">
        ${reasons.map(
          ({ fix, rules, says }) =>
            html`<li>
              ${says[language]} <strong>${fix[language]}</strong>
              <span class="small muted">${rules.map((rule) => `#${rule}`).join(" ")}</span>
            </li>`,
        )}
      </ul>`

const contentOf = ({ words }: View, { answer, body, number }: RequestLine): Markup =>
  body === null && answer === null
    ? html`–`
    : html`<details id="request-${number}">
        <summary>${words.show}</summary>
        ${[body, answer].map((text) => (text === null ? html`` : html`<pre tabindex="0">${laidOut({ contentType: jsonMediaType, body: text })}</pre>`))}
      </details>`

const outcomeText = ({ words }: View, { outcome, subCode }: RequestLine): Markup => {
  if (outcome === null) return html`<span class="pill waiting">${words.request_under_way}</span>`
  switch (outcome._tag) {
    case "Answered":
      return html`<span
        class="pill ${outcome.responseCode === "00" || outcome.responseCode === null ? "settled" : "failed"}"
        >${outcome.status}${outcome.responseCode === null ? "" : `, ${outcome.responseCode}`}${
          subCode === null ? "" : `, Code${subCode}`
        }</span
      >`
    case "Truncated":
      return html`<span class="pill failed">${words.truncated}</span>`
    case "Cut":
      return html`<span class="pill failed">${words.cut}</span>`
    case "Silence":
      return html`<span class="pill failed">${words.silence}</span>`
  }
}
