/**
 * The inputs of the steps: rows as JSON, all of one kind in one parameter, so a hundred steps are one statement. Postgres's JSON reader
 * refuses a text that Postgres cannot store (a NUL, half of a surrogate pair); it is never stored as something else.
 */
import type { PaymentKey } from "@cauri/core"
import type { AttemptRow, EventRow, PaymentWrite, RowTerms } from "@cauri/core/adapter"
import { type SQL, sql } from "drizzle-orm"

export const keyJson = ({ id, kind, project }: Pick<PaymentKey | PaymentWrite, "id" | "kind" | "project">) => ({
  id,
  kind,
  project,
})

const attemptJson = ({ number, kind, outcome, token, startedAt }: AttemptRow) => ({
  number,
  attempt_kind: kind,
  outcome,
  token,
  started_at: startedAt,
})

const eventJson = ({ deliveredAs, ...event }: EventRow) => ({ ...event, delivered_as: deliveredAs })

const changeJson = (row: PaymentWrite, events: ReadonlyArray<EventRow>) => ({
  ...keyJson(row),
  state: row.state,
  seq: row.seq,
  closed_at: row.closedAt,
  amount_paid: row.amountPaid,
  service_operator: row.serviceOperator,
  act_at: row.actAt,
  open_flags: row.openFlags,
  body: row.body,
  attempts: row.attempts.map(attemptJson),
  events: events.map(eventJson),
})

export const insertJson = (row: PaymentWrite, events: ReadonlyArray<EventRow>) => ({
  ...changeJson(row, events),
  rail: row.rail,
  amount: row.amount,
  operator: row.operator,
  party: row.party,
  order_ref: row.orderRef,
  refund_of: row.refundOf,
  created_at: row.createdAt,
})

/** A change and the terms under which it is saved; `ord` identifies it in its statement. */
export const saveJson = (ord: number, row: PaymentWrite, events: ReadonlyArray<EventRow>, terms: RowTerms) => ({
  ord,
  ...changeJson(row, events),
  version: terms.version,
  give_back: terms.giveBack,
  now: terms.now,
  read_note: terms.readNote,
  unless_note_after: terms.unlessNoteAfter ?? null,
})

export const keyColumns: SQL = sql`id text, kind text, project text`

const changeColumns: SQL = sql`${keyColumns}, state text, seq bigint, closed_at bigint, amount_paid bigint, service_operator text, act_at bigint,
  open_flags integer, body text, attempts json, events json`

export const insertColumns: SQL = sql`${changeColumns}, rail text, amount bigint, operator text, party text, order_ref text,
  refund_of text, created_at bigint`

export const saveColumns: SQL = sql`ord integer, ${changeColumns}, version bigint, give_back bigint, now bigint, read_note bigint,
  unless_note_after bigint`

export const attemptColumns: SQL = sql`number integer, attempt_kind text, outcome text, token text, started_at bigint`

/** The columns of an event within a row. */
export const eventColumns: SQL = sql`seq bigint, at bigint, tag text, delivered_as text, body text`
