/**
 * A clock that stands still until it is moved. Sleepers wake in the order of their times, and only after everything that runs has come to
 * rest: so a quick program makes nothing late.
 */
import { type Clock, Duration, Effect, Latch } from "effect"

interface Sleeper {
  readonly at: number
  readonly latch: Latch.Latch
}

/** How many times in a row nothing may move before everything counts as at rest: answers cross a few turns of the event loop. */
const quietTurns = 12

/** A clock that stands still until it is moved. */
export class SimulatedClock implements Clock.Clock {
  readonly #sleepers = new Set<Sleeper>()
  #now: number
  #moves = 0
  #underWay = 0

  constructor(startsAt: number) {
    this.#now = startsAt
  }

  currentTimeMillisUnsafe(): number {
    return this.#now
  }
  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.#now) * 1_000_000n
  }
  monotonicTimeNanosUnsafe(): bigint {
    return this.currentTimeNanosUnsafe()
  }
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.suspend(() => {
      const sleeper = { at: this.#now + Duration.toMillis(duration), latch: Latch.makeUnsafe() }
      if (sleeper.at <= this.#now) return Effect.yieldNow
      this.#moves += 1
      this.#sleepers.add(sleeper)
      return Effect.ensuring(
        sleeper.latch.await,
        Effect.sync(() => {
          this.#moves += 1
          this.#sleepers.delete(sleeper)
        }),
      )
    })
  }

  /** Waits for this work, which takes no time of this clock, before time goes on. */
  awaited<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        this.#underWay += 1
        this.#moves += 1
      }),
      () => work,
      () =>
        Effect.sync(() => {
          this.#underWay -= 1
          this.#moves += 1
        }),
    )
  }

  /** Completes when everything waits for time or for something outside. */
  readonly atRest: Effect.Effect<void> = Effect.gen({ self: this }, function* () {
    let seen = this.#moves
    for (let quiet = 0; quiet < quietTurns || this.#underWay > 0; quiet++) {
      yield* Effect.yieldNow
      if (this.#moves !== seen) quiet = 0
      seen = this.#moves
    }
  })

  /** Moves time on, from one sleeper to the next. */
  advance(millis: number): Effect.Effect<void> {
    return Effect.gen({ self: this }, function* () {
      const until = this.#now + millis
      yield* this.atRest
      for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
        this.#now = Math.max(this.#now, next.at)
        next.latch.openUnsafe()
        this.#sleepers.delete(next)
        yield* this.atRest
      }
      this.#now = until
    })
  }

  #next(until: number): Sleeper | undefined {
    let first: Sleeper | undefined
    for (const sleeper of this.#sleepers) if (first === undefined || sleeper.at < first.at) first = sleeper
    return first !== undefined && first.at <= until ? first : undefined
  }
}
