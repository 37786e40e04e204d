import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { inspect } from "node:util"
import { Effect, Redacted, Result } from "effect"
import { defaultPolicy } from "@cauri/core"
import { makePolicy } from "@cauri/core/adapter"
import { temporaryFolder } from "@cauri/programs"
import { type Environment, Misconfigured } from "@cauri/runtime"
import { readSettings } from "../src/config.ts"
import { writeJson } from "./surroundings.ts"

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
  it.effect("are those of every program, of the service, of callback addresses, and its own", () =>
    Effect.gen(function* () {
      const { callbacks, operations, outcomes, policy, processName, service, store } = yield* readSettings(complete)
      assert.strictEqual(Redacted.value(store.address), "sqlite:./payments.db")
      assert.deepStrictEqual(operations, { host: "127.0.0.1", port: 9_464 })
      assert.match(processName, new RegExp(`^reconciler-.+-${process.pid}$`))
      assert.deepInclude(service, { url: "https://service.example/base", egressProxy: null })
      assert.strictEqual(service.credentials._tag, "Values")
      assert.deepStrictEqual(callbacks.verifying, [{ id: "k1", secret: Redacted.make(`${key}:1`) }])
      assert.strictEqual(outcomes._tag, "Webhook")
      assert.deepStrictEqual(policy, defaultPolicy)
      // The file that the site shows.
      const file = fileURLToPath(new URL("policy.json", import.meta.url))
      assert.deepStrictEqual(
        (yield* readSettings({ ...complete, POLICY_FILE: file })).policy,
        Result.getOrThrow(
          makePolicy({
            calls: { confirmRate: { perSecond: 2, burst: 4 }, callbackConfirmRate: { perSecond: 1, burst: 2 } },
            schedules: { ussd_push: { deadline: "10 minutes" } },
          }),
        ),
      )
    }),
  )

  it.effect("refuse the secrets of the example, which everybody can read", () =>
    Effect.gen(function* () {
      const text = readFileSync(new URL("../.env.example", import.meta.url), "utf8")
      const example = new Map(
        [...text.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
      )
      for (const name of ["WEBHOOK_SECRET", "WEBHOOK_SECRET_PREVIOUS"]) {
        const refusal = yield* refusalOf({ ...complete, [name]: example.get(name) ?? "" })
        assert.strictEqual(refusal.variable, name)
      }
      const refused = yield* refusalOf({ ...complete, CALLBACK_KEYS: example.get("CALLBACK_KEYS") })
      assert.include(refused.variable, "CALLBACK_KEYS (")
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
    }),
  )

  const required = ["OUTCOMES", "WEBHOOK_URL", "WEBHOOK_SECRET"]
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
    ["OUTCOMES", "canary"],
    ["WEBHOOK_URL", "https://canary@shop.example"],
    ["WEBHOOK_SECRET", "canary"],
    ["WEBHOOK_SECRET", secretOf(23)],
    ["WEBHOOK_SECRET", secretOf(65)],
    ["WEBHOOK_SECRET_PREVIOUS", "whsec_canary!"],
    ["POLICY_FILE", " canary"],
  ]
  it.effect.each(wrong)("name %s when it is wrong, without repeating its value (case %#)", ([name, value]) =>
    Effect.gen(function* () {
      const refusal = yield* refusalOf({ ...complete, [name]: value })
      assert.strictEqual(refusal.variable, name)
      assert.notInclude(JSON.stringify(refusal) + refusal.message, value)
    }),
  )

  it.effect("tell all that is wrong at once: in variables, in keys and in the policy's file, and no value", () =>
    Effect.gen(function* () {
      const { message } = yield* refusalOf({
        SERVICE_URL: "ftp://canary.example",
        API_TOKEN_shop: "canary",
        CALLBACK_BASE: "https://callbacks.shop.example",
        CALLBACK_KEYS: "k1:canary",
        OUTCOMES: "webhook",
        WEBHOOK_SECRET: "canary",
        POLICY_FILE: writeJson(yield* temporaryFolder, "policy.json", { canary: 1, calls: { lease: "canary" } }),
      })
      for (const sentence of [
        "STORE_URL is not set: it must be sqlite:",
        "SERVICE_URL must be",
        "API_KEY_shop must be set together",
        "CALLBACK_KEYS (signing) has a secret",
        "WEBHOOK_URL is not set",
        "WEBHOOK_SECRET must be",
        "POLICY_FILE must be a policy",
      ]) {
        assert.include(message, sentence)
      }
      assert.notMatch(message.replace("canary is no key of the policy", ""), /canary/)
    }),
  )

  it.effect.each([
    ["http://127.0.0.1:6000/canary", true],
    ["https://shop.example:6667/canary", true],
    ["http://127.0.0.1:6001/canary", false],
    ["https://shop.example/canary", false],
  ] as const)("refuse a webhook on a port that fetch never calls (case %#)", ([url, refused]) =>
    Effect.gen(function* () {
      const settings = { ...complete, WEBHOOK_URL: url }
      if (!refused) return void (yield* readSettings(settings))
      const { message } = yield* refusalOf(settings)
      assert.strictEqual(message, "WEBHOOK_URL has a port that fetch never calls: choose another port.")
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
})
