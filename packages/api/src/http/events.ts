/**
 * Events by long poll, for hosts that no webhook reaches. Each key has a consumer of its own in the store. An event is leased to who takes
 * it, and comes again unless it is acknowledged: so at least once, one of a payment at a time, in order.
 */
import { plainEvent } from "@cauri/catalogue/events"
import { InvalidInput, type PaymentKey, PaymentId, PaymentStore, ProjectId } from "@cauri/core"
import { deliveredEventOf, SharedState, WakeSignal } from "@cauri/core/adapter"
import { Clock, Deferred, Effect, Option } from "effect"
import { consumerOf, endDeliveries, isOpen, type OpenKey } from "../keys/keys.ts"
import { ackBody, eventsQuery, usual } from "./operations.ts"
import { type Call, type House, seated } from "./payments.ts"

/** How long an event is its taker's, in milliseconds. */
const lease = 60_000
/** How long what is of other projects is passed over, in milliseconds, where the caller does not wait. */
const patience = 5_000

type Shown = ReturnType<typeof plainEvent> & { readonly ack: string }

/** The number of the first of its keys is in it: what was taken for an earlier key of the same name is acknowledged by no other. */
const ackOf = (key: OpenKey, lease: number, seq: number, { id, kind }: Pick<PaymentKey, "id" | "kind">): string =>
  `${key.hears.number}.${lease}.${seq}.${kind}.${id}`

const ackPattern = /^([0-9]{1,15})\.([0-9]{1,15})\.([0-9]{1,15})\.(payin|payout)\.([A-Za-z0-9_-]{1,64})$/

/** Ends when the caller leaves. */
const gone = (signal: AbortSignal) =>
  Effect.callback<void>((resume) => {
    const leave = () => resume(Effect.void)
    if (signal.aborted) return leave()
    signal.addEventListener("abort", leave, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", leave))
  })

export const eventHandlers = ({ closing, seats }: House) => {
  /** At each poll: a person may have made the store forget the consumer. */
  const subscribe = Effect.fnUntraced(function* (key: OpenKey) {
    const store = yield* PaymentStore
    const subscription = { consumer: consumerOf(key), from: key.hears.since, limit: 100 }
    yield* Effect.repeat(store.subscribe(subscription), { until: (isDone) => isDone })
    // It may have been revoked meanwhile, and another program has removed its consumer before.
    if (!(yield* isOpen(key))) yield* endDeliveries(key)
  })

  return {
    takeEvents: Effect.fnUntraced(function* (call: Call) {
      const { limit = usual.events, wait = usual.wait } = yield* call.query(eventsQuery)
      const { key, request } = call
      const store = yield* PaymentStore
      const { until } = yield* WakeSignal
      yield* subscribe(key)
      const began = yield* Clock.currentTimeMillis
      const consumer = consumerOf(key)
      // Who forgets a consumer in the console is refused while it is alive.
      yield* (yield* SharedState).beat({ process: `consumer ${consumer}`, role: "consumer", at: began })
      const events: Array<Shown> = []
      /** Takes what is due; what is of another project, or no event for programs, is done. */
      const look = Effect.gen(function* () {
        for (;;) {
          const now = yield* Clock.currentTimeMillis
          const due = yield* store.takeDeliveries({ consumer, now, limit, until: now + lease })
          for (const delivery of due.taken) {
            const { entry, payment } = delivery
            const event = deliveredEventOf(payment, entry)
            if (event === null || payment.key.project !== key.project)
              yield* store.markDelivered(delivery, { seq: entry.seq, now })
            else events.push({ ...plainEvent(event), ack: ackOf(key, delivery.lease, entry.seq, payment.key) })
          }
          if (events.length > 0) return Option.some(events)
          if (due.taken.length + due.unreadable === 0) return Option.none()
          if (now >= began + Math.max(wait * 1_000, patience)) return Option.none()
        }
      }).pipe(Effect.uninterruptible)
      const over = Effect.raceFirst(
        Effect.sleep(wait * 1_000),
        Effect.raceFirst(Deferred.await(closing), gone(request.signal)),
      )
      if (wait === 0) yield* look
      else yield* seated(seats, key, Effect.raceFirst(until(null, look), over))
      return { status: 200, body: { events } }
    }),
    ackEvents: Effect.fnUntraced(function* (call: Call) {
      const { key } = call
      const { acks } = yield* call.bodyAs(ackBody)
      const read = acks.map((ack) => ackPattern.exec(ack))
      const wrong = read.indexOf(null)
      if (wrong >= 0) return yield* new InvalidInput({ field: `acks[${wrong}]`, expected: "the `ack` of an event" })
      const store = yield* PaymentStore
      const { wake } = yield* WakeSignal
      const now = yield* Clock.currentTimeMillis
      let acked = 0
      for (const parts of read) {
        const [, number, leased, seq, kind, id = ""] = parts ?? []
        if (Number(number) !== key.hears.number) continue
        const payment: PaymentKey = {
          kind: kind === "payin" ? "payin" : "payout",
          project: ProjectId.make(key.project),
          id: PaymentId.make(id),
        }
        const delivery = { consumer: consumerOf(key), key: payment, lease: Number(leased) }
        if ((yield* store.markDelivered(delivery, { seq: Number(seq), now })) === "Delivered") acked += 1
        yield* wake(payment)
      }
      return { status: 200, body: { acked, stale: acks.length - acked } }
    }),
  }
}
