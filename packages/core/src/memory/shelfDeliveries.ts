/**
 * The deliveries of a store that keeps each payment whole: they lie with their payment.
 */
import { Effect } from "effect"
import type { EventRow, PaymentRow } from "../ports/PaymentRow.ts"
import { keyText } from "../model/Identifiers.ts"
import type { PaymentShelf, ShelvedDelivery, ShelvedPayment } from "./PaymentShelf.ts"
import { keyOrder, listOrder, textOrder } from "../ports/storeKit.ts"
import type { DeliveryDriver, DeliveryLease, TakenDelivery } from "../ports/PaymentStoreDriver.ts"

const blank = { dueAt: null, tries: 0, leaseNumber: 0, leaseUntil: 0 }

/** The deliveries of a payment after a step with these events: whoever follows the store has what is announced to hear. */
export const announced = (
  shelf: PaymentShelf,
  row: PaymentRow,
  deliveries: ReadonlyArray<ShelvedDelivery>,
  events: ReadonlyArray<EventRow>,
): ReadonlyArray<ShelvedDelivery> => {
  const news = events.filter((event) => event.announced)
  const [first] = news
  const last = news.at(-1)
  if (first === undefined || last === undefined) return deliveries
  return shelf.followers().map(({ consumer, from }) => {
    const heard = row.createdAt >= from ? 0 : first.seq - 1
    const found = deliveries.find((each) => each.consumer === consumer) ?? { consumer, heard, ...blank }
    return { ...found, newest: last.seq, dueAt: found.dueAt ?? first.at }
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

/** Registers a consumer, or moves its beginning back. */
const register = (shelf: PaymentShelf, consumer: string, from: number) => {
  const others = shelf.followers().filter((each) => each.consumer !== consumer)
  const found = shelf.followers().find((each) => each.consumer === consumer)
  if (found !== undefined && found.from <= from) return found
  const follower = { consumer, from, reached: null, caughtUp: false }
  shelf.setFollowers([...others, follower])
  return follower
}

/** The deliveries of a place, in driver form. */
export const shelfDeliveries = (shelf: PaymentShelf): DeliveryDriver => ({
  follow: (consumer, from, limit) =>
    Effect.sync(() => {
      const follower = register(shelf, consumer, from)
      if (follower.caughtUp) return true
      const { reached } = follower
      const page = [...shelf.all()]
        .filter(({ row }) => row.createdAt >= follower.from)
        .filter(({ row }) => reached === null || listOrder(row, { ...reached.key, createdAt: reached.createdAt }) > 0)
        .toSorted((one, other) => listOrder(one.row, other.row))
        .slice(0, limit)
      for (const payment of page) {
        const news = payment.events.filter((event) => event.announced)
        const since = news[0]?.at
        const newest = news.at(-1)?.seq
        if (since === undefined || newest === undefined) continue
        if (payment.deliveries.some((each) => each.consumer === consumer)) continue
        const delivery = { ...blank, consumer, heard: 0, newest, dueAt: since }
        shelf.set(keyText(payment.row), { ...payment, deliveries: [...payment.deliveries, delivery] })
      }
      const last = page.at(-1)?.row
      const caughtUp = page.length < limit
      const next = last === undefined ? reached : { createdAt: last.createdAt, key: last }
      shelf.setFollowers(
        shelf.followers().map((each) => (each.consumer === consumer ? { ...each, reached: next, caughtUp } : each)),
      )
      return caughtUp
    }),
  unfollow: (consumer) =>
    Effect.sync(() => {
      shelf.setFollowers(shelf.followers().filter((each) => each.consumer !== consumer))
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
      return { taken, nextDueAt: times.length === 0 ? null : Math.min(...times) }
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
