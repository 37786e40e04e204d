import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { Effect, Redacted } from "effect"
import { type Environment } from "@cauri/runtime"
import { readSettings, variables } from "../src/config.ts"

const key = "0123456789abcdefghijklmnopqrstuvwxyz"

const complete = {
  STORE_URL: "sqlite:./payments.db",
  CALLBACK_BASE: "https://callbacks.shop.example",
  CALLBACK_KEYS: `k2:${key}2,k1:${key}:1`,
} satisfies Environment

const refusalOf = (environment: Environment) => Effect.flip(readSettings(environment))

describe("the settings", () => {
  it.effect("have safe defaults: an existing store, and both ports on the loopback", () =>
    Effect.gen(function* () {
      const { callbacks, listen, operations, processName, store } = yield* readSettings(complete)
      assert.deepInclude(store, { create: "never", expected: null })
      assert.deepStrictEqual(listen, { host: "127.0.0.1", port: 8_080 })
      assert.deepStrictEqual(operations, { host: "127.0.0.1", port: 9_465 })
      assert.match(processName, new RegExp(`^receiver-.+-${process.pid}$`))
      assert.deepStrictEqual(callbacks.signing, { id: "k2", secret: Redacted.make(`${key}2`) })
      assert.deepStrictEqual(callbacks.verifying, [{ id: "k1", secret: Redacted.make(`${key}:1`) }])
    }),
  )

  it.effect("refuse the secrets of the example, which everybody can read", () =>
    Effect.gen(function* () {
      const text = readFileSync(new URL("../.env.example", import.meta.url), "utf8")
      const example = new Map(
        [...text.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
      )
      const refused = yield* refusalOf({ ...complete, CALLBACK_KEYS: example.get("CALLBACK_KEYS") })
      assert.include(refused.variable, "CALLBACK_KEYS (")
    }),
  )

  it.effect("take what is set", () =>
    Effect.gen(function* () {
      const { listen } = yield* readSettings({ ...complete, HOST: "0.0.0.0", PORT: "80" })
      assert.deepStrictEqual(listen, { host: "0.0.0.0", port: 80 })
    }),
  )

  it.effect("tell all that is wrong at once, and no value", () =>
    Effect.gen(function* () {
      const { message } = yield* refusalOf({ PORT: "canary", CALLBACK_BASE: "canary", CALLBACK_KEYS: "k1:canary" })
      for (const name of ["STORE_URL is not set", "PORT must", "CALLBACK_BASE is no http", "CALLBACK_KEYS (signing)"]) {
        assert.include(message, name)
      }
      assert.notInclude(message, "canary")
    }),
  )

  it("have no room for a credential of the service, nor for its address (#186)", () => {
    const names = Object.keys(variables)
    assert.sameMembers(
      names.filter((name) => /API|TOKEN|CREDENTIAL|SERVICE|PROXY|WEBHOOK/.test(name)),
      [],
    )
    assert.include(names, "CALLBACK_KEYS")
  })
})
