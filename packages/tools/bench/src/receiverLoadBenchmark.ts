/** The receiver's benchmark: how long it loads each side, what it tells, and the bars. */
import { Effect } from "effect"
import { type Benchmark, figuresOver, medianOver } from "./benchmark.ts"
import { type Load, receiverLoad, type ReceiverLoad, wrongIn } from "./receiverLoad.ts"

const rounds = 3
const perSide: Load = { payments: 50_000, connections: 64, warmMillis: 3_000, millis: 60_000 }

export const receiverLoadBenchmark: Benchmark = {
  name: "receiver-load",
  about: "callbacks noted by the receiver beside three receivers by hand",
  measure: Effect.fnUntraced(function* (say, { seconds }) {
    const load = seconds === null ? perSide : { ...perSide, millis: 1_000 * seconds }
    const all: Array<ReceiverLoad> = []
    for (let round = 1; round <= rounds; round++) {
      say("rounds", round, rounds)
      all.push(yield* receiverLoad(load, () => {}))
    }
    const figure = (one: (round: ReceiverLoad) => number, other: (round: ReceiverLoad) => number) =>
      medianOver(all, (round) => one(round) / other(round))
    return {
      outcome: all,
      wrong: all.flatMap(wrongIn),
      figures: figuresOver(all, {
        receiverPerSecond: ({ receiver }) => receiver.perSecond,
        receiverP50Millis: ({ receiver }) => receiver.p50Millis,
        receiverP99Millis: ({ receiver }) => receiver.p99Millis,
        receiverCpuMicros: ({ receiver }) => receiver.cpuMicros,
        fastifyPerSecond: ({ fastify }) => fastify.perSecond,
        fastifyP50Millis: ({ fastify }) => fastify.p50Millis,
        fastifyP99Millis: ({ fastify }) => fastify.p99Millis,
        fastifyCpuMicros: ({ fastify }) => fastify.cpuMicros,
        groupCommitPerSecond: ({ groupCommit }) => groupCommit.perSecond,
        groupCommitP50Millis: ({ groupCommit }) => groupCommit.p50Millis,
        groupCommitP99Millis: ({ groupCommit }) => groupCommit.p99Millis,
        groupCommitCpuMicros: ({ groupCommit }) => groupCommit.cpuMicros,
        sameWorkPerSecond: ({ sameWork }) => sameWork.perSecond,
        sameWorkP50Millis: ({ sameWork }) => sameWork.p50Millis,
        sameWorkP99Millis: ({ sameWork }) => sameWork.p99Millis,
        sameWorkCpuMicros: ({ sameWork }) => sameWork.cpuMicros,
        lost: ({ fastify, groupCommit, receiver, sameWork }) =>
          receiver.lost + fastify.lost + groupCommit.lost + sameWork.lost,
        oneFsyncMicros: (round) => round.fsyncMicros,
      }),
      bars: [
        {
          what: "callbacks per second, times Fastify with one commit each",
          figure: figure(
            ({ receiver }) => receiver.perSecond,
            ({ fastify }) => fastify.perSecond,
          ),
          wanted: { atLeast: 2.5 },
        },
        {
          what: "callbacks per second, times node:http with group commit",
          figure: figure(
            ({ receiver }) => receiver.perSecond,
            ({ groupCommit }) => groupCommit.perSecond,
          ),
          wanted: { atLeast: 0.6 },
        },
        {
          what: "callbacks per second, times the same work by hand with group commit",
          figure: figure(
            ({ receiver }) => receiver.perSecond,
            ({ sameWork }) => sameWork.perSecond,
          ),
          wanted: { atLeast: 0.6 },
        },
        {
          what: "p99, times that of Fastify with one commit each",
          figure: figure(
            ({ receiver }) => receiver.p99Millis,
            ({ fastify }) => fastify.p99Millis,
          ),
          wanted: { atMost: 1 },
        },
      ],
    }
  }),
}
