import { assert, describe } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { Effect } from "effect"
import type { Environment } from "@cauri/runtime"
import { readSettings as readFrom } from "../../src/settings/config.ts"
import { stores } from "../stores.ts"
import { it } from "../it.ts"

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
  it("need the store and nothing else", function* () {
    const settings = yield* readSettings(store)
    assert.deepInclude(settings, { service: null, callbacks: null, user: null, policyFile: null })
    assert.deepStrictEqual(settings.store.create, "never")
    assert.deepStrictEqual(settings.logs, { level: "Warn", format: "pretty" })
  })

  it("take what is set", function* () {
    const settings = yield* readSettings({ ...complete, LOG_LEVEL: "debug", LOG_FORMAT: "json" })
    assert.strictEqual(settings.service?.url, "https://service.example")
    assert.strictEqual(settings.callbacks?.base, "https://callbacks.shop.example")
    assert.strictEqual(settings.user, "A. Colleague")
    assert.deepStrictEqual(settings.logs, { level: "Debug", format: "json" })
  })

  it("refuse the secrets of the example, which everybody can read", function* () {
    const text = readFileSync(new URL("../../../../apps/console/.env.example", import.meta.url), "utf8")
    const example = new Map(
      [...text.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    )
    const secrets = { CALLBACK_KEYS: example.get("CALLBACK_KEYS"), CONSOLE_TOKEN: example.get("CONSOLE_TOKEN") }
    const { message } = yield* Effect.flip(readSettings({ ...complete, ...secrets }))
    assert.match(message, /^CALLBACK_KEYS \(.*CONSOLE_TOKEN must be what .*24 to 256 letters/)
  })

  it("are refused by the name of the variable, and never repeat its value", function* () {
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
  })

  it("tell all that is wrong at once, of the groups that are in use", function* () {
    const wrong = { CONSOLE_TOKEN: "canary", POLICY_FILE: "canary.json", LOG_LEVEL: "canary", API_KEY_shop: "canary" }
    const { message } = yield* Effect.flip(readSettings(wrong))
    const settings = ["STORE_URL is not set", "LOG_LEVEL must", "SERVICE_URL is not set", "API_TOKEN_shop must"]
    for (const each of [...settings, "CONSOLE_TOKEN must", "POLICY_FILE must"]) assert.include(message, each)
    assert.notMatch(message, /canary|CALLBACK/)
  })
})

const people = { CONSOLE_ORIGIN: "https://console.shop.example", CONSOLE_PEOPLE_FILE: "/etc/cauri/people.json" }
const sealed = { ...people, CONSOLE_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz" }
const openId = {
  ...sealed,
  CONSOLE_DOOR: "oidc",
  CONSOLE_OIDC_ISSUER: "https://login.shop.example/realms/shop",
  CONSOLE_OIDC_CLIENT_ID: "console",
  CONSOLE_OIDC_CLIENT_SECRET: "a-secret",
}
const proxied = { ...people, CONSOLE_DOOR: "proxy", CONSOLE_PROXY_HEADER: "x-forwarded-user" }

describe("the settings of the doors", () => {
  it("let one person in with a token, unless they say otherwise", function* () {
    assert.deepStrictEqual((yield* readSettings(store)).door, { _tag: "Token", token: null })
    const { door } = yield* readSettings({ ...store, ...openId })
    assert.deepInclude(door, { _tag: "OpenId", claim: "email", clientId: "console", proxies: [] })
    const two = { CONSOLE_SECRET: `${sealed.CONSOLE_SECRET},${sealed.CONSOLE_SECRET}2` }
    const accounts = yield* readSettings({ ...store, ...sealed, ...two, CONSOLE_DOOR: "accounts" })
    assert.strictEqual(accounts.door._tag === "Accounts" ? accounts.door.secrets.length : 0, 2)
    const ranges = { CONSOLE_PROXY_ADDRESSES: "192.0.2.1, 10.0.0.0/8,2001:db8::/32" }
    const proxy = yield* readSettings({ ...store, ...proxied, ...ranges })
    assert.deepInclude(proxy.door, { _tag: "Proxy", header: "x-forwarded-user", secret: null })
  })

  it("are refused by the name of the variable, and never repeat its value", function* () {
    const wrong: ReadonlyArray<readonly [Environment, string]> = [
      [{ CONSOLE_DOOR: "open" }, "CONSOLE_DOOR"],
      [{ ...openId, CONSOLE_ORIGIN: "" }, "CONSOLE_ORIGIN"],
      [{ ...openId, CONSOLE_ORIGIN: "http://console.shop.example" }, "CONSOLE_ORIGIN"],
      [{ ...openId, CONSOLE_ORIGIN: "https://console.shop.example/console" }, "CONSOLE_ORIGIN"],
      [{ ...openId, CONSOLE_ORIGIN: "https://user@console.shop.example" }, "CONSOLE_ORIGIN"],
      [{ ...openId, CONSOLE_PEOPLE_FILE: "" }, "CONSOLE_PEOPLE_FILE"],
      [{ ...openId, CONSOLE_SECRET: "" }, "CONSOLE_SECRET"],
      [{ ...openId, CONSOLE_SECRET: "canary" }, "CONSOLE_SECRET"],
      [{ ...openId, CONSOLE_SECRET: `${sealed.CONSOLE_SECRET},canary` }, "CONSOLE_SECRET"],
      [{ ...openId, CONSOLE_OIDC_ISSUER: "http://login.shop.example" }, "CONSOLE_OIDC_ISSUER"],
      [{ ...openId, CONSOLE_OIDC_CLIENT_SECRET: "" }, "CONSOLE_OIDC_CLIENT_SECRET"],
      [{ ...openId, CONSOLE_PROXY_ADDRESSES: "canary" }, "CONSOLE_PROXY_ADDRESSES"],
      [{ ...openId, CONSOLE_PROXY_ADDRESSES: "10.0.0.0/33" }, "CONSOLE_PROXY_ADDRESSES"],
      [{ ...sealed, CONSOLE_SECRET: "", CONSOLE_DOOR: "accounts" }, "CONSOLE_SECRET"],
      [proxied, "CONSOLE_PROXY_ADDRESSES"],
      [{ ...proxied, CONSOLE_PROXY_HEADER: "x user" }, "CONSOLE_PROXY_HEADER"],
      [{ ...proxied, CONSOLE_PROXY_SECRET: "canary" }, "CONSOLE_PROXY_SECRET"],
    ]
    for (const [environment, variable] of wrong) {
      const refusal = yield* Effect.flip(readSettings({ ...store, ...environment }))
      assert.strictEqual(refusal.variable, variable, JSON.stringify(environment))
      assert.notInclude(refusal.message, "canary")
    }
    const { message } = yield* Effect.flip(readSettings({ ...store, CONSOLE_DOOR: "oidc" }))
    for (const name of ["ORIGIN", "PEOPLE_FILE", "SECRET", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"])
      assert.include(message, `CONSOLE_${name} is not set`)
  })
})
