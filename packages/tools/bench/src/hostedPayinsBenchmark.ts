/**
 * Three runs of ten thousand hosted payins, and one of forty thousand with all of them under way at once, which shows whether the time
 * per payin grows with their number.
 */
import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { type Benchmark, type Figures, figuresOver } from "./benchmark.ts"
import { hostedPayins, rightOutcome, type Run } from "./hostedPayins.ts"
import type { Phase } from "./phases.ts"

const payins = 10_000
const rounds = 3
const largePayins = 40_000

const ofPhase = (name: string, perStep: number, phase: (run: Run) => Phase): Record<string, (run: Run) => number> => ({
  [`${name}PerSecond`]: (run) => perSecond(phase(run), perStep),
  [`${name}MedianMicros`]: (run) => phase(run).medianMicros,
  [`${name}P99Micros`]: (run) => phase(run).p99Micros,
})

const figuresOf = (runs: ReadonlyArray<Run>): Figures => {
  return figuresOver(runs, {
    ...ofPhase("creations", 1, ({ phases }) => phases.creations),
    ...ofPhase("payments", 1, ({ phases }) => phases.payments),
    ...ofPhase("callbacks", postsPerPayin, ({ phases }) => phases.callbacks),
    ...ofPhase("confirmations", 1, ({ phases }) => phases.confirmations),
    totalMillis: ({ totalMillis }) => totalMillis,
    cpuMillis: ({ cpuMillis }) => cpuMillis,
    cpuMicrosPerPayin,
    heapAtTheEndMegabytes: ({ heapBytes }) => heapBytes / 1e6,
    residentAtTheEndMegabytes: ({ residentBytes }) => residentBytes / 1e6,
  })
}

/** What one payin needs of the machine, from its creation to its confirmation. */
const cpuMicrosPerPayin = ({ cpuMillis, outcome }: Run): number => (1_000 * cpuMillis) / outcome.payins

/** The two POSTs of an event (#196). */
const postsPerPayin = 2

const perSecond = ({ steps, totalMillis }: Phase, perStep: number): number => (1_000 * steps * perStep) / totalMillis

/** What is wrong with the outcome of a run of this many payins. */
const wrongIn = ({ outcome }: Run, all: number): ReadonlyArray<string> =>
  isDeepStrictEqual(outcome, rightOutcome(all)) ? [] : [`of ${all} payins: ${JSON.stringify(outcome)}`]

export const hostedPayinsBenchmark: Benchmark = {
  name: "hosted-payins",
  about: "hosted payins through the simulator, in process",
  measure: Effect.fnUntraced(function* (say) {
    const runs: Array<Run> = []
    for (let round = 1; round <= rounds; round++) {
      runs.push(yield* hostedPayins(payins, (phase, done) => say(`run ${round} of ${rounds}, ${phase}`, done, payins)))
    }
    const large = yield* hostedPayins(largePayins, (phase, done) => say(`large run, ${phase}`, done, largePayins))
    return {
      outcome: { runs: runs.length, ofEveryRun: runs[0]?.outcome, ofTheLargeRun: large.outcome },
      wrong: [...runs.flatMap((run) => wrongIn(run, payins)), ...wrongIn(large, largePayins)],
      figures: { ...figuresOf(runs), ...figuresOver([large], { largeRunCpuMicrosPerPayin: cpuMicrosPerPayin }) },
      bars: [],
    }
  }),
}
