/**
 * Delivers events to the consumers of this process, each payment's in order, beside the lane that acts on payments. A consumer that
 * refuses or hangs delays only itself. What was heard is marked afterwards, so a consumer may hear an event twice, always under the same
 * id; a transactional one hears in the step that marks it, so it hears once.
 */
import { Clock, Context, Duration, Effect, Exit, Fiber, Layer, Option } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { fill, type Lane, newSlots } from "./lanes.ts"
import { type Announced, announcedOf, type Consumer, Outcomes } from "../ports/Outcomes.ts"
import { type Delivery, type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { backoff, later, Policy } from "../model/Policy.ts"
import { troubleOf } from "./trouble.ts"
import { writerOn } from "./Writer.ts"

/** What one pass delivered. */
export interface Delivered {
  /** Events that were due. */
  readonly taken: number
  /** Of those, how many could neither be delivered nor put off. */
  readonly failed: number
  readonly unreadable: number
  /** When the next one is due; null: nothing is waiting. */
  readonly nextDueAt: number | null
}

/** Delivers events to the consumers of this process. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Registers the consumers of this process: they hear what happens from then on. `deliver` and the lanes catch them up. */
    readonly follow: Effect.Effect<void, StoreError>
    /** Delivers what is due now. It waits for consumers that answer, and for one time-out of those that do not. */
    readonly deliver: Effect.Effect<Delivered, StoreError>
    /** One lane per consumer, for a worker. */
    readonly lanes: Effect.Effect<ReadonlyArray<Lane>>
  }
>()("@cauri/core/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const consumers = yield* Outcomes
      const policy = yield* Policy
      const writer = writerOn(store, policy)
      const caughtUp = new Set<string>()
      // A delivery makes no call to the service, and hosts are slow.
      const most = 4 * policy.worker.concurrency

      const followOn = Effect.fnUntraced(function* ({ from, name }: Consumer) {
        if (caughtUp.has(name)) return
        const since = from ?? (yield* Clock.currentTimeMillis)
        if (yield* store.follow(name, since, policy.store.pageSize)) caughtUp.add(name)
      })

      const catchUp = (consumer: Consumer) =>
        Effect.repeat(followOn(consumer), { until: () => caughtUp.has(consumer.name) })

      /** Its event is left behind, once that is flagged. A crash in between flags nothing twice, and only tries once more. */
      const park = Effect.fnUntraced(function* (delivery: Delivery) {
        yield* writer.applyTo(delivery.payment.key, { _tag: "Parked", consumer: delivery.consumer })
        yield* store.heard(delivery, delivery.entry.seq, yield* Clock.currentTimeMillis)
      })

      const refused = Effect.fnUntraced(function* (delivery: Delivery, announcement: Announced, trouble: string) {
        const tries = delivery.tries + 1
        yield* Effect.logWarning(`${delivery.consumer} refused ${announcement.id} (try ${tries}): ${trouble}`)
        if (tries >= policy.delivery.maxTries) return yield* park(delivery)
        const now = yield* Clock.currentTimeMillis
        yield* store.unheard(delivery, now + backoff(policy.delivery.backoff, delivery.tries))
      })

      /** One event is heard and marked, or put off. Tells whether the consumer answered. */
      const deliverOne = Effect.fnUntraced(function* (consumer: Consumer, delivery: Delivery) {
        const announcement = announcedOf(delivery.payment, delivery.entry)
        if (announcement !== null) {
          const heard = yield* withinTime(hear(consumer, delivery, announcement), policy.delivery.timeout)
          if (heard === null)
            return yield* Effect.as(refused(delivery, announcement, "it did not answer in time"), false)
          if (Exit.isFailure(heard))
            return yield* Effect.as(refused(delivery, announcement, troubleOf(heard.cause)), true)
          // Stale: another worker has the delivery by now.
          if (heard.value !== "ToMark") return true
        }
        yield* store.heard(delivery, delivery.entry.seq, yield* Clock.currentTimeMillis)
        return true
      })

      const work = (consumer: Consumer, delivery: Delivery) => isolated(deliverOne(consumer, delivery), delivery)

      const take = Effect.fnUntraced(function* ({ name }: Consumer, now: number, limit: number) {
        const leaseUntil = later(yield* Clock.currentTimeMillis, policy.calls.lease)
        return yield* store.takeDeliveries(name, now, limit, leaseUntil)
      })

      const deliverTo = Effect.fnUntraced(function* (consumer: Consumer) {
        yield* catchUp(consumer)
        const began = yield* Clock.currentTimeMillis
        const counted = { taken: 0, failed: 0, unreadable: 0 }
        for (;;) {
          const { nextDueAt, taken, unreadable } = yield* take(consumer, began, most)
          const done = yield* Effect.forEach(taken, (each) => work(consumer, each), { concurrency: "unbounded" })
          counted.taken += taken.length
          counted.failed += done.filter((each) => !each.done).length
          counted.unreadable += unreadable
          if (done.every(({ answered }) => !answered)) return { ...counted, nextDueAt }
        }
      })

      const follow = Effect.forEach(consumers, followOn, { concurrency: 1, discard: true })

      const deliver = Effect.gen(function* () {
        const all = yield* Effect.forEach(consumers, deliverTo, { concurrency: "unbounded" })
        const times = all.flatMap(({ nextDueAt }) => (nextDueAt === null ? [] : [nextDueAt]))
        const sum = (of: (each: Delivered) => number) => all.reduce((total, each) => total + of(each), 0)
        return {
          taken: sum(({ taken }) => taken),
          failed: sum(({ failed }) => failed),
          unreadable: sum(({ unreadable }) => unreadable),
          nextDueAt: times.length === 0 ? null : Math.min(...times),
        }
      })

      const laneOf = (consumer: Consumer): Lane => {
        const slots = newSlots(most)
        const takeFree = Effect.fnUntraced(function* (limit: number) {
          yield* catchUp(consumer)
          const { nextDueAt, taken } = yield* take(consumer, yield* Clock.currentTimeMillis, limit)
          for (const each of taken)
            yield* fill(
              slots,
              Effect.map(work(consumer, each), ({ done }) => done),
            )
          return nextDueAt
        })
        return { slots, take: takeFree }
      }

      return Deliveries.of({ follow, deliver, lanes: Effect.sync(() => consumers.map(laneOf)) })
    }),
  )
}

/** What it came to within this time; null: nothing. What cannot be interrupted goes on by itself. */
const withinTime = <A, E>(work: Effect.Effect<A, E>, time: Duration.Duration): Effect.Effect<Exit.Exit<A, E> | null> =>
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

/** Lets a consumer hear; a transactional one marks it as well. */
const hear = (consumer: Consumer, { consumer: name, key, lease }: Delivery, announcement: Announced) =>
  Effect.suspend(() => {
    if (!("hearWithin" in consumer)) return Effect.as(consumer.hear(announcement), "ToMark" as const)
    const held = { consumer: name, key, lease }
    return Effect.flatMap(Clock.currentTimeMillis, (now) => consumer.hearWithin(announcement, { lease: held, now }))
  })

/** Whatever is wrong with one delivery touches no other; its lease ends by itself. Tells whether the consumer answered. */
const isolated = (delivering: Effect.Effect<boolean, StoreError | PaymentNotFound>, { consumer, payment }: Delivery) =>
  Effect.flatMap(Effect.exit(delivering), (exit) => {
    if (Exit.isSuccess(exit)) return Effect.succeed({ done: true, answered: exit.value })
    const what = `An event of the ${keyText(payment.key)} could not be delivered to ${consumer}; it is tried again after its lease.`
    return Effect.as(Effect.logError(`${what} ${troubleOf(exit.cause)}`), { done: false, answered: false })
  })
