/**
 * The statements of the steps, prepared once per connection. What a statement compares with a constant is written as a constant where a
 * partial index wants to see it.
 */
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { and, asc, eq, sql } from "drizzle-orm"
import { paymentColumns } from "./rows.ts"
import { attempts, callbackNotes, events, payments } from "./tables.ts"

/** A value that is given when the statement runs. */
export const given = (name: string) => sql.placeholder(name)

/** The row of a payment, by the three parts of its name. */
const isPayment = and(
  eq(payments.id, given("id")),
  eq(payments.kind, given("kind")),
  eq(payments.project, given("project")),
)
const isAttempt = and(
  eq(attempts.id, given("id")),
  eq(attempts.kind, given("kind")),
  eq(attempts.project, given("project")),
  eq(attempts.number, given("number")),
)
const key = { id: given("id"), kind: given("kind"), project: given("project") }

/** The order of lists, which is also the order among what is due at one time. */
export const inOrder = [asc(payments.createdAt), asc(payments.kind), asc(payments.project), asc(payments.id)] as const

const isFree = sql`${payments.dueAt} IS NOT NULL AND ${payments.leaseUntil} = 0`
const isLeased = sql`${payments.dueAt} IS NOT NULL AND ${payments.leaseUntil} > 0`

const forPayments = (db: BetterSQLite3Database) => ({
  read: db.select(paymentColumns).from(payments).where(isPayment).prepare(),
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
      actAt: given("actAt"),
      announceAt: given("announceAt"),
      openFlags: given("openFlags"),
      body: given("body"),
      version: 1,
      leaseNumber: 0,
      leaseUntil: 0,
      newestNote: 0,
    })
    .onConflictDoNothing({ target: [payments.id, payments.kind, payments.project] })
    .prepare(),
  /** What a save changes. The content of a payment never changes, so its columns are not written again. */
  save: db
    .update(payments)
    .set({
      state: sql`${given("state")}`,
      seq: sql`${given("seq")}`,
      closedAt: sql`${given("closedAt")}`,
      actAt: sql`${given("actAt")}`,
      announceAt: sql`${given("announceAt")}`,
      openFlags: sql`${given("openFlags")}`,
      body: sql`${given("body")}`,
      version: sql`${payments.version} + 1`,
      leaseNumber: sql`${given("leaseNumber")}`,
      leaseUntil: sql`${given("leaseUntil")}`,
    })
    .where(isPayment)
    .prepare(),
  note: db
    .update(payments)
    .set({ newestNote: sql`${given("number")}`, actAt: sql`${given("actAt")}` })
    .where(isPayment)
    .prepare(),
})

const forChildren = (db: BetterSQLite3Database) => ({
  addAttempt: db
    .insert(attempts)
    .values({
      ...key,
      number: given("number"),
      attemptKind: given("attemptKind"),
      outcome: given("outcome"),
      token: given("token"),
      startedAt: given("startedAt"),
      reserved: sql`CASE WHEN ${given("outcome")} = 'InFlight' THEN zeroblob(1024) END`,
    })
    .prepare(),
  answerAttempt: db
    .update(attempts)
    .set({ outcome: sql`${given("outcome")}`, token: sql`${given("token")}`, reserved: null })
    .where(isAttempt)
    .prepare(),
  noteAttempt: db
    .update(attempts)
    .set({ newestNote: sql`${given("newestNote")}` })
    .where(isAttempt)
    .prepare(),
  addEvent: db
    .insert(events)
    .values({ ...key, seq: given("seq"), at: given("at"), tag: given("tag"), body: given("body") })
    .prepare(),
  addNote: db
    .insert(callbackNotes)
    .values({
      ...key,
      number: given("number"),
      attempt: given("attempt"),
      fingerprint: given("fingerprint"),
      receivedAt: given("receivedAt"),
      body: given("body"),
    })
    .onConflictDoNothing({
      target: [
        callbackNotes.id,
        callbackNotes.kind,
        callbackNotes.project,
        callbackNotes.attempt,
        callbackNotes.fingerprint,
      ],
    })
    .prepare(),
  bodies: db
    .select({ count: sql<number>`count(*)` })
    .from(callbackNotes)
    .where(
      and(
        eq(callbackNotes.id, given("id")),
        eq(callbackNotes.kind, given("kind")),
        eq(callbackNotes.project, given("project")),
        eq(callbackNotes.attempt, given("attempt")),
        sql`${callbackNotes.body} IS NOT NULL`,
      ),
    )
    .prepare(),
})

/** What is read of a payment that waits. Its place in the table saves looking it up again by its name when it is leased. */
const queueColumns = { ...paymentColumns, dueAt: payments.dueAt, place: sql<number>`rowid`.as("place") }

const forTheQueue = (db: BetterSQLite3Database) => ({
  /** What nobody has leased, in the order in which it is taken. */
  free: db
    .select(queueColumns)
    .from(payments)
    .where(isFree)
    .orderBy(asc(payments.dueAt), ...inOrder)
    .limit(given("limit"))
    .prepare(),
  /** What is leased, by the time at which it may be taken. */
  leased: db
    .select({ id: payments.id, kind: payments.kind, project: payments.project, wakeAt: payments.wakeAt })
    .from(payments)
    .where(isLeased)
    .orderBy(asc(payments.wakeAt))
    .limit(given("limit"))
    .prepare(),
  /** What was leased by somebody who never came back. */
  abandoned: db
    .select(queueColumns)
    .from(payments)
    .where(and(isLeased, sql`${payments.wakeAt} <= ${given("now")}`))
    .orderBy(asc(payments.dueAt), ...inOrder)
    .limit(given("limit"))
    .prepare(),
  lease: db
    .update(payments)
    .set({ leaseNumber: sql`${payments.leaseNumber} + 1`, leaseUntil: sql`${given("leaseUntil")}` })
    .where(sql`rowid = ${given("place")}`)
    .prepare(),
})

/** All statements of the steps on one connection. */
export const prepareStatements = (db: BetterSQLite3Database) => ({
  ...forPayments(db),
  ...forChildren(db),
  ...forTheQueue(db),
})
/** All statements of the steps on one connection. */
export type Statements = ReturnType<typeof prepareStatements>
