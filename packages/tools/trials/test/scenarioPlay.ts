/** Plays scenarios against the running apps, and looks at both sides when they are over. */
import { type Exit, Effect, Schedule } from "effect"
import { isDeepStrictEqual } from "node:util"
import type { Scenario, ScenarioRun } from "@cauri/simulator"
import type { AppsWorld } from "./scenarioApps.ts"
import { type Ending, type Seen, seenAt } from "./scenarioEndings.ts"
import { merchantHas } from "./scenarioMerchant.ts"

const lookAgain = Schedule.spaced("100 millis")

/** Whatever must come comes in this time, also where many work at once. */
const patience = "60 seconds"

/** No scenario has more steps than can be played in this time. */
const longestPlay = "120 seconds"

/** Something that was refused because of the moment is done at the next one. */
const atTheNextMoment = { schedule: lookAgain, times: 300 }

/** What both sides have of a scenario now. */
const seen = Effect.fnUntraced(function* ({ control, merchant }: AppsWorld, scenario: Scenario) {
  const has = yield* Effect.provideContext(merchantHas(scenario), merchant)
  const { payins, payouts } = yield* control.payments()
  const service = [...payins, ...payouts]
    .filter(({ amountXof }) => amountXof === scenario.payment.amountXof)
    .map(({ status }) => status)
    .toSorted()
  const both: Seen = { ...has, service }
  return both
})

/** A last wait that is longer is cut short when both sides have what they must have. */
const longestWait = 60 * 60_000

/** Does what the merchant does at its steps, until the run is over. */
const subscribe = Effect.fnUntraced(function* (world: AppsWorld, scenario: Scenario, number: number, wanted: Seen) {
  let acted = -1
  for (;;) {
    const run: ScenarioRun | undefined = (yield* world.runs).find((each) => each.number === number)
    if (run !== undefined && run.state !== "Running") return run.because
    const step = run === undefined ? undefined : scenario.steps[run.step]
    if (run !== undefined && step?._tag === "Merchant" && run.step > acted) {
      acted = run.step
      yield* world
        .acts(scenario, step.does)
        .pipe(
          Effect.retry({ ...atTheNextMoment, while: ({ _tag }) => _tag === "NotNow" }),
          Effect.provideContext(world.merchant),
        )
      // Core holds it back, so the service sees nothing of it.
      if (step.does === "creates_twin") yield* world.control.goOnWithScenario({ params: { run: number } })
    }
    const isLong = step?._tag === "TimePasses" && step.millis > longestWait && run?.step === scenario.steps.length - 1
    if (isLong && isDeepStrictEqual(yield* seen(world, scenario), wanted)) {
      yield* Effect.ignore(world.control.goOnWithScenario({ params: { run: number } }))
    }
    yield* Effect.sleep(isLong ? "250 millis" : "25 millis")
  }
})

interface Played {
  /** Why the scenario could not be played to its end; null: it was. */
  readonly because: string | null
  readonly both: Seen
  readonly seconds: number
}

/** Plays one scenario, and waits until both sides have what they must have, or for as long as anything may take. */
export const play = Effect.fnUntraced(function* (world: AppsWorld, scenario: Scenario, ending: Ending) {
  const wanted = seenAt(ending)
  const started = performance.now()
  const { number } = yield* world.control.startScenario({ payload: { name: scenario.name } })
  const because = yield* Effect.timeout(subscribe(world, scenario, number, wanted), longestPlay)
  const both = yield* seen(world, scenario).pipe(
    Effect.repeat({ schedule: lookAgain, until: (each) => isDeepStrictEqual(each, wanted) }),
    Effect.timeoutOrElse({ duration: patience, orElse: () => seen(world, scenario) }),
  )
  const played: Played = { because, both, seconds: (performance.now() - started) / 1_000 }
  return played
})

/** What came of a scenario, or why nothing did. */
export type Result = Exit.Exit<Played, unknown>
