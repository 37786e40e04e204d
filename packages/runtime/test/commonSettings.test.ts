import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { it } from "@cauri/house/it"
import { memoryStore } from "@cauri/core"
import type { StoreOpener } from "@cauri/core/adapter"
import { commonSettings, commonVariablesOf, storeSettings, storeVariablesOf } from "../src/commonSettings.ts"
import { type Environment, readersOf } from "../src/readers.ts"
import type { ShippedStore } from "../src/stores.ts"

const opener: StoreOpener = {
  accepts: (address) => !address.endsWith(":"),
  open: () => memoryStore,
}
const neverLoaded = () => Promise.reject(new Error("Only the kind that is named is loaded."))

const stores = [
  { schemes: ["shelf:"], address: "shelf:<name>", load: async () => ({ opener }) },
  {
    schemes: ["cellar:"],
    address: "cellar:<number>",
    variables: { STORE_CELLAR_KEY: "the key of the cellar" },
    load: neverLoaded,
  },
] as const satisfies ReadonlyArray<ShippedStore>

const complete = { STORE_URL: "shelf:canary" }
const place = { address: Redacted.make("shelf:canary"), opener }

const settingsOf = (environment: Environment) =>
  commonSettings(readersOf(environment, commonVariablesOf(stores)), stores, "receiver", 9_465)

describe("the settings of every program", () => {
  it("have safe defaults: an existing store, JSON logs, operations on the loopback", function* () {
    const { processName, ...settings } = yield* settingsOf(complete)
    assert.deepStrictEqual(settings, {
      store: {
        ...place,
        create: "never",
        expected: null,
        variables: {},
        markFile: null,
      },
      logs: { level: "Info", format: "json" },
      otlpUrl: null,
      operations: { host: "127.0.0.1", port: 9_465 },
    })
    assert.match(processName, new RegExp(`^receiver-.+-${process.pid}$`))
  })

  it("take what is set", function* () {
    const settings = yield* settingsOf({
      STORE_URL: "shelf:canary",
      STORE_CREATE: "if-missing",
      STORE_IDENTITY: "3b1f-77@42",
      STORE_CELLAR_KEY: "2",
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
        ...place,
        create: "if-missing",
        expected: { id: "3b1f-77", highWater: 42 },
        variables: { STORE_CELLAR_KEY: "2" },
        markFile: "/var/lib/cauri-mark/mark",
      },
      logs: { level: "Warn", format: "pretty" },
      otlpUrl: "http://collector.example:4318",
      operations: { host: "0.0.0.0", port: 9_000 },
      processName: "receiver-1",
    })
  })

  it("of the store can be read alone, and take an identity without a number", function* () {
    const readers = readersOf({ ...complete, STORE_IDENTITY: "3b1f-77" }, storeVariablesOf(stores))
    assert.deepStrictEqual((yield* storeSettings(readers, stores)).expected, { id: "3b1f-77", highWater: 0 })
  })

  it("tell the person who sets them about every kind of store that the program ships with", () => {
    const variables = storeVariablesOf(stores)
    assert.deepStrictEqual(variables.STORE_URL, {
      fr: "shelf:<name> ou cellar:<number>, où sont gardés les paiements",
      en: "shelf:<name> or cellar:<number>, where payments are kept",
    })
    assert.strictEqual(variables.STORE_CELLAR_KEY, "the key of the cellar")
    assert.notProperty(storeVariablesOf(stores.slice(0, 1)), "STORE_CELLAR_KEY")
  })

  it("are refused together, whatever reads them", function* () {
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
  })

  it.effect.each<readonly [name: string, value: string]>([
    ["STORE_URL", "attic:canary"],
    ["STORE_URL", "./canary.db"],
    ["STORE_URL", "shelf:canary:"],
    ["STORE_CREATE", "canary"],
    ["STORE_IDENTITY", "can ary@x"],
    ["STORE_CELLAR_KEY", " canary"],
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
