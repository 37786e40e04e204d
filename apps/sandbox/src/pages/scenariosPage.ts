/** Scenarios: what can happen to a payment, played step by step for a program outside. */
import { catalogue } from "@cauri/catalogue"
import { Result } from "effect"
import {
  type Scenario,
  type ScenarioChoice,
  scenarioFor,
  scenarioNamed,
  type ScenarioRun,
  scenarios,
} from "@cauri/simulator"
import { attributes, html, type Markup, notice } from "@cauri/pages"
import { paymentText, stepText } from "./scenarioTexts.ts"
import { refusedForm, scenarioChoice } from "./forms.ts"
import { field, form, link, lookForm, live, type Page, type Typed, refusalOf, type View } from "./View.ts"

export const scenariosPage = (view: View): Page => {
  const { query, words } = view
  const asked = scenarioChoice(query)
  const choice = Result.getOrElse(asked, () => ({}))
  return {
    title: words.scenarios,
    body: html`<h1>${words.scenarios}</h1>
      <p>${words.scenarios_explained}</p>
      ${live("runs", runs(view))}
      <h2>${words.the_catalogue}</h2>
      ${choiceForm(view, Result.isFailure(asked) ? refusedForm(view, query, asked.failure) : undefined)}
      <ul class="columns" role="list">
        ${scenarios.map((each) => card(view, each, choice))}
      </ul>`,
  }
}

/** A price and numbers of the merchant's own, for every scenario of the page. */
const choiceForm = ({ query, words }: View, typed: Typed | undefined): Markup => {
  const filled = { scope: "choice", typed }
  const [amount, phones] = [query.get("amountXof") ?? "", query.get("phones") ?? ""]
  return lookForm(
    "/scenarios",
    html`${field(filled, words.amount, "amountXof", { value: amount, numeric: true, hint: words.scenario_amount_hint })}
    ${field(filled, words.phones, "phones", { value: phones, hint: words.scenario_phones_hint })}`,
    words.take_these,
  )
}

const runs = (view: View): Markup =>
  view.scenarioRuns.length === 0
    ? html``
    : html`<h2>${view.words.scenario_runs}</h2>
        <div class="columns">${view.scenarioRuns.slice(0, 12).map((run) => runPanel(view, run))}</div>`

const runPanel = (view: View, run: ScenarioRun): Markup => {
  const { language, words } = view
  const scenario = scenarioNamed(run.name)
  if (scenario === undefined) return html``
  const { ends, title } = catalogue[language].scenarios[scenario.name]
  const states = {
    Running: words.running,
    Done: words.done,
    Failed: words.stopped,
  } as const
  const kinds = { Running: "waiting", Done: "settled", Failed: "failed" } as const
  return html`<section class="card" aria-labelledby="run${run.number}">
    <h3 id="run${run.number}">
      ${run.number}. ${title} <span class="pill ${kinds[run.state]}">${states[run.state]}</span>
    </h3>
    <p>${paymentText(language, { payment: { ...scenario.payment, amountXof: run.amountXof, phone: run.phone } })}</p>
    <ol class="plain">
      ${scenario.steps.map(
        (step, index) =>
          html`<li ${attributes({ "aria-current": index === run.step && run.state === "Running" ? "step" : null })}>
            ${index < run.step ? html`<span aria-hidden="true">✓</span>` : html``} ${stepText(language, step)}
          </li>`,
      )}
    </ol>
    ${run.because === null ? html`` : notice("bad", refusalOf(language, run.because))}
    <p>${catalogue[language].scenarioSteps.expected(ends)}</p>
    ${
      run.state === "Running"
        ? form(view, "scenario.next", {
            hidden: { run: String(run.number) },
            button: words.wait_no_longer,
            label: words.labelled(words.wait_no_longer, title),
            kind: "quiet",
          })
        : html``
    }
  </section>`
}

const card = (view: View, scenario: Scenario, choice: ScenarioChoice): Markup => {
  const { language, query, state, words } = view
  const { ends, title } = catalogue[language].scenarios[scenario.name]
  const chosen = scenarioFor(scenario, choice, state.operators)
  const { phone } = chosen.payment
  const { phones = [] } = choice
  const given = ["amountXof", "phones"].flatMap((name) => {
    const value = query.get(name) ?? ""
    return value === "" ? [] : [[name, value] as const]
  })
  return html`<li class="card">
    <h3>${title}</h3>
    <p><code>${scenario.name}</code></p>
    <p>${paymentText(language, chosen)} ${catalogue[language].scenarioSteps.expected(ends)}</p>
    ${phones.length > 0 && !phones.includes(phone) ? html`<p class="small muted">${words.keeps_its_number}</p>` : html``}
    <p>${link(`/phones?n=${phone}`, words.the_phone)}</p>
    ${form(view, "scenario.start", {
      hidden: { name: scenario.name, ...Object.fromEntries(given) },
      button: words.start,
      label: words.labelled(words.start, title),
    })}
  </li>`
}
