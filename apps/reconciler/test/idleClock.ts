/**
 * A clock that moves when nothing else does: time jumps to the next sleeper once the event loop has come round a few times without
 * anybody falling asleep or waking. With a store that answers within the loop, as SQLite's does, a day passes as fast as its work can be done.
 */
import { type Clock, Duration, Effect } from "effect"

/** Turns of the event loop without news after which time moves on. */
const patience = 8

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock, and what ends it. */
export const makeIdleClock = () => {
  // The latest first, so that the next one is taken off the end.
  const sleepers: Array<Sleeper> = []
  let now = 0
  let quiet = 0
  let running = true

  const placeOf = (at: number): number => {
    let [low, high] = [0, sleepers.length]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((sleepers[middle]?.at ?? 0) > at) low = middle + 1
      else high = middle
    }
    return low
  }

  const turn = () => {
    if (!running) return
    quiet += 1
    if (quiet > patience) {
      const next = sleepers.pop()
      quiet = 0
      if (next !== undefined) {
        now = Math.max(now, next.at)
        next.wake()
      }
    }
    setImmediate(turn)
  }
  setImmediate(turn)

  const nanos = () => BigInt(Math.floor(now)) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        quiet = 0
        const at = now + Duration.toMillis(duration)
        const sleeper: Sleeper = { at, wake: () => resume(Effect.void) }
        sleepers.splice(placeOf(at), 0, sleeper)
        return Effect.sync(() => {
          const place = sleepers.indexOf(sleeper)
          if (place >= 0) sleepers.splice(place, 1)
        })
      }),
  }
  return {
    clock,
    set: (to: number) => {
      now = to
    },
    stop: () => {
      running = false
    },
  }
}
