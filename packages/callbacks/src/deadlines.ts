/**
 * Deadlines for many waits of one length. A race and a timer for each request would cost more than reading it, so one sleeper watches
 * over all of them: they end in the order in which they began, and almost every one is over long before.
 */
import { Clock, Effect, type Scope } from "effect"

/** Calls back once the time is over, unless it is told before that the wait is over. */
export type Deadline = (late: () => void) => () => void

interface Wait {
  readonly until: number
  readonly late: () => void
}

/** Makes the deadline of all waits of this length. Its sleeper ends with the scope. */
export const makeDeadline = Effect.fnUntraced(function* (
  millis: number,
): Effect.fn.Return<Deadline, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const waits = new Set<Wait>()
  let wake: (() => void) | undefined

  const somebody = Effect.callback<void>((resume) => {
    wake = () => resume(Effect.void)
  })
  const turn = Effect.gen(function* () {
    const [next] = waits
    if (next === undefined) return yield* somebody
    yield* Effect.sleep(next.until - clock.currentTimeMillisUnsafe())
    const now = clock.currentTimeMillisUnsafe()
    for (const wait of waits) {
      if (wait.until > now) break
      waits.delete(wait)
      wait.late()
    }
  })
  yield* Effect.forkScoped(Effect.forever(turn))

  return (late) => {
    const wait = { until: clock.currentTimeMillisUnsafe() + millis, late }
    waits.add(wait)
    if (waits.size === 1) wake?.()
    return () => void waits.delete(wait)
  }
})
