/**
 * The whole path as a good engineer would write it by hand, over undici and one table: a commit for each step, or one for all that is ready
 * at the same moment. What it leaves out can be put in, one by one, to see what each costs.
 */
import Database from "better-sqlite3"
import { createHash } from "node:crypto"
import type { RequestListener, ServerResponse } from "node:http"
import pg from "pg"
import { Agent, request } from "undici"
import { isPostgres, type Ordered, runSide, type Side, type WholePathPlan } from "./wholePathSide.ts"

/** A statement with its values, each of which stands in it once, and in this order: `$1`, `$2` … */
type Write = readonly [text: string, ...values: ReadonlyArray<string | number>]

interface Table {
  /** Writes durably: all of it, or none. The answers are how many rows each statement changed. */
  readonly commit: (writes: ReadonlyArray<Write>) => Promise<ReadonlyArray<number>>
  readonly close: () => Promise<unknown>
}

const tables = [
  `create table payments (id text primary key, kind text, amount bigint, phone text, state text, token text, callbacks bigint default 0, created_at bigint)`,
  "create index payments_open on payments (phone, amount) where state <> 'completed'",
  "create table notes (id text, fingerprint text, body text, at bigint, primary key (id, fingerprint))",
  "create table outbox (id text primary key, body text)",
  "create table history (id text, seq bigint, at bigint, body text, primary key (id, seq))",
  "create table queue (id text primary key, act_at bigint, lease bigint, lease_until bigint)",
  "create index queue_due on queue (act_at)",
]

const onSqlite = (file: string, grouped: boolean): Table => {
  const client = new Database(file)
  for (const setting of [
    "journal_mode = WAL",
    "synchronous = FULL",
    "cache_size = -32768",
    "wal_autocheckpoint = 4000",
  ])
    client.pragma(setting)
  for (const text of tables) client.exec(text)
  const prepared = new Map<string, Database.Statement>()
  const statement = (text: string) => {
    const known = prepared.get(text) ?? client.prepare(text.replace(/\$\d/g, "?"))
    prepared.set(text, known)
    return known
  }
  const transaction = client.transaction((all: ReadonlyArray<ReadonlyArray<Write>>) =>
    all.map((writes) => writes.map(([text, ...values]) => statement(text).run(...values).changes)),
  )
  let ready: Array<{ writes: ReadonlyArray<Write>; resolve: (changed: ReadonlyArray<number>) => void }> = []
  const flush = () => {
    const now = ready
    ready = []
    const changed = transaction.immediate(now.map(({ writes }) => writes))
    now.forEach(({ resolve }, index) => resolve(changed[index] ?? []))
  }
  return {
    commit: (writes) =>
      new Promise((resolve) => {
        ready.push({ writes, resolve })
        if (!grouped) flush()
        else if (ready.length === 1) setImmediate(flush)
      }),
    close: async () => client.close(),
  }
}

const onPostgres = async (connectionString: string): Promise<Table> => {
  const pool = new pg.Pool({ connectionString, max: 16 })
  for (const text of tables) await pool.query(text)
  const commit: Table["commit"] = async (writes) => {
    const client = await pool.connect()
    await client.query("begin")
    const changed: Array<number> = []
    for (const [text, ...values] of writes)
      changed.push((await client.query({ text, values, name: text.slice(0, 60) })).rowCount ?? 0)
    await client.query("commit")
    client.release()
    return changed
  }
  return { commit, close: () => pool.end() }
}

const headers = {
  apikey: "bench-api-key",
  authorization: "Bearer bench.api.token",
  accept: "application/json",
  "content-type": "application/json",
}

const commandeOf = (kind: WholePathPlan["kind"], { amount, id, phone }: Ordered, callbackUrl: string) =>
  kind === "payout"
    ? {
        amount,
        description: "Salary",
        customer: phone,
        callback_url: callbackUrl,
        custom_data: { transaction_id: id },
      }
    : {
        invoice: { items: [], total_amount: amount, devise: "XOF", description: "Order", customer: phone, otp: "" },
        store: { name: "Shop", website_url: "https://shop.example" },
        actions: { cancel_url: "", return_url: "", callback_url: callbackUrl },
        custom_data: { transaction_id: id },
      }

const paths = {
  payin: ["/pay/v01/straight/checkout-invoice/create", "/pay/v01/redirect/checkout-invoice/confirm?invoiceToken="],
  payout: ["/pay/v01/straight/payout", "/pay/v01/withdrawal/confirm/?withdrawalToken="],
} as const

const open = async (plan: WholePathPlan, callbackBase: string, delivered: (id: string) => void): Promise<Side> => {
  const table = isPostgres(plan) ? await onPostgres(plan.store) : onSqlite(plan.store, plan.grouped)
  const origin = `http://127.0.0.1:${plan.service}`
  const [createAt, confirmAt] = paths[plan.kind]
  // A connection of its own for each creation, and kept ones for confirms: as safe as ours.
  const fresh = new Agent({ pipelining: 0, connections: 64 })
  const kept = new Agent({ connections: 64 })
  const does = new Set(plan.safeties)
  /** The token of each payment, once it is stored: a callback may be quicker. */
  const tokens = new Map<string, Promise<string>>()

  /** What comes beside a step: its line in the history, and its place in the queue. */
  const beside = (id: string, seq: number, body: object): ReadonlyArray<Write> => {
    const now = Date.now()
    return [
      ...(does.has("history")
        ? [["insert into history values ($1, $2, $3, $4)", id, seq, now, JSON.stringify(body)] as const]
        : []),
      ...(does.has("leases")
        ? [
            seq === 1
              ? (["insert into queue values ($1, $2, 1, $3)", id, now, now + 60_000] as const)
              : ([
                  "update queue set lease = lease + 1, act_at = $1, lease_until = $2 where id = $3",
                  now,
                  now + 60_000,
                  id,
                ] as const),
          ]
        : []),
    ]
  }

  const ask = async (path: string, method: "GET" | "POST", body: string | null) => {
    const dispatcher = method === "POST" ? fresh : kept
    const answer = await request(`${origin}${path}`, { dispatcher, method, headers, body, reset: method === "POST" })
    return JSON.parse(await answer.body.text())
  }

  const confirm = async (id: string) => {
    const record = await ask(`${confirmAt}${await tokens.get(id)}`, "GET", null)
    if (record.status !== "completed") throw new Error(`${id} is ${record.status}.`)
    const event = { type: `${plan.kind}.completed`, id, amount: record.amount }
    await table.commit([
      ["update payments set state = 'completed' where id = $1 and state = 'pending'", id],
      ["insert into outbox values ($1, $2)", id, JSON.stringify(event)],
      ...beside(id, 3, record),
      ...(does.has("followUps")
        ? [["update queue set act_at = $1 where id = $2", Date.now() + 3_600_000, id] as const]
        : does.has("leases")
          ? [["delete from queue where id = $1", id] as const]
          : []),
    ])
    delivered(id)
    await table.commit([["delete from outbox where id = $1", id]])
  }

  const note = async (id: string, type: string, body: string) => {
    const fields = type.startsWith("application/json")
      ? Object.entries<unknown>(JSON.parse(body))
      : [...new URLSearchParams(body)]
    const said = fields
      .filter(([, value]) => typeof value !== "object")
      .map(([name, value]) => `${name}=${String(value)}`)
    const content = said
      .filter((field) => !field.startsWith("custom_data"))
      .toSorted()
      .join("&")
    const fingerprint = createHash("sha256").update(content).digest("base64url")
    const insert = "insert into notes values ($1, $2, $3, $4) on conflict do nothing"
    const [changed] = await table.commit([[insert, id, fingerprint, body, Date.now()]])
    return changed === 1
  }

  const received = async (id: string, type: string, body: string, response: ServerResponse) => {
    const isNew = await note(id, type, body)
    response.writeHead(200).end("OK")
    if (isNew) await confirm(id)
  }

  const listener: RequestListener = (incoming, response) => {
    const id = (incoming.url ?? "").slice(1)
    let body = ""
    incoming.setEncoding("utf8").on("data", (part) => void (body += part))
    incoming.on("end", () => void received(id, incoming.headers["content-type"] ?? "", body, response))
  }

  const twin =
    "insert into payments (id, kind, amount, phone, state, created_at) select $1, $2, $3, $4, 'submitting', $5"
  const alone = " where not exists (select 1 from payments where phone = $6 and amount = $7 and state <> 'completed')"

  const create = async (order: Ordered) => {
    const { amount, id, phone } = order
    const values = [id, plan.kind, amount, phone, Date.now()]
    const insert: Write = does.has("twins") ? [twin + alone, ...values, phone, amount] : [twin, ...values]
    const [stored] = await table.commit([insert, ...beside(order.id, 1, order)])
    if (stored !== 1) throw new Error(`${order.id} has a twin.`)
    const submitted = (async () => {
      const commande = commandeOf(plan.kind, order, `${callbackBase}/${order.id}`)
      const { token } = await ask(createAt, "POST", JSON.stringify({ commande }))
      await table.commit([
        ["update payments set state = 'pending', token = $1 where id = $2", token, order.id],
        ...beside(order.id, 2, { token }),
      ])
      return String(token)
    })()
    tokens.set(order.id, submitted)
    await submitted
  }
  return { create, listener, close: async () => void (await table.close()) }
}

await runSide(open)
