/**
 * Gathers concurrent writes into one durable commit. Whoever writes hears of success only after it. Steps of one kind are one statement;
 * steps that would get in each other's way follow one another within the transaction, in the order in which they came.
 *
 * If the transaction fails, each step is tried by itself, so one that cannot be written never spoils its neighbours.
 */
import {
  type CallbackNote,
  type Claimed,
  type Inserted,
  type Noted,
  type PaymentRow,
  type PaymentWrite,
  PaymentId,
  ProjectId,
  type StoreError,
} from "@cauri/core"
import { Deferred, Effect, Option, Queue, Result, type Scope } from "effect"
import type { Connection } from "./connection.ts"
import { type Expectation, settleDoubt } from "./doubt.ts"
import { CommitUnknown, faultOf, storeError } from "./faults.ts"
import {
  claim,
  claimNames,
  type ClaimStep,
  insert,
  type InsertStep,
  keyName,
  lock,
  note,
  save,
  type SaveStep,
  type StepContext,
} from "./steps.ts"
import type { Executor } from "./statement.ts"
import type { Tables } from "./tables.ts"

/** Somebody who waits to hear what became of a step. */
export interface Waiting<Answer> {
  readonly tell: (answer: Answer) => void
  readonly fail: (error: StoreError) => void
}

interface Pending<Tag extends string, Step, Answer> {
  readonly _tag: Tag
  readonly step: Step
  readonly waiting: Waiting<Answer>
}

/** A step that waits for its commit. */
export type Write =
  | Pending<"insert", InsertStep, Inserted<PaymentRow>>
  | Pending<"save", SaveStep, "Saved" | "Stale">
  | Pending<"claim", ClaimStep, Claimed>
  | Pending<"noteCallback", CallbackNote, Noted>

/** What a transaction did: whom to tell, and what must lie in the tables if it was committed. */
interface Performed {
  readonly tell: ReadonlyArray<() => void>
  readonly expected: ReadonlyArray<Expectation>
}

/** How often a transaction is tried when others or the network were in the way. */
const maxTries = 3

/** The steps in rounds, such that no two of a round share a name; those that do follow one another in their order. */
const inRounds = <A>(steps: ReadonlyArray<A>, namesOf: (step: A) => ReadonlyArray<string>) => {
  const rounds: Array<Array<A>> = []
  const lastRound = new Map<string, number>()
  for (const step of steps) {
    const names = namesOf(step)
    const place = Math.max(-1, ...names.map((name) => lastRound.get(name) ?? -1)) + 1
    for (const name of names) lastRound.set(name, place)
    const round = rounds[place]
    if (round === undefined) rounds.push([step])
    else round.push(step)
  }
  return rounds
}

const tagged = <Tag extends Write["_tag"]>(writes: ReadonlyArray<Write>, tag: Tag) =>
  writes.filter((write): write is Extract<Write, { readonly _tag: Tag }> => write._tag === tag)

/** Runs the steps of one kind and pairs the answers with those who wait for them. */
const answered = async <Step, Answer>(
  writes: ReadonlyArray<Pending<string, Step, Answer>>,
  work: (steps: ReadonlyArray<Step>) => Promise<ReadonlyArray<Answer>>,
) => {
  if (writes.length === 0) return []
  const answers = await work(writes.map(({ step }) => step))
  return writes.flatMap((write, index) => answers.slice(index, index + 1).map((answer) => ({ write, answer })))
}

/** Sends rounds, each behind the one before. */
const inOrder = async <A, B>(rounds: ReadonlyArray<A>, send: (round: A) => Promise<ReadonlyArray<B>>) =>
  (await Promise.all(rounds.map(send))).flat()

const expectation = ({ kind, project, id }: PaymentWrite, version: number): Expectation => ({
  key: { kind, project: ProjectId.make(project), id: PaymentId.make(id) },
  version,
})

const perform = async (context: StepContext, executor: Executor, writes: ReadonlyArray<Write>): Promise<Performed> => {
  const inserts = tagged(writes, "insert")
  const saves = tagged(writes, "save")
  const claims = tagged(writes, "claim")
  const notes = tagged(writes, "noteCallback")
  const keys = [
    ...saves.map(({ step }) => step.row),
    ...claims.map(({ step }) => step.row),
    ...notes.map(({ step }) => step.key),
  ]
  // Nothing here waits for the answer to what was sent before: the server takes one after the other.
  const [, inserted, saved, claimed, noted] = await Promise.all([
    lock(
      context,
      executor,
      claims.map(({ step }) => step),
      keys,
    ),
    answered(inserts, (steps) => insert(context, executor, steps)),
    inOrder(
      inRounds(saves, ({ step }) => [keyName(step.row)]),
      (round) => answered(round, (steps) => save(context, executor, steps)),
    ),
    inOrder(
      inRounds(claims, ({ step }) => [keyName(step.row), ...claimNames(step)]),
      (round) => answered(round, (steps) => claim(context, executor, steps)),
    ),
    answered(notes, (steps) => note(context, executor, steps)),
  ])
  return {
    tell: [
      ...inserted.map(
        ({ write, answer }) =>
          () =>
            write.waiting.tell(answer),
      ),
      ...saved.map(
        ({ write, answer }) =>
          () =>
            write.waiting.tell(answer),
      ),
      ...claimed.map(
        ({ write, answer }) =>
          () =>
            write.waiting.tell(answer),
      ),
      ...noted.map(
        ({ write, answer }) =>
          () =>
            write.waiting.tell(answer),
      ),
    ],
    expected: [
      ...inserted.filter(({ answer }) => answer._tag === "Inserted").map(({ write }) => expectation(write.step.row, 1)),
      ...[
        ...saved.filter(({ answer }) => answer === "Saved"),
        ...claimed.filter(({ answer }) => answer._tag === "Claimed"),
      ].map(({ write }) => expectation(write.step.row, write.step.terms.version + 1)),
    ],
  }
}

const failAll = (writes: ReadonlyArray<Write>, error: unknown): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const { _tag, waiting } of writes) waiting.fail(storeError(_tag, error))
  })

/** Writes the steps, all in one transaction if that goes well. */
const writeAll = (
  connection: Connection,
  context: StepContext,
  t: Tables,
  writes: ReadonlyArray<Write>,
  triesLeft: number,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    let performed: Performed = { tell: [], expected: [] }
    const result = yield* Effect.result(
      Effect.tryPromise({
        try: () =>
          connection.transact(async (executor) => {
            performed = await perform(context, executor, writes)
          }),
        catch: (error) => error,
      }),
    )
    const tell = Effect.sync(() => {
      for (const each of performed.tell) each()
    })
    if (Result.isSuccess(result)) return yield* tell
    const error = result.failure
    const again = triesLeft > 1 ? writeAll(connection, context, t, writes, triesLeft - 1) : failAll(writes, error)
    if (error instanceof CommitUnknown) {
      const outcome = yield* settleDoubt(connection, t, error.transaction, performed.expected)
      if (outcome === "Committed") return yield* tell
      return yield* outcome === "RolledBack" ? again : failAll(writes, error)
    }
    const fault = faultOf(error)
    if (fault === "Lost") return yield* again
    if (fault === "Corrupt") return yield* failAll(writes, error)
    if (writes.length > 1) {
      const alone = (write: Write) => writeAll(connection, context, t, [write], maxTries)
      return yield* Effect.forEach(writes, alone, { concurrency: 1, discard: true })
    }
    return yield* fault === "Conflict" ? again : failAll(writes, error)
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
export const makeBatch = Effect.fnUntraced(function* (
  connection: Connection,
  context: StepContext,
  t: Tables,
  maxBatch: number,
): Effect.fn.Return<Batch, never, Scope.Scope> {
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
    while (writes.length < maxBatch) {
      const next = yield* Queue.poll(queue)
      if (Option.isNone(next)) break
      writes.push(next.value)
    }
    const wanted = writes.filter((write) => given.delete(write))
    if (wanted.length > 0) yield* Effect.uninterruptible(writeAll(connection, context, t, wanted, maxTries))
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
