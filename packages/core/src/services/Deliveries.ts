/**
 * Delivers events to the consumers of this process, each payment's in order, beside the lane that acts on payments. A consumer that refuses
 * or hangs delays only itself. An event is marked after it was received, so a consumer may receive it twice, always under the same id; a
 * transactional one receives it in the step that marks it, so once.
 */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import { countDeliveries } from "./Activity.ts"
import { keyText } from "../model/Identifiers.ts"
import { runInSlot, type Lane, newSlots, type WorkDone, sumWorkDone, withinTime } from "./lanes.ts"
import { describeCause } from "./describeError.ts"
import { type DeliveredEvent, deliveredEventOf, type Consumer, Consumers, wantedBy } from "../ports/Consumers.ts"
import { type Delivery, type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { backoff, later, millis, Policy, type PolicyShape } from "../model/Policy.ts"
import { SharedState } from "../ports/SharedState.ts"
import { makeConsumerSigns } from "./consumerSigns.ts"
import { WakeSignal } from "./WakeSignal.ts"
import { type Writer, writerOn } from "./Writer.ts"

/**
 * Delivers events to the consumers of this process.
 *
 * ```ts
 * const { deliver, subscribe } = yield* Deliveries
 * yield* subscribe
 * yield* payouts.create({ ...payout, phone: "22670000082" }) // in doubt: there is an event to deliver
 * yield* Effect.map(deliver, ({ failed, taken }) => ({ taken, failed })) // => { taken: 1, failed: 0 }
 * ```
 */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Subscribes the consumers of this process: they receive what happens from then on. `deliver` and the lanes catch them up. */
    readonly subscribe: Effect.Effect<void, StoreError>
    /** Delivers what is due now. It waits for consumers that answer, and for one time-out of those that do not. */
    readonly deliver: Effect.Effect<WorkDone, StoreError>
    /** One lane per consumer, for a worker. */
    readonly lanes: Effect.Effect<ReadonlyArray<Lane>>
  }
>()("@cauri/core/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const consumers = yield* Consumers
      const policy = yield* Policy
      const { wake } = yield* WakeSignal
      const signs = makeConsumerSigns(yield* SharedState)
      const post = { store, policy, signs, writer: writerOn(store, policy) }
      const caughtUp = new Set<string>()
      // A delivery makes no call to the service, and hosts are slow.
      const most = (consumer: Consumer) =>
        ("concurrency" in consumer ? consumer.concurrency : undefined) ?? 4 * policy.worker.concurrency

      const followOn = Effect.fnUntraced(function* (consumer: Consumer) {
        const { from, name } = consumer
        if (caughtUp.has(name)) return
        const since = from ?? (yield* Clock.currentTimeMillis)
        if (
          yield* store.subscribe({
            consumer: name,
            from: since,
            limit: policy.store.pageSize,
            wanted: wantedBy(consumer),
          })
        )
          caughtUp.add(name)
      })

      const catchUp = (consumer: Consumer) =>
        Effect.repeat(followOn(consumer), { until: () => caughtUp.has(consumer.name) })

      const work = (consumer: Consumer, delivery: Delivery) =>
        Effect.tap(isolated(deliverOne(post, consumer, delivery), delivery), () => wake(delivery.payment.key))

      const take = Effect.fnUntraced(function* ({ name }: Consumer, now: number, limit: number) {
        const until = later(yield* Clock.currentTimeMillis, policy.calls.lease)
        return yield* store.takeDeliveries({ consumer: name, now, limit, until })
      })

      const deliverTo = Effect.fnUntraced(function* (consumer: Consumer) {
        yield* catchUp(consumer)
        const began = yield* Clock.currentTimeMillis
        const counted = { taken: 0, failed: 0, unreadable: 0 }
        for (;;) {
          const { nextDueAt, taken, unreadable } = yield* take(consumer, began, most(consumer))
          const done = yield* Effect.forEach(taken, (each) => work(consumer, each), { concurrency: "unbounded" })
          counted.taken += taken.length
          counted.failed += done.filter((each) => !each.done).length
          counted.unreadable += unreadable
          if (done.every(({ answered }) => !answered)) return { ...counted, nextDueAt }
        }
      })

      const subscribe = Effect.forEach(consumers, followOn, { concurrency: 1, discard: true })

      const deliver = Effect.map(Effect.forEach(consumers, deliverTo, { concurrency: "unbounded" }), sumWorkDone)

      const laneOf = (consumer: Consumer): Lane => {
        const slots = newSlots(most(consumer))
        const takeFree = Effect.fnUntraced(function* (limit: number) {
          yield* signs.write(consumer)
          yield* catchUp(consumer)
          const { nextDueAt, taken } = yield* take(consumer, yield* Clock.currentTimeMillis, limit)
          for (const each of taken)
            yield* runInSlot(
              slots,
              Effect.map(work(consumer, each), ({ done }) => done),
            )
          return nextDueAt
        })
        return { slots, take: takeFree }
      }

      return Deliveries.of({ subscribe, deliver, lanes: Effect.sync(() => consumers.map(laneOf)) })
    }),
  )
}

/** Where deliveries are read and marked. */
interface Post {
  readonly store: PaymentStore["Service"]
  readonly signs: ReturnType<typeof makeConsumerSigns>
  readonly writer: Writer
  readonly policy: PolicyShape
}

/** Gives an event up, after flagging it. A crash in between flags nothing twice, and only tries once more. */
const park = Effect.fnUntraced(function* ({ store, writer }: Post, delivery: Delivery) {
  yield* writer.readAndApply(delivery.payment.key, { _tag: "Parked", consumer: delivery.consumer })
  yield* store.markDelivered(delivery, { seq: delivery.entry.seq, now: yield* Clock.currentTimeMillis })
})

const refused = Effect.fnUntraced(function* (
  post: Post,
  delivery: Delivery,
  deliveredEvent: DeliveredEvent,
  why: string,
) {
  const { policy, store } = post
  yield* countDeliveries(false)
  const tries = delivery.tries + 1
  const isLast = tries >= policy.delivery.maxTries
  const wait = backoff(policy.delivery.backoff, delivery.tries)
  const next = isLast
    ? "It is not delivered again, and its payment has a flag: correct the consumer, then hand the event over by hand."
    : `It is delivered again in ${wait / 1_000} s.`
  const what = `The consumer ${delivery.consumer} refused the event ${deliveredEvent.id}`
  yield* Effect.logWarning(`${what} (try ${tries} of ${policy.delivery.maxTries}). ${why} ${next}`)
  if (isLast) return yield* park(post, delivery)
  yield* store.retryDelivery(delivery, (yield* Clock.currentTimeMillis) + wait)
})

/** Delivers and marks one event, or postpones it. Returns whether the consumer answered. */
const deliverOne = Effect.fnUntraced(function* (post: Post, consumer: Consumer, delivery: Delivery) {
  const deliveredEvent = deliveredEventOf(delivery.payment, delivery.entry)
  if (deliveredEvent !== null && !wants(consumer, deliveredEvent)) {
    // A program of another version wants it, or wanted it before it was replaced.
    if (yield* post.signs.mayBeShared(consumer.name)) {
      const wait = backoff(post.policy.delivery.backoff, delivery.tries)
      yield* post.store.retryDelivery(delivery, (yield* Clock.currentTimeMillis) + wait)
      return false
    }
  } else if (deliveredEvent !== null) {
    const received = yield* withinTime(receive(consumer, delivery, deliveredEvent), post.policy.delivery.timeout)
    if (received === null)
      return yield* Effect.as(
        refused(
          post,
          delivery,
          deliveredEvent,
          `It did not answer within ${millis(post.policy.delivery.timeout) / 1_000} s: look at what keeps it, or raise \`delivery.timeout\` in the policy.`,
        ),
        false,
      )
    if (Exit.isFailure(received))
      return yield* Effect.as(refused(post, delivery, deliveredEvent, describeCause(received.cause)), true)
    // Stale: another worker has the delivery by now.
    if (received.value !== "Stale") yield* countDeliveries(true)
    if (received.value !== "ToMark") return true
  }
  yield* post.store.markDelivered(delivery, { seq: delivery.entry.seq, now: yield* Clock.currentTimeMillis })
  return true
})

const wants = ({ events, kind }: Consumer, { _tag, key }: DeliveredEvent): boolean =>
  (events?.includes(_tag) ?? true) && (kind ?? key.kind) === key.kind

/** Lets a consumer receive; a transactional one marks it as well. */
const receive = (consumer: Consumer, { consumer: name, key, lease }: Delivery, deliveredEvent: DeliveredEvent) =>
  Effect.suspend(() => {
    if (!("receiveWithin" in consumer)) return Effect.as(consumer.receive(deliveredEvent), "ToMark" as const)
    const held = { consumer: name, key, lease }
    return Effect.flatMap(Clock.currentTimeMillis, (now) =>
      consumer.receiveWithin(deliveredEvent, { lease: held, now }),
    )
  })

/** A failure of one delivery affects no other; its lease ends by itself. Returns whether the consumer answered. */
const isolated = (delivering: Effect.Effect<boolean, StoreError | PaymentNotFound>, { consumer, payment }: Delivery) =>
  Effect.flatMap(Effect.exit(delivering), (exit) => {
    if (Exit.isSuccess(exit)) return Effect.succeed({ done: true, answered: exit.value })
    const what = `An event of the ${keyText(payment.key)} could not be delivered to ${consumer}; it is delivered again after its lease.`
    return Effect.as(Effect.logError(`${what} ${describeCause(exit.cause)}`), { done: false, answered: false })
  })
