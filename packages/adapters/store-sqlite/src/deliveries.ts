/**
 * The steps of deliveries. A subscribed consumer has one row per payment that it receives events of, written by the trigger on events.
 * The steps here catch a consumer up with earlier events, and take what is due.
 */
import type {
  DeliveryLease,
  DueDeliveryTerms,
  PaymentRow,
  RowKey,
  Subscription,
  TakenDelivery,
} from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { and, asc, eq, sql } from "drizzle-orm"
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3"
import type { makeArchiving } from "./archiving.ts"
import { reading, writing } from "./prepared.ts"
import { named } from "./rows.ts"
import { bound, given, inOrder, isOfPayment } from "./statements.ts"
import { deliveries, events, subscribers, payments } from "./tables.ts"
import { belonging, takeFrom, type TakeSteps } from "./taking.ts"

const wordIn = (words: string) => `instr(${words}, ' ' || event.kind || '.' || event.delivered_as || ' ')`

/** Does the `subscriber` want this `event`? */
export const isWanted = `event.delivered_as IS NOT NULL AND (subscriber.wanted IS NULL OR ${wordIn("subscriber.wanted")})`

/** Does the `subscriber` want this `event`, and was it not delivered? */
export const isToDeliver = (delivery: string) => `${isWanted}
  AND event.seq > CASE WHEN ${delivery}.counted IS NULL OR ${wordIn(`${delivery}.counted`)} THEN ${delivery}.delivered
    ELSE coalesce(json_extract(${delivery}.later, '$."' || event.delivered_as || '"'), 0) END`

const oldest = (column: "at" | "seq") => `(
  SELECT event.${column} FROM cauri_events AS event JOIN cauri_subscribers AS subscriber ON subscriber.consumer = cauri_deliveries.consumer
  WHERE event.id = cauri_deliveries.id AND event.kind = cauri_deliveries.kind AND event.project = cauri_deliveries.project
    AND ${isToDeliver("cauri_deliveries")}
  ORDER BY event.seq LIMIT 1
)`

/** The oldest event that the delivery has not passed on. */
export const isNextEvent = and(
  eq(events.id, deliveries.id),
  eq(events.kind, deliveries.kind),
  eq(events.project, deliveries.project),
  sql`${events.seq} = ${sql.raw(oldest("seq"))}`,
)
/** Written as constants, so that the partial indexes serve them. */
export const isFree = sql`${deliveries.dueAt} IS NOT NULL AND ${deliveries.leaseUntil} = 0`
export const isLeased = sql`${deliveries.dueAt} IS NOT NULL AND ${deliveries.leaseUntil} > 0`

const ofConsumer = eq(deliveries.consumer, given("consumer"))
const ofPayment = isOfPayment(deliveries)
const isDelivery = and(ofPayment, ofConsumer)
const isHeld = and(isDelivery, eq(deliveries.leaseNumber, given("lease")), sql`${deliveries.leaseUntil} > 0`)
const hasNext = sql`${sql.raw(oldest("seq"))} IS NOT NULL`

/** The row of a delivery in its table, which saves looking it up again by its name. */
const place = sql<number>`cauri_deliveries.rowid`.as("place")
const waitingColumns = {
  id: deliveries.id,
  kind: deliveries.kind,
  project: deliveries.project,
  createdAt: named(deliveries.createdAt, "createdAt"),
  tries: deliveries.tries,
  lease: named(deliveries.leaseNumber, "lease"),
  dueAt: named(deliveries.dueAt, "dueAt"),
  seq: sql<number>`${sql.raw(oldest("seq"))}`.as("seq"),
  place,
}
const longestDueFirst = [
  asc(deliveries.dueAt),
  asc(deliveries.createdAt),
  asc(deliveries.kind),
  asc(deliveries.project),
  asc(deliveries.id),
] as const

const forTaking = (db: BetterSQLite3Database) => {
  const waiting = () => db.select(waitingColumns).from(deliveries)
  return {
    // Also of rows without an event to deliver: a taking then finds none.
    earliest: db
      .select({ at: sql<number | null>`min(${deliveries.dueAt})`.as("at") })
      .from(deliveries)
      .where(and(isFree, ofConsumer))
      .unionAll(
        db
          .select({ at: sql<number | null>`min(${deliveries.wakeAt})`.as("at") })
          .from(deliveries)
          .where(and(isLeased, ofConsumer)),
      ),
    free: waiting()
      .where(and(isFree, ofConsumer, hasNext))
      .orderBy(...longestDueFirst),
    leased: db
      .select({ place, wakeAt: named(deliveries.wakeAt, "wakeAt") })
      .from(deliveries)
      .where(and(isLeased, ofConsumer))
      .orderBy(asc(deliveries.wakeAt)),
    abandoned: waiting()
      .where(and(isLeased, ofConsumer, sql`${deliveries.wakeAt} <= ${given("now")}`, hasNext))
      .orderBy(...longestDueFirst),
    lease: db
      .update(deliveries)
      .set({ leaseNumber: sql`${deliveries.leaseNumber} + 1`, leaseUntil: sql`${given("leaseUntil")}` })
      .where(sql`rowid = ${given("place")}`),
    event: db
      .select({
        seq: events.seq,
        at: events.at,
        tag: events.tag,
        deliveredAs: named(events.deliveredAs, "deliveredAs"),
        body: events.body,
      })
      .from(events)
      .where(and(isOfPayment(events), eq(events.seq, given("seq")))),
  }
}

const marked = sql`(
  SELECT event.delivered_as FROM cauri_events AS event
  WHERE event.id = cauri_deliveries.id AND event.kind = cauri_deliveries.kind AND event.project = cauri_deliveries.project
    AND event.seq = ${given("seq")}
)`
const isCounted = sql`counted IS NULL OR coalesce(instr(counted, ' ' || kind || '.' || ${marked} || ' '), 1)`

const forReceiving = (db: BetterSQLite3Database) => ({
  held: db.select({ delivered: deliveries.delivered }).from(deliveries).where(isHeld),
  delivered: db
    .update(deliveries)
    .set({
      // The number of delivered events never falls.
      delivered: sql`CASE WHEN ${isCounted} THEN max(delivered, ${given("seq")}) ELSE delivered END`,
      later: sql`CASE WHEN ${isCounted} THEN later ELSE json_set(later, '$."' || ${marked} || '"', ${given("seq")}) END`,
    })
    .where(isHeld),
  due: db
    .update(deliveries)
    .set({ tries: 0, leaseUntil: 0, dueAt: sql.raw(oldest("at")) })
    .where(isHeld),
  undelivered: db
    .update(deliveries)
    .set({ tries: sql`${deliveries.tries} + 1`, dueAt: sql`${given("retryAt")}`, leaseUntil: 0 })
    .where(isHeld),
})

const forSubscriptions = (db: BetterSQLite3Database) => ({
  register: db
    .insert(subscribers)
    .values({ consumer: given("consumer"), from: given("from"), wanted: given("wanted"), caughtUp: false })
    .onConflictDoUpdate({
      target: subscribers.consumer,
      set: {
        from: sql`excluded."from"`,
        wanted: sql`excluded.wanted`,
        reachedAt: null,
        reachedKind: null,
        reachedProject: null,
        reachedId: null,
        caughtUp: false,
      },
    }),
  subscriber: db
    .select({
      from: subscribers.from,
      wanted: subscribers.wanted,
      reachedAt: named(subscribers.reachedAt, "reachedAt"),
      reachedKind: named(subscribers.reachedKind, "reachedKind"),
      reachedProject: named(subscribers.reachedProject, "reachedProject"),
      reachedId: named(subscribers.reachedId, "reachedId"),
      caughtUp: sql<number>`${subscribers.caughtUp}`.as("caughtUp"),
    })
    .from(subscribers)
    .where(eq(subscribers.consumer, given("consumer"))),
  page: db
    .select({
      createdAt: named(payments.createdAt, "createdAt"),
      kind: payments.kind,
      project: payments.project,
      id: payments.id,
    })
    .from(payments)
    .where(
      sql`(${payments.createdAt}, ${payments.kind}, ${payments.project}, ${payments.id}) > (${given("createdAt")}, ${given("kind")}, ${given("project")}, ${given("id")})`,
    )
    .orderBy(...inOrder)
    .limit(bound("limit")),
  reach: db
    .update(subscribers)
    .set({
      reachedAt: sql`${given("createdAt")}`,
      reachedKind: sql`${given("kind")}`,
      reachedProject: sql`${given("project")}`,
      reachedId: sql`${given("id")}`,
    })
    .where(eq(subscribers.consumer, given("consumer"))),
  caughtUp: db
    .update(subscribers)
    .set({ caughtUp: true })
    .where(eq(subscribers.consumer, given("consumer"))),
  forgetDeliveries: db.delete(deliveries).where(ofConsumer),
  forget: db.delete(subscribers).where(eq(subscribers.consumer, given("consumer"))),
})

const ofPage = (what: string) =>
  `(SELECT ${what} FROM cauri_events AS event WHERE event.id = :id AND event.kind = :kind AND event.project = :project AND ${isWanted})`

/** Makes all events of a payment due that the consumer wants and that were not delivered. */
const fromTheBeginning = `
  INSERT INTO cauri_deliveries
    (id, kind, project, consumer, created_at, newest, delivered, counted, due_at, tries, lease_number, lease_until)
  SELECT first.id, first.kind, first.project, :consumer, :createdAt, ${ofPage("max(event.seq)")}, 0, subscriber.wanted, first.at, 0, 0, 0
  FROM cauri_subscribers AS subscriber JOIN cauri_events AS first
    ON first.id = :id AND first.kind = :kind AND first.project = :project AND first.seq = ${ofPage("min(event.seq)")}
  WHERE subscriber.consumer = :consumer
  ON CONFLICT (id, kind, project, consumer)
    DO UPDATE SET newest = max(newest, excluded.newest), due_at = coalesce(due_at, ${oldest("at")})`

/** What is wanted, each between two spaces; null: everything. */
const wordsOf = (wanted: ReadonlyArray<string> | undefined): string | null =>
  wanted === undefined ? null : ` ${wanted.join(" ")} `

const eitherOf = (one: string | null, other: string | null): string | null =>
  one === null || other === null
    ? null
    : wordsOf([...new Set(`${one}${other}`.split(" ").filter((word) => word !== ""))])

const makeSubscriptions = (client: Database) => {
  const { caughtUp, subscriber, forget, forgetDeliveries, page, reach, register } = forSubscriptions(drizzle(client))
  const statements = {
    register: writing(client, register),
    subscriber: reading(client, subscriber),
    page: reading(client, page),
    reach: writing(client, reach),
    caughtUp: writing(client, caughtUp),
    forgetDeliveries: writing(client, forgetDeliveries),
    forget: writing(client, forget),
  }
  const deliver = client.prepare(fromTheBeginning)
  /** The payment, in the order of lists, behind which catching up goes on; null: the consumer is caught up. */
  const reachedBy = (consumer: string, from: number, wanted: string | null) => {
    const before = statements.subscriber.get({ consumer })
    const all = before === undefined ? wanted : eitherOf(before.wanted, wanted)
    if (before === undefined || from < before.from || all !== before.wanted)
      statements.register({ consumer, from: Math.min(from, before?.from ?? from), wanted: all })
    const found = statements.subscriber.get({ consumer })
    if (found === undefined || found.caughtUp === 1) return null
    // An empty name sorts before every payment of that time.
    const { reachedAt: createdAt, reachedKind: kind, reachedProject: project, reachedId: id } = found
    return createdAt === null
      ? { createdAt: found.from, kind: "", project: "", id: "" }
      : { createdAt, kind, project, id }
  }
  return {
    /** Registers a consumer and catches it up by at most `limit` payments; true when there is none left. */
    subscribe: ({ consumer, from, limit, wanted }: Subscription): boolean => {
      const reached = reachedBy(consumer, from, wordsOf(wanted))
      if (reached === null) return true
      const some = statements.page.all({ ...reached, limit })
      for (const payment of some) deliver.run({ ...payment, consumer })
      const last = some.at(-1)
      if (last !== undefined) statements.reach({ ...last, consumer })
      if (some.length >= limit) return false
      statements.caughtUp({ consumer })
      return true
    },
    unsubscribe: (consumer: string): void => {
      statements.forgetDeliveries({ consumer })
      statements.forget({ consumer })
    },
  }
}

export const prepareTaking = (client: Database) => {
  const { abandoned, earliest, event, free, lease, leased } = forTaking(drizzle(client))
  return {
    earliest: reading(client, earliest),
    abandoned: reading(client, abandoned),
    free: reading(client, free),
    leased: reading(client, leased),
    lease: writing(client, lease),
    event: reading(client, event),
  }
}

type Whole = ReturnType<typeof makeArchiving>["whole"]

const makeTakeDeliveries = (
  client: Database,
  read: (key: RowKey) => PaymentRow | undefined,
  fill: Whole,
): TakeSteps<DueDeliveryTerms, TakenDelivery> => {
  const { event: events, ...lane } = prepareTaking(client)
  const { nothingBefore, take } = takeFrom(lane)
  return {
    nothingBefore: (terms) => nothingBefore({ consumer: terms.consumer }, terms),
    take: ({ consumer, ...terms }) => {
      const { nextDueAt, taken } = take({ consumer }, terms)
      const whole = taken.map(({ id, kind, lease, project, seq, tries }) => {
        const key = { kind, project, id }
        return {
          consumer,
          key,
          lease: lease + 1,
          row: belonging(read(key)),
          event: belonging(fill(key, [belonging(events.get({ ...key, seq }))])[0]),
          tries,
        }
      })
      return { taken: whole, nextDueAt }
    },
  }
}

const heldBy = ({ consumer, key: { id, kind, project }, lease }: DeliveryLease) => ({
  consumer,
  id,
  kind,
  project,
  lease,
})

const makeReceiving = (client: Database) => {
  const { delivered, due, held, undelivered } = forReceiving(drizzle(client))
  const statements = {
    due: writing(client, due),
    delivered: writing(client, delivered),
    held: reading(client, held),
    undelivered: writing(client, undelivered),
  }
  return {
    /** Is this the newest lease, and is it still in force? */
    mayDeliver: (lease: DeliveryLease): boolean => statements.held.get(heldBy(lease)) !== undefined,
    delivered: (lease: DeliveryLease, seq: number): "Delivered" | "Stale" => {
      if (statements.delivered({ ...heldBy(lease), seq }) === 0) return "Stale"
      statements.due(heldBy(lease))
      return "Delivered"
    },
    undelivered: (lease: DeliveryLease, retryAt: number): void =>
      void statements.undelivered({ ...heldBy(lease), retryAt }),
  }
}

/** The steps of deliveries. Each must be called inside a transaction that began by taking the lock. */
export const makeDeliveries = (client: Database, read: (key: RowKey) => PaymentRow | undefined, whole: Whole) => ({
  ...makeSubscriptions(client),
  ...makeReceiving(client),
  dueDeliveries: makeTakeDeliveries(client, read, whole),
})
