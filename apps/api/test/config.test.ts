import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "@cauri/programs"
import type { Environment } from "@cauri/runtime"
import { hasCredentials } from "../src/credentials.ts"
import { readSettings, readStore } from "../src/config.ts"

const complete = {
  STORE_URL: "sqlite:./payments.db",
  SERVICE_URL: "https://service.example",
  API_KEY_shop: "key",
  API_TOKEN_shop: "token",
  CALLBACK_BASE: "https://callbacks.shop.example",
  CALLBACK_KEYS: "k1:0123456789abcdefghijklmnopqrstuvwxyz",
} satisfies Environment

describe("the settings", () => {
  it.effect(
    "have safe defaults: both ports on the loopback, no proxy that is trusted, no country that is guessed",
    () =>
      Effect.gen(function* () {
        const { country, listen, operations, processName, proxies, store } = yield* readSettings(complete)
        assert.deepInclude(store, { create: "never", expected: null })
        assert.deepStrictEqual(listen, { host: "127.0.0.1", port: 8_090 })
        assert.deepStrictEqual(operations, { host: "127.0.0.1", port: 9_466 })
        assert.deepStrictEqual([country, proxies], [null, []])
        assert.match(processName, new RegExp(`^api-.+-${process.pid}$`))
      }),
  )

  it.effect("take what is set", () =>
    Effect.gen(function* () {
      const own = { HOST: "0.0.0.0", PORT: "80", API_COUNTRY: "BF", API_PROXIES: "10.0.0.0/8, ::1" }
      const { country, listen, proxies } = yield* readSettings({ ...complete, ...own })
      assert.deepStrictEqual(listen, { host: "0.0.0.0", port: 80 })
      assert.deepStrictEqual([country, proxies], ["BF", ["10.0.0.0/8", "::1"]])
    }),
  )

  it.effect("name everything that is wrong at once, and no value", () =>
    Effect.gen(function* () {
      const wrong = { PORT: "canary", API_COUNTRY: "canary", API_PROXIES: "canary", POLICY_FILE: "/canary" }
      const { message } = yield* Effect.flip(readSettings({ ...complete, ...wrong, SERVICE_URL: undefined }))
      for (const name of [...Object.keys(wrong), "SERVICE_URL"]) assert.include(message, name)
      assert.notInclude(message, "canary")
    }),
  )

  it.effect("say of which projects they have credentials, for the warning of a new key", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "credentials.json")
      writeFileSync(file, JSON.stringify({ shop: { apiKey: "key", apiToken: "token" } }))
      const { API_KEY_shop, API_TOKEN_shop } = complete
      for (const environment of [{ API_KEY_shop, API_TOKEN_shop }, { CREDENTIALS_FILE: file }]) {
        assert.isTrue(yield* hasCredentials(environment, "shop"))
        assert.isFalse(yield* hasCredentials(environment, "shpo"))
      }
      for (const environment of [{}, { API_KEY_shop }, { CREDENTIALS_FILE: `${file}.old` }])
        assert.isFalse(yield* hasCredentials(environment, "shop"))
    }),
  )

  it.effect("of the keys' commands are those of the store alone", () =>
    Effect.map(readStore({ STORE_URL: complete.STORE_URL }), ({ create }) => assert.strictEqual(create, "never")),
  )
})
