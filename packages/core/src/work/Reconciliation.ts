/**
 * The worker that misses nothing, in two lanes. One takes payments that are due, does what `nextAction` says, and sleeps until something
 * is due again; the other delivers events to consumers (decision 0031). Any number of workers may share a store; each payment and each
 * delivery is leased to one at a time, and nothing waits in memory while its lease runs.
 *
 * The service may call back twice, never, or with a lie (#196, #209, #205), so this loop, and not the callback, is what finds out.
 */
import { Clock, Context, Effect, Fiber, Layer, Option, Result } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { earliest, type PaymentRecord } from "../model/PaymentRecord.ts"
import { later, Policy, type PolicyShape } from "../model/Policy.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import type { StoreRefused } from "../ports/StoreStatus.ts"
import { Deliveries } from "./Deliveries.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { Nudge } from "./Nudge.ts"
import { StoreClock } from "./StoreClock.ts"
import { Submission } from "./Submission.ts"
import { writerOn } from "./Writer.ts"
import { makeCarryOut } from "./carryOut.ts"
import { fill, type Lane, newSlots, type Slots, stop, untilFree, workOnLane } from "./lanes.ts"
import { troubleOf } from "./trouble.ts"
import { makeUnserved } from "./unserved.ts"

/** What one sweep did. */
export interface Sweep {
  /** Payments and events that were due. */
  readonly taken: number
  /** Of those, how many could not be worked on. */
  readonly failed: number
  /** Payments and events that were due and cannot be read. */
  readonly unreadable: number
  /** When the next one is due; null: nothing is waiting. */
  readonly nextDueAt: number | null
}

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
      const store = yield* PaymentStore
      const deliveries = yield* Deliveries
      const clock = yield* StoreClock
      const submission = yield* Submission
      const nudge = yield* Nudge
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
        const now = yield* Clock.currentTimeMillis
        return { now, ...(yield* store.takeDue(now, limit, later(now, policy.calls.lease), except)) }
      })

      const work = (record: PaymentRecord) => workOn(record, policy, act(record))

      /** Whoever stops a worker stops what may be stopped, and waits for the answers in hand, also where they outlived their lease. */
      const stoppable = <A, E>(slots: ReadonlyArray<Slots>, work: Effect.Effect<A, E>) =>
        work.pipe(
          Effect.onError(() => Effect.forEach(slots, stop, { concurrency: "unbounded", discard: true })),
          Effect.onInterrupt(() => submission.answersSaved()),
        )

      const actOnce = Effect.fnUntraced(function* (slots: Slots) {
        const { taken, unreadable, nextDueAt } = yield* take(policy.worker.batch)
        for (const record of taken) {
          yield* untilFree(slots)
          yield* fill(slots, work(record))
        }
        yield* Fiber.awaitAll([...slots.busy])
        return { taken: taken.length, failed: slots.failed, unreadable, nextDueAt }
      })

      const sweepOnce = Effect.fnUntraced(function* (slots: Slots): Effect.fn.Return<Sweep, StoreError> {
        const now = yield* Clock.currentTimeMillis
        yield* deliveries.follow
        const lanes = yield* Effect.all([actOnce(slots), deliveries.deliver], { concurrency: 2 })
        const sum = (of: (lane: Sweep) => number) => lanes.reduce((total, lane) => total + of(lane), 0)
        const taken = sum((lane) => lane.taken)
        return {
          taken,
          failed: sum(({ failed }) => failed),
          unreadable: sum(({ unreadable }) => unreadable),
          nextDueAt: taken > 0 ? now : earliest(...lanes.map(({ nextDueAt }) => nextDueAt)),
        }
      })

      const sweep: Effect.Effect<Sweep, StoreError> = Effect.gen(function* () {
        const slots = newSlots(policy.worker.concurrency)
        const swept = yield* stoppable([slots], sweepOnce(slots))
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
          lanes.map(({ slots }) => slots),
          Effect.raceAllFirst([clock.watch, waking, ...working]),
        )
      })

      return Reconciliation.of({ sweep, run })
    }),
  )
}

/** Works on a payment and tells whether it could; what goes wrong is logged. */
const workOn = Effect.fnUntraced(function* <E>(
  record: PaymentRecord,
  policy: PolicyShape,
  work: Effect.Effect<unknown, E>,
) {
  const result = yield* Effect.result(Effect.sandbox(forOneLease(record, policy, work)))
  if (Result.isSuccess(result)) return true
  const what = `The ${keyText(record.payment.key)} could not be worked on; it is tried again after its lease.`
  yield* Effect.logError(`${what} ${troubleOf(result.failure)}`)
  return false
})

/** What may not be interrupted, a call and the saving of its answer, goes on beside the others, who have its place. */
const forOneLease = <E>({ lease }: PaymentRecord, policy: PolicyShape, work: Effect.Effect<unknown, E>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      // Somebody else may have it by now.
      if ((yield* Clock.currentTimeMillis) >= lease.until) return yield* Effect.fail({ _tag: "LeaseOver" } as const)
      const working = yield* Effect.forkDetach(restore(work), { startImmediately: true })
      const done = yield* restore(Effect.timeoutOption(Fiber.join(working), policy.calls.lease)).pipe(
        Effect.onInterrupt(() => Fiber.interrupt(working)),
      )
      if (Option.isSome(done)) return
      working.interruptUnsafe()
      return yield* Effect.fail({ _tag: "LeaseOver" } as const)
    }),
  )
