/**
 * The statements of the steps, prepared once per connection. A value is written as a constant where a partial index needs it. The plus
 * before a value changes nothing of it, and hides it from the planner: where a partial index could help, SQLite looks at bound values, and
 * plans such a statement once more at every run.
 */
import type { AttemptRow, PaymentRow } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { asc, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { inserting, reading, writing } from "./prepared.ts"
import { paymentColumns, placeOf } from "./rows.ts"
import { payments } from "./tables.ts"
import { prepareLane } from "./taking.ts"

/** What belongs to the given payment. */
export const ofPayment = "id = +:id AND kind = +:kind AND project = +:project"

/** The order of lists, which is also the order among what is due at one time. */
export const inOrder = [asc(payments.createdAt), asc(payments.kind), asc(payments.project), asc(payments.id)] as const

/** Behind the given payment in that order. */
export const isBehind = "(created_at, kind, project, id) > (+:createdAt, +:kind, +:project, +:id)"

const bound = (name: string) => sql.placeholder(name)

/** What is stored of a payment that is to be replaced. */
export type Standing = Pick<PaymentRow, "version" | "newestNote" | "leaseNumber" | "leaseUntil" | "actAt">

/** All statements of the steps on one connection. */
export const prepareStatements = (client: Database) => ({
  read: reading(
    client,
    drizzle(client)
      .select(paymentColumns)
      .from(payments)
      .where(sql`id = +${bound("id")} AND kind = +${bound("kind")} AND project = +${bound("project")}`),
  ),
  /** What a save needs to know of the row that it replaces. */
  standing: reading<Standing>(
    client,
    `SELECT version, newest_note AS newestNote, ${placeOf("lease_number")} AS leaseNumber,
      ${placeOf("lease_until")} AS leaseUntil, ${placeOf("act_at")} AS actAt FROM cauri_payments WHERE ${ofPayment}`,
  ),
  insert: writing(
    client,
    `${inserting(
      "cauri_payments",
      `id kind project state seq rail amount operator party orderRef refundOf createdAt closedAt amountPaid serviceOperator openFlags body`,
      { version: 1, newest_note: 0 },
    )} ON CONFLICT (id, kind, project) DO NOTHING`,
  ),
  queue: writing(
    client,
    inserting("cauri_queue", "id kind project createdAt actAt", { lease_number: 0, lease_until: 0 }),
  ),
  /** What a save changes. The content of a payment never changes, so its columns are not written again. */
  save: writing(
    client,
    `UPDATE cauri_payments SET state = :state, seq = :seq, closed_at = :closedAt, amount_paid = :amountPaid,
      service_operator = :serviceOperator, open_flags = :openFlags, body = :body, version = version + 1 WHERE ${ofPayment}`,
  ),
  requeue: writing(
    client,
    `UPDATE cauri_queue SET act_at = :actAt, lease_number = :leaseNumber, lease_until = :leaseUntil WHERE ${ofPayment}`,
  ),
  attempts: reading<Pick<AttemptRow, "number" | "outcome" | "token">>(
    client,
    `SELECT number, outcome, token FROM cauri_attempts WHERE ${ofPayment}`,
  ),
  addAttempt: writing(
    client,
    inserting("cauri_attempts", "id kind project number attemptKind outcome token startedAt"),
  ),
  answerAttempt: writing(
    client,
    `UPDATE cauri_attempts SET outcome = :outcome, token = :token WHERE ${ofPayment} AND number = +:number`,
  ),
  addEvent: writing(client, inserting("cauri_events", "id kind project seq at tag deliveredAs body")),
  ...prepareLane(client, {
    table: "cauri_queue",
    dueAt: "act_at",
    isFor: "project NOT IN (SELECT value FROM json_each(+:except))",
  }),
})
/** All statements of the steps on one connection. */
export type Statements = ReturnType<typeof prepareStatements>
