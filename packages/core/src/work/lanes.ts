/**
 * The lanes of a worker. Each takes what is due for it, does so much at once, and sleeps until something is due again, so that no lane
 * holds up another.
 */
import { Clock, Effect, Exit, Fiber, Latch } from "effect"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { millis, type PolicyShape } from "../model/Policy.ts"
import { nameOf } from "./trouble.ts"

/** Work under way, and how much of it could not be done. */
export interface Slots {
  readonly most: number
  readonly busy: Set<Fiber.Fiber<boolean>>
  /** Opens when a slot becomes free, or when something may be due. */
  readonly changed: Latch.Latch
  failed: number
}

export const newSlots = (most: number): Slots => ({ most, busy: new Set(), changed: Latch.makeUnsafe(), failed: 0 })

/** Gives work a slot until it ends; it tells whether it could be done. */
export const fill = (slots: Slots, work: Effect.Effect<boolean>): Effect.Effect<void> =>
  // Whatever began must be found by a stop.
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

/** Waits until a slot is free. */
export const untilFree = Effect.fnUntraced(function* ({ busy, changed, most }: Slots) {
  while (busy.size >= most) {
    changed.closeUnsafe()
    yield* changed.await
  }
})

/** Stops what may be stopped. */
export const stop = ({ busy }: Slots) => Effect.suspend(() => Fiber.interruptAll([...busy]))

/** What a lane does. */
export interface Lane {
  /** Takes at most so much and begins it in the slots. Tells when the next of all others is due. */
  readonly take: (limit: number) => Effect.Effect<number | null, StoreError>
  readonly slots: Slots
}

/** Works for ever. A store that fails, or an adapter with a bug, is asked again after a while. */
export const workOnLane = Effect.fnUntraced(function* (
  { slots, take }: Lane,
  policy: PolicyShape,
): Effect.fn.Return<never> {
  const turn = Effect.gen(function* () {
    const nextDueAt = yield* take(Math.min(slots.most - slots.busy.size, policy.worker.batch))
    return Math.min((nextDueAt ?? Infinity) - (yield* Clock.currentTimeMillis), millis(policy.worker.sleep))
  })
  for (;;) {
    yield* untilFree(slots)
    slots.changed.closeUnsafe()
    const wait = yield* turn.pipe(
      Effect.catchTag("StoreError", (error) =>
        Effect.as(Effect.logError(error.message), millis(policy.worker.backoff)),
      ),
      Effect.catchDefect((defect) =>
        Effect.as(
          Effect.logError(`A sweep broke off and is tried again: ${nameOf(defect)}`),
          millis(policy.worker.backoff),
        ),
      ),
      Effect.withSpan("Reconciliation.sweep"),
    )
    if (wait > 0) yield* Effect.timeoutOption(slots.changed.await, wait)
  }
})
