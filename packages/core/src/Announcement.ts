/**
 * Hands events to the consumers, in order, and remembers how far each has heard. A consumer that fails delays only itself; what is
 * remembered is saved after it heard, so it may hear an event twice, always under the same id. A transactional consumer hears and
 * is marked in one step of the store, so it hears once.
 */
import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { flagged } from "./answers.ts"
import type { HistoryEntry, PaymentEvent } from "./Event.ts"
import { keyText } from "./Identifiers.ts"
import { advance } from "./journal.ts"
import type { IllegalTransition } from "./Machine.ts"
import type { PaymentRecord } from "./nextAction.ts"
import { type Announced, announcedOf, type Consumer, Outcomes, type TransactionalListener } from "./Outcomes.ts"
import { toWrite } from "./PaymentRow.ts"
import { keepsChanging, PaymentStore, type StoreError } from "./PaymentStore.ts"
import { backoff, Policy } from "./Policy.ts"
import { type Cursor, earliest, type Watch } from "./Watch.ts"

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

      /** A transactional consumer hears one event in the step that marks it; the record after that step. */
      const hearWithin = Effect.fnUntraced(function* (
        from: PaymentRecord,
        announcement: Announced,
        consumer: TransactionalListener,
      ) {
        const { name } = consumer
        const { key, seq } = announcement
        let record = from
        for (let tries = 0; tries < policy.maxSaveTries; tries++) {
          const { payment, version } = record
          // Another worker may have told it meanwhile.
          if (cursorOf(record, name).seq >= seq) return record
          const watch = withCursors(record.watch, [{ name, cursor: { seq, tries: 0 } }])
          const now = yield* Clock.currentTimeMillis
          const terms = { version, giveBack: null, now, readNote: watch.notesSeen }
          const step = { row: toWrite(payment, watch), events: [], terms }
          const done = yield* consumer.hearWithin({ ...announcement, state: payment.state._tag }, step)
          if (done === "Saved") return { ...record, watch, version: version + 1 }
          record = Option.getOrElse(yield* store.find(key), () => from)
        }
        return yield* keepsChanging()
      })

      const hear = (record: PaymentRecord, announcement: Announced, consumer: Consumer) => {
        const hearing = Effect.suspend(() =>
          "hear" in consumer
            ? Effect.as(consumer.hear(announcement), record)
            : hearWithin(record, announcement, consumer),
        )
        return Effect.exit(Effect.timeout(hearing, policy.hearTimeout))
      }

      /** One consumer hears until it has heard everything or fails. */
      const tell = Effect.fnUntraced(function* (
        from: PaymentRecord,
        entries: ReadonlyArray<HistoryEntry>,
        consumer: Consumer,
        until: number,
      ) {
        const { name } = consumer
        let record = from
        let cursor = cursorOf(record, name)
        for (const entry of entries) {
          if (entry.seq <= cursor.seq) continue
          const announcement = announcedOf(record.payment, entry)
          if (announcement !== null) {
            // What was heard must be remembered before the lease is over, or all of it is heard again and again.
            if ((yield* Clock.currentTimeMillis) > until) break
            const heard = yield* hear(record, announcement, consumer)
            if (heard._tag === "Failure") {
              const tries = cursor.tries + 1
              yield* Effect.logWarning(`${name} refused ${announcement.id} (try ${tries})`)
              const parked = tries >= policy.maxAnnounceTries
              // What is parked is saved with its flag before the next event is heard.
              return {
                record,
                heard: { name, cursor: parked ? { seq: entry.seq, tries: 0 } : { ...cursor, tries }, parked },
              }
            }
            record = heard.value
          }
          cursor = { seq: entry.seq, tries: 0 }
        }
        return { record, heard: { name, cursor, parked: false } }
      })

      /** Saves how far everybody has heard, whatever happened to the payment meanwhile. */
      const remember = Effect.fnUntraced(function* (record: PaymentRecord, heard: ReadonlyArray<Heard>, lease: number) {
        for (let tries = 0; tries < policy.maxSaveTries; tries++) {
          const found = yield* store.find(record.payment.key)
          if (Option.isNone(found)) return
          const { payment, watch, version } = found.value
          const now = yield* Clock.currentTimeMillis
          // Another worker may have told more meanwhile, or what was refused here.
          const news = heard.filter(({ name, cursor }) => cursorOf(found.value, name).seq <= cursor.seq)
          const events: ReadonlyArray<PaymentEvent> = news.flatMap(({ name, cursor, parked }) =>
            parked && cursorOf(found.value, name).seq < cursor.seq ? flagged(payment, "AnnouncementParked", name) : [],
          )
          // Whoever may hear again first is told first; nobody waits for the backoff of another.
          const announceAt = earliest(
            ...heard.map(({ cursor: { seq, tries } }) => {
              if (tries > 0) return now + backoff(policy.announceBackoff, tries - 1)
              return seq < payment.seq ? now : null
            }),
          )
          const step = yield* Effect.fromResult(
            advance(found.value, events, { ...withCursors(watch, news), announceAt }, now, policy),
          )
          // Telling the host moves no other clock.
          const same = { ...step.watch, actAt: watch.actAt }
          if ((yield* store.save(step.change, same, { version, giveBack: lease, now })) === "Saved") return
        }
        return yield* keepsChanging()
      })

      const announce = Effect.fn("Announcement.announce")(function* (record: PaymentRecord, lease: number) {
        const { payment } = record
        const until = (yield* Clock.currentTimeMillis) + policy.lease / 2
        const from = Math.min(payment.seq, ...consumers.map(({ name }) => cursorOf(record, name).seq))
        const entries = yield* store.history(payment.key, from, 1_000)
        const heard: Array<Heard> = []
        let current = record
        for (const consumer of consumers) {
          const told = yield* tell(current, entries, consumer, until)
          current = told.record
          heard.push(told.heard)
        }
        yield* remember(record, heard, lease)
      })

      return Announcement.of({ announce })
    }),
  )
}

/** How far a consumer has heard. A name such as "constructor" must not find what every object has. */
const cursorOf = ({ watch }: PaymentRecord, name: string): Cursor =>
  (Object.hasOwn(watch.cursors, name) ? watch.cursors[name] : undefined) ?? { seq: 0, tries: 0 }

/** The watch with these cursors in place of the older ones. */
const withCursors = (watch: Watch, news: ReadonlyArray<{ readonly name: string; readonly cursor: Cursor }>): Watch => {
  const cursors = new Map(Object.entries(watch.cursors))
  for (const { name, cursor } of news) cursors.set(name, cursor)
  return { ...watch, cursors: Object.fromEntries(cursors) }
}

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
