/**
 * The worker that misses nothing: it takes what is due, does what `nextAction` says, and sleeps until something is due again.
 * Any number of workers may share a store; each payment is leased to one at a time.
 *
 * The service may call back twice, never, or with a lie (#196, #209, #205), so this loop, and not the callback, is what finds out.
 */
import { Clock, Context, Effect, Fiber, Layer, Option, Result } from "effect"
import { Announcement } from "./Announcement.ts"
import { noAnswer } from "./CreationAnswer.ts"
import { Credentials } from "./Credentials.ts"
import { DeskStore } from "./DeskStore.ts"
import { PaymentEvent as Events, type PaymentEvent } from "./Event.ts"
import { handlesOf } from "./Attempt.ts"
import { watchClock } from "./clockSteps.ts"
import { keyText, ProjectId } from "./Identifiers.ts"
import { advance } from "./journal.ts"
import { callbackTurn, nextAction, type PaymentRecord } from "./nextAction.ts"
import { Nudge } from "./Nudge.ts"
import { PaymentStore } from "./PaymentStore.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"
import { Policy } from "./Policy.ts"
import { Settlement } from "./Settlement.ts"
import { Submission } from "./Submission.ts"
import { nameOf, troubleOf } from "./trouble.ts"
import { keepTurns, keptFor, takeTurnsLast } from "./turns.ts"

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

/** Is it the schedule's own time, and not only a callback's? */
const isDue = ({ watch }: PaymentRecord, now: number): boolean => watch.actAt !== null && now >= watch.actAt

/** Runs a piece of work for one payment; whatever goes wrong is logged and never reaches another payment. */
const isolated = <E>(record: PaymentRecord, work: Effect.Effect<unknown, E>): Effect.Effect<boolean> =>
  Effect.result(Effect.sandbox(work)).pipe(
    Effect.flatMap((result) => {
      if (Result.isSuccess(result)) return Effect.succeed(true)
      const what = `The ${keyText(record.payment.key)} could not be worked on; it is tried again after its lease.`
      return Effect.as(Effect.logError(`${what} ${troubleOf(result.failure)}`), false)
    }),
  )

/** How long a payment waits that may not be sent now. */
const blockedWait = 30_000

/** Works on what is due. */
export class Reconciliation extends Context.Service<
  Reconciliation,
  {
    /** Takes one batch of what is due and works on it. */
    readonly sweep: Effect.Effect<Sweep, StoreError>
    /** Sweeps for ever, asleep whenever nothing is due. */
    readonly run: Effect.Effect<never>
  }
>()("@cauri/core/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const desk = yield* DeskStore
      const submission = yield* Submission
      const settlement = yield* Settlement
      const announcement = yield* Announcement
      const credentials = yield* Credentials
      const nudge = yield* Nudge
      const policy = yield* Policy
      const keptOf = keepTurns(keptFor(policy))

      /** Saves events that need no call; somebody else's change in between makes it due again. */
      const save = Effect.fnUntraced(function* (record: PaymentRecord, events: ReadonlyArray<PaymentEvent>) {
        const now = yield* Clock.currentTimeMillis
        const step = yield* Effect.fromResult(advance(record, events, record.watch, now, policy))
        yield* store.save(step.change, step.watch, { version: record.version, giveBack: record.lease.number, now })
      })

      /** Leaves a payment for later, having read its notes. What a callback rang for waits beside the schedule, not in its place. */
      const postpone = Effect.fnUntraced(function* (record: PaymentRecord, until: number | null) {
        const now = yield* Clock.currentTimeMillis
        const waits = isDue(record, now) ? { actAt: until, notesAt: null } : { notesAt: until }
        const watch = { ...record.watch, ...waits, notesSeen: record.newestNote }
        const change = { payment: record.payment, entries: [] }
        yield* store.save(change, watch, { version: record.version, giveBack: record.lease.number, now })
      })

      /** A confirm takes its turn; a callback's confirm that would have to wait lets the others go first. */
      const turn = Effect.fnUntraced(function* (record: PaymentRecord) {
        const handles = handlesOf(record.payment.attempts).length
        const started = yield* Clock.currentTimeMillis
        const until = record.lease.until - policy.confirmTimeout * handles
        if (isDue(record, started)) return yield* settlement.turns(record, until)
        const rate = policy.callbackConfirmRate
        const kept = keptOf(keyText(record.payment.key))
        if (!(yield* takeTurnsLast(desk, "callback confirms", rate, handles, until, kept))) return false
        const found = yield* settlement.turns(record, until)
        if (!found && rate !== null) kept.putBack(handles, yield* Clock.currentTimeMillis)
        return found
      })

      const confirm = Effect.fnUntraced(function* (record: PaymentRecord, denied: ReadonlySet<string>) {
        const now = yield* Clock.currentTimeMillis
        if (denied.has(`project/${record.payment.content.project}`)) return yield* postpone(record, now + blockedWait)
        if (yield* turn(record)) return yield* settlement.round(record, record.lease.until, record.lease.number)
        if (isDue(record, now)) return yield* postpone(record, now + policy.confirmSpacing)
        const turnOfNote = Math.max(callbackTurn(record.watch, now, policy), now + blockedWait)
        return yield* postpone(record, Math.min(turnOfNote, record.watch.actAt ?? turnOfNote))
      })

      const submit = Effect.fnUntraced(function* (
        record: PaymentRecord,
        kind: Parameters<typeof submission.submit>[1]["kind"],
      ) {
        const { notSentBecause } = yield* submission.submit(record, { kind, otp: null })
        if (notSentBecause === null || notSentBecause === "Held" || notSentBecause === "ChangedMeanwhile") return
        yield* postpone(record, (yield* Clock.currentTimeMillis) + blockedWait)
      })

      const act = Effect.fnUntraced(function* (record: PaymentRecord, denied: ReadonlySet<string>) {
        const now = yield* Clock.currentTimeMillis
        const action = nextAction(record, policy, now)
        switch (action._tag) {
          case "Submit":
            return yield* submit(record, action.kind)
          case "AssumeLost": {
            // The attempt under way is always the last one.
            const { key, attempts } = record.payment
            return yield* submission.saveAnswer(key, attempts.length, noAnswer("WorkerLost"), record.lease.number)
          }
          case "Cancel":
            return yield* save(record, [Events.cases.Cancelled.make({ because: "TooOld", by: null })])
          case "Hold":
            return yield* save(record, [Events.cases.Held.make({ because: "Stale" })])
          case "Confirm":
            return yield* confirm(record, denied)
          case "Judge":
            return yield* settlement.round(record, record.lease.until, record.lease.number)
          case "Wait":
            return record.watch.announceAt !== null && now >= record.watch.announceAt
              ? yield* announcement.announce(record, record.lease.number)
              : yield* postpone(record, action.until)
        }
      })

      /** Credentials that have changed lift the holds that the old ones caused; what is left of those cannot be asked about. */
      const liftHolds = Effect.fnUntraced(function* () {
        const holds = yield* desk.holds()
        const lifted = yield* Effect.filter(
          holds,
          Effect.fnUntraced(function* ({ scope, by, since, credentials: generation }) {
            const project = scope.split("/")[1]
            if (generation === null || project === undefined) return false
            if ((yield* credentials.generation(ProjectId.make(project))) === generation) return false
            return yield* desk.lift(scope, { by, since })
          }),
          { concurrency: 1 },
        )
        const gone = new Set(lifted.map(({ scope }) => scope))
        // A person's hold stops creations only: what was sent is still confirmed.
        return new Set(
          holds.filter((hold) => hold.credentials !== null && !gone.has(hold.scope)).map(({ scope }) => scope),
        )
      })

      /**
       * Works for no longer than a lease. An answer that is being awaited is not given up: its wait goes on beside the sweep, which
       * leaves it there. Whoever stops the sweep earlier waits for it.
       */
      const forOneLease = <E>(work: Effect.Effect<unknown, E>) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const working = yield* Effect.forkDetach(restore(work), { startImmediately: true })
            const done = yield* restore(Effect.timeoutOption(Fiber.join(working), policy.lease)).pipe(
              Effect.onInterrupt(() => Fiber.interrupt(working)),
            )
            if (Option.isSome(done)) return
            working.interruptUnsafe()
            return yield* Effect.fail({ _tag: "LeaseOver" } as const)
          }),
        )

      const sweep = Effect.gen(function* () {
        const denied = yield* liftHolds()
        const now = yield* Clock.currentTimeMillis
        const { taken, unreadable, nextDueAt } = yield* store.takeDue(now, policy.sweepBatch, now + policy.lease)
        const done = yield* Effect.forEach(taken, (record) => isolated(record, forOneLease(act(record, denied))), {
          concurrency: policy.sweepConcurrency,
        })
        const failed = done.filter((each) => !each).length
        return { taken: taken.length, failed, unreadable, nextDueAt: taken.length > 0 ? now : nextDueAt }
      }).pipe(Effect.withSpan("Reconciliation.sweep"))

      const run = Effect.gen(function* () {
        const clock = yield* watchClock(store, policy)
        for (;;) {
          yield* clock.check
          const now = yield* Clock.currentTimeMillis
          const wait = yield* sweep.pipe(
            Effect.map(({ nextDueAt }) => Math.min((nextDueAt ?? Infinity) - now, policy.sweepSleep)),
            Effect.catchTag("StoreError", (error) => Effect.as(Effect.logError(error.message), policy.sweepBackoff)),
            // A bug in an adapter must not end the worker.
            Effect.catchDefect((defect) =>
              Effect.as(
                Effect.logError(`A sweep broke off and is tried again: ${nameOf(defect)}`),
                policy.sweepBackoff,
              ),
            ),
          )
          if (wait > 0) yield* Effect.timeoutOption(nudge.awaken, wait)
        }
      })

      return Reconciliation.of({ sweep, run })
    }),
  )
}
