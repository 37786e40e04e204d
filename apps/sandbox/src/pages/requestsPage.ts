/** The log of every request that arrived, whatever became of it. */
import type { RequestLine, RequestOutcome } from "@cauri/simulator"
import { html, type Markup } from "@cauri/simulator/pages"
import { cell, live, moment, type Page, table, type View } from "./View.ts"

/** Lines that one page shows. */
const maximumLines = 200

/** The page. Pages of the sandbox itself are left out. */
export const requestsPage = (view: View): Page => {
  const { requests, say } = view
  const lines = requests
    .filter(({ endpoint, path }) => endpoint !== null || path.startsWith(`${view.base}/pay/`))
    .toReversed()
    .slice(0, maximumLines)
  return {
    title: say("Requêtes", "Requests"),
    looksAgain: true,
    body: html`<h1>${say("Requêtes", "Requests")}</h1>
      <p>
        ${say(
          "Chaque requête qui est arrivée au service, aussi celles dont la réponse fut coupée. Numéros et jetons sont masqués.",
          "Every request that reached the service, also those whose answer was cut. Numbers and tokens are masked.",
        )}
      </p>
      ${live("requests", rows(view, lines))}`,
  }
}

const rows = (view: View, lines: ReadonlyArray<RequestLine>): Markup => {
  const { say } = view
  return lines.length === 0
    ? html`<p class="empty">${say("Aucune requête.", "No requests.")}</p>`
    : table(
        say("Les plus récentes d'abord", "The newest first"),
        [
          "N°",
          say("Heure", "Time"),
          say("Requête", "Request"),
          say("Référence", "Reference"),
          say("Projet", "Project"),
          say("Réponse", "Answer"),
        ],
        lines.map(
          (line) =>
            html`<tr>
              ${cell("N°", String(line.number))} ${cell(say("Heure", "Time"), moment(view, line.at))}
              ${cell(
                say("Requête", "Request"),
                html`<code>${line.method} ${line.path}</code> <span class="hint">${line.endpoint ?? ""}</span>`,
              )}
              ${cell(say("Référence", "Reference"), line.transactionId ?? "–")}
              ${cell(say("Projet", "Project"), line.projectId ?? "–")}
              ${cell(say("Réponse", "Answer"), outcomeText(view, line.outcome))}
            </tr>`,
        ),
      )
}

const outcomeText = ({ say }: View, outcome: RequestOutcome | null): Markup => {
  if (outcome === null) return html`<span class="badge pending">${say("en cours", "under way")}</span>`
  switch (outcome._tag) {
    case "Answered":
      return html`<span
        class="badge ${outcome.responseCode === "00" || outcome.responseCode === null ? "completed" : "notcompleted"}"
        >${outcome.status}${outcome.responseCode === null ? "" : `, ${outcome.responseCode}`}</span
      >`
    case "Truncated":
      return html`<span class="badge notcompleted">${say("tronquée", "truncated")}</span>`
    case "Cut":
      return html`<span class="badge notcompleted">${say("coupée", "cut")}</span>`
    case "Silence":
      return html`<span class="badge notcompleted">${say("silence", "silence")}</span>`
  }
}
