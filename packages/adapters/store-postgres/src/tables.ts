/**
 * The tables as drizzle sees them, for queries, in the store's schema. The migrations make them, with the constraints and triggers that
 * repeat core's rules; `test/tables.process.test.ts` compares the two.
 */
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
} from "drizzle-orm/pg-core"

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" })
const number = (name: string) => bigint(name, { mode: "number" })

/** The name of a payment, in every table that refers to one. */
const key = () => ({
  id: text("id").notNull(),
  kind: text("kind", { enum: ["payin", "payout"] }).notNull(),
  project: text("project").notNull(),
})

/** The tables of the store in this schema. */
export const tablesIn = (name: string) => {
  const schema = pgSchema(name)

  /** One row per payment. */
  const payments = schema.table(
    "payments",
    {
      ...key(),
      state: text("state").notNull(),
      /** The number of the newest event. */
      seq: number("seq").notNull(),
      rail: text("rail").notNull(),
      amount: number("amount").notNull(),
      operator: text("operator"),
      party: text("party"),
      orderRef: text("order_ref"),
      refundOf: text("refund_of"),
      createdAt: number("created_at").notNull(),
      closedAt: number("closed_at"),
      amountPaid: number("amount_paid"),
      serviceOperator: text("service_operator"),
      openFlags: integer("open_flags").notNull(),
      /** JSON text, written and read by core alone. */
      body: text("body").notNull(),
      version: number("version").notNull(),
      newestNote: number("newest_note").notNull(),
    },
    (table) => [primaryKey({ columns: [table.id, table.kind, table.project] })],
  )

  /** One row per payment that is open, in the order of lists. */
  const openPayments = schema.table(
    "open_payments",
    { createdAt: number("created_at").notNull(), ...key() },
    (table) => [primaryKey({ columns: [table.createdAt, table.kind, table.project, table.id] })],
  )

  /** One narrow row per payment: when it is due, and which worker has it. */
  const queue = schema.table(
    "queue",
    {
      ...key(),
      /** Of the payment: an older payment is taken first. */
      createdAt: number("created_at").notNull(),
      actAt: number("act_at"),
      leaseNumber: number("lease_number").notNull(),
      leaseUntil: number("lease_until").notNull(),
    },
    (table) => [primaryKey({ columns: [table.id, table.kind, table.project] })],
  )

  /** One row per creation call. */
  const attempts = schema.table(
    "attempts",
    {
      ...key(),
      number: integer("number").notNull(),
      attemptKind: text("attempt_kind").notNull(),
      outcome: text("outcome").notNull(),
      token: text("token"),
      startedAt: number("started_at").notNull(),
      /** The newest callback for this attempt. */
      newestNote: number("newest_note"),
    },
    (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.number] })],
  )

  /** The append-only history. */
  const events = schema.table(
    "events",
    {
      ...key(),
      seq: number("seq").notNull(),
      at: number("at").notNull(),
      tag: text("tag").notNull(),
      /** Is it delivered to consumers? */
      deliveredAs: text("delivered_as"),
      body: text("body").notNull(),
    },
    (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.seq] })],
  )

  /** One row per subscribed consumer, and how far it was caught up. */
  const subscribers = schema.table("subscribers", {
    consumer: text("consumer").primaryKey(),
    /** The consumer receives payments created at or after that time from their first event. */
    from: number("from").notNull(),
    /** What it wants; null: everything. */
    wanted: text("wanted").array(),
    reachedAt: number("reached_at"),
    reachedKind: text("reached_kind"),
    reachedProject: text("reached_project"),
    reachedId: text("reached_id"),
    caughtUp: boolean("caught_up").notNull().default(false),
  })

  /** One narrow row per payment and consumer: what it has received, when it receives more, and which worker has it. */
  const deliveries = schema.table(
    "deliveries",
    {
      ...key(),
      consumer: text("consumer").notNull(),
      /** Of the payment: what is due at one time comes in the order of lists. */
      createdAt: number("created_at").notNull(),
      newest: number("newest").notNull(),
      delivered: number("delivered").notNull(),
      /** What `delivered` counts; null: everything. */
      counted: text("counted").array(),
      /** Of what was wanted later: the last event delivered of each. */
      later: jsonb("later").notNull().default({}),
      /** Null: everything was delivered. */
      dueAt: number("due_at"),
      tries: number("tries").notNull().default(0),
      leaseNumber: number("lease_number").notNull().default(0),
      leaseUntil: number("lease_until").notNull().default(0),
    },
    (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.consumer] })],
  )

  /** One row per callback that was not a repetition. */
  const callbackNotes = schema.table(
    "callback_notes",
    {
      ...key(),
      number: number("number").notNull(),
      attempt: integer("attempt").notNull(),
      fingerprint: text("fingerprint").notNull(),
      receivedAt: number("received_at").notNull(),
      /** The raw body; null when there was none, or when it is no longer kept. */
      body: bytea("body"),
    },
    (table) => [primaryKey({ columns: [table.id, table.kind, table.project, table.number] })],
  )

  /** One row per archived payment: the bodies of its events and callbacks, by their numbers. */
  const archive = schema.table(
    "archive",
    { ...key(), events: jsonb("events").notNull(), notes: jsonb("notes").notNull() },
    (table) => [primaryKey({ columns: [table.id, table.kind, table.project] })],
  )

  /** At most two rows per scope: a person's pause, and the library's own. */
  const pauses = schema.table("pauses", {
    scope: text("scope").notNull(),
    reason: text("reason").notNull(),
    by: text("by").notNull(),
    since: number("since").notNull(),
    credentials: text("credentials"),
  })

  /** One row per process. */
  const heartbeats = schema.table("heartbeats", {
    process: text("process").primaryKey(),
    role: text("role").notNull(),
    at: number("at").notNull(),
  })

  /** What people keep beside payments: see `Documents` of core. */
  const documents = schema.table(
    "documents",
    {
      kind: text("kind").notNull(),
      number: number("number").notNull(),
      digest: text("digest").notNull(),
      at: number("at").notNull(),
      head: text("head").notNull(),
      about: text("about"),
      project: text("project"),
      from: number("from"),
      before: number("before"),
      replaces: number("replaces"),
      replacedBy: number("replaced_by"),
      body: bytea("body"),
    },
    (table) => [primaryKey({ columns: [table.kind, table.number] })],
  )

  /** One row per shared rate limit. */
  const rateTokens = schema.table("rate_tokens", {
    rate: text("rate").primaryKey(),
    nextAt: doublePrecision("next_at").notNull(),
  })

  /** One row: which store this is. */
  const store = schema.table("store", {
    onlyOne: boolean("only_one").primaryKey().default(true),
    id: text("id").notNull(),
    createdAt: number("created_at").notNull(),
    /** Where the store is: the server, its database and this table. A loaded dump is elsewhere. */
    place: text("place"),
    /** The timeline of the server when the store was last opened. */
    timeline: text("timeline"),
  })

  /** How far the store has come, in parts that writers do not wait for. */
  const highWater = schema.table("high_water", {
    part: integer("part").primaryKey(),
    mark: number("mark").notNull(),
  })

  /** Core's version, its states and other words: what the triggers allow in columns. */
  const words = schema.table("words", { list: text("list").notNull(), word: text("word").notNull() }, (table) => [
    primaryKey({ columns: [table.list, table.word] }),
  ])

  /** Core's state machines: what the triggers compare a save with. */
  const moves = schema.table(
    "moves",
    {
      kind: text("kind").notNull(),
      fromState: text("from_state").notNull(),
      event: text("event").notNull(),
      toState: text("to_state").notNull(),
    },
    (table) => [primaryKey({ columns: [table.kind, table.fromState, table.event, table.toState] })],
  )

  /** One row per migration that was run. */
  const migrations = schema.table("migrations", {
    number: integer("number").primaryKey(),
    name: text("name").notNull(),
    appliedAt: number("applied_at").notNull(),
  })

  return {
    payments,
    openPayments,
    queue,
    attempts,
    events,
    subscribers,
    deliveries,
    callbackNotes,
    archive,
    documents,
    pauses,
    heartbeats,
    rateTokens,
    store,
    highWater,
    words,
    moves,
    migrations,
  }
}

export type Tables = ReturnType<typeof tablesIn>
