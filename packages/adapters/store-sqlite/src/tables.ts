/**
 * The tables as drizzle sees them, for queries. The migrations make them, with the constraints and triggers that repeat core's rules;
 * `test/tables.slow.test.ts` compares the two.
 *
 * Every name begins with `cauri_`: the tables may live in the host's own database, beside an `orders` and a `payments` of its own.
 */
import type { DocumentKind } from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import { blob, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core"

/** The name of a payment, in every table that refers to one. */
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
    amountPaid: integer("amount_paid"),
    serviceOperator: text("service_operator"),
    openFlags: integer("open_flags").notNull(),
    /** JSON text, written and read by core alone. */
    body: text("body").notNull(),
    version: integer("version").notNull(),
    newestNote: integer("newest_note").notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project] })],
)

/** One narrow row per payment: when it is due, and which worker has it. */
export const queue = sqliteTable(
  "cauri_queue",
  {
    ...key,
    /** Of the payment: an older payment is taken first. */
    createdAt: integer("created_at").notNull(),
    /** When the payment is due; null: it waits for nothing. */
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
    /** The newest callback for this attempt. */
    newestNote: integer("newest_note"),
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
    /** Is it delivered to consumers? */
    deliveredAs: text("delivered_as"),
    body: text("body").notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.seq] })],
)

/** One row per subscribed consumer. */
export const subscribers = sqliteTable("cauri_subscribers", {
  consumer: text("consumer").primaryKey(),
  /** The consumer receives payments created at or after that time from their first event. */
  from: integer("from").notNull(),
  /** What it wants, each between two spaces; null: everything. */
  wanted: text("wanted"),
  /** The last payment that it was caught up with, in the order of lists; null: none yet. */
  reachedAt: integer("reached_at"),
  reachedKind: text("reached_kind", { enum: ["payin", "payout"] }),
  reachedProject: text("reached_project"),
  reachedId: text("reached_id"),
  caughtUp: integer("caught_up", { mode: "boolean" }).notNull(),
})

/** One narrow row per payment and consumer: what it has received, and when it receives more. */
export const deliveries = sqliteTable(
  "cauri_deliveries",
  {
    ...key,
    consumer: text("consumer").notNull(),
    /** Of the payment: an older payment is delivered first. */
    createdAt: integer("created_at").notNull(),
    /** The number of the newest event to deliver, and of the last one that was delivered. */
    newest: integer("newest").notNull(),
    delivered: integer("delivered").notNull(),
    /** What `delivered` counts; null: everything. */
    counted: text("counted"),
    /** Of what was wanted later: the last event delivered of each, as JSON. */
    later: text("later").notNull().default("{}"),
    /** Null: everything was delivered. */
    dueAt: integer("due_at"),
    /** How often the consumer has failed on the oldest event that it has not received. */
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
    /** The raw body; null when there was none, or when it is archived or erased. */
    body: blob("body", { mode: "buffer" }),
  },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.number] })],
)

/** One row per archived payment: the bodies of its events and callbacks. */
export const archive = sqliteTable(
  "cauri_archive",
  { ...key, bodies: blob("bodies", { mode: "buffer" }).notNull() },
  (table) => [primaryKey({ columns: [table.id, table.kind, table.project] })],
)

/** At most two rows per scope: a person's pause, and the library's own. */
export const pauses = sqliteTable("cauri_pauses", {
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

/** What people keep beside payments: see `Documents` of core. */
export const documents = sqliteTable(
  "cauri_documents",
  {
    kind: text("kind").$type<DocumentKind>().notNull(),
    number: integer("number").notNull(),
    digest: text("digest").notNull(),
    at: integer("at").notNull(),
    head: text("head").notNull(),
    about: text("about"),
    project: text("project"),
    from: integer("from"),
    before: integer("before"),
    replaces: integer("replaces"),
    replacedBy: integer("replaced_by"),
    body: blob("body", { mode: "buffer" }),
  },
  (table) => [primaryKey({ columns: [table.kind, table.number] })],
)

/** One row per shared rate limit. */
export const rateTokens = sqliteTable("cauri_rate_tokens", {
  rate: text("rate").primaryKey(),
  nextAt: real("next_at").notNull(),
})

/** One row: which store this is. */
export const store = sqliteTable("cauri_store", {
  onlyOne: integer("only_one").primaryKey(),
  id: text("id").notNull(),
  highWater: integer("high_water").notNull(),
  createdAt: integer("created_at").notNull(),
  /** When this copy was made; null: it is no copy, or a person has reviewed it. */
  copiedAt: integer("copied_at"),
  /** When all of it is read again, to look for damage. */
  checkAt: integer("check_at").notNull().default(0),
})

/** Pages that are given up when the disk is full. */
export const ballast = sqliteTable("cauri_ballast", {
  part: integer("part").primaryKey(),
  room: blob("room", { mode: "buffer" }).notNull(),
})

/** Core's version, its states and other words: what the triggers allow in columns. */
export const words = sqliteTable(
  "cauri_words",
  { list: text("list").notNull(), word: text("word").notNull() },
  (table) => [primaryKey({ columns: [table.list, table.word] })],
)

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

/** One row per migration that was run. */
export const migrations = sqliteTable("cauri_migrations", {
  number: integer("number").primaryKey(),
  name: text("name").notNull(),
  appliedAt: integer("applied_at").notNull(),
})
