/** Scenarios on the command line: the catalogue, and the steps of one as they happen. */
import { Effect } from "effect"
import { type RequestLine, scenarioNamed, ScenarioRuns, scenarios } from "@cauri/simulator"
import { catalogue as sentences, type Language } from "@cauri/catalogue"
import { refusalOf } from "./pages/View.ts"
import { paymentText, stepText } from "./pages/scenarioTexts.ts"

export const catalogue = (json: boolean, language: Language): string => {
  if (json) return `${JSON.stringify(scenarios)}\n`
  const width = Math.max(...scenarios.map(({ name }) => name.length))
  return `${scenarios.map(({ name }) => `${name.padEnd(width)}  ${sentences[language].scenarios[name].title}`).join("\n")}\n`
}

/** A refused or spoiled request, and everything that was wrong with it. */
export const explained = ({ method, outcome, path, reasons, subCode }: RequestLine, language: Language): string => {
  const status = outcome !== null && "status" in outcome ? `${outcome.status}` : (outcome?._tag.toLowerCase() ?? "")
  return [
    `${method} ${path}: ${status}${subCode === null ? "" : `, Code${subCode}`}`,
    ...reasons.map(({ fix, says }) => `  ${says[language]} ${fix[language]}`),
  ].join("\n")
}

const lookMillis = 200

/** Plays a scenario and says each step as it comes, and what must come of it. */
export const narrated = Effect.fnUntraced(function* (name: string, language: Language, say: (line: string) => void) {
  const runs = yield* ScenarioRuns
  const scenario = scenarioNamed(name)
  if (scenario === undefined) return
  const { number } = yield* Effect.orDie(runs.start(name))
  const { scenarios: texts, scenarioSteps: steps } = sentences[language]
  const { ends, title } = texts[scenario.name]
  say(`\n${title}. ${paymentText(language, scenario)}`)
  let shown = 0
  for (;;) {
    const run = (yield* runs.runs).find((each) => each.number === number)
    if (run === undefined) return
    const reached = run.state === "Running" ? run.step + 1 : run.step
    for (const step of scenario.steps.slice(shown, reached)) say(`  ${++shown}. ${stepText(language, step)}`)
    if (run.state === "Failed") return say(steps.stopped(refusalOf(language, run.because)))
    if (run.state === "Done") return say(steps.expected(ends))
    yield* Effect.sleep(lookMillis)
  }
})
