/**
 * Hands events to the consumers, in order, and remembers how far each has heard. A consumer that refuses delays only itself, and one that
 * is silent takes places of announcements, never of actions. What is remembered is saved after it heard, so it may hear an event twice,
 * always under the same id. A transactional consumer hears and is marked in one step of the store, so it hears once.
 */
import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { type HistoryEntry, isAnnounced } from "./Event.ts"
import { append } from "./machine/append.ts"
import { decide, type Step } from "./machine/decide.ts"
import type { PaymentRecord } from "./model/PaymentRecord.ts"
import {
  type Announced,
  announcedOf,
  type Consumer,
  type ElsewhereListener,
  type Listener,
  Outcomes,
  type TransactionalListener,
} from "./Outcomes.ts"
import { toWrite } from "./PaymentRow.ts"
import { endOf, PaymentNotFound, PaymentStore } from "./PaymentStore.ts"
import { type ListQuery, StoreError } from "./PaymentStoreDriver.ts"
import { backoff, Policy } from "./Policy.ts"
import { readable, tellPassedOver } from "./readRows.ts"
import { troubleOf } from "./trouble.ts"
import { type Cursor, earliest, type Watch } from "./Watch.ts"

interface Heard {
  readonly name: string
  readonly cursor: Cursor
  /** The event was refused too often and is left behind. */
  readonly parked: boolean
}

/** Where a page of payments begins: created from that time on, behind the last one of the page before. */
export type CatchUpFrom = Pick<ListQuery, "createdFrom" | "after">

/** What one page came to. */
export interface CaughtUp {
  /** Payments that were made due. */
  readonly due: number
  /** The `after` of the next page; null: this was the last one. */
  readonly next: NonNullable<ListQuery["after"]> | null
}

/** Announces what became of payments. */
export class Announcement extends Context.Service<
  Announcement,
  {
    /** Lets every consumer hear what it has not heard of this payment, and gives this lease back. */
    announce(record: PaymentRecord, lease: number): Effect.Effect<void, StoreError>
    /**
     * Makes the payments of one page due that some consumer has not heard all of, and tells where the next page begins. For a
     * consumer that is new: by itself it hears of a payment when something new happens to it.
     */
    catchUp(from: CatchUpFrom): Effect.Effect<CaughtUp, StoreError | PaymentNotFound>
  }
>()("@cauri/core/Announcement") {
  static readonly layer = Layer.effect(
    Announcement,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const consumers = yield* Outcomes
      const policy = yield* Policy
      const saveStep = Effect.fnUntraced(function* (
        key: PaymentRecord["payment"]["key"],
        stepOf: (record: PaymentRecord, now: number) => Step | null,
        giveBack: number | null = null,
      ) {
        for (let tries = 0; tries < policy.maxSaveTries; tries++) {
          const found = yield* store.find(key)
          if (Option.isNone(found)) return yield* new PaymentNotFound({ key })
          const now = yield* Clock.currentTimeMillis
          const step = stepOf(found.value, now)
          if (step === null) return
          const terms = { version: found.value.version, now, giveBack }
          if ((yield* store.save(step.change, step.watch, terms)) === "Saved") return
        }
        return yield* keepsChanging()
      })

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
          // No store forgets a payment; one that did would be told as this consumer's failure.
          record = yield* Effect.orDie(Effect.fromOption(yield* store.find(key)))
        }
        return yield* keepsChanging()
      })

      const hear = (record: PaymentRecord, announcement: Announced, consumer: Listener | TransactionalListener) => {
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
        consumer: Listener | TransactionalListener,
        until: number,
      ) {
        const { name } = consumer
        let record = from
        const before = cursorOf(record, name)
        let cursor = before
        for (const entry of entries.filter(({ seq }) => seq > before.seq)) {
          const announcement = announcedOf(record.payment, entry)
          if (announcement !== null) {
            // What was heard must be remembered before the lease is over, or all of it is heard again and again.
            if ((yield* Clock.currentTimeMillis) > until) break
            const heard = yield* hear(record, announcement, consumer)
            if (heard._tag === "Failure") {
              const tries = cursor.tries + 1
              yield* Effect.logWarning(`${name} refused ${announcement.id} (try ${tries}): ${troubleOf(heard.cause)}`)
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

      /** When those elsewhere shall hear what they have not heard: the longer it has waited, the later. */
      const handOver = (record: PaymentRecord, entries: ReadonlyArray<HistoryEntry>, now: number) =>
        consumers.filter(isElsewhere).map(({ name }) => {
          const { seq } = cursorOf(record, name)
          const untold = entries.find((entry) => entry.seq > seq && isAnnounced(entry.event._tag))
          if (untold === undefined) return null
          const shortest = backoff(policy.announceBackoff, 0)
          const longest = backoff(policy.announceBackoff, Infinity)
          return now + Math.min(longest, Math.max(shortest, Math.ceil((now - untold.at) / 2)))
        })

      /** Saves how far everybody has heard, whatever happened to the payment meanwhile. */
      const remember = (
        { payment: { key, seq: read } }: PaymentRecord,
        entries: ReadonlyArray<HistoryEntry>,
        heard: ReadonlyArray<Heard>,
        lease: number,
      ) => {
        const stepOf = (record: PaymentRecord, now: number) => {
          const { payment, watch } = record
          // Another worker may have told more meanwhile, or what was refused here.
          const news = heard.filter(({ name, cursor }) => cursorOf(record, name).seq <= cursor.seq)
          const parked = news.filter((each) => each.parked && cursorOf(record, each.name).seq < each.cursor.seq)
          const flags = parked.flatMap(({ name }) => {
            const decision = decide(record, { _tag: "Parked", consumer: name }, now, policy)
            return Result.isSuccess(decision) ? decision.success.change.entries : []
          })
          // Whoever may hear again first is told first; nobody waits for the backoff of another.
          const times = heard.map(({ cursor: { seq, tries } }) => {
            if (tries > 0) return now + backoff(policy.announceBackoff, tries - 1)
            return seq < payment.seq ? now : null
          })
          const others = payment.seq > read ? [now] : handOver(record, entries, now)
          const flagged = flags.length > 0 ? [now] : []
          const next = { ...withCursors(watch, news), announceAt: earliest(...times, ...others, ...flagged) }
          const change = Result.getOrThrow(
            append(
              payment,
              flags.map(({ event }) => event),
              now,
            ),
          )
          return { change, watch: next }
        }
        return saveStep(key, stepOf, lease)
      }

      const announce = Effect.fn("Announcement.announce")(
        function* (record: PaymentRecord, lease: number) {
          const { payment } = record
          const until = (yield* Clock.currentTimeMillis) + policy.lease / 2
          const from = Math.min(payment.seq, ...consumers.map(({ name }) => cursorOf(record, name).seq))
          const entries = yield* store.history(payment.key, from, 1_000)
          const heard: Array<Heard> = []
          let current = record
          for (const consumer of consumers) {
            if (isElsewhere(consumer)) continue
            const told = yield* tell(current, entries, consumer, until)
            current = told.record
            heard.push(told.heard)
          }
          yield* remember(record, entries, heard, lease)
        },
        Effect.catchTag("PaymentNotFound", () => Effect.void),
      )

      const catchUp = Effect.fn("Announcement.catchUp")(function* (from: CatchUpFrom) {
        const page = yield* store.page({ ...from, limit: policy.walkPage })
        yield* tellPassedOver(page, "nobody hears what became of it before it is caught up again.")
        let due = 0
        for (const { payment } of readable(page)) {
          const stepOf = (record: PaymentRecord, now: number) => {
            const behind = consumers.some(({ name }) => cursorOf(record, name).seq < record.payment.seq)
            if (!behind || record.watch.announceAt !== null) return null
            due += 1
            return { change: { payment: record.payment, entries: [] }, watch: { ...record.watch, announceAt: now } }
          }
          yield* saveStep(payment.key, stepOf)
        }
        const last = page.length < policy.walkPage ? undefined : page.at(-1)
        return { due, next: last === undefined ? null : endOf(last) }
      })

      return Announcement.of({ announce, catchUp })
    }),
  )
}

const keepsChanging = () =>
  new StoreError({ operation: "save", cause: new Error("The payment changed at every try to save a step of it.") })

/** How far a consumer has heard. A name such as "constructor" must not find what every object has. */
const cursorOf = ({ watch }: PaymentRecord, name: string): Cursor =>
  (Object.hasOwn(watch.cursors, name) ? watch.cursors[name] : undefined) ?? { seq: 0, tries: 0 }

const isElsewhere = (consumer: Consumer): consumer is ElsewhereListener => "elsewhere" in consumer

/** The watch with these cursors in place of the older ones. */
const withCursors = (watch: Watch, news: ReadonlyArray<{ readonly name: string; readonly cursor: Cursor }>): Watch => {
  const cursors = new Map(Object.entries(watch.cursors))
  for (const { name, cursor } of news) cursors.set(name, cursor)
  return { ...watch, cursors: Object.fromEntries(cursors) }
}
