/**
 * The worker that misses nothing: it takes what is due as soon as it has a place for it, does what `nextAction` says, and sleeps until
 * something is due again. Any number of workers may share a store; each payment is leased to one at a time. Nothing waits in memory
 * while its lease runs, and announcements have places of their own (decision 0005).
 *
 * The service may call back twice, never, or with a lie (#196, #209, #205), so this loop, and not the callback, is what finds out.
 */
import { Clock, Context, Effect, Fiber, Layer } from "effect"
import { Announcement } from "./Announcement.ts"
import { makeCarryOut } from "./carryOut.ts"
import { watchClock } from "./clockSteps.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import type { PaymentRecord } from "./model/PaymentRecord.ts"
import { nextAction } from "./nextAction.ts"
import { Nudge } from "./Nudge.ts"
import { busy, fill, keepPace, newPlaces, type Places, stop, untilFree } from "./places.ts"
import { PaymentStore } from "./PaymentStore.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"
import { Policy } from "./Policy.ts"
import { Submission } from "./Submission.ts"
import { nameOf } from "./trouble.ts"
import { makeUnserved } from "./unserved.ts"
import { workOn } from "./workOn.ts"
import { writerOn } from "./work/Writer.ts"

/** What one sweep did. */
export interface Sweep {
  /** Payments that were due. */
  readonly taken: number
  /** Payments that could not be worked on. */
  readonly failed: number
  /** Payments that were due and cannot be read. */
  readonly unreadable: number
  /** When the next one is due; null: nothing is waiting. */
  readonly nextDueAt: number | null
}

/** Works on what is due. */
export class Reconciliation extends Context.Service<
  Reconciliation,
  {
    /** Takes one batch of what is due, works on it, and ends when all of it is done. */
    readonly sweep: Effect.Effect<Sweep, StoreError>
    /** Works for ever, asleep whenever nothing is due. */
    readonly run: Effect.Effect<never>
  }
>()("@cauri/core/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const announcement = yield* Announcement
      const submission = yield* Submission
      const nudge = yield* Nudge
      const policy = yield* Policy
      const writer = writerOn(store, policy)
      const denied = yield* DeniedCredentials
      const unserved = yield* makeUnserved
      const carryOut = yield* makeCarryOut
      const mostActing = policy.sweepConcurrency
      // Telling makes no call to the service, and hosts are slow.
      const mostTelling = 4 * policy.sweepConcurrency
      const pace = keepPace(policy, mostTelling)

      /** Acts on a payment, or gives it back as it is where this process has no credentials for its project. */
      const act = Effect.fnUntraced(function* (record: PaymentRecord) {
        if (yield* unserved.serves(record.payment.content.project)) return yield* carryOut(record)
        return yield* writer.apply(record, { _tag: "LeftToOthers" }, { giveBack: record.lease.number })
      })

      const tell = Effect.fnUntraced(function* (record: PaymentRecord) {
        const started = yield* Clock.currentTimeMillis
        yield* announcement.announce(record, record.lease.number)
        const now = yield* Clock.currentTimeMillis
        pace.ended(now, now - started)
      })

      /** Moves nothing but the announcement; a note that was not read yet keeps the payment due. */
      const tellLater = Effect.fnUntraced(function* ({ lease, payment, version, watch }: PaymentRecord, now: number) {
        const terms = { version, giveBack: lease.number, now }
        yield* store.save({ payment, entries: [] }, { ...watch, announceAt: pace.later(now) }, terms)
      })

      /** Is telling the host all that is to be done? An action that is due, and that this process can do, goes first. */
      const tells = (record: PaymentRecord, now: number) => {
        const { announceAt } = record.watch
        if (announceAt === null || now < announceAt) return false
        return unserved.has(record.payment.content.project) || nextAction(record, policy, now)._tag === "Wait"
      }

      /** Gives a payment a place. An announcement that finds none comes again later, for the next ones to be looked at. */
      const begin = Effect.fnUntraced(function* (places: Places, record: PaymentRecord) {
        const now = yield* Clock.currentTimeMillis
        if (!tells(record, now)) return yield* fill(places, "acting", workOn(record, policy, act(record)))
        if (places.telling.size < mostTelling)
          return yield* fill(places, "telling", workOn(record, policy, tell(record)))
        yield* workOn(record, policy, tellLater(record, now))
      })

      const take = Effect.fnUntraced(function* (limit: number) {
        yield* denied.lift
        const except = yield* unserved.current
        const now = yield* Clock.currentTimeMillis
        return { now, ...(yield* store.takeDue(now, limit, now + policy.lease, except)) }
      })

      /** Whoever stops a worker stops what may be stopped, and waits for the answers in hand, also where they outlived their lease. */
      const stoppable = <A, E>(places: Places, work: Effect.Effect<A, E>) =>
        work.pipe(
          Effect.onError(() => stop(places)),
          Effect.onInterrupt(() => submission.answersSaved()),
        )

      const sweepOnce = Effect.fnUntraced(function* (places: Places): Effect.fn.Return<Sweep, StoreError> {
        const { taken, unreadable, nextDueAt, now } = yield* take(policy.sweepBatch)
        const acting = Effect.forEach(
          taken.filter((record) => !tells(record, now)),
          (record) => Effect.andThen(untilFree(places, "acting", mostActing), begin(places, record)),
          { concurrency: 1 },
        )
        // Hosts that answer hear everything in one sweep; those that do not hold it up for two time-outs at the most.
        const telling = Effect.forEach(
          taken.filter((record) => tells(record, now)),
          Effect.fnUntraced(function* (record) {
            while (places.telling.size >= mostTelling) {
              const patience = pace.patience(now) - (yield* Clock.currentTimeMillis)
              if (patience <= 0) break
              yield* Effect.timeoutOption(untilFree(places, "telling", mostTelling), patience)
            }
            yield* begin(places, record)
          }),
          { concurrency: 1 },
        )
        yield* Effect.all([acting, telling], { concurrency: 2 })
        yield* Fiber.awaitAll(busy(places))
        return { taken: taken.length, failed: places.failed, unreadable, nextDueAt: taken.length > 0 ? now : nextDueAt }
      })

      const sweep: Effect.Effect<Sweep, StoreError> = Effect.gen(function* () {
        const places = newPlaces()
        const swept = yield* stoppable(places, sweepOnce(places))
        // Whoever sweeps until nothing is due may end then: not before the answers in hand are saved.
        const waited = swept.taken + swept.unreadable === 0 && (yield* submission.answersSaved())
        return waited ? yield* sweep : swept
      }).pipe(Effect.withSpan("Reconciliation.sweep"))

      /** Takes no more than there are places for, and begins it at once. Tells how long nothing else is due. */
      const takeFree = Effect.fnUntraced(function* (places: Places) {
        places.freed.closeUnsafe()
        const free = mostActing - places.acting.size
        const { taken, nextDueAt, now } = yield* take(Math.min(free, policy.sweepBatch))
        for (const record of taken) yield* begin(places, record)
        return Math.min((nextDueAt ?? Infinity) - now, policy.sweepSleep)
      }, Effect.withSpan("Reconciliation.sweep"))

      const workForEver = Effect.fnUntraced(function* (places: Places): Effect.fn.Return<never> {
        const clock = yield* watchClock(store, policy)
        for (;;) {
          yield* untilFree(places, "acting", mostActing)
          yield* clock.check
          const wait = yield* takeFree(places).pipe(
            Effect.catchTag("StoreError", (error) => Effect.as(Effect.logError(error.message), policy.sweepBackoff)),
            // A bug in an adapter must not end the worker.
            Effect.catchDefect((defect) =>
              Effect.as(
                Effect.logError(`A sweep broke off and is tried again: ${nameOf(defect)}`),
                policy.sweepBackoff,
              ),
            ),
          )
          if (wait > 0) yield* Effect.timeoutOption(Effect.raceFirst(nudge.awaken, places.freed.await), wait)
        }
      })

      const run = Effect.suspend(() => {
        const places = newPlaces()
        return stoppable(places, workForEver(places))
      })

      return Reconciliation.of({ sweep, run })
    }),
  )
}
