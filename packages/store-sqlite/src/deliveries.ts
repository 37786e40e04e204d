/**
 * The steps of deliveries. Who follows the store has a row for each payment that it hears of, which the trigger on events writes: here it is
 * caught up with what happened before, and told what is due.
 */
import type { DeliveryLease, Due, TakenDelivery } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { and, asc, eq, sql } from "drizzle-orm"
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3"
import { reading, writing } from "./prepared.ts"
import { named, paymentColumns, toPaymentRow } from "./rows.ts"
import { given, inOrder } from "./statements.ts"
import { deliveries, events, followers, payments } from "./tables.ts"
import { takeFrom } from "./taking.ts"

/** The oldest event that the delivery has not heard. */
export const isNextEvent = and(
  eq(events.id, deliveries.id),
  eq(events.kind, deliveries.kind),
  eq(events.project, deliveries.project),
  sql`${events.seq} = (
    SELECT min(next.seq) FROM cauri_events AS next
    WHERE next.id = ${deliveries.id} AND next.kind = ${deliveries.kind} AND next.project = ${deliveries.project}
      AND next.seq > ${deliveries.heard} AND next.announced
  )`,
)
/** Written as constants, so that the partial indexes serve them. */
export const isFree = sql`${deliveries.dueAt} IS NOT NULL AND ${deliveries.leaseUntil} = 0`
export const isLeased = sql`${deliveries.dueAt} IS NOT NULL AND ${deliveries.leaseUntil} > 0`

const ofConsumer = eq(deliveries.consumer, given("consumer"))
const ofPayment = and(
  eq(deliveries.id, given("id")),
  eq(deliveries.kind, given("kind")),
  eq(deliveries.project, given("project")),
)
const isDelivery = and(ofPayment, ofConsumer)
const isHeld = and(isDelivery, eq(deliveries.leaseNumber, given("lease")), sql`${deliveries.leaseUntil} > 0`)
const isItsPayment = and(
  eq(payments.id, deliveries.id),
  eq(payments.kind, deliveries.kind),
  eq(payments.project, deliveries.project),
)

/** Where a delivery stands in its table: it saves looking it up again by its name. */
const place = sql<number>`cauri_deliveries.rowid`.as("place")
const waitingColumns = {
  ...paymentColumns,
  eventSeq: named(events.seq, "eventSeq"),
  eventAt: named(events.at, "eventAt"),
  eventTag: named(events.tag, "eventTag"),
  eventBody: named(events.body, "eventBody"),
  tries: named(deliveries.tries, "tries"),
  lease: named(deliveries.leaseNumber, "lease"),
  dueAt: named(deliveries.dueAt, "dueAt"),
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
  const waiting = () =>
    db.select(waitingColumns).from(deliveries).innerJoin(payments, isItsPayment).innerJoin(events, isNextEvent)
  return {
    free: waiting()
      .where(and(isFree, ofConsumer))
      .orderBy(...longestDueFirst)
      .limit(given("limit")),
    leased: db
      .select({ place, wakeAt: named(deliveries.wakeAt, "wakeAt") })
      .from(deliveries)
      .where(and(isLeased, ofConsumer))
      .orderBy(asc(deliveries.wakeAt))
      .limit(given("limit")),
    abandoned: waiting()
      .where(and(isLeased, ofConsumer, sql`${deliveries.wakeAt} <= ${given("now")}`))
      .orderBy(...longestDueFirst)
      .limit(given("limit")),
    lease: db
      .update(deliveries)
      .set({ leaseNumber: sql`${deliveries.leaseNumber} + 1`, leaseUntil: sql`${given("leaseUntil")}` })
      .where(sql`rowid = ${given("place")}`),
  }
}

/** What was heard stays heard. */
const heardNow = sql<number>`max(heard, ${given("seq")})`

const forHearing = (db: BetterSQLite3Database) => ({
  held: db.select({ heard: deliveries.heard }).from(deliveries).where(isHeld),
  heard: db
    .update(deliveries)
    .set({
      heard: heardNow,
      tries: 0,
      leaseUntil: 0,
      dueAt: sql`(
        SELECT next.at FROM cauri_events AS next
        WHERE next.id = cauri_deliveries.id AND next.kind = cauri_deliveries.kind
          AND next.project = cauri_deliveries.project AND next.seq > ${heardNow} AND next.announced
        ORDER BY next.seq LIMIT 1
      )`,
    })
    .where(isHeld),
  unheard: db
    .update(deliveries)
    .set({ tries: sql`${deliveries.tries} + 1`, dueAt: sql`${given("retryAt")}`, leaseUntil: 0 })
    .where(isHeld),
})

const forFollowing = (db: BetterSQLite3Database) => ({
  register: db
    .insert(followers)
    .values({ consumer: given("consumer"), from: given("from"), caughtUp: false })
    .onConflictDoUpdate({
      target: followers.consumer,
      set: {
        from: sql`excluded."from"`,
        reachedAt: null,
        reachedKind: null,
        reachedProject: null,
        reachedId: null,
        caughtUp: false,
      },
      setWhere: sql`excluded."from" < ${followers.from}`,
    }),
  follower: db
    .select({
      from: followers.from,
      reachedAt: named(followers.reachedAt, "reachedAt"),
      reachedKind: named(followers.reachedKind, "reachedKind"),
      reachedProject: named(followers.reachedProject, "reachedProject"),
      reachedId: named(followers.reachedId, "reachedId"),
      caughtUp: sql<number>`${followers.caughtUp}`.as("caughtUp"),
    })
    .from(followers)
    .where(eq(followers.consumer, given("consumer"))),
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
    .limit(given("limit")),
  reach: db
    .update(followers)
    .set({
      reachedAt: sql`${given("createdAt")}`,
      reachedKind: sql`${given("kind")}`,
      reachedProject: sql`${given("project")}`,
      reachedId: sql`${given("id")}`,
    })
    .where(eq(followers.consumer, given("consumer"))),
  caughtUp: db
    .update(followers)
    .set({ caughtUp: true })
    .where(eq(followers.consumer, given("consumer"))),
  forgetDeliveries: db.delete(deliveries).where(ofConsumer),
  forget: db.delete(followers).where(eq(followers.consumer, given("consumer"))),
})

/** All that is announced of a payment is to be heard, unless the consumer hears of it already. */
const fromTheBeginning = `
  INSERT INTO cauri_deliveries
    (id, kind, project, consumer, created_at, newest, heard, due_at, tries, lease_number, lease_until)
  SELECT id, kind, project, :consumer, :createdAt, max(seq), 0, (
    SELECT first.at FROM cauri_events AS first
    WHERE first.id = :id AND first.kind = :kind AND first.project = :project AND first.announced
    ORDER BY first.seq LIMIT 1
  ), 0, 0, 0
  FROM cauri_events WHERE id = :id AND kind = :kind AND project = :project AND announced
  GROUP BY id
  ON CONFLICT (id, kind, project, consumer) DO NOTHING`

const makeFollowing = (client: Database) => {
  const { caughtUp, follower, forget, forgetDeliveries, page, reach, register } = forFollowing(drizzle(client))
  const statements = {
    register: writing(client, register),
    follower: reading(client, follower),
    page: reading(client, page),
    reach: writing(client, reach),
    caughtUp: writing(client, caughtUp),
    forgetDeliveries: writing(client, forgetDeliveries),
    forget: writing(client, forget),
  }
  const deliver = client.prepare(fromTheBeginning)
  /** Behind which payment, in the order of lists, catching up goes on; null: it is at its end. */
  const reachedBy = (consumer: string, from: number) => {
    statements.register({ consumer, from })
    const found = statements.follower.get({ consumer })
    if (found === undefined || found.caughtUp === 1) return null
    // No payment lies before the nameless one of its time.
    const { reachedAt: createdAt, reachedKind: kind, reachedProject: project, reachedId: id } = found
    return createdAt === null
      ? { createdAt: found.from, kind: "", project: "", id: "" }
      : { createdAt, kind, project, id }
  }
  return {
    /** Registers a consumer and catches it up, some payments at a time; true when there is none left. */
    follow: (consumer: string, from: number, limit: number): boolean => {
      const reached = reachedBy(consumer, from)
      if (reached === null) return true
      const some = statements.page.all({ ...reached, limit })
      for (const payment of some) deliver.run({ ...payment, consumer })
      const last = some.at(-1)
      if (last !== undefined) statements.reach({ ...last, consumer })
      if (some.length >= limit) return false
      statements.caughtUp({ consumer })
      return true
    },
    unfollow: (consumer: string): void => {
      statements.forgetDeliveries({ consumer })
      statements.forget({ consumer })
    },
  }
}

/** The statements by which deliveries are taken. */
export const prepareTaking = (client: Database) => {
  const { abandoned, free, lease, leased } = forTaking(drizzle(client))
  return {
    abandoned: reading(client, abandoned),
    free: reading(client, free),
    leased: reading(client, leased),
    lease: writing(client, lease),
  }
}
type TakingRow = ReturnType<ReturnType<typeof prepareTaking>["free"]["all"]>[number]

const toDelivery = (consumer: string, waiting: TakingRow): TakenDelivery => {
  const { dueAt: _dueAt, eventAt, eventBody, eventSeq, eventTag, lease, place: _place, tries, ...stored } = waiting
  const { id, kind, project } = stored
  const event = { seq: eventSeq, at: eventAt, tag: eventTag, announced: true, body: eventBody }
  return { consumer, key: { kind, project, id }, lease: lease + 1, row: toPaymentRow(stored), event, tries }
}

/** Leases the deliveries that are due for a consumer. */
const makeTakeDeliveries = (client: Database) => {
  const take = takeFrom(prepareTaking(client))
  return (consumer: string, now: number, limit: number, leaseUntil: number): Due<TakenDelivery> => {
    const { nextDueAt, taken } = take({ consumer }, now, limit, leaseUntil)
    return { taken: taken.map((waiting) => toDelivery(consumer, waiting)), nextDueAt }
  }
}

const heldBy = ({ consumer, key: { id, kind, project }, lease }: DeliveryLease) => ({
  consumer,
  id,
  kind,
  project,
  lease,
})

const makeHearing = (client: Database) => {
  const { heard, held, unheard } = forHearing(drizzle(client))
  const statements = { heard: writing(client, heard), held: reading(client, held), unheard: writing(client, unheard) }
  return {
    /** Is this the newest lease, and did nobody end it? */
    mayHear: (lease: DeliveryLease): boolean => statements.held.get(heldBy(lease)) !== undefined,
    heard: (lease: DeliveryLease, seq: number): "Heard" | "Stale" =>
      statements.heard({ ...heldBy(lease), seq }) === 0 ? "Stale" : "Heard",
    unheard: (lease: DeliveryLease, retryAt: number): void => void statements.unheard({ ...heldBy(lease), retryAt }),
  }
}

/** The steps of deliveries. Each must be called inside a transaction that began by taking the lock. */
export const makeDeliveries = (client: Database) => ({
  ...makeFollowing(client),
  ...makeHearing(client),
  takeDeliveries: makeTakeDeliveries(client),
})
