/** Signs of life of consumers, in the heartbeats: a program that delivers to a consumer writes one, and finds out whether another one does. */
import { Clock, Effect } from "effect"
import { type Consumer, wantedBy } from "../ports/Consumers.ts"
import { SharedState } from "../ports/SharedState.ts"

const interval = 10_000
/** Without a sign for so long, a consumer counts as gone. */
const goneAfter = 60_000
/** What only another program wants waits for it for so long after its last sign. */
const waitsFor = 10 * goneAfter

const processOf = (name: string) => `consumer ${name}`

const roleOf = (consumer: Consumer) => ["consumer", ...(wantedBy(consumer) ?? [])].join(" ")

/**
 * Does a program deliver to the consumer of this name? It is known from its heartbeat, which ends a minute after the program.
 *
 * ```ts
 * yield* Effect.forkChild(worker.run)
 * yield* TestClock.adjust("1 second")
 * yield* consumerIsAlive("log") // => true
 * yield* consumerIsAlive("mails") // => false
 * ```
 */
export const consumerIsAlive = Effect.fnUntraced(function* (name: string) {
  const beats = yield* (yield* SharedState).heartbeats()
  const now = yield* Clock.currentTimeMillis
  return beats.some(({ at, process }) => process === processOf(name) && now - at < goneAfter)
})

/** The signs of this process's consumers. */
export const makeConsumerSigns = (shared: SharedState["Service"]) => {
  const known = new Map<string, { readonly written: number; readonly othersAt: number; readonly isWarned: boolean }>()

  const find = (name: string) =>
    Effect.map(shared.heartbeats(), (beats) => beats.find(({ process }) => process === processOf(name)))

  return {
    /** Writes a sign, every ten seconds at most. Another sign than its own is of another program, which is warned of once. */
    write: Effect.fnUntraced(function* (consumer: Consumer) {
      const { name } = consumer
      const now = yield* Clock.currentTimeMillis
      const last = known.get(name)
      if (last !== undefined && now - last.written < interval) return
      const found = yield* find(name)
      const isShared = last !== undefined && found !== undefined && found.at !== last.written
      if (isShared && !last.isWarned)
        yield* Effect.logWarning(
          found.role === roleOf(consumer)
            ? `Another program delivers to the consumer ${name} as well: each event reaches one of them. If both should receive all events, give one another name.`
            : `Another program delivers to the consumer ${name} as well, and wants other events: what only it wants waits for it. If no deployment is under way, give one of them another name.`,
        )
      yield* shared.beat({ process: processOf(name), role: roleOf(consumer), at: now })
      // At first others may be there.
      const othersAt = last === undefined || isShared ? now : last.othersAt
      known.set(name, { written: now, othersAt, isWarned: isShared || last?.isWarned === true })
    }),
    /** Was another program there a short time ago, which may want what this one does not? */
    mayBeShared: Effect.fnUntraced(function* (name: string) {
      const othersAt = known.get(name)?.othersAt ?? (yield* find(name))?.at ?? -Infinity
      return (yield* Clock.currentTimeMillis) - othersAt < waitsFor
    }),
  }
}
