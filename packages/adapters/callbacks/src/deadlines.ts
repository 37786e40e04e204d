/**
 * Deadlines for many waits of one length. A race and a timer for each request would cost more than reading it, so one sleeper serves all of
 * them: they end in the order in which they began, and almost every one is over long before.
 */
import { Clock, Effect, Function, type Scope } from "effect"
import { defectKind } from "./defectKind.ts"

/** Calls `late` when the time is over, unless the returned function cancels it before. */
export type Deadline = (late: () => void) => () => void

interface Wait {
  /** Nanoseconds of the monotonic clock. */
  readonly until: bigint
  late: () => void
}

/** Makes the deadline for all waits of this length. Its sleeper ends with the scope. */
export const makeDeadline = Effect.fnUntraced(function* (
  millis: number,
): Effect.fn.Return<Deadline, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const now = () => clock.monotonicTimeNanosUnsafe()
  const length = BigInt(Math.ceil(millis * 1e6))
  const waits = new Set<Wait>()
  let wake: (() => void) | undefined

  const untilWoken = Effect.callback<void>((resume) => {
    wake = () => resume(Effect.void)
  })
  const turn = Effect.gen(function* () {
    const [next] = waits
    if (next === undefined) return yield* untilWoken
    yield* Effect.sleep(Math.ceil(Number(next.until - now()) / 1e6))
    const reached = now()
    for (const wait of waits) {
      if (wait.until > reached) break
      waits.delete(wait)
      yield* Effect.catchDefect(
        Effect.sync(() => wait.late()),
        failedLate,
      )
    }
  })
  yield* Effect.forkScoped(Effect.forever(turn))

  return (late) => {
    const wait = { until: now() + length, late }
    waits.add(wait)
    if (waits.size === 1) wake?.()
    return () => {
      waits.delete(wait)
      // A set keeps old tables after it has grown, and the engine reaches their entries until the next full collection: an ended wait must
      // not keep its request alive.
      wait.late = Function.constVoid
    }
  }
})

/** A host's own hooks may throw when an answer is written. The others wait for the same sleeper. */
const failedLate = (defect: unknown) =>
  Effect.logError(
    `A request that took too long was not answered, because your own code that writes the answer failed with ${defectKind(defect)}. Its payment is unchanged, and the service sends the callback again. Correct that code.`,
  )
