/**
 * Plays the scenarios against a program and grades it. The program does its part because its hook is called, or because a person makes it;
 * after each step the probe says what the program believes. Time at the service is moved on; the program's own keeps its pace.
 */
import { catalogue, type Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import type { EndpointName } from "@cauri/wire"
import { Effect } from "effect"
import {
  account,
  type Act,
  Backstage,
  balanceOf,
  Engine,
  failedLines,
  gradeNow,
  type MerchantAct,
  merchantSays,
  operatorOf,
  Phones,
  playScenario,
  RequestLog,
  type Scenario,
  type ScenarioChoice,
  scenarioFor,
  scenarioPayments,
  scenarios,
  type ScenarioStep,
  SimulatorRefusal,
  type State,
} from "@cauri/simulator"
import { hooked, type Outside, probed, visited } from "./outside.ts"
import { paymentsOf } from "./pages/payments.ts"
import { paymentText, stepText } from "./pages/scenarioTexts.ts"

/** What a run of grades is made from. */
export interface GradingSettings extends Outside {
  readonly choice: ScenarioChoice
  /** How long the program has for its part, and for learning the end. */
  readonly patienceMillis: number
}

interface Run extends GradingSettings {
  readonly language: Language
  readonly say: (line: string) => void
  readonly leaveOut: (why: LeftOut["why"], what: string) => void
}

export interface LeftOut {
  /** It would end the run; the program did nothing; its probe does not know the order. */
  readonly why: "unplayable" | "inactive" | "unknown_order"
  /** The name of a scenario, or of an order. */
  readonly what: string
}

/** How often the log is looked at for what the program did. */
const lookMillis = 100
/** How long the program has after each step. */
const breathMillis = 300
const onItsWayMillis = 60_000

/** A program that was started with its keys knows no others: what re-issues them would end the run. */
const isPlayable = ({ steps }: Scenario): boolean => !steps.some(({ _tag }) => _tag === "CredentialsReissued")

/** Plays all scenarios, or one alone, and gives the grade, and what it does not speak of. */
export const graded = Effect.fnUntraced(function* (only: string | null, settings: Omit<Run, "leaveOut">) {
  const { operators } = yield* (yield* Engine).state
  const leftOut: Array<LeftOut> = []
  const run = { ...settings, leaveOut: (why: LeftOut["why"], what: string) => void leftOut.push({ why, what }) }
  for (const scenario of scenarios) {
    if (only === null ? isPlayable(scenario) : scenario.name === only)
      yield* playedOne(scenarioFor(scenario, run.choice, operators), run)
    else if (only === null) run.leaveOut("unplayable", scenario.name)
  }
  return { grade: yield* gradeNow(0), leftOut }
})

const playedOne = Effect.fnUntraced(function* (scenario: Scenario, run: Run) {
  const { language, leaveOut, patienceMillis, say } = run
  const engine = yield* Engine
  const log = yield* RequestLog
  const phones = yield* Phones
  const context = yield* Effect.context<Engine | RequestLog>()
  const words = tools[language].gradeRun
  const before = (yield* log.lines).at(-1)?.number ?? 0
  const opening = yield* engine.state
  say(`\n${catalogue[language].scenarios[scenario.name].title}. ${paymentText(language, scenario)}`)

  const calls = Effect.map(log.lines, (lines) =>
    lines.filter(({ endpoint, number }) => number > before && endpoint !== null && isCallOf(scenario, endpoint)),
  )
  /** The program's payment: the first under its reference; of those without one, the last whose token the program has. */
  const payment = Effect.gen(function* () {
    const state = yield* engine.state
    const lines = yield* calls
    const numbers = new Set(scenarioPayments(state, scenario, opening.serial).map(({ number }) => number))
    const own = paymentsOf(state).filter((each) => numbers.has(each.payment.number))
    const held = own.find((each) =>
      lines.some(({ requestId, said }) => said?.hasToken === true && requestId === each.payment.requestId),
    )
    const first = own.at(-1)
    return first?.reference === "" ? (held ?? first) : first
  })
  const suggested = `${scenario.name}-${before}`
  /** How the program names its order: by the reference that was on the wire, or as it was told. */
  const order = Effect.zipWith(
    payment,
    calls,
    (own, lines) =>
      own?.reference || lines.find(({ transactionId }) => transactionId !== null)?.transactionId || suggested,
  )
  /** How the grade names it: a program need not send a reference (#60). */
  const graded = Effect.zipWith(payment, order, (own, name) => (own?.reference === "" ? own.payment.requestId : name))
  const breath = Effect.andThen(engine.settled, Effect.sleep(breathMillis))

  let isKnown = run.probe === null
  const askMerchant = Effect.gen(function* () {
    const word = yield* probed(run, yield* order, (yield* payment)?.payment.token ?? "")
    if (word === null) return
    isKnown = true
    yield* Effect.provideContext(
      merchantSays({ order: yield* graded, amountXof: scenario.payment.amountXof, ...word }),
      context,
    )
  })

  /** A stranger brings the token of a paid order to the return address of an open one. */
  const stranger = Effect.gen(function* () {
    const state = yield* engine.state
    const paid = paymentsOf(state).find((each) => each.kind === "payin" && each.payment.status === "completed")
    if (run.visit === null || (yield* payment)?.payment.status !== "pending" || paid === undefined) return
    yield* log.logOffWire({ _tag: "Visit", at: state.now, order: yield* graded })
    yield* visited(run.visit, yield* order, paid.payment.token)
  })

  const merchant = Effect.fnUntraced(function* (does: MerchantAct) {
    const count = (yield* calls).length
    const { codes } = yield* phones.look(scenario.payment.phone)
    const subject = { does, scenario: scenario.name, order: yield* order, code: codes[0]?.code ?? null }
    if (run.hook === null) say(`  ${words.your_turn}`)
    const answer = run.hook === null ? "Begun" : yield* hooked(run.hook, { ...subject, ...scenario.payment })
    const acted = Effect.map(calls, (lines) => lines.length > count && lines.every(({ outcome }) => outcome !== null))
    const seen = yield* Effect.andThen(Effect.sleep(lookMillis), acted).pipe(
      Effect.repeat({ until: (each) => each }),
      Effect.timeoutOption(answer === "Begun" ? patienceMillis : 0),
    )
    if (seen._tag === "None" && (yield* calls).length === 0) return yield* strayed
    if (does === "creates") yield* stranger
  })

  yield* playScenario(scenario, {
    merchant,
    wait: (millis) => Effect.andThen(engine.passTime(millis), breath),
    onStep: (index) =>
      Effect.gen(function* () {
        const step = scenario.steps[index]
        const last = scenario.steps[index - 1]
        if (step !== undefined) say(`  ${index + 1}. ${stepText(language, step)}`)
        if (last === undefined || unseen.has(last._tag)) return
        yield* breath
        yield* askMerchant
      }),
  }).pipe(
    Effect.catch(() =>
      Effect.sync(() => {
        say(`  ${words.left_out}`)
        leaveOut("inactive", scenario.name)
        isKnown = true
      }),
    ),
  )

  // What the customer or the operator did last takes a moment to arrive.
  yield* engine.passTime(onItsWayMillis)
  const isOver = Effect.gen(function* () {
    yield* breath
    yield* askMerchant
    return failedLines(yield* gradeNow(0, yield* graded)).length === 0
  })
  yield* isOver.pipe(Effect.repeat({ until: (each) => each }), Effect.timeoutOption(patienceMillis))
  if (!isKnown) leaveOut("unknown_order", yield* order)
  yield* putBack(scenario, opening)
})

/** Steps of which nothing reaches the program. */
const unseen: ReadonlySet<ScenarioStep["_tag"]> = new Set([
  "FaultBegins",
  "FaultsEnd",
  "CustomerIs",
  "WhitelistEmptied",
  "WhitelistRestored",
  "BalanceSet",
])

const isCallOf = ({ payment: { kind } }: Scenario, endpoint: EndpointName): boolean =>
  !endpoint.startsWith("confirm") && endpoint.endsWith("Payout") === kind.endsWith("payout")

const strayed = new SimulatorRefusal({ because: "merchant_strayed" })

/** Leaves the service as the scenario found it: no fault, the old whitelist and the old balance. */
const putBack = Effect.fnUntraced(function* ({ name, payment, steps }: Scenario, opening: State) {
  const { act } = yield* Backstage
  const { faultRules } = yield* (yield* Engine).state
  const [project] = opening.projects
  const operatorId = operatorOf(opening.operators, payment.phone)?.id
  const acts: ReadonlyArray<Act> = [
    ...faultRules
      .filter(({ id }) => id.startsWith(`${name}/`))
      .map(({ id }) => ({ _tag: "RemoveFaultRule", ruleId: id }) as const),
    ...(project === undefined || operatorId === undefined
      ? []
      : steps.flatMap(({ _tag }): ReadonlyArray<Act> => {
          const projectId = project.id
          if (_tag === "WhitelistEmptied")
            return [{ _tag: "ChangeProject", projectId, change: { whitelist: project.whitelist } }]
          if (_tag !== "BalanceSet") return []
          return [
            {
              _tag: "SetBalance",
              projectId,
              operatorId,
              balanceXof: balanceOf(opening.ledger, account.merchant(projectId, operatorId)),
            },
          ]
        })),
  ]
  yield* Effect.forEach(acts, (each) => Effect.ignore(act(each)), { discard: true })
})
