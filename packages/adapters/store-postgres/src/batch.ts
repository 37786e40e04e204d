/**
 * Gathers concurrent writes into one durable commit. A caller learns of success only after it. If the transaction fails, each step is
 * retried by itself, so a step that cannot be written never fails others.
 */
import type { StoreError } from "@cauri/core"
import { Effect, Latch, Result, type Scope } from "effect"
import type { Connection } from "./connection.ts"
import { outcomeOfCommit } from "./commitOutcome.ts"
import { CommitUnknown, faultOf, storeError, Thrown } from "./faults.ts"
import type { StoreMemory } from "./identity.ts"
import type { Notifier } from "./notify.ts"
import { type Done, perform, type Waiting, type Write } from "./perform.ts"
import type { StepContext } from "./steps.ts"
import type { Tables } from "./tables.ts"

export interface BatchContext {
  readonly connection: Connection
  readonly context: StepContext
  readonly tables: Tables
  readonly memory: Pick<StoreMemory, "identity">
  readonly notifier: Notifier
  /** The most steps that one commit gathers. */
  readonly maxBatch: number
}

/** How often a transaction is tried when others or the network were in the way. */
const maxTries = 3

const failAll = (writes: ReadonlyArray<Write>, error: unknown): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const { _tag, waiting } of writes) waiting.fail(storeError(_tag, error))
  })

/** Writes the steps, all in one transaction if that goes well. */
const writeAll = (on: BatchContext, writes: ReadonlyArray<Write>, triesLeft: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { connection, context, memory, tables, notifier } = on
    let done: ReadonlyArray<Done> = []
    const transaction = connection.transact(async (executor) => {
      // Asked before anything is written, which would raise a high water that fell.
      const unchanged = memory.identity(executor)
      ;[done] = await Promise.all([perform(context, executor, writes), unchanged])
    })
    const result = yield* Effect.result(
      Effect.tryPromise({ try: () => transaction, catch: (error) => new Thrown(error) }),
    )
    const tell = Effect.sync(() => {
      for (const each of done) each.tell()
      const dueAt = Math.min(...done.map((each) => each.dueAt ?? Infinity))
      if (dueAt < Infinity) notifier.say(dueAt)
    })
    if (Result.isSuccess(result)) return yield* tell
    const { error } = result.failure
    const giveUp = failAll(writes, error)
    const again = triesLeft > 1 ? writeAll(on, writes, triesLeft - 1) : giveUp
    if (error instanceof CommitUnknown) {
      const expected = done.flatMap((each) => (each.expected === null ? [] : [each.expected]))
      const outcome = yield* outcomeOfCommit(connection, tables, error.transaction, expected)
      if (outcome === "Committed") return yield* tell
      return yield* outcome === "RolledBack" ? again : giveUp
    }
    const alone = (write: Write) => writeAll(on, [write], maxTries)
    const oneByOne = Effect.forEach(writes, alone, { concurrency: 1, discard: true })
    switch (faultOf(error)) {
      case "Lost":
        yield* Effect.ignore(Effect.tryPromise(() => connection.endLost()))
        return yield* again
      case "Unusable":
      case "corrupt":
        return yield* giveUp
      case "Conflict":
        return yield* writes.length > 1 ? oneByOne : again
      case "Refused":
        return yield* writes.length > 1 ? oneByOne : giveUp
    }
  })

export interface Batch {
  /** Writes a step, together with other steps that are written at the same time. */
  readonly write: <Answer>(make: (waiting: Waiting<Answer>) => Write) => Effect.Effect<Answer, StoreError>
}

/** The most steps that wait. Beyond it a step fails at once, because it would wait too long. */
const capacity = 65_536

/** Two transactions at a time: while one waits for the disk, the next is gathered and sent. */
const workers = 2

/** Fewer steps than this are not divided among the workers: a commit costs more than they do. */
const worthDividing = 32

/** Starts gathering. When the scope closes, what is under way is finished and the other steps fail. */
export const makeBatch = Effect.fnUntraced(function* (on: BatchContext): Effect.fn.Return<Batch, never, Scope.Scope> {
  // An array and not a Set: a Set keeps its outgrown tables, through which the garbage collector still reaches old writes.
  const waiting: Array<Write> = []
  const someone = yield* Latch.make(false)
  let closed = false
  let busy = 0
  /** Once a worker has taken steps it may not be interrupted: only the worker can report their results. */
  const takeAndWrite = Effect.uninterruptible(
    Effect.suspend(() => {
      // The server works for each connection on a processor of its own, so a worker leaves the others their share.
      const share = Math.max(worthDividing, Math.ceil(waiting.length / (workers - busy)))
      const writes = waiting.splice(0, Math.min(share, on.maxBatch))
      if (waiting.length === 0) someone.closeUnsafe()
      if (writes.length === 0) return Effect.void
      busy += 1
      return Effect.ensuring(
        writeAll(on, writes, maxTries),
        Effect.sync(() => (busy -= 1)),
      )
    }),
  )
  const round = Effect.gen(function* () {
    yield* someone.await
    // Steps that are written at the same moment join.
    yield* Effect.yieldNow
    yield* takeAndWrite
  })
  for (let count = 0; count < workers; count++) yield* Effect.forkScoped(Effect.forever(round))
  // Added last, so it runs first: from then on nothing is begun, and the workers end after their current steps.
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      closed = true
      return failAll(waiting.splice(0), new Error("The store was closed."))
    }),
  )
  const write = <Answer>(make: (waiting: Waiting<Answer>) => Write) =>
    Effect.callback<Answer, StoreError>((resume) => {
      const mine = make({
        tell: (answer) => resume(Effect.succeed(answer)),
        fail: (error) => resume(Effect.fail(error)),
      })
      const refusal = closed
        ? "The store was closed."
        : waiting.length >= capacity
          ? "Too many steps are waiting."
          : null
      if (refusal !== null) return resume(Effect.fail(storeError(mine._tag, new Error(refusal))))
      waiting.push(mine)
      if (waiting.length === 1) someone.openUnsafe()
      // A caller that is interrupted before the step was begun withdraws it.
      return Effect.sync(() => {
        const place = waiting.indexOf(mine)
        if (place !== -1) waiting.splice(place, 1)
      })
    })
  return { write }
})
