/**
 * A store that keeps each payment whole, as one value under its name: in a Map, a file, or a key-value database. `keyValueAsDriver` holds
 * the driver's steps, this file those of deliveries, which are stored with their payment. To keep payments elsewhere, implement
 * `KeyValueDriver`.
 */
import { Effect } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { earliest } from "../model/PaymentRecord.ts"
import type { EventRow, PaymentRow } from "../ports/PaymentRow.ts"
import {
  type DeliveryDriver,
  type DeliveryLease,
  type ListCursor,
  StoreError,
  type TakenDelivery,
} from "../ports/PaymentStoreDriver.ts"
import { keyOrder, listOrder, listOrders, textOrder } from "../ports/storeKit.ts"
import type { Heartbeat, Pause } from "../ports/SharedState.ts"
import type { WholeDocument } from "../ports/Documents.ts"
import type { KeptNote } from "../ports/Evidence.ts"

/** What a consumer has received of a payment, and when its next delivery is due. */
export interface StoredDelivery {
  readonly consumer: string
  /** The numbers of the newest event to deliver and of the last one delivered. */
  readonly newest: number
  readonly delivered: number
  /** What `delivered` counts; null: everything. */
  readonly counted: ReadonlyArray<string> | null
  /** Of what was wanted later: the last event delivered of each. */
  readonly later: Readonly<Record<string, number>>
  /** When it is due; null: everything was delivered. */
  readonly dueAt: number | null
  readonly tries: number
  readonly leaseNumber: number
  readonly leaseUntil: number
}

/** A consumer that is subscribed to the store. */
export interface StoredSubscriber {
  readonly consumer: string
  /** Payments created at or after this time are delivered from their first event. */
  readonly from: number
  /** What it wants; null: everything. */
  readonly wanted: ReadonlyArray<string> | null
  /** The last payment that the catching up has reached, in the order of lists; null: none yet. */
  readonly reached: ListCursor | null
  readonly caughtUp: boolean
}

/** What is stored beside the payments: subscribers, and what people and processes share. */
export interface SharedValues {
  readonly subscribers: ReadonlyArray<StoredSubscriber>
  /** By their scopes. */
  readonly pauses: ReadonlyMap<string, ReadonlyArray<Pause>>
  readonly heartbeats: ReadonlyMap<string, Heartbeat>
  /** When the next token of each rate is due. */
  readonly rateTokens: ReadonlyMap<string, number>
  /** The oldest first. */
  readonly documents: ReadonlyArray<WholeDocument>
}

/**
 * Nothing is stored beside the payments yet.
 *
 * ```ts
 * emptyShared.pauses.size // => 0
 * ```
 */
export const emptyShared: SharedValues = {
  subscribers: [],
  pauses: new Map(),
  heartbeats: new Map(),
  rateTokens: new Map(),
  documents: [],
}

/** Everything about one payment. */
export interface StoredPayment {
  readonly row: PaymentRow
  readonly events: ReadonlyArray<EventRow>
  /** The callbacks that came, as evidence. */
  readonly notes: ReadonlyArray<KeptNote>
  readonly deliveries: ReadonlyArray<StoredDelivery>
  /** It is old, and was archived: here that only marks it. */
  readonly archived?: true
}

/**
 * The key-value store. Calls are synchronous and no other process writes to it, so no reader sees half of a step. A step writes one
 * payment; only takings and catching up write several, each independently. `set` returns once the payment is as durable as the store
 * promises.
 */
export interface KeyValueDriver {
  readonly get: (name: string) => StoredPayment | undefined
  readonly set: (name: string, payment: StoredPayment) => void
  readonly all: () => Iterable<StoredPayment>
  /** What is stored beside the payments, `emptyShared` at first; stored unchanged. */
  readonly shared: () => SharedValues
  readonly setShared: (shared: SharedValues) => void
}

/** When a payment is due; never: `Infinity`. */
export const dueAt = (row: PaymentRow): number => row.actAt ?? Infinity

export const allRows = (values: KeyValueDriver): ReadonlyArray<PaymentRow> => [...values.all()].map(({ row }) => row)

/** Does a payment come behind the end of a page, if there is one? */
export const isAfterCursor = (
  row: PaymentRow,
  end: ListCursor | null | undefined,
  order = listOrders.oldest,
): boolean => !end || order(row, { amount: 0, ...end, ...end.key }) > 0

const blank = { later: {}, dueAt: null, tries: 0, leaseNumber: 0, leaseUntil: 0 }

/** The first and the last of these events; null: there is none. */
const endsOf = (events: ReadonlyArray<EventRow>) => {
  const [first] = events
  const last = events.at(-1)
  return first === undefined || last === undefined ? null : { first, last }
}

const deliveredName = ({ kind }: PaymentRow, { deliveredAs }: EventRow) => `${kind}.${deliveredAs}`

const wantedIn = (
  row: PaymentRow,
  events: ReadonlyArray<EventRow>,
  { wanted }: StoredSubscriber,
): ReadonlyArray<EventRow> =>
  events.filter(
    (event) => event.deliveredAs !== null && (wanted === null || wanted.includes(deliveredName(row, event))),
  )

/** The deliveries of a payment after a step with these events: every subscriber has those that it wants to receive. */
export const deliveriesOf = (
  values: KeyValueDriver,
  row: PaymentRow,
  deliveries: ReadonlyArray<StoredDelivery>,
  events: ReadonlyArray<EventRow>,
): ReadonlyArray<StoredDelivery> => {
  if (events.every(({ deliveredAs }) => deliveredAs === null)) return deliveries
  return values.shared().subscribers.flatMap((subscriber) => {
    const { consumer, from, wanted } = subscriber
    const found = deliveries.find((each) => each.consumer === consumer)
    const news = endsOf(wantedIn(row, events, subscriber))
    if (news === null) return found === undefined ? [] : [found]
    // Of an older payment nothing is received from before, whatever is wanted later.
    const begun =
      row.createdAt >= from ? { delivered: 0, counted: wanted } : { delivered: news.first.seq - 1, counted: null }
    const delivery = found ?? { consumer, ...begun, ...blank }
    return [{ ...delivery, newest: news.last.seq, dueAt: delivery.dueAt ?? news.first.at }]
  })
}

interface Waiting {
  readonly delivery: StoredDelivery
  readonly payment: StoredPayment
  readonly event: EventRow
  readonly dueAt: number
}

const isCounted = ({ counted }: StoredDelivery, word: string): boolean => counted === null || counted.includes(word)

/** The events that a consumer has to receive. */
const waitingEvents = (
  values: KeyValueDriver,
  { events, row }: StoredPayment,
  delivery: StoredDelivery,
): ReadonlyArray<EventRow> => {
  const subscriber = values.shared().subscribers.find(({ consumer }) => consumer === delivery.consumer)
  if (subscriber === undefined) return []
  return wantedIn(row, events, subscriber).filter((event) => {
    const word = deliveredName(row, event)
    return event.seq > (isCounted(delivery, word) ? delivery.delivered : (delivery.later[word] ?? 0))
  })
}

const waitingIn = (values: KeyValueDriver, isWanted: (delivery: StoredDelivery) => boolean): ReadonlyArray<Waiting> =>
  [...values.all()].flatMap((payment) =>
    payment.deliveries.flatMap((delivery) => {
      const { dueAt } = delivery
      if (dueAt === null || !isWanted(delivery)) return []
      const [event] = waitingEvents(values, payment, delivery)
      return event === undefined ? [] : [{ delivery, payment, event, dueAt }]
    }),
  )

const replaced = (payment: StoredPayment, delivery: StoredDelivery): StoredPayment => ({
  ...payment,
  deliveries: payment.deliveries.map((each) => (each.consumer === delivery.consumer ? delivery : each)),
})

/** Ends a lease that is not ended yet, if no newer one was given. */
const endLease = (
  values: KeyValueDriver,
  { consumer, key, lease }: DeliveryLease,
  next: (delivery: StoredDelivery, payment: StoredPayment) => StoredDelivery,
): "Delivered" | "Stale" => {
  const payment = values.get(keyText(key))
  const delivery = payment?.deliveries.find((each) => each.consumer === consumer)
  const isHeld = delivery?.leaseNumber === lease && delivery.leaseUntil > 0
  if (payment === undefined || delivery === undefined || !isHeld) return "Stale"
  values.set(keyText(key), replaced(payment, { ...next(delivery, payment), leaseUntil: 0 }))
  return "Delivered"
}

/** Marks events as delivered, synchronously. */
export const markDeliveredOn = (values: KeyValueDriver, lease: DeliveryLease, seq: number): "Delivered" | "Stale" =>
  endLease(values, lease, (delivery, payment) => {
    const event = payment.events.find((each) => each.seq === seq)
    const word = event === undefined ? null : deliveredName(payment.row, event)
    const marked =
      word === null || isCounted(delivery, word)
        ? { ...delivery, delivered: seq }
        : { ...delivery, later: { ...delivery.later, [word]: seq } }
    return { ...marked, tries: 0, dueAt: waitingEvents(values, payment, marked)[0]?.at ?? null }
  })

const changed = (values: KeyValueDriver, subscriber: StoredSubscriber): StoredSubscriber => {
  const all = new Map(values.shared().subscribers.map((each) => [each.consumer, each]))
  values.setShared({ ...values.shared(), subscribers: [...all.set(subscriber.consumer, subscriber).values()] })
  return subscriber
}

/** Registers a consumer, moves its beginning back, or adds what it wants. */
const register = (
  values: KeyValueDriver,
  consumer: string,
  from: number,
  wanted: ReadonlyArray<string> | null,
): StoredSubscriber => {
  const found = values.shared().subscribers.find((each) => each.consumer === consumer)
  const begun = { consumer, reached: null, caughtUp: false }
  if (found === undefined) return changed(values, { ...begun, from, wanted })
  const all = found.wanted === null || wanted === null ? null : [...new Set([...found.wanted, ...wanted])]
  if (found.from <= from && found.wanted?.length === all?.length) return found
  return changed(values, { ...begun, from: Math.min(from, found.from), wanted: all })
}

/** Catches a consumer up with the next payments; returns true when none are left. */
const catchUp = (values: KeyValueDriver, subscriber: StoredSubscriber, limit: number): boolean => {
  if (subscriber.caughtUp) return true
  const { consumer, from, reached } = subscriber
  const page = [...values.all()]
    .filter(({ row }) => row.createdAt >= from && isAfterCursor(row, reached))
    .toSorted((one, other) => listOrder(one.row, other.row))
    .slice(0, limit)
  for (const payment of page) {
    const { deliveries, row } = payment
    const found = deliveries.find((each) => each.consumer === consumer)
    const delivery = found ?? { ...blank, consumer, delivered: 0, newest: 0, counted: subscriber.wanted }
    const news = endsOf(waitingEvents(values, payment, delivery))
    if (news === null) continue
    const newest = Math.max(delivery.newest, news.last.seq)
    const due = { ...delivery, newest, dueAt: delivery.dueAt ?? news.first.at }
    const others = deliveries.filter((each) => each !== found)
    values.set(keyText(row), { ...payment, deliveries: [...others, due] })
  }
  const last = page.at(-1)?.row
  const next = last === undefined ? reached : { createdAt: last.createdAt, key: last }
  return changed(values, { ...subscriber, reached: next, caughtUp: page.length < limit }).caughtUp
}

/** One step on the place. What it throws is a failure of the store, which may pass, and no mistake of the program. */
export const stepOf = <A>(operation: string, run: () => A): Effect.Effect<A, StoreError> =>
  Effect.try({ try: run, catch: (cause) => new StoreError({ operation, cause }) })

/** The deliveries of a key-value store, in driver form. */
export const keyValueDeliveries = (values: KeyValueDriver): DeliveryDriver => ({
  subscribe: ({ consumer, from, limit, wanted }) =>
    stepOf("subscribe", () => catchUp(values, register(values, consumer, from, wanted ?? null), limit)),
  unsubscribe: (consumer) =>
    stepOf("unsubscribe", () => {
      const subscribers = values.shared().subscribers.filter((each) => each.consumer !== consumer)
      values.setShared({ ...values.shared(), subscribers })
      for (const payment of values.all()) {
        const deliveries = payment.deliveries.filter((each) => each.consumer !== consumer)
        if (deliveries.length < payment.deliveries.length) values.set(keyText(payment.row), { ...payment, deliveries })
      }
    }),
  takeDeliveries: ({ consumer, limit, now, until }) =>
    stepOf("takeDeliveries", () => {
      const waiting = waitingIn(values, (each) => each.consumer === consumer)
      const due = waiting
        .filter(({ delivery, dueAt }) => dueAt <= now && delivery.leaseUntil <= now)
        .toSorted((one, other) => one.dueAt - other.dueAt || listOrder(one.payment.row, other.payment.row))
        .slice(0, limit)
      const taken = due.map(({ delivery, event, payment }): TakenDelivery => {
        const leased = { ...delivery, leaseNumber: delivery.leaseNumber + 1, leaseUntil: until }
        const { kind, project, id } = payment.row
        values.set(keyText(payment.row), replaced(payment, leased))
        const lease = { consumer, key: { kind, project, id }, lease: leased.leaseNumber }
        return { ...lease, row: payment.row, event, tries: delivery.tries }
      })
      const times = waiting
        .filter((each) => !due.includes(each))
        .map(({ delivery, dueAt }) => Math.max(dueAt, delivery.leaseUntil))
      return { taken, nextDueAt: earliest(...times) }
    }),
  markDelivered: (lease, { seq }) => stepOf("markDelivered", () => markDeliveredOn(values, lease, seq)),
  retryDelivery: (lease, retryAt) =>
    stepOf("retryDelivery", () => {
      endLease(values, lease, (delivery) => ({ ...delivery, tries: delivery.tries + 1, dueAt: retryAt }))
    }),
  deliveries: ({ consumer, key, limit }) =>
    stepOf("deliveries", () =>
      waitingIn(values, (each) => (consumer ?? each.consumer) === each.consumer)
        .filter(({ payment }) => key === undefined || keyOrder(key, payment.row) === 0)
        .map(({ delivery, dueAt, event, payment: { row } }) => ({
          row,
          waiting: {
            consumer: delivery.consumer,
            key: { kind: row.kind, project: row.project, id: row.id },
            newest: delivery.newest,
            delivered: delivery.delivered,
            tries: delivery.tries,
            since: event.at,
            dueAt,
          },
        }))
        .toSorted(
          (one, other) =>
            one.waiting.since - other.waiting.since ||
            listOrder(one.row, other.row) ||
            textOrder(one.waiting.consumer, other.waiting.consumer),
        )
        .slice(0, limit)
        .map(({ waiting }) => waiting),
    ),
})
