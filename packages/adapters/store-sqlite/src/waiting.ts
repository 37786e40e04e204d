/**
 * Waiting for a lock without blocking the event loop. better-sqlite3 waits synchronously, so SQLite itself may wait for a moment only
 * (T14); everything longer is an asynchronous sleep of random length, so that processes do not wake together.
 */
import { Clock, Effect, Random, Result } from "effect"
import type { StoreRefused } from "@cauri/core/adapter"
import { faultOf, refusalOf } from "./faults.ts"

/** How long SQLite itself may wait for a lock, and block the program, in milliseconds. */
export const busyTimeout = 20

/** A sleep of 10 to 40 milliseconds. */
export const pause: Effect.Effect<void> = Effect.flatMap(Random.nextBetween(10, 40), (millis) => Effect.sleep(millis))

export const toMillis = (nanos: bigint): number => Number(nanos) / 1_000_000

/** A monotonic time for measuring waits, in milliseconds: changes of the machine's clock do not affect it (C11). */
export const elapsed: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, toMillis)

/** Runs the work once the lock is free, or refuses the store when that takes longer than allowed. */
export const whenFree = Effect.fnUntraced(function* <A>(
  doing: string,
  maxWait: number,
  work: () => A,
): Effect.fn.Return<A, StoreRefused> {
  const start = yield* elapsed
  for (;;) {
    const tried = Result.try(work)
    if (Result.isSuccess(tried)) return tried.success
    const late = (yield* elapsed) - start >= maxWait
    if (faultOf(tried.failure) !== "busy" || late) return yield* refusalOf(tried.failure, doing)
    yield* pause
  }
})
