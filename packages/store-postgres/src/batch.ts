/**
 * Gathers concurrent writes into one durable commit. Whoever writes hears of success only after it. If the transaction fails, each step
 * is tried by itself, so one that cannot be written never spoils its neighbours.
 */
import type { StoreError } from "@cauri/core"
import { Deferred, Effect, Option, Queue, Result, type Scope } from "effect"
import type { Connection } from "./connection.ts"
import { settleDoubt } from "./doubt.ts"
import { CommitUnknown, faultOf, storeError } from "./faults.ts"
import type { Notifier } from "./notify.ts"
import { type Done, perform, type Waiting, type Write } from "./perform.ts"
import type { StepContext } from "./steps.ts"
import type { Tables } from "./tables.ts"

/** What a batch works with. */
export interface BatchContext {
  readonly connection: Connection
  readonly context: StepContext
  readonly tables: Tables
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
    const { connection, context, tables, notifier } = on
    let done: ReadonlyArray<Done> = []
    const transaction = connection.transact(async (executor) => {
      done = await perform(context, executor, writes)
    })
    const result = yield* Effect.result(Effect.tryPromise({ try: () => transaction, catch: (error) => error }))
    const tell = Effect.sync(() => {
      for (const each of done) each.tell()
      const dueAt = Math.min(...done.map((each) => each.dueAt ?? Infinity))
      if (dueAt < Infinity) notifier.say(dueAt)
    })
    if (Result.isSuccess(result)) return yield* tell
    const error = result.failure
    const giveUp = failAll(writes, error)
    const again = triesLeft > 1 ? writeAll(on, writes, triesLeft - 1) : giveUp
    if (error instanceof CommitUnknown) {
      const expected = done.flatMap((each) => (each.expected === null ? [] : [each.expected]))
      const outcome = yield* settleDoubt(connection, tables, error.transaction, expected)
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
      case "Corrupt":
        return yield* giveUp
      case "Conflict":
        return yield* writes.length > 1 ? oneByOne : again
      case "Refused":
        return yield* writes.length > 1 ? oneByOne : giveUp
    }
  })

/** Where steps are handed in. */
export interface Batch {
  /** Writes a step, together with whatever else is written at this moment. */
  readonly write: <Answer>(make: (waiting: Waiting<Answer>) => Write) => Effect.Effect<Answer, StoreError>
}

/** How many steps wait at most; more make their callers wait before they are taken. */
const capacity = 4_096

/** Two transactions at a time: while one waits for the disk, the next is gathered and sent. */
const workers = 2

/** Starts gathering. What is under way when the scope closes is finished; what was not begun fails. */
export const makeBatch = Effect.fnUntraced(function* (on: BatchContext): Effect.fn.Return<Batch, never, Scope.Scope> {
  const queue = yield* Queue.bounded<Write>(capacity)
  const given = new Set<Write>()
  let closed = false
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      closed = true
      return failAll([...given], new Error("The store was closed."))
    }),
  )
  const round = Effect.gen(function* () {
    const first = yield* Queue.take(queue)
    // Whoever writes at the same moment comes along.
    yield* Effect.yieldNow
    const writes = [first]
    while (writes.length < on.maxBatch) {
      const next = yield* Queue.poll(queue)
      if (Option.isNone(next)) break
      writes.push(next.value)
    }
    const wanted = writes.filter((write) => given.delete(write))
    if (wanted.length > 0) yield* Effect.uninterruptible(writeAll(on, wanted, maxTries))
  })
  for (let count = 0; count < workers; count++) yield* Effect.forkScoped(Effect.forever(round))
  const write = <Answer>(make: (waiting: Waiting<Answer>) => Write) =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<Answer, StoreError>()
      const mine = make({
        tell: (told) => Deferred.doneUnsafe(answer, Effect.succeed(told)),
        fail: (error) => Deferred.doneUnsafe(answer, Effect.fail(error)),
      })
      if (closed) return yield* storeError(mine._tag, new Error("The store was closed."))
      given.add(mine)
      // Whoever leaves before the step was begun takes it back.
      const waiting = Effect.andThen(Queue.offer(queue, mine), Deferred.await(answer))
      return yield* Effect.onInterrupt(waiting, () => Effect.sync(() => given.delete(mine)))
    })
  return { write }
})
