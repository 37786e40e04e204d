/** Scenarios: what can happen to a payment, played step by step for a program outside. */
import { catalogue } from "@cauri/catalogue"
import { type Scenario, type ScenarioRun, scenarioNamed, scenarios } from "@cauri/simulator"
import { html, type Markup } from "@cauri/simulator/pages"
import { paymentText, stepText } from "./scenarioTexts.ts"
import { form, link, live, type Page, refusalOf, type View } from "./View.ts"

/** The page. */
export const scenariosPage = (view: View): Page => {
  const { say } = view
  return {
    title: say("Scénarios", "Scenarios"),
    body: html`<h1>${say("Scénarios", "Scenarios")}</h1>
      <p>
        ${say(
          "Lancez un scénario, puis faites créer le paiement par votre programme. Le reste arrive tout seul : le client, l'opérateur, les pannes.",
          "Start a scenario, then have your program create the payment. The rest happens by itself: the customer, the operator, the faults.",
        )}
      </p>
      ${live("runs", runs(view))}
      <h2>${say("Le catalogue", "The catalogue")}</h2>
      <ul class="scenarios">
        ${scenarios.map((each) => card(view, each))}
      </ul>`,
  }
}

const runs = (view: View): Markup =>
  view.scenarioRuns.length === 0
    ? html``
    : html`<h2>${view.say("En cours et joués", "Being played, and played")}</h2>
        <div class="columns">${view.scenarioRuns.slice(0, 12).map((run) => runPanel(view, run))}</div>`

const runPanel = (view: View, run: ScenarioRun): Markup => {
  const { language, say } = view
  const scenario = scenarioNamed(run.name)
  if (scenario === undefined) return html``
  const { ends, title } = catalogue[language].scenarios[scenario.name]
  const words = {
    Running: say("en cours", "running"),
    Done: say("joué", "done"),
    Failed: say("arrêté", "stopped"),
  } as const
  const kinds = { Running: "pending", Done: "completed", Failed: "notcompleted" } as const
  return html`<section class="panel" aria-labelledby="run${run.number}">
    <h3 id="run${run.number}">
      ${run.number}. ${title} <span class="badge ${kinds[run.state]}">${words[run.state]}</span>
    </h3>
    <p>${paymentText(language, scenario)}</p>
    <ol class="steps">
      ${scenario.steps.map(
        (step, index) =>
          html`<li ${index === run.step && run.state === "Running" ? html`aria-current="step"` : html``}>
            ${index < run.step ? html`<span aria-hidden="true">✓</span>` : html``} ${stepText(language, step)}
          </li>`,
      )}
    </ol>
    ${run.because === null ? html`` : html`<p role="alert">${refusalOf(language, run.because)}</p>`}
    <p>${catalogue[language].scenarioSteps.expected(ends)}</p>
    ${
      run.state === "Running"
        ? form(view, "scenario.next", {
            hidden: { run: String(run.number) },
            button: say("Ne plus attendre", "Wait no longer"),
            label: `${say("Ne plus attendre", "Wait no longer")} : ${title}`,
            kind: "quiet",
            small: true,
          })
        : html``
    }
  </section>`
}

const card = (view: View, scenario: Scenario): Markup => {
  const { language, say } = view
  const { ends, title } = catalogue[language].scenarios[scenario.name]
  return html`<li class="panel">
    <h3>${title}</h3>
    <p><code>${scenario.name}</code></p>
    <p>${paymentText(language, scenario)} ${catalogue[language].scenarioSteps.expected(ends)}</p>
    <p>${link(view, `/phones?n=${scenario.payment.phone}`, say("Le téléphone", "The phone"))}</p>
    ${form(view, "scenario.start", {
      hidden: { name: scenario.name },
      button: say("Lancer", "Start"),
      label: `${say("Lancer", "Start")} : ${title}`,
      small: true,
    })}
  </li>`
}
