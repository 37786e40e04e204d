import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { Effect } from "effect"
import type { Environment } from "@cauri/runtime"
import { readSettings as readFrom } from "../src/config.ts"
import { stores } from "./stores.ts"

const readSettings = (environment: Environment) => readFrom({ environment, stores })

const store = { STORE_URL: "sqlite:./payments.db" } satisfies Environment
const complete = {
  ...store,
  SERVICE_URL: "https://service.example",
  API_KEY_shop: "key-of-the-shop",
  API_TOKEN_shop: "token-of-the-shop",
  CALLBACK_BASE: "https://callbacks.shop.example",
  CALLBACK_KEYS: "k1:0123456789abcdefghijklmnopqrstuvwxyz",
  CONSOLE_USER: "A. Colleague",
} satisfies Environment

describe("the settings", () => {
  it.effect("need the store and nothing else", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings(store)
      assert.deepInclude(settings, { service: null, callbacks: null, user: null, policyFile: null })
      assert.deepStrictEqual(settings.store.create, "never")
      assert.deepStrictEqual(settings.logs, { level: "Warn", format: "pretty" })
    }),
  )

  it.effect("take what is set", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({ ...complete, LOG_LEVEL: "debug", LOG_FORMAT: "json" })
      assert.strictEqual(settings.service?.url, "https://service.example")
      assert.strictEqual(settings.callbacks?.base, "https://callbacks.shop.example")
      assert.strictEqual(settings.user, "A. Colleague")
      assert.deepStrictEqual(settings.logs, { level: "Debug", format: "json" })
    }),
  )

  it.effect("refuse the secrets of the example, which everybody can read", () =>
    Effect.gen(function* () {
      const text = readFileSync(new URL("../../../apps/console/.env.example", import.meta.url), "utf8")
      const example = new Map(
        [...text.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
      )
      const secrets = { CALLBACK_KEYS: example.get("CALLBACK_KEYS"), CONSOLE_TOKEN: example.get("CONSOLE_TOKEN") }
      const { message } = yield* Effect.flip(readSettings({ ...complete, ...secrets }))
      assert.match(message, /^CALLBACK_KEYS \(.*CONSOLE_TOKEN must be 24 to 256 letters/)
    }),
  )

  it.effect("are refused by the name of the variable, and never repeat its value", () =>
    Effect.gen(function* () {
      const secret = "se cret"
      const wrong: ReadonlyArray<readonly [Environment, string]> = [
        [{ ...complete, STORE_URL: secret }, "STORE_URL"],
        [{ ...complete, STORE_URL: "" }, "STORE_URL"],
        [{ ...complete, SERVICE_URL: secret }, "SERVICE_URL"],
        [{ ...complete, SERVICE_URL: "" }, "SERVICE_URL"],
        [{ ...complete, API_TOKEN_shop: "" }, "API_TOKEN_shop"],
        [{ ...complete, CALLBACK_KEYS: secret }, "CALLBACK_KEYS"],
        [{ ...complete, CALLBACK_KEYS: "" }, "CALLBACK_KEYS"],
        [{ ...complete, LOG_LEVEL: secret }, "LOG_LEVEL"],
      ]
      for (const [environment, variable] of wrong) {
        const refusal = yield* Effect.flip(readSettings(environment))
        assert.strictEqual(refusal.variable, variable)
        assert.notInclude(refusal.message, secret)
      }
    }),
  )

  it.effect("tell all that is wrong at once, of the groups that are in use", () =>
    Effect.gen(function* () {
      const wrong = { CONSOLE_TOKEN: "canary", POLICY_FILE: "canary.json", LOG_LEVEL: "canary", API_KEY_shop: "canary" }
      const { message } = yield* Effect.flip(readSettings(wrong))
      const settings = ["STORE_URL is not set", "LOG_LEVEL must", "SERVICE_URL is not set", "API_TOKEN_shop must"]
      for (const each of [...settings, "CONSOLE_TOKEN must", "POLICY_FILE must"]) assert.include(message, each)
      assert.notMatch(message, /canary|CALLBACK/)
    }),
  )
})
