/**
 * Hands events to the consumers, in order, and remembers how far each has heard. A consumer that fails delays only itself; what is
 * remembered is saved after it heard, so it may hear an event twice, always under the same id.
 */
import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { flagged } from "./answers.ts"
import type { HistoryEntry, PaymentEvent } from "./Event.ts"
import { keyText } from "./Identifiers.ts"
import { advance } from "./journal.ts"
import type { IllegalTransition } from "./Machine.ts"
import type { PaymentRecord } from "./nextAction.ts"
import { announcedOf, type Consumer, Outcomes } from "./Outcomes.ts"
import type { Payment } from "./Payment.ts"
import { keepsChanging, PaymentStore, type StoreError } from "./PaymentStore.ts"
import { backoff, Policy } from "./Policy.ts"
import { type Cursor, earliest } from "./Watch.ts"

interface Heard {
  readonly name: string
  readonly cursor: Cursor
  /** The event was refused too often and is left behind. */
  readonly parked: boolean
}

/** Announces what became of payments. */
export class Announcement extends Context.Service<
  Announcement,
  {
    /** Lets every consumer hear what it has not heard of this payment, and gives this lease back. */
    announce(record: PaymentRecord, lease: number): Effect.Effect<void, StoreError | IllegalTransition>
  }
>()("@cauri/core/Announcement") {
  static readonly layer = Layer.effect(
    Announcement,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const consumers = yield* Outcomes
      const policy = yield* Policy

      /** One consumer hears until it has heard everything or fails. */
      const tell = Effect.fnUntraced(function* (
        payment: Payment,
        entries: ReadonlyArray<HistoryEntry>,
        consumer: Consumer,
        from: Cursor,
        until: number,
      ) {
        let cursor = from
        let parked = false
        for (const entry of entries.filter((each) => each.seq > from.seq)) {
          const announcement = announcedOf(payment, entry)
          if (announcement !== null) {
            // What was heard must be remembered before the lease is over, or all of it is heard again and again.
            if ((yield* Clock.currentTimeMillis) > until) break
            const hearing = Effect.suspend(() => consumer.hear(announcement))
            const heard = yield* Effect.exit(Effect.timeout(hearing, policy.hearTimeout))
            if (heard._tag === "Failure") {
              const tries = cursor.tries + 1
              yield* Effect.logWarning(`${consumer.name} refused ${announcement.id} (try ${tries})`)
              if (tries < policy.maxAnnounceTries) return { name: consumer.name, cursor: { ...cursor, tries }, parked }
              parked = true
            }
          }
          cursor = { seq: entry.seq, tries: 0 }
        }
        return { name: consumer.name, cursor, parked }
      })

      /** Saves how far everybody has heard, whatever happened to the payment meanwhile. */
      const remember = Effect.fnUntraced(function* (record: PaymentRecord, heard: ReadonlyArray<Heard>, lease: number) {
        for (let tries = 0; tries < policy.maxSaveTries; tries++) {
          const found = yield* store.find(record.payment.key)
          if (Option.isNone(found)) return
          const { payment, watch, version } = found.value
          const now = yield* Clock.currentTimeMillis
          const events: ReadonlyArray<PaymentEvent> = heard.flatMap(({ name, parked }) =>
            parked ? flagged(payment, "AnnouncementParked", name) : [],
          )
          const cursors = new Map(Object.entries(watch.cursors))
          for (const { name, cursor } of heard) {
            const before = cursors.get(name)
            if (before === undefined || before.seq <= cursor.seq) cursors.set(name, cursor)
          }
          // Whoever may hear again first is told first; nobody waits for the backoff of another.
          const announceAt = earliest(
            ...heard.map(({ cursor: { seq, tries } }) => {
              if (tries > 0) return now + backoff(policy.announceBackoff, tries - 1)
              return seq < payment.seq ? now : null
            }),
          )
          const step = yield* Effect.fromResult(
            advance(found.value, events, { ...watch, cursors: Object.fromEntries(cursors), announceAt }, now, policy),
          )
          // Telling the host moves no other clock.
          const same = { ...step.watch, actAt: watch.actAt }
          if ((yield* store.save(step.change, same, { version, giveBack: lease, now })) === "Saved") return
        }
        return yield* keepsChanging()
      })

      const announce = Effect.fn("Announcement.announce")(function* (record: PaymentRecord, lease: number) {
        const listeners = consumers.map((consumer) => ({
          consumer,
          cursor: cursorOf(record, consumer.name),
        }))
        const until = (yield* Clock.currentTimeMillis) + policy.lease / 2
        const from = Math.min(record.payment.seq, ...listeners.map(({ cursor }) => cursor.seq))
        const entries = yield* store.history(record.payment.key, from, 1_000)
        const heard = yield* Effect.forEach(
          listeners,
          ({ consumer, cursor }) => tell(record.payment, entries, consumer, cursor, until),
          { concurrency: 1 },
        )
        yield* remember(record, heard, lease)
      })

      return Announcement.of({ announce })
    }),
  )
}

/** How far a consumer has heard. A name such as "constructor" must not find what every object has. */
const cursorOf = ({ watch }: PaymentRecord, name: string): Cursor =>
  (Object.hasOwn(watch.cursors, name) ? watch.cursors[name] : undefined) ?? { seq: 0, tries: 0 }

/** Runs a piece of work for one payment; whatever goes wrong is logged and never reaches another payment. */
export const isolated = <E>(record: PaymentRecord, work: Effect.Effect<unknown, E>): Effect.Effect<boolean> =>
  Effect.result(Effect.sandbox(work)).pipe(
    Effect.flatMap((result) =>
      Result.isSuccess(result)
        ? Effect.succeed(true)
        : Effect.as(
            Effect.logError(
              `The ${keyText(record.payment.key)} could not be worked on; it is tried again after its lease.`,
            ),
            false,
          ),
    ),
  )
