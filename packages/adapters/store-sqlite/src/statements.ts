/**
 * The statements of the steps, prepared once per connection. A value is written as a constant where a partial index needs it.
 */
import type { Database } from "better-sqlite3"
import { and, asc, eq, sql } from "drizzle-orm"
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import { reading, writing } from "./prepared.ts"
import { named, queueColumn, paymentColumns } from "./rows.ts"
import { attempts, events, payments, queue } from "./tables.ts"

/** A value that is bound when the statement runs, as it is. */
export const bound = (name: string) => sql.placeholder(name)

/**
 * A value that is bound when the statement runs. The plus changes nothing of it, and hides it from the planner: where a partial index could
 * help, SQLite looks at bound values, and plans such a statement once more at every run.
 */
export const given = (name: string) => sql`+${bound(name)}`

/** The three parts of a payment's name, as they stand in each table. */
interface Named {
  readonly id: SQLiteColumn
  readonly kind: SQLiteColumn
  readonly project: SQLiteColumn
}

/** What belongs to the given payment. */
export const isOfPayment = ({ id, kind, project }: Named) =>
  and(eq(id, given("id")), eq(kind, given("kind")), eq(project, given("project")))

/** The row of a payment, by the three parts of its name. */
export const isPayment = isOfPayment(payments)
const isAttempt = and(isOfPayment(attempts), eq(attempts.number, given("number")))
const key = { id: given("id"), kind: given("kind"), project: given("project") }

/** The place of a payment in the queue, by the three parts of its name. */
export const isQueueRow = isOfPayment(queue)

/** The order of lists, which is also the order among what is due at one time. */
export const inOrder = [asc(payments.createdAt), asc(payments.kind), asc(payments.project), asc(payments.id)] as const

const forPayments = (db: BetterSQLite3Database) => ({
  read: db.select(paymentColumns).from(payments).where(isPayment),
  /** What a save needs to know of the row that it replaces. */
  standing: db
    .select({
      version: payments.version,
      newestNote: named(payments.newestNote, "newestNote"),
      leaseNumber: queueColumn(queue.leaseNumber, "leaseNumber"),
      leaseUntil: queueColumn(queue.leaseUntil, "leaseUntil"),
      actAt: queueColumn(queue.actAt, "actAt"),
    })
    .from(payments)
    .where(isPayment),
  insert: db
    .insert(payments)
    .values({
      ...key,
      state: given("state"),
      seq: given("seq"),
      rail: given("rail"),
      amount: given("amount"),
      operator: given("operator"),
      party: given("party"),
      orderRef: given("orderRef"),
      refundOf: given("refundOf"),
      createdAt: given("createdAt"),
      closedAt: given("closedAt"),
      amountPaid: given("amountPaid"),
      serviceOperator: given("serviceOperator"),
      openFlags: given("openFlags"),
      body: given("body"),
      version: 1,
      newestNote: 0,
    })
    .onConflictDoNothing({ target: [payments.id, payments.kind, payments.project] }),
  queue: db.insert(queue).values({
    ...key,
    createdAt: given("createdAt"),
    actAt: given("actAt"),
    leaseNumber: 0,
    leaseUntil: 0,
  }),
  /** What a save changes. The content of a payment never changes, so its columns are not written again. */
  save: db
    .update(payments)
    .set({
      state: sql`${given("state")}`,
      seq: sql`${given("seq")}`,
      closedAt: sql`${given("closedAt")}`,
      amountPaid: sql`${given("amountPaid")}`,
      serviceOperator: sql`${given("serviceOperator")}`,
      openFlags: sql`${given("openFlags")}`,
      body: sql`${given("body")}`,
      version: sql`${payments.version} + 1`,
    })
    .where(isPayment),
  requeue: db
    .update(queue)
    .set({
      actAt: sql`${given("actAt")}`,
      leaseNumber: sql`${given("leaseNumber")}`,
      leaseUntil: sql`${given("leaseUntil")}`,
    })
    .where(isQueueRow),
})

const forChildren = (db: BetterSQLite3Database) => ({
  attempts: db
    .select({ number: attempts.number, outcome: attempts.outcome, token: attempts.token })
    .from(attempts)
    .where(isOfPayment(attempts)),
  addAttempt: db.insert(attempts).values({
    ...key,
    number: given("number"),
    attemptKind: given("attemptKind"),
    outcome: given("outcome"),
    token: given("token"),
    startedAt: given("startedAt"),
  }),
  answerAttempt: db
    .update(attempts)
    .set({ outcome: sql`${given("outcome")}`, token: sql`${given("token")}` })
    .where(isAttempt),
  addEvent: db.insert(events).values({
    ...key,
    seq: given("seq"),
    at: given("at"),
    tag: given("tag"),
    deliveredAs: given("deliveredAs"),
    body: given("body"),
  }),
})

/** The row of a payment in the queue, which saves looking it up again by its name. */
const place = sql<number>`cauri_queue.rowid`.as("place")

const waitingColumns = {
  id: queue.id,
  kind: queue.kind,
  project: queue.project,
  createdAt: named(queue.createdAt, "createdAt"),
  dueAt: named(queue.actAt, "dueAt"),
  place,
}
const isFree = sql`${queue.actAt} IS NOT NULL AND ${queue.leaseUntil} = 0`
const isLeased = sql`${queue.actAt} IS NOT NULL AND ${queue.leaseUntil} > 0`
const isForWorker = sql`${queue.project} NOT IN (SELECT value FROM json_each(${given("except")}))`
const longestDueFirst = [
  asc(queue.actAt),
  asc(queue.createdAt),
  asc(queue.kind),
  asc(queue.project),
  asc(queue.id),
] as const

const forTheQueue = (db: BetterSQLite3Database) => ({
  earliest: db
    .select({ at: sql<number | null>`min(${queue.actAt})`.as("at") })
    .from(queue)
    .where(and(isFree, isForWorker))
    .unionAll(
      db
        .select({ at: sql<number | null>`min(${queue.wakeAt})`.as("at") })
        .from(queue)
        .where(and(isLeased, isForWorker)),
    ),
  /** Unleased payments, in the order in which they are taken. */
  free: db
    .select(waitingColumns)
    .from(queue)
    .where(and(isFree, isForWorker))
    .orderBy(...longestDueFirst),
  /** Leased payments, by the time at which they may be taken. */
  leased: db
    .select({ place, wakeAt: named(queue.wakeAt, "wakeAt") })
    .from(queue)
    .where(and(isLeased, isForWorker))
    .orderBy(asc(queue.wakeAt)),
  /** Payments whose lease has ended without being given back. */
  abandoned: db
    .select(waitingColumns)
    .from(queue)
    .where(and(isLeased, sql`${queue.wakeAt} <= ${given("now")}`, isForWorker))
    .orderBy(...longestDueFirst),
  lease: db
    .update(queue)
    .set({ leaseNumber: sql`${queue.leaseNumber} + 1`, leaseUntil: sql`${given("leaseUntil")}` })
    .where(sql`rowid = ${given("place")}`),
})

/** All statements of the steps on one connection. */
export const prepareStatements = (client: Database) => {
  const db = drizzle(client)
  const payment = forPayments(db)
  const child = forChildren(db)
  const waiting = forTheQueue(db)
  return {
    read: reading(client, payment.read),
    standing: reading(client, payment.standing),
    insert: writing(client, payment.insert),
    queue: writing(client, payment.queue),
    save: writing(client, payment.save),
    requeue: writing(client, payment.requeue),
    attempts: reading(client, child.attempts),
    addAttempt: writing(client, child.addAttempt),
    answerAttempt: writing(client, child.answerAttempt),
    addEvent: writing(client, child.addEvent),
    earliest: reading(client, waiting.earliest),
    free: reading(client, waiting.free),
    leased: reading(client, waiting.leased),
    abandoned: reading(client, waiting.abandoned),
    lease: writing(client, waiting.lease),
  }
}
/** All statements of the steps on one connection. */
export type Statements = ReturnType<typeof prepareStatements>
