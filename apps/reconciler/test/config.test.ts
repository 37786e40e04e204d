import { assert, describe, it } from "@effect/vitest"
import { inspect } from "node:util"
import { Effect, Redacted } from "effect"
import { type Environment, Misconfigured, readSettings } from "../src/config.ts"

const key = "0123456789abcdefghijklmnopqrstuvwxyz"
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`

const complete = {
  STORE_URL: "sqlite:./payments.db",
  SERVICE_URL: "https://service.example/base",
  API_KEY_shop: "key-of-the-shop",
  API_TOKEN_shop: "token-of-the-shop",
  CALLBACK_BASE: "https://callbacks.shop.example",
  CALLBACK_KEYS: `k2:${key}2,k1:${key}:1`,
  OUTCOMES: "webhook",
  WEBHOOK_URL: "https://shop.example/events?for=payments",
  WEBHOOK_SECRET: secretOf(32),
} satisfies Environment

const refusalOf = (environment: Environment) => Effect.flip(readSettings(environment))

describe("the settings", () => {
  it.effect("have safe defaults: an existing store, JSON logs, operations on the loopback", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings(complete)
      assert.deepStrictEqual(settings.store, {
        place: { _tag: "Sqlite", file: "./payments.db" },
        create: "never",
        expected: null,
        acceptTimeline: null,
      })
      assert.deepStrictEqual(settings.logs, { level: "Info", format: "json" })
      assert.deepStrictEqual(settings.operations, { host: "127.0.0.1", port: 9_464 })
      assert.deepInclude(settings, { policyFile: null, otlpUrl: null })
      assert.match(settings.processName, new RegExp(`^reconciler-.+-${process.pid}$`))
    }),
  )

  it.effect("take what is set", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({
        ...complete,
        STORE_URL: "postgres://cauri@db.example/payments",
        STORE_CREATE: "if-missing",
        STORE_IDENTITY: "3b1f-77@42",
        STORE_ACCEPT_TIMELINE: "2",
        EGRESS_PROXY: "http://user:secret@egress.example:3128",
        POLICY_FILE: "/etc/policy.json",
        LOG_LEVEL: "warn",
        LOG_FORMAT: "pretty",
        OTLP_URL: "http://collector.example:4318",
        OPERATIONS_HOST: "0.0.0.0",
        OPERATIONS_PORT: "9000",
        PROCESS_NAME: "reconciler-1",
      })
      assert.deepStrictEqual(settings.store, {
        place: { _tag: "Postgres", url: Redacted.make("postgres://cauri@db.example/payments") },
        create: "if-missing",
        expected: { id: "3b1f-77", highWater: 42 },
        acceptTimeline: "2",
      })
      assert.deepStrictEqual(settings.service.egressProxy, Redacted.make("http://user:secret@egress.example:3128"))
      assert.deepStrictEqual(settings.logs, { level: "Warn", format: "pretty" })
      assert.deepStrictEqual(settings.operations, { host: "0.0.0.0", port: 9_000 })
      assert.deepInclude(settings, { policyFile: "/etc/policy.json", otlpUrl: "http://collector.example:4318" })
      assert.strictEqual(settings.processName, "reconciler-1")
    }),
  )

  it.effect("let the first key of callback addresses sign and all of them verify, whatever a secret holds", () =>
    Effect.gen(function* () {
      const { callbacks } = yield* readSettings(complete)
      assert.deepStrictEqual(callbacks.signing, { id: "k2", secret: Redacted.make(`${key}2`) })
      assert.deepStrictEqual(callbacks.verifying, [{ id: "k1", secret: Redacted.make(`${key}:1`) }])
    }),
  )

  it.effect("take one pair of credentials per project, named as the project is (#186)", () =>
    Effect.gen(function* () {
      const { credentials } = yield* readSettings({ ...complete, API_KEY_shop_2: "other", API_TOKEN_shop_2: "pair" })
      assert.strictEqual(credentials._tag, "Values")
      assert.sameMembers(credentials._tag === "Values" ? Object.keys(credentials.projects) : [], ["shop", "shop_2"])
    }),
  )

  it.effect("take the credentials from a file instead, and never from both", () =>
    Effect.gen(function* () {
      const { API_KEY_shop: _, API_TOKEN_shop: __, ...without } = complete
      const { credentials } = yield* readSettings({ ...without, CREDENTIALS_FILE: "/run/credentials.json" })
      assert.deepStrictEqual(credentials, { _tag: "File", path: "/run/credentials.json" })
      assert.strictEqual((yield* refusalOf({ ...complete, CREDENTIALS_FILE: "/a" })).variable, "CREDENTIALS_FILE")
      assert.strictEqual((yield* refusalOf(without)).variable, "CREDENTIALS_FILE")
    }),
  )

  it.effect("sign webhooks with the new secret and the one before, and need neither without a webhook", () =>
    Effect.gen(function* () {
      const { outcomes } = yield* readSettings({ ...complete, WEBHOOK_SECRET_PREVIOUS: secretOf(24) })
      const secrets = outcomes._tag === "Webhook" ? outcomes.secrets.map(Redacted.value) : []
      assert.deepStrictEqual(
        secrets.map(({ length }) => length),
        [32, 24],
      )
      const { WEBHOOK_SECRET: _, WEBHOOK_URL: __, ...without } = complete
      assert.deepStrictEqual((yield* readSettings({ ...without, OUTCOMES: "log" })).outcomes, { _tag: "Log" })
      assert.deepStrictEqual((yield* readSettings({ ...without, OUTCOMES: "ndjson" })).outcomes, { _tag: "Ndjson" })
    }),
  )

  const required = [
    "STORE_URL",
    "SERVICE_URL",
    "CALLBACK_BASE",
    "CALLBACK_KEYS",
    "OUTCOMES",
    "WEBHOOK_URL",
    "WEBHOOK_SECRET",
  ]
  it.effect.each(required)("name %s when it is missing, and when it is set to nothing", (name) =>
    Effect.gen(function* () {
      for (const value of [undefined, ""]) {
        const refusal = yield* refusalOf({ ...complete, [name]: value })
        assert.instanceOf(refusal, Misconfigured)
        assert.strictEqual(refusal.variable, name)
        assert.include(refusal.message, name)
      }
    }),
  )

  const wrong: ReadonlyArray<readonly [name: string, value: string]> = [
    ["STORE_URL", "mysql://canary@db.example/payments"],
    ["STORE_URL", "./canary.db"],
    ["STORE_CREATE", "canary"],
    ["STORE_IDENTITY", "can ary@x"],
    ["SERVICE_URL", "ftp://canary.example"],
    ["SERVICE_URL", "https://canary:canary@service.example"],
    ["EGRESS_PROXY", "canary:3128"],
    ["CALLBACK_BASE", "canary.example"],
    ["CALLBACK_KEYS", "canary"],
    ["CALLBACK_KEYS", ",k1:canary"],
    ["OUTCOMES", "canary"],
    ["WEBHOOK_URL", "https://canary@shop.example"],
    ["WEBHOOK_SECRET", "canary"],
    ["WEBHOOK_SECRET", secretOf(23)],
    ["WEBHOOK_SECRET", secretOf(65)],
    ["WEBHOOK_SECRET_PREVIOUS", "whsec_canary!"],
    ["LOG_LEVEL", "canary"],
    ["LOG_FORMAT", "canary"],
    ["OTLP_URL", "canary"],
    ["OPERATIONS_PORT", "0"],
    ["OPERATIONS_PORT", "65536"],
    ["OPERATIONS_PORT", "9464.5"],
    ["OPERATIONS_PORT", "canary"],
    ["PROCESS_NAME", "can ary"],
  ]
  it.effect.each(wrong)("name %s when it is wrong, without repeating its value (case %#)", ([name, value]) =>
    Effect.gen(function* () {
      const refusal = yield* refusalOf({ ...complete, [name]: value })
      assert.strictEqual(refusal.variable, name)
      assert.notInclude(JSON.stringify(refusal) + refusal.message, value)
    }),
  )

  it.effect("name the half of a pair of credentials that is missing (#180)", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* refusalOf({ ...complete, API_KEY_other: "canary" })).variable, "API_TOKEN_other")
      assert.strictEqual((yield* refusalOf({ ...complete, API_TOKEN_other: "canary" })).variable, "API_KEY_other")
    }),
  )

  it.effect("print no secret", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({ ...complete, EGRESS_PROXY: "http://user:hush@egress.example" })
      const printed = `${JSON.stringify(settings)} ${inspect(settings, { depth: 10 })}`
      for (const secret of ["key-of-the-shop", "token-of-the-shop", key, "hush", secretOf(32)]) {
        assert.notInclude(printed, secret)
      }
    }),
  )

  it.effect("refuse a place where `window` exists: credentials never belong into a browser (#19, #187)", () =>
    Effect.gen(function* () {
      yield* Effect.acquireRelease(
        Effect.sync(() => Object.assign(globalThis, { window: {} })),
        () => Effect.sync(() => Reflect.deleteProperty(globalThis, "window")),
      )
      assert.include((yield* refusalOf(complete)).message, "browser")
    }),
  )
})
