/**
 * The tables as drizzle sees them, for queries. The migrations make them, with the constraints and triggers that repeat core's rules;
 * `test/tables.test.ts` compares the two.
 *
 * Every name begins with `cauri_`: the tables may live in the host's own database, beside an `orders` and a `payments` of its own.
 */
import { sql } from "drizzle-orm"
import { blob, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core"

/** What names a payment, in every table that hangs on one. */
const key = {
  id: text("id").notNull(),
  kind: text("kind", { enum: ["payin", "payout"] }).notNull(),
  project: text("project").notNull(),
}

/** One row per payment. */
export const payments = sqliteTable(
  "cauri_payments",
  {
    ...key,
    state: text("state").notNull(),
    /** The number of the newest event. */
    seq: integer("seq").notNull(),
    rail: text("rail").notNull(),
    amount: integer("amount").notNull(),
    operator: text("operator"),
    party: text("party"),
    orderRef: text("order_ref"),
    refundOf: text("refund_of"),
    createdAt: integer("created_at").notNull(),
    closedAt: integer("closed_at"),
    openFlags: integer("open_flags").notNull(),
    /** JSON text, written and read by core alone. */
    body: text("body").notNull(),
    version: integer("version").notNull(),
    newestNote: integer("newest_note").notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project] })],
)

/** One narrow row per payment: when it wants somebody, and who has it. */
export const queue = sqliteTable(
  "cauri_queue",
  {
    ...key,
    /** Of the payment: who was made first is taken first. */
    createdAt: integer("created_at").notNull(),
    /** When the payment wants somebody; null: it waits for nothing. */
    actAt: integer("act_at"),
    leaseNumber: integer("lease_number").notNull(),
    leaseUntil: integer("lease_until").notNull(),
    /** The later of `act_at` and `lease_until`. */
    wakeAt: integer("wake_at").generatedAlwaysAs(sql`max(act_at, lease_until)`),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project] })],
)

/** One row per creation call. */
export const attempts = sqliteTable(
  "cauri_attempts",
  {
    ...key,
    number: integer("number").notNull(),
    attemptKind: text("attempt_kind").notNull(),
    outcome: text("outcome").notNull(),
    token: text("token"),
    startedAt: integer("started_at").notNull(),
    /** The newest callback that came for this attempt. */
    newestNote: integer("newest_note"),
    /** Room for the token of a call that is under way. */
    reserved: blob("reserved", { mode: "buffer" }),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.number] })],
)

/** The append-only history. */
export const events = sqliteTable(
  "cauri_events",
  {
    ...key,
    seq: integer("seq").notNull(),
    at: integer("at").notNull(),
    tag: text("tag").notNull(),
    /** Do hosts hear of it? */
    announced: integer("announced", { mode: "boolean" }).notNull(),
    body: text("body").notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.seq] })],
)

/** One row per consumer that follows the store. */
export const followers = sqliteTable("cauri_followers", {
  consumer: text("consumer").primaryKey(),
  /** Payments created at or after that time are heard from their beginning. */
  from: integer("from").notNull(),
  /** The last payment that it was caught up with, in the order of lists; null: none yet. */
  reachedAt: integer("reached_at"),
  reachedKind: text("reached_kind", { enum: ["payin", "payout"] }),
  reachedProject: text("reached_project"),
  reachedId: text("reached_id"),
  caughtUp: integer("caught_up", { mode: "boolean" }).notNull(),
})

/** One narrow row per payment and consumer: what it has heard, and when it hears more. */
export const deliveries = sqliteTable(
  "cauri_deliveries",
  {
    ...key,
    consumer: text("consumer").notNull(),
    /** Of the payment: who was made first is heard of first. */
    createdAt: integer("created_at").notNull(),
    /** The number of the newest event to hear, and of the last one that was heard. */
    newest: integer("newest").notNull(),
    heard: integer("heard").notNull(),
    /** Null: everything was heard. */
    dueAt: integer("due_at"),
    /** How often the consumer has refused the oldest event that it has not heard. */
    tries: integer("tries").notNull(),
    leaseNumber: integer("lease_number").notNull(),
    leaseUntil: integer("lease_until").notNull(),
    /** The later of `due_at` and `lease_until`. */
    wakeAt: integer("wake_at").generatedAlwaysAs(sql`max(due_at, lease_until)`),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.consumer] })],
)

/** One row per callback that was not a repetition. */
export const callbackNotes = sqliteTable(
  "cauri_callback_notes",
  {
    ...key,
    number: integer("number").notNull(),
    attempt: integer("attempt").notNull(),
    fingerprint: text("fingerprint").notNull(),
    receivedAt: integer("received_at").notNull(),
    /** The raw body; null when there was none, or when it is no longer kept. */
    body: blob("body", { mode: "buffer" }),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.number] })],
)

/** At most two rows per scope: a person's hold, and the library's own. */
export const holds = sqliteTable("cauri_holds", {
  scope: text("scope").notNull(),
  reason: text("reason").notNull(),
  by: text("by").notNull(),
  since: integer("since").notNull(),
  credentials: text("credentials"),
})

/** One row per process. */
export const heartbeats = sqliteTable("cauri_heartbeats", {
  process: text("process").primaryKey(),
  role: text("role").notNull(),
  at: integer("at").notNull(),
})

/** What people did that no payment tells. */
export const deeds = sqliteTable("cauri_deeds", {
  number: integer("number").primaryKey(),
  at: integer("at").notNull(),
  body: text("body").notNull(),
})

/** One row per shared rate. */
export const turns = sqliteTable("cauri_turns", {
  rate: text("rate").primaryKey(),
  nextAt: real("next_at").notNull(),
})

/** One row: which store this is. */
export const store = sqliteTable("cauri_store", {
  onlyOne: integer("only_one").primaryKey(),
  id: text("id").notNull(),
  highWater: integer("high_water").notNull(),
  createdAt: integer("created_at").notNull(),
  /** When this copy was made; null: it is none, or one that a person has looked into. */
  copiedAt: integer("copied_at"),
})

/** Pages that are given up when the disk is full. */
export const ballast = sqliteTable("cauri_ballast", {
  part: integer("part").primaryKey(),
  room: blob("room", { mode: "buffer" }).notNull(),
})

/** Core's state machines: what the triggers compare a save with. */
export const moves = sqliteTable(
  "cauri_moves",
  {
    kind: text("kind").notNull(),
    fromState: text("from_state").notNull(),
    event: text("event").notNull(),
    toState: text("to_state").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.fromState, table.event, table.toState] })],
)

/** One row per migration that was carried out. */
export const migrations = sqliteTable("cauri_migrations", {
  number: integer("number").primaryKey(),
  name: text("name").notNull(),
  appliedAt: integer("applied_at").notNull(),
})
