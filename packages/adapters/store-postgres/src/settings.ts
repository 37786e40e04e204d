/** What is set on a connection before it is used, and what its server must answer: settings that matter are read back, not assumed. */
import type { ClientBase } from "pg"
import { StoreRefused } from "@cauri/core/adapter"
import { faultOf } from "./faults.ts"
import { integer, type RawRow, text, textOrNull } from "./rows.ts"
import { type CommonOptions, defaults } from "./StoreOptions.ts"

/** The settings of the server that are not durable. */
const lacks = (row: RawRow): ReadonlyArray<string> =>
  ["fsync", "full_page_writes", "synchronous_commit"].filter(
    (setting) => !["on", "remote_apply"].includes(text(row, setting)),
  )

const settingsText = `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('transaction_read_only') as transaction_read_only`

/** The server's durability settings, and whether it accepts writes. */
export const readSettings = async (client: ClientBase): Promise<RawRow | undefined> =>
  (await client.query<RawRow>(settingsText)).rows[0]

/** Refuses a server that could forget what it acknowledged. */
export const requireDurability = (row: RawRow | undefined, acceptDataLoss: string | undefined): void => {
  const missing = row === undefined ? ["answer"] : lacks(row)
  if (missing.length === 0 || acceptDataLoss !== undefined) return
  throw new StoreRefused({
    reason: "durability",
    detail: `The server runs without ${missing.join(" and ")}, so acknowledged payments could be lost in a power cut.`,
  })
}

/** Refuses a server that rejects every write: else the first payment would be the first to fail. */
export const requireWritable = (row: RawRow | undefined): void => {
  if (row === undefined || text(row, "transaction_read_only") === "off") return
  throw new StoreRefused({
    reason: "unavailable",
    detail: "The server takes no writes: it is a standby, or its transactions are read only.",
  })
}

/**
 * The settings of every transaction. Our statements find their rows by keys, however small the tables were when they were planned: the
 * planner sees a new store as empty and would remember to read all of it. A stronger commit than "on" stays.
 */
const settings = (options: CommonOptions): ReadonlyArray<readonly [string, string]> => [
  ["statement_timeout", String(options.statementTimeout ?? defaults.statementTimeout)],
  ["lock_timeout", String(options.lockTimeout ?? defaults.lockTimeout)],
  ["idle_in_transaction_session_timeout", "10000"],
  // A role's own default of serializable makes single statements wait for one another, and fail.
  ["default_transaction_isolation", "read committed"],
  ["enable_seqscan", "off"],
  ["enable_bitmapscan", "off"],
  ["enable_hashjoin", "off"],
  ["enable_mergejoin", "off"],
  // What may only be scanned counts as dearer than all else, and a server with LLVM would compile it at every call.
  ["jit", "off"],
]

/** Sets everything, for the session or for the open transaction, and reads back what must hold. */
export const setAll = async (
  client: ClientBase,
  options: CommonOptions,
  local: boolean,
): Promise<RawRow | undefined> => {
  const pairs = settings(options)
  await client.query({
    text: `select set_config(name, value, $3) from unnest($1::text[], $2::text[]) as s (name, value)
      union all select set_config('synchronous_commit', 'on', $3) where current_setting('synchronous_commit') <> 'remote_apply'`,
    values: [pairs.map(([name]) => name), pairs.map(([, value]) => value), local],
  })
  return await readSettings(client)
}

/** Which server it is. Null: the provider hides it. */
export interface Server {
  /** The id from initdb: a standby has the same, and a server into which a dump is loaded has another. */
  readonly system: string | null
  /** The timeline of its log. A server with restored files, and a standby that took over, continue on a new one. */
  readonly timeline: string | null
}

const readValue = async (client: ClientBase, query: string): Promise<string | null> => {
  try {
    const { rows } = await client.query<RawRow>(query)
    return textOrNull(rows[0] ?? { value: null }, "value")
  } catch (error) {
    // A lost connection hides no timeline: a server that seems to have none would make every other one acceptable.
    if (faultOf(error) === "Lost") throw error
    return null
  }
}

/** The server behind this connection, which has no transaction open. */
export const serverOf = async (client: ClientBase): Promise<Server> => ({
  system: await readValue(client, "select system_identifier::text as value from pg_control_system()"),
  timeline: await readValue(
    client,
    "select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as value",
  ),
})

const anyTimeline = "any"

/** Refuses a server that may lack the last payments. */
export const requireTimeline = (now: string | null, before: string | null, accepted: string | undefined): void => {
  if (now === null || before === null || now === before || accepted === now || accepted === anyTimeline) return
  throw new StoreRefused({
    reason: "restored",
    detail: `The server is on timeline ${now} and was on ${before}: it was restored, or a standby took over, and may lack the last payments. If a person is sure that it lacks none, set STORE_ACCEPT_TIMELINE=${now}.`,
  })
}

/** One session on the server: a process id, which is used again, and when the session began. */
export interface Session {
  readonly pid: number
  readonly began: string
}

export const sessionOf = async (client: ClientBase): Promise<Session> => {
  const { rows } = await client.query<RawRow>(
    "select pid, backend_start::text as began from pg_stat_activity where pid = pg_backend_pid()",
  )
  const [row = {}] = rows
  return { pid: integer(row, "pid"), began: text(row, "began") }
}

/** Ends a session that idles inside a transaction, and no other: a commit that has arrived is carried out. */
export const endSession = async (client: ClientBase, { pid, began }: Session): Promise<void> => {
  await client.query(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where pid = $1 and backend_start::text = $2 and state like 'idle in transaction%'`,
    [pid, began],
  )
}
