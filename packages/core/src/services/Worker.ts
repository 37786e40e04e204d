/**
 * The worker: one lane takes payments that are due, does what `nextAction` says, and sleeps until more is due; each consumer has a lane of
 * its own for its events (decision 0031). Any number of workers may share a store; each payment and each delivery is leased to one at a
 * time, and nothing waits in memory while its lease runs.
 *
 * The service may call back twice, never, or with a lie (#196, #209, #205), so this loop, and not the callback, finds out.
 */
import { Clock, Context, Effect, Exit, Fiber, Layer } from "effect"
import { keyText } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { later, Policy, type PolicyShape } from "../model/Policy.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import type { StoreRefused } from "../ports/StoreRefused.ts"
import { Deliveries } from "./Deliveries.ts"
import { DeniedCredentials, makeMissingCredentials } from "./DeniedCredentials.ts"
import { describeCause, LeaseOver } from "./describeError.ts"
import {
  runInSlot,
  type Lane,
  newSlots,
  type Slots,
  interruptSlots,
  sumWorkDone,
  untilSlotFree,
  withinTime,
  type WorkDone,
  workOnLane,
} from "./lanes.ts"
import { WakeSignal } from "./WakeSignal.ts"
import { StoreClock } from "./StoreClock.ts"
import { Submission } from "./Submission.ts"
import { writerOn } from "./Writer.ts"
import { makeNextActionRunner } from "./runAction.ts"

/**
 * Works on due payments and delivers due events.
 *
 * ```ts
 * const worker = yield* Worker
 * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, phone: "22660000090" } }) // pays at once
 * yield* Effect.forkChild(worker.run)
 * yield* TestClock.adjust("1 minute")
 * const { payment: later } = yield* payins.get(payment.key)
 * later.state._tag // => "completed"
 * ```
 */
export class Worker extends Context.Service<
  Worker,
  {
    /**
     * Takes one batch of due payments and all due events, works on them, and ends when all of it is done. A consumer that does not answer
     * is left for a later run.
     *
     * ```ts
     * yield* payins.create(payin, { sendLater: true })
     * yield* TestClock.adjust("10 seconds")
     * const { failed, taken } = yield* worker.runOnce
     * const done = { failed, taken } // => { failed: 0, taken: 1 }
     * ```
     */
    readonly runOnce: Effect.Effect<WorkDone, StoreError>
    /**
     * Works for ever, asleep while nothing is due. Fails when the store's time gets ahead of the program's: see `StoreClock`.
     *
     * ```ts
     * const working = yield* Effect.forkChild(worker.run)
     * yield* TestClock.adjust("1 hour")
     * working.pollUnsafe() // => undefined
     * ```
     */
    readonly run: Effect.Effect<never, StoreRefused>
  }
>()("@cauri/core/Worker") {
  static readonly layer = Layer.effect(
    Worker,
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const clock = yield* StoreClock
      const submission = yield* Submission
      const wakeSignal = yield* WakeSignal
      const policy = yield* Policy
      const { take, work } = yield* makeActing

      const actOnce = Effect.fnUntraced(function* (slots: Slots) {
        const { taken, unreadable, nextDueAt } = yield* take(policy.worker.batch)
        for (const record of taken) {
          yield* untilSlotFree(slots)
          yield* runInSlot(slots, work(record))
        }
        yield* Fiber.awaitAll([...slots.busy])
        return { taken: taken.length, failed: slots.failed, unreadable, nextDueAt }
      })

      const workOnce = Effect.fnUntraced(function* (slots: Slots) {
        const now = yield* Clock.currentTimeMillis
        yield* deliveries.subscribe
        const done = sumWorkDone(yield* Effect.all([actOnce(slots), deliveries.deliver], { concurrency: 2 }))
        return done.taken > 0 ? { ...done, nextDueAt: now } : done
      })

      const untilSaved: Effect.Effect<WorkDone, StoreError> = Effect.gen(function* () {
        const slots = newSlots(policy.worker.concurrency)
        const done = yield* stoppable(submission, [slots], workOnce(slots))
        // A program that runs until nothing is due may end then, but not before the pending answers are saved.
        const waited = done.taken + done.unreadable === 0 && (yield* submission.answersSaved())
        return waited ? yield* untilSaved : done
      }).pipe(Effect.withSpan("Worker.runOnce"))

      const run: Effect.Effect<never, StoreRefused> = Effect.gen(function* () {
        // New consumers receive the events of the first payments. If the store fails, their lanes subscribe again.
        yield* Effect.ignore(Effect.sandbox(deliveries.subscribe))
        const delivering = yield* deliveries.lanes
        const wakeAll = Effect.sync(() => {
          for (const { slots } of lanes) slots.changed.openUnsafe()
        })
        const acting: Lane = {
          slots: newSlots(policy.worker.concurrency),
          take: Effect.fnUntraced(function* (limit: number) {
            const { taken, nextDueAt } = yield* take(limit)
            // The work may have left something to deliver.
            for (const record of taken) yield* runInSlot(acting.slots, Effect.ensuring(work(record), wakeAll))
            return nextDueAt
          }),
        }
        const lanes = [acting, ...delivering]
        const working = lanes.map((lane) => workOnLane(lane, policy))
        const waking = Effect.forever(Effect.andThen(wakeSignal.wait, wakeAll))
        return yield* stoppable(
          submission,
          lanes.map(({ slots }) => slots),
          Effect.scoped(Effect.andThen(wakeSignal.listen, Effect.raceAllFirst([clock.watch, waking, ...working]))),
        )
      })

      return Worker.of({ runOnce: untilSaved, run })
    }),
  )
}

/** Takes due payments, and works on each. */
const makeActing = Effect.gen(function* () {
  const store = yield* PaymentStore
  const policy = yield* Policy
  const writer = writerOn(store, policy)
  const denied = yield* DeniedCredentials
  const unserved = yield* makeMissingCredentials
  const runAction = yield* makeNextActionRunner

  /** Acts on a payment, or gives it back unchanged where this process has no credentials for its project. */
  const act = Effect.fnUntraced(function* (record: PaymentRecord) {
    if (yield* unserved.serves(record.payment.content.project)) return yield* runAction(record)
    return yield* writer.apply(record, { _tag: "LeftToOthers" }, { giveBack: record.lease.number })
  })

  const take = Effect.fnUntraced(function* (limit: number) {
    yield* denied.resume
    const except = yield* unserved.current
    const now = yield* store.now
    return yield* store.takeDue({ now, limit, until: later(now, policy.calls.lease), except })
  })

  const work = (record: PaymentRecord) => workOn(record, policy, act(record))

  return { take, work }
})

/** Interrupts with the worker what may be interrupted, and waits for the pending answers, even past their lease. */
const stoppable = <A, E>(submission: Submission["Service"], slots: ReadonlyArray<Slots>, work: Effect.Effect<A, E>) =>
  work.pipe(
    Effect.onError(() => Effect.forEach(slots, interruptSlots, { concurrency: "unbounded", discard: true })),
    Effect.onError(() => submission.answersSaved()),
  )

/** Works on a payment and returns whether it succeeded; failures are logged. */
const workOn = Effect.fnUntraced(function* <E>(
  record: PaymentRecord,
  policy: PolicyShape,
  work: Effect.Effect<unknown, E>,
) {
  const exit = yield* Effect.exit(forOneLease(record, policy, work))
  if (Exit.isSuccess(exit)) return true
  const what = `The ${keyText(record.payment.key)} could not be worked on; it stays as the store has it, and is tried again after its lease.`
  yield* Effect.logError(`${what} ${describeCause(exit.cause)}`)
  return false
})

/** Uninterruptible work, a call and the saving of its answer, continues in the background; another payment takes its slot. */
const forOneLease = Effect.fnUntraced(function* <E>(
  { lease }: PaymentRecord,
  policy: PolicyShape,
  work: Effect.Effect<unknown, E>,
) {
  const isOver = Effect.fail(new LeaseOver())
  // Another worker may have it by now.
  if ((yield* Clock.currentTimeMillis) >= lease.until) return yield* isOver
  return yield* (yield* withinTime(work, policy.calls.lease)) ?? isOver
})
