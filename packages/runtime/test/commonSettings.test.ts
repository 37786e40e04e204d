import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { commonSettings, commonVariables, storeSettings, storeVariables } from "../src/commonSettings.ts"
import { type Environment, readersOf } from "../src/readers.ts"

const complete = { STORE_URL: "sqlite:./payments.db" }

const settingsOf = (environment: Environment) =>
  commonSettings(readersOf(environment, commonVariables), "receiver", 9_465)

describe("the settings of every program", () => {
  it.effect("have safe defaults: an existing store, JSON logs, operations on the loopback", () =>
    Effect.gen(function* () {
      const { processName, ...settings } = yield* settingsOf(complete)
      assert.deepStrictEqual(settings, {
        store: {
          place: { _tag: "Sqlite", file: "./payments.db" },
          create: "never",
          expected: null,
          acceptTimeline: null,
          markFile: null,
        },
        logs: { level: "Info", format: "json" },
        otlpUrl: null,
        operations: { host: "127.0.0.1", port: 9_465 },
      })
      assert.match(processName, new RegExp(`^receiver-.+-${process.pid}$`))
    }),
  )

  it.effect("take what is set", () =>
    Effect.gen(function* () {
      const settings = yield* settingsOf({
        STORE_URL: "postgres://cauri@db.example/payments",
        STORE_CREATE: "if-missing",
        STORE_IDENTITY: "3b1f-77@42",
        STORE_ACCEPT_TIMELINE: "2",
        STORE_MARK_FILE: "/var/lib/cauri-mark/mark",
        LOG_LEVEL: "warn",
        LOG_FORMAT: "pretty",
        OTLP_URL: "http://collector.example:4318",
        OPERATIONS_HOST: "0.0.0.0",
        OPERATIONS_PORT: "9000",
        PROCESS_NAME: "receiver-1",
      })
      assert.deepStrictEqual(settings, {
        store: {
          place: { _tag: "Postgres", url: Redacted.make("postgres://cauri@db.example/payments") },
          create: "if-missing",
          expected: { id: "3b1f-77", highWater: 42 },
          acceptTimeline: "2",
          markFile: "/var/lib/cauri-mark/mark",
        },
        logs: { level: "Warn", format: "pretty" },
        otlpUrl: "http://collector.example:4318",
        operations: { host: "0.0.0.0", port: 9_000 },
        processName: "receiver-1",
      })
    }),
  )

  it.effect("of the store can be read alone, and take an identity without a number", () =>
    Effect.gen(function* () {
      const readers = readersOf({ ...complete, STORE_IDENTITY: "3b1f-77" }, storeVariables)
      assert.deepStrictEqual((yield* storeSettings(readers)).expected, { id: "3b1f-77", highWater: 0 })
    }),
  )

  it.effect.each([
    "postgres://cauri@db.example/payments",
    "postgresql://cauri:p%2Fw%23@db.example:5433/payments?sslmode=verify-full",
    "postgres://cauri:p%25w@db.example/payments",
    "postgres:///payments?host=/run/postgresql",
    "postgres://cauri@/payments?host=/run/postgresql",
    "postgres://cauri@%2Frun%2Fpostgresql/payments",
  ])("take the address of a server as its driver reads it: %s", (url) =>
    Effect.gen(function* () {
      const { place } = yield* storeSettings(readersOf({ STORE_URL: url }, storeVariables))
      assert.deepStrictEqual(place, { _tag: "Postgres", url: Redacted.make(url) })
    }),
  )

  it.effect("name STORE_URL when it is missing", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(settingsOf({}))).variable, "STORE_URL")
    }),
  )

  it.effect("are refused together, whatever reads them", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(
        settingsOf({ STORE_CREATE: "canary", LOG_LEVEL: "canary", LOG_FORMAT: "json", OPERATIONS_PORT: "canary" }),
      )
      assert.deepStrictEqual(
        [...message.matchAll(/([A-Z_]+) (must be|is not set: it must be) /g)].map(([, name, how]) => [name, how]),
        [
          ["STORE_URL", "is not set: it must be"],
          ["STORE_CREATE", "must be"],
          ["LOG_LEVEL", "must be"],
          ["OPERATIONS_PORT", "must be"],
        ],
      )
      assert.notInclude(message, "canary")
    }),
  )

  it.effect.each<readonly [name: string, value: string]>([
    ["STORE_URL", "mysql://canary@db.example/payments"],
    ["STORE_URL", "./canary.db"],
    ["STORE_URL", "sqlite: "],
    ["STORE_URL", "sqlite:\t \n"],
    // What stands in an address must be written as addresses write it: the driver would end with 75, as if the server were away.
    ["STORE_URL", "postgres://cauri:can/ary@db.example/payments"],
    ["STORE_URL", "postgres://cauri:can#ary@db.example/payments"],
    ["STORE_URL", "postgres://:canary"],
    ["STORE_URL", "postgres://canary@db.example:99999/payments"],
    ["STORE_URL", "postgres://canary@db.example/payments?port=99999"],
    ["STORE_URL", "postgres://canary@db.example/payments?port=five"],
    ["STORE_URL", "postgres://canary:%ZZ@db.example/payments"],
    ["STORE_URL", "postgres://canary@db.example/%ff"],
    ["STORE_URL", "postgres://canary@%ff/payments"],
    ["STORE_CREATE", "canary"],
    ["STORE_IDENTITY", "can ary@x"],
    ["STORE_ACCEPT_TIMELINE", " canary"],
    ["LOG_LEVEL", "canary"],
    ["LOG_FORMAT", "canary"],
    ["OTLP_URL", "canary"],
    ["OPERATIONS_HOST", " canary"],
    ["OPERATIONS_PORT", "canary"],
    ["PROCESS_NAME", "can ary"],
  ])("name %s when it is wrong, without repeating its value (case %#)", ([name, value]) =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(settingsOf({ ...complete, [name]: value }))
      assert.strictEqual(refusal.variable, name)
      assert.notInclude(JSON.stringify(refusal) + refusal.message, value)
    }),
  )
})
