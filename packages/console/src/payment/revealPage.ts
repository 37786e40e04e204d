/**
 * Shows what is masked: asks for a name and a reason, records them, and only then shows it. The answer to the form is the page itself, so
 * no address shows it again.
 */
import { Effect } from "effect"
import type { PaymentKey } from "@cauri/core"
import { recordReveal, type Reveal } from "../deeds/recordDeed.ts"
import { recordOf } from "./history.ts"
import { html, nothing, type Problems, problemSummary, typed } from "@cauri/pages"
import { paymentName } from "../frame/parts.ts"
import { paymentPage } from "./paymentPage.ts"
import { personFields, personIn, personProblems } from "../deeds/personFields.ts"
import { pageResponse } from "../frame/shell.ts"
import { shownOf } from "./shown.ts"
import { paymentAddress, type Visit } from "../frame/visit.ts"

const page = (key: PaymentKey, given: Reveal, problems: Problems, visit: Visit) => {
  const { decision, reveal } = visit.texts
  const wrong = Object.keys(problems).length > 0
  const body = html`<a class="back" href="${paymentAddress(key)}">← ${paymentName(key, visit.texts)}</a>
    <div class="stack">
      <h1>${reveal.title}</h1>
      <p>${reveal.explained}</p>
      ${wrong ? problemSummary(decision.problem, problems) : nothing}
      <form class="card" method="post" action="${paymentAddress(key, "/reveal")}" novalidate>
        ${personFields(given, problems, visit, reveal.reasonHint)}
        <p class="actions">
          <button class="button primary" type="submit">${reveal.confirm}</button>
          <a href="${paymentAddress(key)}">${decision.back}</a>
        </p>
      </form>
    </div>`
  return pageResponse(visit, { title: reveal.title, section: "worklist", narrow: true, body }, wrong ? 422 : 200)
}

/** The form. */
export const askReveal = Effect.fn("Page.askReveal")(function* (key: PaymentKey, visit: Visit) {
  yield* recordOf(key)
  return page(key, { by: visit.visitor.name, from: "", reason: "" }, {}, visit)
})

/** Records the reveal and shows everything. */
export const takeReveal = Effect.fn("Page.takeReveal")(function* (key: PaymentKey, visit: Visit) {
  const given = { by: personIn(visit), from: visit.visitor.from, reason: typed(visit.form, "reason") }
  const problems = personProblems(given, visit)
  yield* recordOf(key)
  if (Object.keys(problems).length > 0) return page(key, given, problems, visit)
  visit.visitor.name = given.by
  // Record before showing. Name and reason were checked above, so this cannot refuse them.
  yield* Effect.catchTag(recordReveal(key, given), "InvalidInput", Effect.die)
  return paymentPage(yield* shownOf(key, visit, true), visit, given.by)
})
