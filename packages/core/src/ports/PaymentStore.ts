/**
 * The port to stored payments. Every method is one named atomic step: adapters implement the driver form, and `fromDriver` makes the port
 * of it.
 */
import { Clock, Context, Effect, References, Result, Schema } from "effect"
import type { HistoryEntry } from "../model/Event.ts"
import { keyText, PaymentKey, type PaymentKind } from "../model/Identifiers.ts"
import type { Change, Payment } from "../model/Payment.ts"
import type { PaymentRecord, Tracking } from "../model/PaymentRecord.ts"
import type { PolicyShape } from "../model/Policy.ts"
import { readable, readEach, toEntry, toEventRow, toPaymentWrite, toRecord } from "./PaymentRow.ts"
import type { UnreadablePayment } from "./PaymentRow.ts"
import {
  type Claimed,
  type ClaimTerms,
  type DeliveryDriver,
  type DeliveryLease,
  type Due,
  type DueDeliveryTerms,
  type DueTerms,
  type HistoryQuery,
  type Inserted,
  type ListCursor,
  type ListQuery,
  type PaymentFilter,
  type PaymentStoreDriver,
  type SaveTerms,
  StoreError,
  type TakenDelivery,
} from "./PaymentStoreDriver.ts"

/**
 * There is no such payment in this store.
 *
 * ```ts
 * const key = PaymentKey.make({ kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-18") })
 * const { message } = yield* Effect.flip(payins.get(key))
 * message // => "There is no payin shop/order-18 in this store. Check the project, the id and the store."
 * ```
 */
export class PaymentNotFound extends Schema.TaggedError<PaymentNotFound>()("PaymentNotFound", { key: PaymentKey }) {
  override get message() {
    return `There is no ${keyText(this.key)} in this store. Check the project, the id and the store.`
  }
}

/** One entry of a page: a payment, or what is known of one that cannot be read. */
export type PageEntry = Result.Result<PaymentRecord, UnreadablePayment>

/**
 * The cursor behind this entry: the `after` of the next page.
 *
 * ```ts
 * for (const id of ["order-1", "order-2"]) yield* payins.create({ ...payin, id })
 * const [first] = yield* store.page({ limit: 1 })
 * const next = first === undefined ? [] : yield* store.list({ limit: 1, after: cursorAfter(first) })
 * next.map(({ payment }) => payment.key.id) // => ["order-2"]
 * ```
 */
export const cursorAfter: (entry: PageEntry) => Required<ListCursor> & { readonly key: PaymentKey } = Result.match({
  onSuccess: ({ payment: { content, createdAt, key } }: PaymentRecord) => ({ amount: content.amount, createdAt, key }),
  onFailure: ({ amount, createdAt, key }: UnreadablePayment) => ({ amount, createdAt, key }),
})

/** An event that a consumer is to receive, leased to the caller. */
export interface Delivery extends DeliveryLease {
  readonly payment: Payment
  readonly entry: HistoryEntry
  readonly tries: number
}

/**
 * Where payments are kept.
 *
 * ```ts
 * const store = yield* PaymentStore
 * yield* store.list({ kind: "payout", states: ["in_doubt"], limit: 100 }) // => []
 * ```
 */
export class PaymentStore extends Context.Service<
  PaymentStore,
  Omit<DeliveryDriver, "takeDeliveries"> &
    Pick<PaymentStoreDriver, "clock" | "noteCallback"> & {
      /** The time to decide by, checked against the store's where `StoreClock` counts it. Fails when it cannot be trusted. */
      readonly now: Effect.Effect<number, StoreError>
      /** What is due for a consumer, leased to the caller. Unreadable deliveries are leased and only counted. */
      takeDeliveries(
        terms: DueDeliveryTerms,
      ): Effect.Effect<Due<Delivery> & { readonly unreadable: number }, StoreError>
      insert(change: Change, tracking: Tracking): Effect.Effect<Inserted<PaymentRecord>, StoreError>
      /**
       * Null: there is none.
       *
       * ```ts
       * yield* payins.create(payin)
       * const key = PaymentKey.make({ kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-17") })
       * const found = yield* store.find(key)
       * found?.payment.state._tag // => "pending"
       * ```
       */
      find(key: PaymentKey): Effect.Effect<PaymentRecord | null, StoreError>
      save(change: Change, tracking: Tracking, terms: SaveTerms): Effect.Effect<"Saved" | "Stale", StoreError>
      claim(change: Change, tracking: Tracking, terms: ClaimTerms): Effect.Effect<Claimed, StoreError>
      /** What is due, leased to the caller. Unreadable payments are leased and only counted. */
      takeDue(terms: DueTerms): Effect.Effect<Due<PaymentRecord> & { readonly unreadable: number }, StoreError>
      /**
       * What matches, in the query's order, with unreadable entries in their place: for programs that count money or show payments. A page
       * that is not full is the last one; the next begins at the `cursorAfter` of its last entry.
       *
       * ```ts
       * yield* payouts.create(payout)
       * const page = yield* store.page({ order: "newest", limit: 20 })
       * page.map(Result.match({ onSuccess: ({ payment }) => payment.key.id, onFailure: ({ key }) => `${key.id} cannot be read` })) // => ["salary-7"]
       * ```
       */
      page<Kind extends PaymentKind>(query: ListQuery<Kind>): Effect.Effect<ReadonlyArray<PageEntry>, StoreError>
      /**
       * As many readable payments as the limit allows: for programs that could do nothing with the others.
       *
       * ```ts
       * yield* payins.create({ ...payin, orderRef: "17" })
       * const [of17] = yield* store.list({ kind: "payin", orderRef: "17", limit: 10 })
       * of17?.payment.content.amount // => 500
       * ```
       */
      list<Kind extends PaymentKind>(query: ListQuery<Kind>): Effect.Effect<ReadonlyArray<PaymentRecord>, StoreError>
      /**
       * The events of a payment, in their order.
       *
       * ```ts
       * const { payment } = yield* payins.create(payin)
       * const history = yield* store.history({ key: payment.key, after: 0, limit: 100 })
       * history.map(({ event }) => event._tag) // => ["intended", "attempt_started", "accepted"]
       * ```
       */
      history(query: HistoryQuery): Effect.Effect<ReadonlyArray<HistoryEntry>, StoreError>
    }
>()("@cauri/core/PaymentStore") {
  /** The port over a driver. */
  static fromDriver(driver: PaymentStoreDriver): PaymentStore["Service"] {
    const noting = withSpanNamed("PaymentStore.noteCallback")
    const page = Effect.fn("PaymentStore.page")(function* (query: ListQuery) {
      return yield* readEach(yield* driver.list(query))
    })
    return PaymentStore.of({
      clock: driver.clock,
      now: Clock.currentTimeMillis,
      deliveries: Effect.fn("PaymentStore.deliveries")(driver.deliveries),
      subscribe: Effect.fn("PaymentStore.subscribe")(driver.subscribe),
      markDelivered: Effect.fn("PaymentStore.markDelivered")(driver.markDelivered),
      unsubscribe: Effect.fn("PaymentStore.unsubscribe")(driver.unsubscribe),
      retryDelivery: Effect.fn("PaymentStore.retryDelivery")(driver.retryDelivery),
      takeDeliveries: Effect.fn("PaymentStore.takeDeliveries")(function* (terms) {
        const { taken, nextDueAt } = yield* driver.takeDeliveries(terms)
        const read = yield* Effect.forEach(taken, readDelivery, { concurrency: 1 })
        const all = read.filter((each) => each !== null)
        return { taken: all, unreadable: taken.length - all.length, nextDueAt }
      }),
      insert: Effect.fn("PaymentStore.insert")(function* (change, tracking) {
        const inserted = yield* driver.insert(...rowOf(change, tracking))
        return inserted._tag === "Inserted"
          ? inserted
          : { _tag: "AlreadyThere" as const, found: toRecord(inserted.found) }
      }),
      find: Effect.fn("PaymentStore.find")(function* (key) {
        const found = yield* driver.find(key)
        return found === null ? null : toRecord(found)
      }),
      save: Effect.fn("PaymentStore.save")(function* (change, tracking, terms) {
        return yield* driver.save(...rowOf(change, tracking), { ...terms, readNote: tracking.notesSeen })
      }),
      claim: Effect.fn("PaymentStore.claim")(function* (change, tracking, terms) {
        return yield* driver.claim(...rowOf(change, tracking), { ...terms, readNote: tracking.notesSeen })
      }),
      takeDue: Effect.fn("PaymentStore.takeDue")(function* (terms) {
        const { taken, nextDueAt } = yield* driver.takeDue(terms)
        const read = readable(yield* readEach(taken))
        return { taken: read, unreadable: taken.length - read.length, nextDueAt }
      }),
      noteCallback: (note) => noting(driver.noteCallback(note)),
      page,
      list: Effect.fn("PaymentStore.list")(function* (query) {
        const listed: Array<PaymentRecord> = []
        let { after } = query
        // Later payments replace unreadable ones, because a page that is not full counts as the last one.
        for (;;) {
          const limit = query.limit - listed.length
          const entries = yield* page({ ...query, ...(after === undefined ? {} : { after }), limit })
          const read = readable(entries)
          listed.push(...read)
          const last = entries.at(-1)
          if (last === undefined || entries.length < limit || read.length === entries.length) return listed
          after = cursorAfter(last)
        }
      }),
      history: Effect.fn("PaymentStore.history")(function* (query) {
        return (yield* driver.history(query)).map((row) => toEntry(row, query.key))
      }),
    })
  }
}

const rowOf = ({ payment, entries }: Change, tracking: Tracking) =>
  [toPaymentWrite(payment, tracking), entries.map(toEventRow)] as const

/** The event of a delivery; null, with a log line, when it or its payment cannot be read. */
const readDelivery = ({ event, row, ...rest }: TakenDelivery): Effect.Effect<Delivery | null> =>
  Effect.sync(() => {
    const { payment } = toRecord(row)
    return { ...rest, payment, entry: toEntry(event, payment.key) }
  }).pipe(Effect.catchDefect((defect) => Effect.as(Effect.logError(String(defect)), null)))

export const withSpanNamed =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(References.TracerEnabled, (isWanted) =>
      isWanted ? Effect.withSpan(effect, name, { captureStackTrace: false }) : effect,
    )

/**
 * The number that paid, as the service returned it with the completion; null: unknown.
 *
 * ```ts
 * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, phone: "22660000090" } }) // pays at once
 * yield* review.recheck(payment.key)
 * yield* payerOf(store, payment.key) // => "22660000090"
 * ```
 */
export const payerOf = Effect.fnUntraced(function* (store: PaymentStore["Service"], key: PaymentKey) {
  const history = yield* store.history({ key, after: 0, limit: 1_000 })
  return history.flatMap(({ event }) => (event._tag === "completed" ? [event.observation.record.payer] : []))[0] ?? null
})

/**
 * Visits every matching payment, the oldest first. The visit may change a payment so that it no longer matches: no page is read twice.
 *
 * ```ts
 * yield* payouts.create(payout)
 * const seen: Array<string> = []
 * const note = (entry: PageEntry) => Effect.sync(() => void seen.push(Result.getOrThrow(entry).payment.key.id))
 * yield* visitPayments(store, policy, { kind: "payout" }, note)
 * seen // => ["salary-7"]
 * ```
 */
export const visitPayments = Effect.fnUntraced(function* <E>(
  store: PaymentStore["Service"],
  policy: PolicyShape,
  query: PaymentFilter,
  visit: (entry: PageEntry) => Effect.Effect<void, E>,
) {
  let page: ReadonlyArray<PageEntry>
  let after: Pick<ListQuery, "after"> = {}
  do {
    page = yield* store.page({ ...query, ...after, limit: policy.store.pageSize })
    for (const entry of page) {
      yield* visit(entry)
      after = { after: cursorAfter(entry) }
    }
  } while (page.length === policy.store.pageSize)
})
