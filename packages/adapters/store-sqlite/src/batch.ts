/**
 * Gathers the writes of many callers into one durable commit. A caller learns of success only after the commit, and a step that throws is
 * rolled back alone.
 *
 * Everything from BEGIN to COMMIT happens in one turn of the event loop, so an interruption comes before a step or after it, never in
 * between. Only waiting for the lock is asynchronous.
 */
import type { StoreError } from "@cauri/core"
import { StoreRefused } from "@cauri/core/adapter"
import { Clock, Deferred, Effect, type Scope } from "effect"
import type { Connection } from "./connection.ts"
import { faultOf, refusalOf, storeError } from "./faults.ts"
import type { DiskSpace } from "./diskSpace.ts"
import { makeFileCheck } from "./fileCheck.ts"
import { longEnough, makeTransactions, type Part } from "./transactions.ts"
import { elapsed, pause, toMillis } from "./waiting.ts"

/** A write that waits for its commit. */
interface Step extends Part {
  readonly operation: string
  readonly isAnswer: boolean
  readonly isForeign: boolean
  readonly mayBeLost: boolean
  /** Since when it waits for the lock. */
  since: number | null
}

interface WriteTerms {
  /** It brings the answer of a request that was sent, so the store gives up room for it when the disk is full. */
  readonly isAnswer?: boolean
  /** It runs the host's work, which could end the transaction that it is in, so it shares none with steps of ours. */
  readonly isForeign?: boolean
  /**
   * A power cut may undo it, because it ends every program on this file as well, and only those need to know of it: a lease, a rate token. A
   * commit of such steps alone does not wait for the disk. A program that is killed loses nothing by it.
   */
  readonly mayBeLost?: boolean
}

/** What reads and writes of one connection go through. */
export interface Gate {
  /** Runs a step inside a transaction that has the lock; it is durable when this returns, unless it may be lost. */
  readonly write: <A>(operation: string, work: () => A, how?: WriteTerms) => Effect.Effect<A, StoreError>
  readonly read: <A>(operation: string, work: () => A) => Effect.Effect<A, StoreError>
  /** Never ends while the store is sound; fails when it must not be used any more. */
  readonly failed: Effect.Effect<never, StoreRefused>
}

export interface GateTerms {
  readonly maxBatch: number
  readonly maxWait: number
  readonly room: Pick<DiskSpace, "giveUp" | "tidy">
  /** Throws when the store is not the one that it was. */
  readonly look: () => unknown
}

/**
 * A commit of at least this many steps belongs to a rush, even when nothing waits just after it: its callers write again at once. Tidying
 * up is then left for later, because it synchronises the disk more often than the commit did.
 */
const rush = 4

const lockHeld = (maxWait: number) =>
  new StoreRefused({ reason: "busy", detail: `Others held the lock for more than ${maxWait} ms.` })

/** The queue of waiting steps. Nothing here is asynchronous. */
const makeQueue = (connection: Connection, clock: Clock.Clock, { look, maxBatch, maxWait, room }: GateTerms) => {
  const now = () => toMillis(clock.monotonicTimeNanosUnsafe())
  const transactions = makeTransactions(connection, now, look)
  const whatIsWrong = makeFileCheck(connection)
  // An array and not a Set: a Set keeps its outgrown tables, through which the garbage collector still reaches old steps.
  const waiting: Array<Step> = []
  const failure = Deferred.makeUnsafe<never, StoreRefused>()
  let closed: StoreRefused | null = null

  const withdraw = (step: Step): void => {
    const place = waiting.indexOf(step)
    if (place !== -1) waiting.splice(place, 1)
  }
  const close = (refused: StoreRefused): StoreRefused => {
    closed ??= refused
    for (const step of waiting.splice(0)) step.fail(closed)
    return closed
  }
  const stop = (thrown: unknown): StoreRefused => {
    const refused = close(refusalOf(thrown, "writing"))
    Deferred.doneUnsafe(failure, Effect.fail(refused))
    return refused
  }
  const madeRoom = (): boolean => {
    try {
      return room.giveUp()
    } catch {
      // The disk cannot even free the ballast; the steps then fail with their own errors.
      return false
    }
  }

  /** Tidies up behind a commit of so many steps. */
  const tidy = (committed: number): void => {
    try {
      room.tidy(waiting.length === 0 && committed < rush)
    } catch (thrown) {
      // Nothing is lost when it cannot be done now: what was committed lies in the log.
      if (faultOf(thrown) === "Fatal") stop(thrown)
    }
  }

  /** Commits these steps together and reports to every caller; false when others hold the lock. */
  const commit = (steps: ReadonlyArray<Step>): boolean => {
    const written = transactions.together(steps, !steps.every(({ mayBeLost }) => mayBeLost))
    switch (written._tag) {
      case "Busy":
        waiting.unshift(...steps)
        return false
      case "Written": {
        // Checked after the commit: what is written to a file that has lost its name is not durable.
        const gone = whatIsWrong()
        if (gone !== null) {
          for (const step of steps) step.fail(stop(gone))
          return true
        }
        // Steps for which there was no time are first in the next commit.
        waiting.unshift(...steps.slice(written.tell.length))
        for (const tell of written.tell) tell()
        return true
      }
      case "Failed": {
        const fault = faultOf(written.thrown)
        // Nothing was written. One step that fails must not fail the others.
        if (fault !== "Fatal" && steps.length > 1) return commitEach(steps)
        if (fault === "Full" && steps.every(({ isAnswer }) => isAnswer) && madeRoom()) return commit(steps)
        const refused = fault === "Fatal" ? stop(written.thrown) : null
        for (const step of steps) {
          step.fail(refused ?? (fault === "Full" ? refusalOf(written.thrown, step.operation) : written.thrown))
        }
        return true
      }
    }
  }
  /** The same, but each step by itself, and of many only as many as there is time for: the others are first in the next turn. */
  const commitEach = (steps: ReadonlyArray<Step>): boolean => {
    waiting.unshift(...steps)
    const begun = now()
    for (let left = steps.length; left > 0 && now() - begun < longEnough; left--) {
      const [step] = waiting.splice(0, 1)
      // If the store was closed meanwhile, all callers have their error.
      if (step !== undefined && !commit([step])) return false
    }
    return true
  }
  /** Commits the steps that wait longest and returns how many were tried; null when others hold the lock. */
  const commitSome = (): number | null => {
    const steps = waiting.splice(0, maxBatch)
    const [ours, theirs] = [steps.filter(({ isForeign }) => !isForeign), steps.filter(({ isForeign }) => isForeign)]
    const written = [ours, theirs]
      .filter(({ length }) => length > 0)
      .map(commit)
      .every(Boolean)
    return written ? steps.length : null
  }
  /** Fails the steps that have waited for the lock for too long. */
  const giveUp = (now: number): void => {
    for (const step of waiting) step.since ??= now
    const late = waiting.filter(({ since }) => since !== null && now - since >= maxWait)
    for (const step of late) {
      withdraw(step)
      step.fail(lockHeld(maxWait))
    }
  }
  return {
    waiting,
    withdraw,
    commitSome,
    tidy,
    giveUp,
    close,
    stop,
    isTaken: transactions.isTaken,
    failed: Deferred.await(failure),
    closed: () => closed,
  }
}
type Queue = ReturnType<typeof makeQueue>

const reading = (queue: Queue, maxWait: number): Gate["read"] =>
  Effect.fnUntraced(function* (operation, work) {
    const start = yield* elapsed
    for (;;) {
      const tried = queue.isTaken() ? null : tryRead(queue, operation, work)
      if (tried !== null) return yield* tried
      if ((yield* elapsed) - start >= maxWait) return yield* storeError(operation, lockHeld(maxWait))
      yield* pause
    }
  })

/** Reads, or null when others hold the lock. */
const tryRead = <A>(queue: Queue, operation: string, work: () => A): Effect.Effect<A, StoreError> | null => {
  const refused = queue.closed()
  if (refused !== null) return Effect.fail(storeError(operation, refused))
  try {
    return Effect.succeed(work())
  } catch (thrown) {
    const fault = faultOf(thrown)
    if (fault === "busy") return null
    return Effect.fail(storeError(operation, fault === "Fatal" ? queue.stop(thrown) : thrown))
  }
}

/** Opens the gate, and closes it with the scope: waiting steps then fail. */
export const makeGate = (connection: Connection, terms: GateTerms): Effect.Effect<Gate, never, Scope.Scope> =>
  Effect.gen(function* () {
    const queue = makeQueue(connection, yield* Clock.Clock, terms)
    let wake: (() => void) | null = null

    const asleep = Effect.callback<void>((resume) => {
      wake = () => resume(Effect.void)
    })
    const turn = Effect.gen(function* () {
      // Steps that are ready at the same time join.
      if (queue.waiting.length === 0) yield* Effect.andThen(asleep, Effect.yieldNow)
      const committed = queue.commitSome()
      if (committed !== null) {
        // Moving the log blocks the program for as long as a commit does; the pause between lets callers go on and write again.
        yield* Effect.yieldNow
        return queue.tidy(committed)
      }
      queue.giveUp(yield* elapsed)
      yield* pause
    })

    const write = <A>(
      operation: string,
      work: () => A,
      { isAnswer = false, isForeign = false, mayBeLost = false }: WriteTerms = {},
    ) =>
      Effect.callback<A, StoreError>((resume) => {
        const fail = (thrown: unknown) => resume(Effect.fail(storeError(operation, thrown)))
        const refused = queue.closed()
        if (refused !== null) return fail(refused)
        const run = () => {
          const value = work()
          return () => resume(Effect.succeed(value))
        }
        const step: Step = { operation, isAnswer, isForeign, mayBeLost, run, fail, since: null }
        queue.waiting.push(step)
        wake?.()
        // A withdrawn step is not in a transaction: those begin and end in one turn.
        return Effect.sync(() => queue.withdraw(step))
      })

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => queue.close(new StoreRefused({ reason: "unavailable", detail: "The store was closed." }))),
    )
    // "forever" yields between two turns. If the writer dies, the store must stop: else every caller would wait for ever.
    const writer = Effect.catchDefect(Effect.forever(turn), (defect) => Effect.sync(() => queue.stop(defect)))
    yield* Effect.forkScoped(writer)
    return { write, read: reading(queue, terms.maxWait), failed: queue.failed }
  })
