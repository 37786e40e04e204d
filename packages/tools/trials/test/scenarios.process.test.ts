/**
 * The whole catalogue against the running apps: sandbox, receiver and reconciler as processes of their own, callbacks over HTTP, one
 * SQLite file. A scenario that lasts minutes, hours or a day is played in a world whose service is so much faster than the clock, under
 * a policy that is faster alike; the scenarios of a world are played beside each other, and those that change what all share after
 * them, one by one.
 *
 * What is not as it would be at the service's own pace:
 *
 * | Here | Why |
 * |---|---|
 * | time-outs (a creation's is 10 s), leases, back-offs of unsent attempts and the age of an intent are not faster | sockets and processes are as slow as ever |
 * | a last wait of more than an hour is cut short when both sides have what they must have | three hours are too long where a customer must be in time |
 * | no wait is shorter than 50 ms, whatever the pace | a process beside others takes as long to notice anything |
 * | rates are off, and the breaker never opens | scenarios share a process, and the trouble of one would stop another |
 *
 * At such a pace a machine that does much else makes somebody late who must be in time. A scenario that did not come to its end is
 * therefore played once more, in a world of its own and with nothing beside it; then it must.
 */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer } from "effect"
import { isDeepStrictEqual } from "node:util"
import { type Scenario, scenarioNamed, scenarios, type ScenarioStep } from "@cauri/simulator"
import { type AppsWorld, startWorld } from "./scenarioApps.ts"
import { type Ending, endings, seenAt } from "./scenarioEndings.ts"
import { disagreements } from "./scenarioLedger.ts"
import { play, type Result } from "./scenarioPlay.ts"

const minute = 60_000
const hour = 60 * minute

/** The worlds, with the longest scenario of each. */
const paces = [
  { name: "moments", factor: 10, longest: 3 * minute },
  { name: "minutes", factor: 30, longest: 30 * minute },
  { name: "hours", factor: 60, longest: 4 * hour },
  { name: "days", factor: 3_000, longest: Infinity },
] as const

const durationOf = (step: ScenarioStep): number => (step._tag === "TimePasses" ? step.millis : 0)

const lengthOf = ({ steps }: Scenario): number => steps.reduce((sum, step) => sum + durationOf(step), 0)

/** What all payments of a project share: its keys, its whitelist, a balance. */
const isForAll = ({ steps }: Scenario): boolean =>
  steps.some(({ _tag }) => ["CredentialsReissued", "WhitelistEmptied", "BalanceSet"].includes(_tag))

/** A prompt and a code live for minutes, and a status that moves must have been seen before: somebody must be in time. */
const isInTime = (step: ScenarioStep): boolean =>
  ["CustomerApproves", "CustomerRefuses"].includes(step._tag) ||
  (step._tag === "Merchant" && step.does === "submits_right_code") ||
  (step._tag === "FaultBegins" && step.fault._tag === "FinalStatusMoves")

/** The world in which a scenario is played. */
const paceOf = (scenario: Scenario) => {
  if (isForAll(scenario)) return "minutes"
  const own = paces.find(({ longest }) => lengthOf(scenario) <= longest)?.name ?? "days"
  return own === "hours" && !scenario.steps.some(isInTime) ? "days" : own
}

/** A world that takes longer has an app that hangs: then nothing is known of any of its scenarios. */
const longestWorld = "5 minutes"

interface Report {
  readonly name: string
  readonly results: ReadonlyMap<string, Result>
  readonly disagreements: ReadonlyArray<string>
  readonly callbackStatuses: ReadonlyArray<number>
}

const endingOf = ({ name }: Scenario): Ending => endings[name] ?? assert.fail(`${name} has no ending`)

const statusesOf = ({ control }: AppsWorld) =>
  Effect.map(control.callbacks(), (lines) =>
    lines.flatMap(({ result }) => (result?._tag === "Answered" ? [result.status] : [])),
  )

/** Plays scenarios in a world of this pace, so many beside each other. */
const reportOn = Effect.fnUntraced(
  function* ({ factor, name }: (typeof paces)[number], own: ReadonlyArray<Scenario>, atOnce: number) {
    const world = yield* startWorld(factor)
    const results = new Map<string, Result>()
    const playAll = (some: ReadonlyArray<Scenario>, concurrency: number) =>
      Effect.forEach(
        some,
        (scenario) =>
          Effect.map(Effect.exit(play(world, scenario, endingOf(scenario))), (exit) =>
            results.set(scenario.name, exit),
          ),
        { concurrency, discard: true },
      )
    yield* playAll(
      own.filter((scenario) => !isForAll(scenario)),
      atOnce,
    )
    yield* playAll(own.filter(isForAll), 1)
    const report: Report = {
      name,
      results,
      disagreements: yield* disagreements(world),
      callbackStatuses: yield* statusesOf(world),
    }
    return report
  },
  Effect.scoped,
  Effect.timeout(longestWorld),
)

const cameToItsEnd = (scenario: Scenario, result: Result | undefined): boolean =>
  result !== undefined &&
  Exit.isSuccess(result) &&
  result.value.because === null &&
  isDeepStrictEqual(result.value.both, seenAt(endingOf(scenario)))

const again = Effect.fnUntraced(function* (pace: (typeof paces)[number], report: Report) {
  const late = scenarios.filter(
    (scenario) => paceOf(scenario) === pace.name && !cameToItsEnd(scenario, report.results.get(scenario.name)),
  )
  if (late.length === 0) return report
  yield* Effect.logWarning(`Played once more, one by one: ${late.map(({ name }) => name).join(", ")}.`)
  const second = yield* reportOn(pace, late, 1)
  const both: Report = {
    name: report.name,
    results: new Map([...report.results, ...second.results]),
    disagreements: [...report.disagreements, ...second.disagreements],
    callbackStatuses: [...report.callbackStatuses, ...second.callbackStatuses],
  }
  return both
})

class Reports extends Context.Service<Reports, ReadonlyArray<Report>>()("@cauri/trials/test/Reports") {}

const layerReports = Layer.effect(
  Reports,
  Effect.forEach(
    paces,
    (pace) =>
      Effect.map(
        reportOn(
          pace,
          scenarios.filter((scenario) => paceOf(scenario) === pace.name),
          scenarios.length,
        ),
        (report) => ({ pace, report }),
      ),
    { concurrency: paces.length },
  ).pipe(
    Effect.flatMap((all) => Effect.forEach(all, ({ pace, report }) => again(pace, report), { concurrency: 1 })),
    Effect.orDie,
  ),
)

const names = Object.entries(endings).map(([name, { rows }]) => [name, rows] as const)

describe("the running apps", () => {
  it("are given every scenario of the catalogue", () => {
    assert.deepStrictEqual(names.map(([name]) => name).toSorted(), scenarios.map(({ name }) => name).toSorted())
    assert.sameMembers(
      [...new Set(scenarios.map(paceOf))],
      paces.map(({ name }) => name),
    )
  })

  it.layer(layerReports, { excludeTestServices: true, timeout: "15 minutes" })((it) => {
    it.effect.each(names)("bring %s to its end, rows %s", ([name]) =>
      Effect.gen(function* () {
        const scenario = scenarioNamed(name) ?? assert.fail(`${name} is not in the catalogue`)
        const report = (yield* Reports).find((each) => each.name === paceOf(scenario))
        const { because, both } = yield* report?.results.get(name) ?? Effect.die(new Error(`${name} was not played`))
        assert.strictEqual(because, null)
        assert.deepStrictEqual(both, seenAt(endingOf(scenario)))
      }),
    )

    it.effect(
      "and the service agree about every franc: no double payout, no credit without money (S1, S2, S4, S5, S15)",
      () =>
        Effect.gen(function* () {
          for (const report of yield* Reports) assert.deepStrictEqual(report.disagreements, [], report.name)
        }),
    )

    it.effect("take every callback that comes over HTTP (#195, #196)", () =>
      Effect.gen(function* () {
        for (const { callbackStatuses, name } of yield* Reports) {
          assert.isAtLeast(callbackStatuses.length, 2, name)
          // A busy receiver may say "come again"; what was refused for good would be lost.
          const taken = callbackStatuses.filter((status) => status !== 503)
          assert.deepStrictEqual(new Set(taken), new Set([200]), name)
        }
      }),
    )
  })
})
