/**
 * What a good engineer would write by hand over better-sqlite3, on the store's own tables with all their triggers: prepared statements,
 * versions compared in the update itself, and a commit for every write or for every 64.
 */
import type { EventRow, PaymentWrite } from "@cauri/core/adapter"
import Database from "better-sqlite3"
import type { Life, Written } from "./lives.ts"

/** A hand-written store. Each write throws unless it took effect. */
export interface HandWritten {
  readonly insert: (life: Life) => void
  readonly claim: (life: Life) => void
  readonly save: (life: Life) => void
  /** Runs writes as one durable commit. */
  readonly together: (writes: ReadonlyArray<() => void>) => void
  readonly close: () => void
}

/** The settings of the store's own connections. */
const settings = [
  "synchronous = FULL",
  "foreign_keys = ON",
  "trusted_schema = OFF",
  "cell_size_check = ON",
  "journal_size_limit = -1",
  "wal_autocheckpoint = 16384",
]

const isPayment = "id = @id AND kind = @kind AND project = @project"

const statementsOf = (client: Database.Database) => ({
  insert: client.prepare(
    `INSERT INTO cauri_payments (id, kind, project, state, seq, rail, amount, operator, party, order_ref, refund_of, created_at, closed_at, amount_paid, service_operator,
      open_flags, body, version, newest_note)
    VALUES (@id, @kind, @project, @state, @seq, @rail, @amount, @operator, @party, @orderRef, @refundOf, @createdAt, @closedAt, @amountPaid, @serviceOperator,
      @openFlags, @body, 1, 0)
    ON CONFLICT (id, kind, project) DO NOTHING`,
  ),
  queue: client.prepare(
    `INSERT INTO cauri_queue (id, kind, project, created_at, act_at, lease_number, lease_until)
    VALUES (@id, @kind, @project, @createdAt, @actAt, 0, 0)`,
  ),
  update: client.prepare(
    `UPDATE cauri_payments SET state = @state, seq = @seq, closed_at = @closedAt, amount_paid = @amountPaid, service_operator = @serviceOperator, open_flags = @openFlags, body = @body,
      version = version + 1
    WHERE ${isPayment} AND version = @version`,
  ),
  requeue: client.prepare(
    `UPDATE cauri_queue SET act_at = @actAt, lease_number = lease_number + @claims, lease_until = @leaseUntil
    WHERE ${isPayment}`,
  ),
  addEvent: client.prepare(
    "INSERT INTO cauri_events (id, kind, project, seq, at, tag, delivered_as, body) VALUES (@id, @kind, @project, @seq, @at, @tag, @deliveredAs, @body)",
  ),
  addAttempt: client.prepare(
    `INSERT INTO cauri_attempts (id, kind, project, number, attempt_kind, outcome, token, started_at)
    VALUES (@id, @kind, @project, @number, @attemptKind, @outcome, @token, @startedAt)`,
  ),
  answerAttempt: client.prepare(
    `UPDATE cauri_attempts SET outcome = @outcome, token = @token WHERE ${isPayment} AND number = @number`,
  ),
})

const one = ({ changes }: Database.RunResult, what: string): void => {
  if (changes !== 1) throw new Error(`${what} changed ${changes} rows.`)
}

const nameOf = ({ id, kind, project }: PaymentWrite) => ({ id, kind, project })

/** Opens a file that the store's package has made, with its settings. */
export const openByHand = (file: string): Database.Database => {
  const client = new Database(file)
  for (const setting of settings) client.pragma(setting)
  return client
}

/** Opens a hand-written store on a file that the store's package has made. Checkpoints happen as in the store: between commits. */
export const handWritten = (file: string): HandWritten => {
  const client = openByHand(file)
  const statements = statementsOf(client)
  const checkpoint = client.prepare("PRAGMA wal_checkpoint(PASSIVE)")
  let sinceCheckpoint = 0
  const addEvents = (row: PaymentWrite, events: ReadonlyArray<EventRow>) => {
    for (const event of events) statements.addEvent.run({ ...nameOf(row), ...event })
  }
  const update = ({ row, events }: Written, version: number, lease: { claims: number; leaseUntil: number }) => {
    const { attempts, ...columns } = row
    addEvents(row, events)
    for (const { kind: attemptKind, ...attempt } of attempts) {
      const values = { ...nameOf(row), ...attempt }
      if (attempt.outcome === "InFlight") one(statements.addAttempt.run({ ...values, attemptKind }), "An attempt")
      else one(statements.answerAttempt.run(values), "An answer")
    }
    one(statements.update.run({ ...columns, version }), "A save")
    one(statements.requeue.run({ ...columns, ...lease }), "A place in the queue")
  }
  const transaction = client.transaction((writes: ReadonlyArray<() => void>) => {
    for (const write of writes) write()
  })
  return {
    insert: ({ intended: { row, events } }) => {
      const { attempts: _, ...columns } = row
      one(statements.insert.run(columns), "An insert")
      one(statements.queue.run(columns), "A place in the queue")
      addEvents(row, events)
    },
    claim: ({ submitting }) => update(submitting, 1, { claims: 1, leaseUntil: submitting.row.actAt ?? 0 }),
    save: ({ pending }) => update(pending, 2, { claims: 0, leaseUntil: 0 }),
    together: (writes) => {
      transaction.immediate(writes)
      sinceCheckpoint += writes.length
      if (sinceCheckpoint < writesPerCheckpoint) return
      sinceCheckpoint = 0
      checkpoint.get()
    },
    close: () => client.close(),
  }
}

/** About as often as the store moves its log into the file while it is busy. */
const writesPerCheckpoint = 1_000
