/**
 * A world for the app: a store in which a merchant has payments under way, the addresses that the service was given for them, and what
 * the store holds afterwards.
 */
import { createHash } from "node:crypto"
import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import { layerCallbackAddress, readCallbackBody } from "@cauri/callbacks"
import { layerCauri, Consumers, type PaymentStore, Payouts, Policy } from "@cauri/core"
import {
  blankConfirmRecord,
  CallbackAddress,
  CreationAnswer,
  Credentials,
  type SharedState,
  Gateway,
} from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { temporaryFolder, spawnApp } from "@cauri/programs"
import * as Postgres from "@cauri/store-postgres"
import * as Sqlite from "@cauri/store-sqlite"
import { startPostgres } from "@cauri/test-postgres"
import { callbackKey } from "./serving.ts"

export type StoreKind = "SQLite" | "Postgres"

/** A store, opened by the test itself. */
interface Opened {
  readonly url: string
  readonly stores: Layer.Layer<PaymentStore | SharedState>
  /** The fingerprints of all callbacks that were noted. */
  readonly fingerprints: Effect.Effect<ReadonlySet<string>>
}

const sqliteIn = Effect.fnUntraced(function* (folder: string) {
  const file = join(folder, "payments.db")
  const services = yield* Layer.build(Layer.orDie(Sqlite.layer({ file })))
  const { client } = Context.get(services, Sqlite.SqliteStore)
  const query = client.prepare("SELECT fingerprint FROM cauri_callback_notes").pluck()
  const opened: Opened = {
    url: `sqlite:${file}`,
    stores: Layer.succeedContext(services),
    fingerprints: Effect.sync(() => new Set(query.all().map(String))),
  }
  return opened
})

const postgresOfItsOwn = Effect.gen(function* () {
  const { url } = yield* Effect.acquireRelease(
    // With a setting of its own it is a server of its own, and its tables are nobody else's.
    Effect.promise(() => startPostgres({ max_connections: "60" })),
    ({ stop }) => Effect.promise(stop),
  )
  const services = yield* Layer.build(Layer.orDie(Postgres.layer({ url })))
  const { transact } = Context.get(services, Postgres.PostgresStore)
  const opened: Opened = {
    url,
    stores: Layer.succeedContext(services),
    fingerprints: transact("fingerprints", async (client) => {
      const { rows } = await client.query('SELECT fingerprint FROM "cauri".callback_notes', [])
      return new Set(rows.map((row) => String(Object(row).fingerprint)))
    }).pipe(Effect.orDie),
  }
  return opened
})

let tokens = 0

/** Takes every payout, and knows of each that it is pending. */
const service = Layer.mock(Gateway)({
  create: () =>
    Effect.sync(() => {
      tokens += 1
      return CreationAnswer.cases.accepted.make({ token: CreationToken.make(`token-${tokens}`), url: null })
    }),
  confirm: () => Effect.succeed(blankConfirmRecord),
})

const addresses = layerCallbackAddress({
  base: "https://callbacks.shop.example",
  signing: { id: callbackKey.id, secret: Redacted.make(callbackKey.secret) },
})

/** Builds a world with so many payouts under way. */
export const newWorld = Effect.fnUntraced(function* (kind: StoreKind, payouts: number) {
  const folder = yield* temporaryFolder
  const { fingerprints, stores, url } = yield* kind === "SQLite" ? sqliteIn(folder) : postgresOfItsOwn
  const merchant = yield* Layer.build(
    layerCauri.pipe(
      Layer.provide(stores),
      Layer.provide(service),
      Layer.provideMerge(addresses),
      Layer.provide(
        Layer.succeed(Credentials, {
          generation: () => Effect.succeed(""),
        }),
      ),
      Layer.provide(Layer.succeed(Consumers, [])),
      Layer.provide(Policy.layer({ calls: { creationRate: null } })),
    ),
  )
  const paths = yield* Effect.forEach(
    Array.from({ length: payouts }, (_, index) => index + 10),
    Effect.fnUntraced(function* (number) {
      const {
        payment: { key },
      } = yield* Context.get(merchant, Payouts).create({
        project: "shop",
        id: `wage-${number}`,
        amount: 7_000,
        method: { type: "mobile_money" },
        phone: `22660000${String(number).padStart(3, "0")}`,
        description: "Wage",
      })
      const address = yield* Context.get(merchant, CallbackAddress).make({ key, attempt: 1 })
      return new URL(address).pathname
    }),
    { concurrency: 1 },
  )
  const environment: Readonly<Record<string, string>> = {
    STORE_URL: url,
    CALLBACK_BASE: "https://callbacks.shop.example",
    CALLBACK_KEYS: `${callbackKey.id}:${callbackKey.secret}`,
  }
  return { environment, fingerprints, folder, paths, url }
})

export type World = Effect.Success<ReturnType<typeof newWorld>>

/** The port that the app tells in this sentence of its log. */
const portIn = (lines: ReadonlyArray<string>, sentence: string): number => {
  for (const line of lines) {
    if (!line.includes(sentence)) continue
    const { message }: { readonly message: readonly [string, { readonly port: number }] } = JSON.parse(line)
    return message[1].port
  }
  throw new Error(`It did not say: ${sentence}`)
}

/** Starts the app in this world on ports that it chooses itself, and waits until it listens. */
export const startIn = Effect.fnUntraced(function* (world: World, extra: Readonly<Record<string, string>> = {}) {
  const app = yield* spawnApp({
    app: "receiver",
    environment: { ...world.environment, PORT: "0", OPERATIONS_PORT: "0", ...extra },
  })
  yield* app.says(listens)
  yield* app.says(isServed)
  const lines = yield* app.lines
  return { ...app, port: portIn(lines, listens), operations: portIn(lines, isServed) }
})

const listens = "The receiver listens."
const isServed = "Health and metrics are served."

/** The body of a callback that no other one is equal to. */
export const bodyOf = (number: number): string =>
  JSON.stringify({ response_code: "00", status: "completed", montant: String(number), custom_data: [] })

export const fingerprintOf = (content: string): string =>
  createHash("sha256")
    .update(readCallbackBody(new TextEncoder().encode(content), "application/json").print)
    .digest("base64url")
