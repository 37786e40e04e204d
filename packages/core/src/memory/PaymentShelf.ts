/**
 * A store that keeps each payment whole, as one value under its name: in a Map, in a file, in a database of keys and values. The
 * steps of the driver are in `shelfDriver`, and those of its deliveries, which lie with their payment, are here; a team that keeps
 * payments in a place of its own brings the place.
 */
import { Effect } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { earliest } from "../model/PaymentRecord.ts"
import type { EventRow, PaymentRow } from "../ports/PaymentRow.ts"
import type { DeliveryDriver, DeliveryLease, ListQuery, TakenDelivery } from "../ports/PaymentStoreDriver.ts"
import { keyOrder, listOrder, textOrder } from "../ports/storeKit.ts"
import type { Heartbeat, Hold } from "../ports/DeskStore.ts"
import type { Deed, KeptNote } from "../ports/StoreStatus.ts"

/** What a consumer has heard of a payment, and when it hears more. */
export interface ShelvedDelivery {
  readonly consumer: string
  /** The number of the newest event to hear, and of the last one that was heard. */
  readonly newest: number
  readonly heard: number
  /** When it is due; null: everything was heard. */
  readonly dueAt: number | null
  readonly tries: number
  readonly leaseNumber: number
  readonly leaseUntil: number
}

/** Who follows the store. */
export interface ShelvedFollower {
  readonly consumer: string
  /** Payments created at or after that time are heard from their beginning. */
  readonly from: number
  /** The last payment that it was caught up with, in the order of lists; null: none yet. */
  readonly reached: NonNullable<ListQuery["after"]> | null
  readonly caughtUp: boolean
}

/** What lies beside the payments: who follows the store, and what people and processes share. */
export interface ShelvedRest {
  readonly followers: ReadonlyArray<ShelvedFollower>
  /** By their scopes. */
  readonly holds: ReadonlyMap<string, ReadonlyArray<Hold>>
  readonly heartbeats: ReadonlyMap<string, Heartbeat>
  /** When the next turn of each rate falls due. */
  readonly turns: ReadonlyMap<string, number>
  /** The oldest first. */
  readonly deeds: ReadonlyArray<Deed>
}

/** Nothing lies beside the payments yet. */
export const emptyRest: ShelvedRest = {
  followers: [],
  holds: new Map(),
  heartbeats: new Map(),
  turns: new Map(),
  deeds: [],
}

/** Everything about one payment. */
export interface ShelvedPayment {
  readonly row: PaymentRow
  readonly events: ReadonlyArray<EventRow>
  /** The callbacks that came, as evidence. */
  readonly notes: ReadonlyArray<KeptNote>
  readonly deliveries: ReadonlyArray<ShelvedDelivery>
}

/**
 * The place. No call may wait, and nobody else may write to it: then a step is done before anybody sees half of it. A step writes one
 * payment; only takings and catching up write several, each of which stands for itself. `set` comes back when the payment will survive what the place
 * is meant to survive.
 */
export interface PaymentShelf {
  readonly get: (name: string) => ShelvedPayment | undefined
  readonly set: (name: string, payment: ShelvedPayment) => void
  readonly all: () => Iterable<ShelvedPayment>
  /** What lies beside the payments, `emptyRest` at first; written as they are. */
  readonly rest: () => ShelvedRest
  readonly setRest: (rest: ShelvedRest) => void
}

/** When a payment wants a worker; never: `Infinity`. */
export const dueAt = (row: PaymentRow): number => row.actAt ?? Infinity

/** The rows of all payments. */
export const rowsOf = (shelf: PaymentShelf): ReadonlyArray<PaymentRow> => [...shelf.all()].map(({ row }) => row)

/** Does a payment come behind the end of a page, if there is one? */
export const isBehind = (row: PaymentRow, end: ListQuery["after"] | null): boolean =>
  !end || listOrder(row, { ...end.key, createdAt: end.createdAt }) > 0

const blank = { dueAt: null, tries: 0, leaseNumber: 0, leaseUntil: 0 }

/** The first and the last of these events that is announced; null: none is. */
const newsIn = (events: ReadonlyArray<EventRow>) => {
  const news = events.filter((event) => event.announced)
  const [first] = news
  const last = news.at(-1)
  return first === undefined || last === undefined ? null : { first, last }
}

/** The deliveries of a payment after a step with these events: whoever follows the store has what is announced to hear. */
export const announced = (
  shelf: PaymentShelf,
  row: PaymentRow,
  deliveries: ReadonlyArray<ShelvedDelivery>,
  events: ReadonlyArray<EventRow>,
): ReadonlyArray<ShelvedDelivery> => {
  const news = newsIn(events)
  if (news === null) return deliveries
  return shelf.rest().followers.map(({ consumer, from }) => {
    const heard = row.createdAt >= from ? 0 : news.first.seq - 1
    const found = deliveries.find((each) => each.consumer === consumer) ?? { consumer, heard, ...blank }
    return { ...found, newest: news.last.seq, dueAt: found.dueAt ?? news.first.at }
  })
}

/** A delivery that waits, with its payment. */
interface Waiting {
  readonly delivery: ShelvedDelivery
  readonly payment: ShelvedPayment
  readonly event: EventRow
  readonly dueAt: number
}

const nextEvent = ({ events }: ShelvedPayment, heard: number): EventRow | undefined =>
  events.find((event) => event.announced && event.seq > heard)

const waitingIn = (shelf: PaymentShelf, isWanted: (delivery: ShelvedDelivery) => boolean): ReadonlyArray<Waiting> =>
  [...shelf.all()].flatMap((payment) =>
    payment.deliveries.flatMap((delivery) => {
      const { dueAt, heard } = delivery
      const event = nextEvent(payment, heard)
      return dueAt === null || event === undefined || !isWanted(delivery) ? [] : [{ delivery, payment, event, dueAt }]
    }),
  )

const replaced = (payment: ShelvedPayment, delivery: ShelvedDelivery): ShelvedPayment => ({
  ...payment,
  deliveries: payment.deliveries.map((each) => (each.consumer === delivery.consumer ? delivery : each)),
})

/** Ends a lease that nobody ended yet, if no other was given since. */
const endLease = (
  shelf: PaymentShelf,
  { consumer, key, lease }: DeliveryLease,
  next: (delivery: ShelvedDelivery, payment: ShelvedPayment) => ShelvedDelivery,
): "Heard" | "Stale" => {
  const payment = shelf.get(keyText(key))
  const delivery = payment?.deliveries.find((each) => each.consumer === consumer)
  const isHeld = delivery?.leaseNumber === lease && delivery.leaseUntil > 0
  if (payment === undefined || delivery === undefined || !isHeld) return "Stale"
  shelf.set(keyText(key), replaced(payment, { ...next(delivery, payment), leaseUntil: 0 }))
  return "Heard"
}

/** Marks events as heard, at once. */
export const hearOn = (shelf: PaymentShelf, lease: DeliveryLease, seq: number): "Heard" | "Stale" =>
  endLease(shelf, lease, (delivery, payment) => {
    const at = nextEvent(payment, seq)?.at ?? null
    return { ...delivery, heard: seq, tries: 0, dueAt: at }
  })

const changed = (shelf: PaymentShelf, follower: ShelvedFollower): ShelvedFollower => {
  const all = new Map(shelf.rest().followers.map((each) => [each.consumer, each]))
  shelf.setRest({ ...shelf.rest(), followers: [...all.set(follower.consumer, follower).values()] })
  return follower
}

/** Registers a consumer, or moves its beginning back. */
const register = (shelf: PaymentShelf, consumer: string, from: number): ShelvedFollower => {
  const found = shelf.rest().followers.find((each) => each.consumer === consumer)
  if (found !== undefined && found.from <= from) return found
  return changed(shelf, { consumer, from, reached: null, caughtUp: false })
}

/** Catches a consumer up with the next payments; true: there were none left. */
const catchUp = (shelf: PaymentShelf, follower: ShelvedFollower, limit: number): boolean => {
  if (follower.caughtUp) return true
  const { consumer, from, reached } = follower
  const page = [...shelf.all()]
    .filter(({ row }) => row.createdAt >= from && isBehind(row, reached))
    .toSorted((one, other) => listOrder(one.row, other.row))
    .slice(0, limit)
  for (const payment of page) {
    const { deliveries, events, row } = payment
    const news = newsIn(events)
    if (news === null || deliveries.some((each) => each.consumer === consumer)) continue
    const delivery = { ...blank, consumer, heard: 0, newest: news.last.seq, dueAt: news.first.at }
    shelf.set(keyText(row), { ...payment, deliveries: [...deliveries, delivery] })
  }
  const last = page.at(-1)?.row
  const next = last === undefined ? reached : { createdAt: last.createdAt, key: last }
  return changed(shelf, { ...follower, reached: next, caughtUp: page.length < limit }).caughtUp
}

/** The deliveries of a place, in driver form. */
export const shelfDeliveries = (shelf: PaymentShelf): DeliveryDriver => ({
  follow: (consumer, from, limit) => Effect.sync(() => catchUp(shelf, register(shelf, consumer, from), limit)),
  unfollow: (consumer) =>
    Effect.sync(() => {
      const followers = shelf.rest().followers.filter((each) => each.consumer !== consumer)
      shelf.setRest({ ...shelf.rest(), followers })
      for (const payment of shelf.all()) {
        const deliveries = payment.deliveries.filter((each) => each.consumer !== consumer)
        if (deliveries.length < payment.deliveries.length) shelf.set(keyText(payment.row), { ...payment, deliveries })
      }
    }),
  takeDeliveries: (consumer, now, limit, leaseUntil) =>
    Effect.sync(() => {
      const waiting = waitingIn(shelf, (each) => each.consumer === consumer)
      const due = waiting
        .filter(({ delivery, dueAt }) => dueAt <= now && delivery.leaseUntil <= now)
        .toSorted((one, other) => one.dueAt - other.dueAt || listOrder(one.payment.row, other.payment.row))
        .slice(0, limit)
      const taken = due.map(({ delivery, event, payment }): TakenDelivery => {
        const leased = { ...delivery, leaseNumber: delivery.leaseNumber + 1, leaseUntil }
        const { kind, project, id } = payment.row
        shelf.set(keyText(payment.row), replaced(payment, leased))
        const lease = { consumer, key: { kind, project, id }, lease: leased.leaseNumber }
        return { ...lease, row: payment.row, event, tries: delivery.tries }
      })
      const times = waiting
        .filter((each) => !due.includes(each))
        .map(({ delivery, dueAt }) => Math.max(dueAt, delivery.leaseUntil))
      return { taken, nextDueAt: earliest(...times) }
    }),
  heard: (lease, seq) => Effect.sync(() => hearOn(shelf, lease, seq)),
  unheard: (lease, retryAt) =>
    Effect.sync(() => {
      endLease(shelf, lease, (delivery) => ({ ...delivery, tries: delivery.tries + 1, dueAt: retryAt }))
    }),
  deliveries: ({ consumer, key, limit }) =>
    Effect.sync(() =>
      waitingIn(shelf, (each) => (consumer ?? each.consumer) === each.consumer)
        .filter(({ payment }) => key === undefined || keyOrder(key, payment.row) === 0)
        .map(({ delivery, dueAt, event, payment: { row } }) => ({
          row,
          waiting: {
            consumer: delivery.consumer,
            key: { kind: row.kind, project: row.project, id: row.id },
            newest: delivery.newest,
            heard: delivery.heard,
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
