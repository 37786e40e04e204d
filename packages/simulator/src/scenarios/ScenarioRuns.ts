/**
 * Scenarios played for an external merchant: a program under development, or a person. Each of the merchant's steps waits until this
 * payment has changed at the service; every wait can be cut short.
 */
import { Context, Effect, Fiber, HashMap, Latch, Layer, Option, Schema } from "effect"
import { Backstage } from "../ports/Backstage.ts"
import { Engine } from "../ports/Engine.ts"
import type { FaultRule } from "../model/Faults.ts"
import type { HostedPage } from "../ports/HostedPage.ts"
import type { Phones } from "../ports/Phones.ts"
import { areAlike, callsOf, playScenario, type ScenarioStage, scenarioPayments } from "./playScenario.ts"
import type { Scenario } from "./Scenario.ts"
import { type ScenarioChoice, scenarioFor } from "./scenarioFor.ts"
import { scenarioNamed } from "./scenarios.ts"
import { simulatedSleep } from "./simulatedSleep.ts"
import { SimulatorRefusal, SimulatorRefusalReason } from "../model/SimulatorRefusal.ts"
import type { State } from "../model/State.ts"

/** A running or finished scenario. */
export const ScenarioRun = Schema.Struct({
  number: Schema.Int,
  name: Schema.String,
  amountXof: Schema.Int,
  phone: Schema.String,
  /** Simulated time of its beginning. */
  startedAt: Schema.Int,
  /** The present step, counted from 0; the number of steps when all are done. */
  step: Schema.Int,
  state: Schema.Literals(["Running", "Done", "Failed"]),
  /** Why it failed. */
  because: Schema.NullOr(SimulatorRefusalReason),
})

export type ScenarioRun = typeof ScenarioRun.Type

/** The most runs kept; then the oldest is stopped and deleted. */
const maximumRuns = 50

/** How often a merchant's act is looked for. */
const lookMillis = 250

/** Plays scenarios. */
export class ScenarioRuns extends Context.Service<
  ScenarioRuns,
  {
    /** Starts a scenario. A running one with the same phone, or on the payment page with the same amount, is stopped: it would be confused with this one. */
    readonly start: (name: string, choice?: ScenarioChoice) => Effect.Effect<ScenarioRun, SimulatorRefusal>
    /** Continues with the next step without further waiting. */
    readonly goOn: (number: number) => Effect.Effect<void, SimulatorRefusal>
    /** The newest first. */
    readonly runs: Effect.Effect<ReadonlyArray<ScenarioRun>>
  }
>()("@cauri/simulator/ScenarioRuns") {
  static readonly layer: Layer.Layer<ScenarioRuns, never, ScenarioStage> = Layer.effect(
    ScenarioRuns,
    Effect.suspend(() => make),
  )
}

interface Running {
  run: ScenarioRun
  readonly scenario: Scenario
  readonly goesOn: Latch.Latch
  playing: Fiber.Fiber<void> | null
}

const merchantsCalls: FaultRule["endpoints"] = [
  "createHostedInvoice",
  "createDirectInvoice",
  "sendWalletOtp",
  "submitWalletInvoice",
  "createWalletPayout",
  "createDirectPayout",
]

/** A fault that never strikes and only counts the merchant's calls: a refused call leaves no other trace, and the merchant has acted. */
const witnessOf = (scenario: Scenario, since: number): FaultRule => ({
  id: `witness of ${scenario.name}/${since}`,
  fault: { _tag: "Delay", millis: 0, executed: false },
  endpoints: scenario.payment.kind === "hosted" ? ["createHostedInvoice"] : merchantsCalls,
  ...callsOf(scenario),
  times: 0,
})

const make = Effect.gen(function* () {
  const engine = yield* Engine
  const { act } = yield* Backstage
  const stage = yield* Effect.context<Engine | Phones | HostedPage | Backstage>()
  const scope = yield* Effect.scope
  const all = new Map<number, Running>()
  let last = 0

  const follow = (running: Running, scenario: Scenario, since: number) => {
    const unlessHurried = (wait: Effect.Effect<void>) =>
      Effect.andThen(
        Effect.sync(() => running.goesOn.closeUnsafe()),
        Effect.raceFirst(wait, running.goesOn.await),
      )
    const witness = witnessOf(scenario, since)
    const playing = playScenario(scenario, {
      onStep: (step) =>
        Effect.sync(() => {
          running.run = { ...running.run, step }
        }),
      wait: (millis) => unlessHurried(simulatedSleep(engine, millis)),
      merchant: () => unlessHurried(changed(engine, scenario, since)),
    })
    return Effect.andThen(act({ _tag: "PutFaultRule", rule: witness }), playing).pipe(
      Effect.ensuring(Effect.ignore(act({ _tag: "RemoveFaultRule", ruleId: witness.id }))),
      Effect.match({
        onFailure: ({ because }) => {
          running.run = { ...running.run, state: "Failed", because }
        },
        onSuccess: () => {
          running.run = { ...running.run, state: "Done", step: scenario.steps.length }
        },
      }),
      Effect.provideContext(stage),
    )
  }

  const stop = ({ playing }: Running) => (playing === null ? Effect.void : Fiber.interrupt(playing))

  return ScenarioRuns.of({
    start: Effect.fnUntraced(function* (name, choice = {}) {
      const known = scenarioNamed(name)
      if (known === undefined) return yield* new SimulatorRefusal({ because: "no_scenario", given: [name] })
      const state = yield* engine.state
      const scenario = scenarioFor(known, choice, state.operators)
      last += 1
      const { amountXof, phone } = scenario.payment
      const run: ScenarioRun = {
        number: last,
        name,
        amountXof,
        phone,
        startedAt: state.now,
        step: 0,
        state: "Running",
        because: null,
      }
      for (const other of all.values()) {
        if (other.run.state !== "Running" || !areAlike(scenario, other.scenario)) continue
        yield* stop(other)
        other.run = { ...other.run, state: "Failed", because: "replaced" }
      }
      const running: Running = { run, scenario, goesOn: yield* Latch.make(false), playing: null }
      all.set(last, running)
      for (const [number, other] of all) {
        if (all.size <= maximumRuns) break
        all.delete(number)
        yield* stop(other)
      }
      running.playing = yield* Effect.forkIn(follow(running, scenario, state.serial), scope)
      return run
    }),
    goOn: (number) =>
      Effect.flatMap(
        Effect.sync(() => all.get(number)),
        (running) =>
          running === undefined || running.run.state !== "Running"
            ? Effect.fail(new SimulatorRefusal({ because: "not_playing", given: [String(number)] }))
            : Effect.sync(() => running.goesOn.openUnsafe()),
      ),
    runs: Effect.sync(() => [...all.values()].map(({ run }) => run).toReversed()),
  })
})

/** Waits until a scenario's payment has changed: another payment, another code, a call. */
const changed = (engine: Engine["Service"], scenario: Scenario, since: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const before = signOf(yield* engine.state, scenario, since)
    let seen = before
    for (;;) {
      yield* Effect.sleep(lookMillis)
      const now = signOf(yield* engine.state, scenario, since)
      // A call is counted when it arrives, and its effect comes a little later: both are one act, complete when nothing changes any more.
      if (now !== before && now === seen) return
      seen = now
    }
  })

const signOf = (state: State, scenario: Scenario, since: number): string => {
  const phone = Option.getOrUndefined(HashMap.get(state.phones, scenario.payment.phone))
  return JSON.stringify([
    scenarioPayments(state, scenario, since).length,
    phone?.codes.map(({ code, used }) => [code, used]),
    state.faultCounts[witnessOf(scenario, since).id],
  ])
}
