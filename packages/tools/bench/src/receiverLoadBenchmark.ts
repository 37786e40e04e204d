/** The receiver's benchmark: how long it loads each side, what it tells, and the bars. */
import { Effect } from "effect"
import { type Bar, bar, type Benchmark, figuresOver, medianOver } from "./benchmark.ts"
import { type Load, receiverLoad, type ReceiverLoad, wrongIn } from "./receiverLoad.ts"
import { deployed } from "./serverProcess.ts"

const rounds = 3
const perSide: Load = { payments: 50_000, connections: 64, warmMillis: 3_000, millis: 60_000 }

const sides = ["receiver", "fastify", "groupCommit", "sameWork"] as const
type Peer = Exclude<(typeof sides)[number], "receiver">

/** The figures of each side, by the ends of their names. */
const sideFigures = {
  PerSecond: "perSecond",
  P50Millis: "p50Millis",
  P99Millis: "p99Millis",
  CpuMicros: "cpuMicros",
} as const

const ofSides = Object.fromEntries(
  sides.flatMap((side) =>
    Object.entries(sideFigures).map(([name, figure]) => [
      `${side}${name}`,
      (round: ReceiverLoad) => round[side][figure],
    ]),
  ),
)

export const receiverLoadBenchmark: Benchmark = {
  name: "receiver-load",
  about: "callbacks noted by the receiver beside three receivers by hand",
  measure: Effect.fnUntraced(function* (say, { seconds }) {
    const load = seconds === null ? perSide : { ...perSide, millis: 1_000 * seconds }
    const programs = yield* deployed
    const all: Array<ReceiverLoad> = []
    for (let round = 1; round <= rounds; round++) {
      say("rounds", round, rounds)
      all.push(yield* receiverLoad(programs, load, () => {}))
    }
    const against = (what: string, figure: keyof typeof sideFigures, other: Peer, wanted: Bar["wanted"]) =>
      bar(
        what,
        medianOver(all, (round) => round.receiver[sideFigures[figure]] / round[other][sideFigures[figure]]),
        wanted,
      )
    return {
      outcome: all,
      wrong: all.flatMap(wrongIn),
      figures: figuresOver(all, {
        ...ofSides,
        lost: (round) => sides.reduce((sum, side) => sum + round[side].lost, 0),
        oneFsyncMicros: (round) => round.fsyncMicros,
      }),
      bars: [
        against("callbacks per second, times Fastify with one commit each", "PerSecond", "fastify", { atLeast: 2.5 }),
        against("callbacks per second, times node:http with group commit", "PerSecond", "groupCommit", {
          atLeast: 0.55,
        }),
        against("callbacks per second, times the same work by hand with group commit", "PerSecond", "sameWork", {
          atLeast: 0.8,
        }),
        against("p99, times that of Fastify with one commit each", "P99Millis", "fastify", { atMost: 1 }),
      ],
    }
  }),
}
