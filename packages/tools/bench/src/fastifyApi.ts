/** The API by hand, as a good engineer would write it: Fastify and better-sqlite3, a key, a creation in two durable commits, a read. */
import Database from "better-sqlite3"
import Fastify, { type FastifyRequest } from "fastify"
import { createHash } from "node:crypto"
import { Agent, request } from "undici"

/** What the peer of `api-load` is started with. */
export interface FastifyApiPlan {
  readonly file: string
  readonly secret: string
  readonly service: number
}

interface Row {
  readonly id: string
  readonly amount: number
  readonly description: string
  readonly phone: string
  readonly state: string
  readonly createdAt: number
}

const plan: FastifyApiPlan = JSON.parse(process.argv[2] ?? "{}")
const client = new Database(plan.file)
for (const setting of ["journal_mode = WAL", "synchronous = FULL"]) client.pragma(setting)
client.exec(`create table keys (hash text primary key) without rowid;
  create table payments (id text primary key, amount integer, description text, phone text, state text, token text, createdAt integer);
  create table history (id text, seq integer, at integer, body text, primary key (id, seq)) without rowid`)
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex")
client.prepare("insert into keys values (?)").run(hashOf(plan.secret))

const isKey = client.prepare("select 1 from keys where hash = ?")
const find = client.prepare<string, Row>("select * from payments where id = ?")
const insert = client.prepare(
  "insert into payments (id, amount, description, phone, state, createdAt) values (@id, @amount, @description, @phone, 'submitting', @createdAt)",
)
const update = client.prepare("update payments set state = 'pending', token = ? where id = ?")
const note = client.prepare("insert into history values (?, ?, ?, ?)")
const store = client.transaction((row: Omit<Row, "state">) => {
  insert.run(row)
  note.run(row.id, 1, row.createdAt, JSON.stringify(row))
})
const settle = client.transaction((id: string, token: string) => {
  update.run(token, id)
  note.run(id, 2, Date.now(), JSON.stringify({ token }))
})

const text = { type: "string", minLength: 1, maxLength: 200 } as const
const method = { type: "object", properties: { phone: { ...text, pattern: "^[0-9]{8,15}$" } }, required: ["phone"] }
const properties = { amount: { type: "integer", minimum: 9, maximum: 2_000_000 }, description: text, method }
const schema = { body: { type: "object", properties, required: ["amount", "description", "method"] } }

interface Creation {
  Params: { id: string }
  Body: { amount: number; description: string; method: { phone: string } }
}

const app = Fastify({ bodyLimit: 65_536, requestTimeout: 10_000 })
app.addHook("onRequest", async (asked: FastifyRequest, reply) => {
  const secret = /^Bearer (\S+)$/.exec(asked.headers.authorization ?? "")?.[1] ?? ""
  if (isKey.get(hashOf(secret)) === undefined) await reply.code(401).send({ code: "unauthorized" })
})
// A connection of its own for each creation, as safe as ours.
const fresh = new Agent({ pipelining: 0, connections: 64 })
app.put<Creation>("/v1/payins/:id", { schema }, async ({ body, params: { id } }, reply) => {
  const { amount, description } = body
  const { phone } = body.method
  const known = find.get(id)
  if (known !== undefined) return reply.code(known.amount === amount && known.phone === phone ? 200 : 409).send(known)
  store({ id, amount, description, phone, createdAt: Date.now() })
  const invoice = { total_amount: amount, customer: phone, description }
  const actions = { callback_url: `http://127.0.0.1:9/${id}` }
  const commande = { invoice, actions, custom_data: { transaction_id: id } }
  const answer = await request(`http://127.0.0.1:${plan.service}/create`, {
    dispatcher: fresh,
    method: "POST",
    reset: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ commande }),
  })
  const { token } = JSON.parse(await answer.body.text())
  settle(id, String(token))
  return reply.code(201).send(find.get(id))
})
app.get<{ Params: { id: string } }>("/v1/payins/:id", ({ params }, reply) => {
  const found = find.get(params.id)
  return found === undefined ? reply.code(404).send({ code: "not_found" }) : reply.send(found)
})
const address = await app.listen({ host: "127.0.0.1", port: 0 })
process.stdout.write(`${new URL(address).port}\n`)
// Ends with its parent process.
process.stdin.resume()
process.stdin.on("end", () => process.exit(0))
