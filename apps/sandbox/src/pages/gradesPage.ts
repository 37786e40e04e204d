/** What the merchant's program does right and wrong, weighed by the money at risk. */
import type { Grade, GradeLine } from "@cauri/simulator"
import { html, type Markup } from "@cauri/pages"
import { cell, choice, field, form, francs, link, live, moment, type Page, table, type View } from "./View.ts"

export const gradesPage = (view: View, grade: Grade): Page => {
  const { words } = view
  return {
    title: words.your_integration,
    body: html`${live("grade", html`<h1>${pointsText(view, grade)}</h1>`)}
      <p>${words.grades_explained}</p>
      ${live("lines", rows(view, grade))}
      <section class="card" aria-labelledby="word">
        <h2 id="word">${words.what_your_program_says}</h2>
        ${form(view, "grade.word", {
          fields: (typed) =>
            html`${field(typed, words.order_reference, "order", { required: true })}
            ${choice(typed, words.says, "says", [
              ["Paid", words.order_paid],
              ["Failed", words.order_failed],
              ["Open", words.order_open],
            ])}`,
          button: words.pass_it_on,
        })}
      </section>`,
  }
}

const pointsText = ({ words }: View, { of, points }: Grade): string =>
  points === null ? words.not_graded : words.points(points, of)

/** The red lines first, then what was not seen. */
const verdicts = ["Failed", "NotSeen", "Passed"] as const

const rows = (view: View, { lines, unjudged }: Grade): Markup => {
  const { language, words } = view
  const marks = {
    Failed: ["failed", words.grade_failed],
    NotSeen: ["doubt", words.grade_not_seen],
    Passed: ["settled", words.grade_passed],
  } as const
  const sorted = verdicts.flatMap((verdict) => lines.filter((line) => line.verdict === verdict))
  return html`${table(
    words.your_integration,
    [words.grade_verdict, words.grade_line, [words.money_at_risk, "number"]],
    sorted.map((line) => {
      const [kind, text] = marks[line.verdict]
      return html`<tr role="row">
        ${cell(words.grade_verdict, html`<span class="pill ${kind}">${text}</span>`)}
        ${cell(
          words.grade_line,
          html`${line.says[language]} ${line.verdict === "Failed" ? failure(view, line) : html``}`,
          "text",
        )}
        ${cell(
          words.money_at_risk,
          line.verdict === "NotSeen" ? "–" : `${francs(view, line.atRiskXof)} / ${francs(view, line.lookedAtXof)}`,
          "number",
        )}
      </tr>`
    }),
  )}
  ${unjudged.length === 0 ? html`` : seen(view, unjudged)}`
}

const failure = (view: View, { code, evidence, read, rules }: GradeLine): Markup =>
  html`<strong>${read[view.language]}</strong>
    <span class="small muted">${rules.map((rule) => `#${rule}`).join(" ")}</span>
    <details id="grade-${code}">
      <summary>${view.words.what_was_seen}</summary>
      ${seen(view, evidence)}
    </details>`

const seen = (view: View, evidence: Grade["unjudged"]): Markup =>
  html`<ul class="plain">
    ${evidence.map(
      ({ at, order, request, requestId, says }) =>
        html`<li>
          ${moment(view, at)} ${order ?? ""} ${request === null ? "" : `N° ${request}`} ${says[view.language]}
          ${requestId === null ? html`` : link(`/control/requests?id=${encodeURIComponent(requestId)}`, requestId)}
        </li>`,
    )}
  </ul>`
