/**
 * The lanes of a worker: each takes what is due for it, does a limited number at once, and sleeps until more is due, so that no lane delays
 * another.
 */
import { Clock, type Duration, Effect, Exit, Fiber, Latch, Option } from "effect"
import { earliest } from "../model/PaymentRecord.ts"
import { millis, type PolicyShape } from "../model/Policy.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { describeCause } from "./describeError.ts"

/** What one run of a lane, or of several, did. */
export interface WorkDone {
  /** Payments and events that were due. */
  readonly taken: number
  /** Of those, how many could not be worked on. */
  readonly failed: number
  /** Payments and events that were due and cannot be read. */
  readonly unreadable: number
  /** When the next one is due; null: none waits. */
  readonly nextDueAt: number | null
}

export const sumWorkDone = (parts: ReadonlyArray<WorkDone>): WorkDone =>
  parts.reduce(
    (one, other) => ({
      taken: one.taken + other.taken,
      failed: one.failed + other.failed,
      unreadable: one.unreadable + other.unreadable,
      nextDueAt: earliest(one.nextDueAt, other.nextDueAt),
    }),
    { taken: 0, failed: 0, unreadable: 0, nextDueAt: null },
  )

/** Work under way, and how much of it failed. */
export interface Slots {
  readonly most: number
  readonly busy: Set<Fiber.Fiber<boolean>>
  /** Opens when a slot becomes free, or when something may be due. */
  readonly changed: Latch.Latch
  failed: number
}

export const newSlots = (most: number): Slots => ({ most, busy: new Set(), changed: Latch.makeUnsafe(), failed: 0 })

/** Gives work a slot until it ends. The work returns whether it succeeded. */
export const runInSlot = (slots: Slots, work: Effect.Effect<boolean>): Effect.Effect<void> =>
  // A stop must find all work that began.
  Effect.uninterruptibleMask((restore) =>
    Effect.map(Effect.forkDetach(restore(work), { startImmediately: true }), (fiber) => {
      slots.busy.add(fiber)
      fiber.addObserver((exit) => {
        slots.busy.delete(fiber)
        if (Exit.isSuccess(exit) && !exit.value) slots.failed += 1
        slots.changed.openUnsafe()
      })
    }),
  )

/** The exit of the work within this time; null: it took longer. Uninterruptible work continues by itself. */
export const withinTime = <A, E>(
  work: Effect.Effect<A, E>,
  time: Duration.Duration,
): Effect.Effect<Exit.Exit<A, E> | null> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const working = yield* Effect.forkDetach(restore(work), { startImmediately: true })
      const done = yield* restore(Effect.timeoutOption(Fiber.await(working), time)).pipe(
        Effect.onInterrupt(() => Fiber.interrupt(working)),
      )
      if (Option.isNone(done)) working.interruptUnsafe()
      return Option.getOrNull(done)
    }),
  )

export const untilSlotFree = Effect.fnUntraced(function* ({ busy, changed, most }: Slots) {
  while (busy.size >= most) {
    changed.closeUnsafe()
    yield* changed.await
  }
})

export const interruptSlots = ({ busy }: Slots) => Effect.suspend(() => Fiber.interruptAll([...busy]))

export interface Lane {
  /** Takes at most `limit` and begins it in the slots. Returns when the next of all others is due. */
  readonly take: (limit: number) => Effect.Effect<number | null, StoreError>
  readonly slots: Slots
}

/** Works for ever. Retries after a while when a store fails or an adapter has a bug. */
export const workOnLane = Effect.fnUntraced(function* (
  { slots, take }: Lane,
  policy: PolicyShape,
): Effect.fn.Return<never> {
  const turn = Effect.gen(function* () {
    const nextDueAt = yield* take(Math.min(slots.most - slots.busy.size, policy.worker.batch))
    return Math.min((nextDueAt ?? Infinity) - (yield* Clock.currentTimeMillis), millis(policy.worker.sleep))
  })
  for (;;) {
    yield* untilSlotFree(slots)
    slots.changed.closeUnsafe()
    const wait = yield* turn.pipe(
      Effect.catchCause((cause) =>
        Effect.as(
          Effect.logError(`The worker could not take what is due, and tries again soon. ${describeCause(cause)}`),
          millis(policy.worker.backoff),
        ),
      ),
      Effect.withSpan("Worker.runOnce"),
    )
    if (wait > 0) yield* Effect.timeoutOption(slots.changed.await, wait)
  }
})
