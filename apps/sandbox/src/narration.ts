/** Scenarios on the command line: the catalogue, and the steps of one as they happen. */
import { Effect } from "effect"
import { type RequestLine, scenarioNamed, ScenarioRuns, scenarios } from "@cauri/simulator"
import { catalogue as sentences } from "@cauri/catalogue"
import { refusalOf } from "./pages/View.ts"
import { paymentText, stepText } from "./pages/scenarioTexts.ts"

const { en } = sentences

/** The catalogue, for people or for programs. */
export const catalogue = (json: boolean): string => {
  if (json) return `${JSON.stringify(scenarios)}\n`
  const width = Math.max(...scenarios.map(({ name }) => name.length))
  return `${scenarios.map(({ name }) => `${name.padEnd(width)}  ${en.scenarios[name].title}`).join("\n")}\n`
}

/** A refused or spoiled request, and everything that was wrong with it. */
export const explained = ({ method, outcome, path, reasons, subCode }: RequestLine): string => {
  const status = outcome !== null && "status" in outcome ? `${outcome.status}` : (outcome?._tag.toLowerCase() ?? "")
  return [
    `${method} ${path}: ${status}${subCode === null ? "" : `, Code${subCode}`}`,
    ...reasons.map(({ fix, says }) => `  ${says.en} ${fix.en}`),
  ].join("\n")
}

/** How often the player is looked at. */
const lookMillis = 200

/** Plays a scenario and says each step as it comes, and what must come of it. */
export const narrated = Effect.fnUntraced(function* (name: string, say: (line: string) => void) {
  const runs = yield* ScenarioRuns
  const scenario = scenarioNamed(name)
  if (scenario === undefined) return
  const { number } = yield* Effect.orDie(runs.start(name))
  const { ends, title } = en.scenarios[scenario.name]
  say(`\n${title}. ${paymentText("en", scenario)}`)
  let told = 0
  for (;;) {
    const run = (yield* runs.runs).find((each) => each.number === number)
    if (run === undefined) return
    const reached = run.state === "Running" ? run.step + 1 : run.step
    for (const step of scenario.steps.slice(told, reached)) say(`  ${++told}. ${stepText("en", step)}`)
    if (run.state === "Failed") return say(en.scenarioSteps.stopped(refusalOf("en", run.because)))
    if (run.state === "Done") return say(en.scenarioSteps.expected(ends))
    yield* Effect.sleep(lookMillis)
  }
})
