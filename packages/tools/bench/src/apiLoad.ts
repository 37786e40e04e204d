/**
 * Creations and reads per second over HTTP: `cauri api` as it is deployed, beside the same by hand on Fastify and better-sqlite3. Each server is a
 * process of its own on a file of its own, in turns, with the same service. Everything answered 201 must be in the file afterwards.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { addApiKey } from "@cauri/programs"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { Pool } from "undici"
import { bar, type Benchmark, figuresOver, medianOver, newFolder } from "./benchmark.ts"
import type { FastifyApiPlan } from "./fastifyApi.ts"
import { deployed, serverOf } from "./serverProcess.ts"

const rounds = 3
const connections = 32
const perPhase = { warmMillis: 2_000, millis: 15_000 }
const secretByHand = `cauri_${"a".repeat(43)}`

interface Phase {
  readonly perSecond: number
  /** How many answers had which status, the time of warming up included. */
  readonly statuses: Readonly<Record<string, number>>
}

interface Side {
  readonly creations: Phase
  readonly reads: Phase
  /** Created, and not in the file. */
  readonly lost: number
}

/** Asks for one id after the other on all connections, and counts what is answered after the warming up. */
const phase = (pool: Pool, load: typeof perPhase, askFor: (number: number) => Parameters<Pool["request"]>[0]) =>
  Effect.promise(async () => {
    const from = performance.now() + load.warmMillis
    const until = from + load.millis
    const statuses: Record<string, number> = {}
    let [next, counted] = [0, 0]
    const work = async () => {
      while (performance.now() < until) {
        const { body, statusCode } = await pool.request(askFor(next++))
        await body.dump({ limit: 1_000_000 })
        statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
        const now = performance.now()
        if (now >= from && now <= until) counted += 1
      }
    }
    await Promise.all(Array.from({ length: connections }, work))
    const result: Phase = { perSecond: (1_000 * counted) / load.millis, statuses }
    return result
  })

const bodyOf = (number: number) =>
  JSON.stringify({
    amount: 500 + (number % 100_000),
    description: `Order ${number}`,
    method: { type: "direct", mode: "ussd_push", phone: `2266${String(number % 10_000_000).padStart(7, "0")}` },
    shop: { name: "Shop", siteUrl: "https://shop.example" },
  })

const measured = Effect.fnUntraced(function* (
  { port, secret, stored }: { readonly port: number; readonly secret: string; readonly stored: () => number },
  load: typeof perPhase,
) {
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 })),
    (opened) => Effect.promise(() => opened.close()),
  )
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" }
  const at = (number: number) => ({ path: `/v1/payins/order-${number}`, headers })
  const creations = yield* phase(pool, load, (number) => ({ ...at(number), method: "PUT", body: bodyOf(number) }))
  const created = creations.statuses["201"] ?? 0
  const reads = yield* phase(pool, load, (number) => ({ ...at(number % created), method: "GET" }))
  const side: Side = { creations, reads, lost: created - stored() }
  return side
}, Effect.scoped)

const countIn = (file: string, table: string) => () => {
  const client = new Database(file, { readonly: true })
  const count = Number(client.prepare(`select count(*) from ${table} where state = 'pending'`).pluck().get())
  client.close()
  return count
}

const service = serverOf(new URL("wholePathService.ts", import.meta.url).pathname, [], {})

const cauri = Effect.fnUntraced(function* (programs: string, load: typeof perPhase) {
  const folder = yield* newFolder
  const file = join(folder, "payments.db")
  const policy = join(folder, "policy.json")
  writeFileSync(policy, JSON.stringify({ calls: { creationRate: null } }))
  const secret = yield* addApiKey({ file })
  const { port } = yield* serverOf(join(programs, "api/main.js"), [], {
    STORE_URL: `sqlite:${file}`,
    CALLBACK_BASE: "http://127.0.0.1:9",
    CALLBACK_KEYS: "k1:0123456789abcdefghijklmnopqrstuvwxyz",
    SERVICE_URL: `http://127.0.0.1:${(yield* service).port}`,
    API_KEY_shop: "bench-api-key",
    API_TOKEN_shop: "bench.api.token",
    POLICY_FILE: policy,
    PORT: "0",
    OPERATIONS_PORT: "0",
  })
  return yield* measured({ port, secret, stored: countIn(file, "cauri_payments") }, load)
}, Effect.scoped)

const fastify = Effect.fnUntraced(function* (load: typeof perPhase) {
  const file = join(yield* newFolder, "payments.db")
  const plan: FastifyApiPlan = { file, secret: secretByHand, service: (yield* service).port }
  const { port } = yield* serverOf(new URL("fastifyApi.ts", import.meta.url).pathname, [JSON.stringify(plan)], {})
  return yield* measured({ port, secret: secretByHand, stored: countIn(file, "payments") }, load)
}, Effect.scoped)

const wrongIn = (round: Readonly<Record<"cauri" | "fastify", Side>>): ReadonlyArray<string> =>
  Object.entries(round).flatMap(([name, { creations, lost, reads }]) => {
    const seen = [creations.statuses, reads.statuses].map((statuses) => Object.keys(statuses).join())
    return seen.join(" ") === "201 200" && lost === 0 ? [] : [`${name}: statuses ${seen.join(" and ")}, ${lost} lost`]
  })

export const apiLoadBenchmark: Benchmark = {
  name: "api-load",
  about: "creations and reads over HTTP by the API, beside Fastify with better-sqlite3",
  measure: Effect.fnUntraced(function* (say, { seconds }) {
    const load = seconds === null ? perPhase : { ...perPhase, millis: 1_000 * seconds }
    const programs = yield* deployed
    const all: Array<Readonly<Record<"cauri" | "fastify", Side>>> = []
    for (let round = 1; round <= rounds; round++) {
      say("rounds", round, rounds)
      all.push({ cauri: yield* cauri(programs, load), fastify: yield* fastify(load) })
    }
    const against = (what: "creations" | "reads") =>
      bar(
        `${what} per second, times Fastify's`,
        medianOver(all, (round) => round.cauri[what].perSecond / round.fastify[what].perSecond),
        { atLeast: 0.35 },
      )
    return {
      outcome: all,
      wrong: all.flatMap(wrongIn),
      figures: figuresOver(all, {
        cauriCreationsPerSecond: (round) => round.cauri.creations.perSecond,
        fastifyCreationsPerSecond: (round) => round.fastify.creations.perSecond,
        cauriReadsPerSecond: (round) => round.cauri.reads.perSecond,
        fastifyReadsPerSecond: (round) => round.fastify.reads.perSecond,
      }),
      bars: [against("creations"), against("reads")],
    }
  }),
}
