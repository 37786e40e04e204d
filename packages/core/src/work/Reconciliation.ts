/**
 * The worker: one lane takes payments that are due, does what `nextAction` says, and sleeps until something is due again; each consumer has a
 * lane of its own for its events (decision 0031). Any number of workers may share a store; each payment and each
 * delivery is leased to one at a time, and nothing waits in memory while its lease runs.
 *
 * The service may call back twice, never, or with a lie (#196, #209, #205), so this loop, and not the callback, is what finds out.
 */
import { Clock, Context, Effect, Exit, Fiber, Layer } from "effect"
import { keyText } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { later, Policy, type PolicyShape } from "../model/Policy.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import type { StoreRefused } from "../ports/StoreStatus.ts"
import { Deliveries } from "./Deliveries.ts"
import { DeniedCredentials, makeUnserved } from "./DeniedCredentials.ts"
import {
  fill,
  type Lane,
  newSlots,
  Nudge,
  type Slots,
  stop,
  type Sweep,
  together,
  troubleOf,
  untilFree,
  withinTime,
  workOnLane,
} from "./lanes.ts"
import { StoreClock } from "./StoreClock.ts"
import { Submission } from "./Submission.ts"
import { writerOn } from "./Writer.ts"
import { makeCarryOut } from "./carryOut.ts"

/** Works on what is due. */
export class Reconciliation extends Context.Service<
  Reconciliation,
  {
    /**
     * Takes one batch of payments that are due and all events that are, works on them, and ends when all of it is done. A consumer
     * that does not answer is left for a later sweep.
     */
    readonly sweep: Effect.Effect<Sweep, StoreError>
    /** Works for ever, asleep whenever nothing is due, until the store's time gets ahead of the program's: see `StoreClock`. */
    readonly run: Effect.Effect<never, StoreRefused>
  }
>()("@cauri/core/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const clock = yield* StoreClock
      const submission = yield* Submission
      const nudge = yield* Nudge
      const policy = yield* Policy
      const { take, work } = yield* makeActing

      const actOnce = Effect.fnUntraced(function* (slots: Slots) {
        const { taken, unreadable, nextDueAt } = yield* take(policy.worker.batch)
        for (const record of taken) {
          yield* untilFree(slots)
          yield* fill(slots, work(record))
        }
        yield* Fiber.awaitAll([...slots.busy])
        return { taken: taken.length, failed: slots.failed, unreadable, nextDueAt }
      })

      const sweepOnce = Effect.fnUntraced(function* (slots: Slots) {
        const now = yield* Clock.currentTimeMillis
        yield* deliveries.follow
        const swept = together(yield* Effect.all([actOnce(slots), deliveries.deliver], { concurrency: 2 }))
        return swept.taken > 0 ? { ...swept, nextDueAt: now } : swept
      })

      const sweep: Effect.Effect<Sweep, StoreError> = Effect.gen(function* () {
        const slots = newSlots(policy.worker.concurrency)
        const swept = yield* stoppable(submission, [slots], sweepOnce(slots))
        // Whoever sweeps until nothing is due may end then: not before the answers in hand are saved.
        const waited = swept.taken + swept.unreadable === 0 && (yield* submission.answersSaved())
        return waited ? yield* sweep : swept
      }).pipe(Effect.withSpan("Reconciliation.sweep"))

      const run: Effect.Effect<never, StoreRefused> = Effect.gen(function* () {
        // Consumers that are new hear what the first payments come to. If the store fails, their lanes ask it again.
        yield* Effect.ignore(Effect.sandbox(deliveries.follow))
        const delivering = yield* deliveries.lanes
        const wakeAll = Effect.sync(() => {
          for (const { slots } of lanes) slots.changed.openUnsafe()
        })
        const acting: Lane = {
          slots: newSlots(policy.worker.concurrency),
          take: Effect.fnUntraced(function* (limit: number) {
            const { taken, nextDueAt } = yield* take(limit)
            // What was done may have left something to deliver.
            for (const record of taken) yield* fill(acting.slots, Effect.ensuring(work(record), wakeAll))
            return nextDueAt
          }),
        }
        const lanes = [acting, ...delivering]
        const working = lanes.map((lane) => workOnLane(lane, policy))
        const waking = Effect.forever(Effect.andThen(nudge.awaken, wakeAll))
        return yield* stoppable(
          submission,
          lanes.map(({ slots }) => slots),
          Effect.raceAllFirst([clock.watch, waking, ...working]),
        )
      })

      return Reconciliation.of({ sweep, run })
    }),
  )
}

/** Takes payments that are due, and works on each. */
const makeActing = Effect.gen(function* () {
  const store = yield* PaymentStore
  const policy = yield* Policy
  const writer = writerOn(store, policy)
  const denied = yield* DeniedCredentials
  const unserved = yield* makeUnserved
  const carryOut = yield* makeCarryOut

  /** Acts on a payment, or gives it back as it is where this process has no credentials for its project. */
  const act = Effect.fnUntraced(function* (record: PaymentRecord) {
    if (yield* unserved.serves(record.payment.content.project)) return yield* carryOut(record)
    return yield* writer.apply(record, { _tag: "LeftToOthers" }, { giveBack: record.lease.number })
  })

  const take = Effect.fnUntraced(function* (limit: number) {
    yield* denied.lift
    const except = yield* unserved.current
    const now = yield* store.now
    return yield* store.takeDue(now, limit, later(now, policy.calls.lease), except)
  })

  const work = (record: PaymentRecord) => workOn(record, policy, act(record))

  return { take, work }
})

/** Stops with a worker what may be stopped, and waits for the answers in hand, also where they outlived their lease. */
const stoppable = <A, E>(submission: Submission["Service"], slots: ReadonlyArray<Slots>, work: Effect.Effect<A, E>) =>
  work.pipe(
    Effect.onError(() => Effect.forEach(slots, stop, { concurrency: "unbounded", discard: true })),
    Effect.onError(() => submission.answersSaved()),
  )

/** Works on a payment and tells whether it could; what goes wrong is logged. */
const workOn = Effect.fnUntraced(function* <E>(
  record: PaymentRecord,
  policy: PolicyShape,
  work: Effect.Effect<unknown, E>,
) {
  const exit = yield* Effect.exit(forOneLease(record, policy, work))
  if (Exit.isSuccess(exit)) return true
  const what = `The ${keyText(record.payment.key)} could not be worked on; it is tried again after its lease.`
  yield* Effect.logError(`${what} ${troubleOf(exit.cause)}`)
  return false
})

/** What may not be interrupted, a call and the saving of its answer, goes on beside the others, who have its place. */
const forOneLease = Effect.fnUntraced(function* <E>(
  { lease }: PaymentRecord,
  policy: PolicyShape,
  work: Effect.Effect<unknown, E>,
) {
  const isOver = Effect.fail({ _tag: "LeaseOver" } as const)
  // Another worker may have it by now.
  if ((yield* Clock.currentTimeMillis) >= lease.until) return yield* isOver
  return yield* (yield* withinTime(work, policy.calls.lease)) ?? isOver
})
