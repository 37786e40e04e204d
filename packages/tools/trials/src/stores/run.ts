/**
 * A sequence on one store: what it answered to each command, and what is to be read of it at the end.
 */
import type { Ground } from "@cauri/conformance"
import { toEventRow } from "@cauri/core/adapter"
import { Cause, Effect, Exit } from "effect"
import type { Command } from "./Command.ts"
import { type Given, never, own, perform } from "./perform.ts"
import { inAnyOrder, plain } from "./plain.ts"
import { consumers } from "./sequences.ts"
import type { Subject } from "./subjects.ts"

/** Everything that a store has to say to a sequence. */
export interface Said {
  readonly answers: ReadonlyArray<unknown>
  readonly dump: unknown
}

const day = 86_400_000

/** Everything that can be read of a sequence's ground, through the ports and past them. */
const dumpOf = Effect.fnUntraced(function* ({ store, shared, reports, landed }: Subject, ground: Ground) {
  const all = yield* store.list({ createdFrom: ground.at, createdBefore: ground.at + day, limit: 1_000 })
  const payments = yield* Effect.forEach(
    all.map(({ payment }) => payment.key),
    (key) => Effect.all([store.find(key), store.history({ key, after: 0, limit: 1_000 })], { concurrency: 2 }),
    { concurrency: 4 },
  )
  const waiting = yield* Effect.forEach(
    consumers,
    (consumer) => store.deliveries({ consumer: own(ground, consumer), limit: 1_000 }),
    { concurrency: 1 },
  )
  const tables = yield* landed([ground.project, ground.elsewhere])
  return {
    list: all.map(plain),
    payments: payments.map(([found, history]) => [found === null ? null : plain(found), history.map(toEventRow)]),
    waiting,
    pauses: inAnyOrder(yield* shared.pauses()),
    heartbeats: inAnyOrder((yield* shared.heartbeats()).filter((each) => each.process.startsWith(own(ground, "")))),
    figures: inAnyOrder(yield* reports.figures({ by: "created", from: ground.at, before: ground.at + day })),
    tables: Object.entries(tables).map(([table, rows]) => [table, inAnyOrder(rows)]),
  }
})

/** Leaves nothing that the next sequence could meet. */
const tidy = Effect.fnUntraced(function* ({ store, shared }: Subject, ground: Ground) {
  for (const { scope } of yield* shared.pauses()) yield* shared.resume(scope)
  for (const consumer of consumers) yield* store.unsubscribe(own(ground, consumer))
  yield* store.takeDue({ now: ground.at + day - 1, limit: 1_000, until: never })
})

const answerOf = (exit: Exit.Exit<unknown, unknown>): unknown => {
  if (Exit.isSuccess(exit)) return exit.value ?? null
  const error = Cause.squash(exit.cause)
  return { fails: error instanceof Error ? error.name : String(error) }
}

export const run = Effect.fnUntraced(function* (subject: Subject, ground: Ground, commands: ReadonlyArray<Command>) {
  const before = (yield* subject.shared.identity()).highWater
  const answers: Array<unknown> = []
  const given: Array<Given> = []
  for (const command of commands) {
    const answer = answerOf(yield* Effect.exit(perform(subject, ground, command, given)))
    answers.push(command._tag === "Identity" && typeof answer === "number" ? answer - before : answer)
  }
  const dump = yield* dumpOf(subject, ground)
  const rise = (yield* subject.shared.identity()).highWater - before
  yield* tidy(subject, ground)
  const said: Said = { answers, dump: { ...dump, rise } }
  return said
})
