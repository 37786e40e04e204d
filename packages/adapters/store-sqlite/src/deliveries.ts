/**
 * The steps of deliveries. A subscribed consumer has one row per payment that it receives events of, written by the trigger on events.
 * The steps here catch a consumer up with earlier events, and take what is due.
 */
import type {
  DeliveryLease,
  DueDeliveryTerms,
  EventRow,
  PaymentRow,
  RowKey,
  Subscription,
  TakenDelivery,
} from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { and, eq, sql } from "drizzle-orm"
import type { makeArchiving } from "./archiving.ts"
import { inserting, reading, writing } from "./prepared.ts"
import { isBehind, ofPayment } from "./statements.ts"
import { deliveries, events } from "./tables.ts"
import { belonging, prepareLane, takeFrom, type TakeSteps, type Waiting } from "./taking.ts"

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

const isHeld = `${ofPayment} AND consumer = +:consumer AND lease_number = +:lease AND lease_until > 0`

const marked = `(
  SELECT event.delivered_as FROM cauri_events AS event
  WHERE event.id = cauri_deliveries.id AND event.kind = cauri_deliveries.kind AND event.project = cauri_deliveries.project
    AND event.seq = +:seq
)`
const isCounted = `counted IS NULL OR coalesce(instr(counted, ' ' || kind || '.' || ${marked} || ' '), 1)`

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

/** A subscriber, and the last payment that it was caught up with. */
interface Reached extends Omit<RowKey, "kind"> {
  readonly kind: string
  readonly from: number
  readonly wanted: string | null
  readonly createdAt: number | null
  readonly caughtUp: number
}

const makeSubscriptions = (client: Database) => {
  const statements = {
    register: writing(
      client,
      `${inserting("cauri_subscribers", "consumer from wanted", { caught_up: 0 })} ON CONFLICT (consumer) DO UPDATE SET
        "from" = excluded."from", wanted = excluded.wanted, reached_at = NULL, reached_kind = NULL, reached_project = NULL,
        reached_id = NULL, caught_up = 0`,
    ),
    subscriber: reading<Reached>(
      client,
      `SELECT "from", wanted, reached_at AS createdAt, reached_kind AS kind, reached_project AS project, reached_id AS id,
        caught_up AS caughtUp FROM cauri_subscribers WHERE consumer = :consumer`,
    ),
    page: reading<RowKey & { readonly createdAt: number }>(
      client,
      `SELECT created_at AS createdAt, kind, project, id FROM cauri_payments WHERE ${isBehind}
        ORDER BY created_at, kind, project, id LIMIT :limit`,
    ),
    reach: writing(
      client,
      `UPDATE cauri_subscribers SET reached_at = :createdAt, reached_kind = :kind, reached_project = :project, reached_id = :id
        WHERE consumer = :consumer`,
    ),
    caughtUp: writing(client, "UPDATE cauri_subscribers SET caught_up = 1 WHERE consumer = :consumer"),
    forgetDeliveries: writing(client, "DELETE FROM cauri_deliveries WHERE consumer = +:consumer"),
    forget: writing(client, "DELETE FROM cauri_subscribers WHERE consumer = :consumer"),
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
    const { createdAt, id, kind, project } = found
    // An empty name sorts before every payment of that time.
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

interface WaitingEvent extends Waiting {
  readonly tries: number
  readonly lease: number
  readonly seq: number
}

export const prepareTaking = (client: Database) => ({
  ...prepareLane<WaitingEvent>(client, {
    table: "cauri_deliveries",
    dueAt: "due_at",
    isFor: "consumer = +:consumer",
    more: {
      columns: `, tries, lease_number AS lease, ${oldest("seq")} AS seq`,
      condition: `AND ${oldest("seq")} IS NOT NULL`,
    },
  }),
  event: reading<EventRow>(
    client,
    `SELECT seq, at, tag, delivered_as AS deliveredAs, body FROM cauri_events WHERE ${ofPayment} AND seq = +:seq`,
  ),
})

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
  const statements = {
    held: reading<{ readonly delivered: number }>(client, `SELECT delivered FROM cauri_deliveries WHERE ${isHeld}`),
    // The number of delivered events never falls.
    delivered: writing(
      client,
      `UPDATE cauri_deliveries SET delivered = CASE WHEN ${isCounted} THEN max(delivered, :seq) ELSE delivered END,
        later = CASE WHEN ${isCounted} THEN later ELSE json_set(later, '$."' || ${marked} || '"', CAST(:seq AS INTEGER)) END
        WHERE ${isHeld}`,
    ),
    due: writing(
      client,
      `UPDATE cauri_deliveries SET tries = 0, lease_until = 0, due_at = ${oldest("at")} WHERE ${isHeld}`,
    ),
    undelivered: writing(
      client,
      `UPDATE cauri_deliveries SET tries = tries + 1, due_at = :retryAt, lease_until = 0 WHERE ${isHeld}`,
    ),
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
