import { assert, describe } from "@effect/vitest"
import { inspect } from "node:util"
import { Effect, Redacted } from "effect"
import { it } from "@cauri/house/it"
import { type Environment, readersOf } from "../src/readers.ts"
import { serviceMisconfigured, serviceSettings, serviceVariables } from "../src/serviceSettings.ts"
import { inBrowser } from "./support.ts"

const without = { SERVICE_URL: "https://service.example/base" }
const complete = { ...without, API_KEY_shop: "key-of-the-shop", API_TOKEN_shop: "token-of-the-shop" }

const settingsOf = (environment: Environment) => serviceSettings(readersOf(environment, serviceVariables))
const refusalOf = (environment: Environment) => Effect.flip(settingsOf(environment))

describe("the settings of the service", () => {
  it("are its address and one pair of credentials per project, named as the project is (#186)", function* () {
    const settings = yield* settingsOf({ ...complete, API_KEY_shop_2: "other", API_TOKEN_shop_2: "pair" })
    assert.deepStrictEqual(settings, {
      url: "https://service.example/base",
      egressProxy: null,
      credentials: {
        _tag: "Values",
        projects: {
          shop: { apiKey: Redacted.make("key-of-the-shop"), apiToken: Redacted.make("token-of-the-shop") },
          shop_2: { apiKey: Redacted.make("other"), apiToken: Redacted.make("pair") },
        },
      },
    })
  })

  it("take the credentials from a file instead, and never from both", function* () {
    const { credentials } = yield* settingsOf({ ...without, CREDENTIALS_FILE: "/run/credentials.json" })
    assert.deepStrictEqual(credentials, { _tag: "File", path: "/run/credentials.json" })
    assert.include(
      (yield* refusalOf({ ...complete, CREDENTIALS_FILE: "/a" })).message,
      "CREDENTIALS_FILE must be unset",
    )
    assert.strictEqual((yield* refusalOf(without)).variable, "CREDENTIALS_FILE")
  })

  it.effect.each<readonly [name: string, value: string | undefined]>([
    ["SERVICE_URL", undefined],
    ["SERVICE_URL", "ftp://canary.example"],
    ["SERVICE_URL", "https://canary:canary@service.example"],
    ["EGRESS_PROXY", "canary:3128"],
    ["CREDENTIALS_FILE", " canary"],
  ])("name %s when it is missing or wrong, without repeating its value (case %#)", ([name, value]) =>
    Effect.gen(function* () {
      const refusal = yield* refusalOf({ ...complete, [name]: value })
      assert.strictEqual(refusal.variable, name)
      assert.notInclude(JSON.stringify(refusal), "canary")
    }),
  )

  it("are refused together: the address, the proxy, and the missing half of each pair (#180)", function* () {
    const { message } = yield* refusalOf({
      SERVICE_URL: "ftp://canary.example",
      EGRESS_PROXY: "canary:3128",
      API_KEY_one: "canary",
      API_TOKEN_two: "canary",
    })
    const pairs = ["API_TOKEN_one must be set together with", "API_KEY_two must be set together with"]
    const named = ["SERVICE_URL must", "EGRESS_PROXY must", ...pairs]
    for (const each of named) assert.include(message, each)
    assert.notInclude(message, "canary")
  })

  it("are not those of the examples", function* () {
    const { message } = yield* refusalOf({ ...without, API_KEY_shop: "replace-me", API_TOKEN_shop: "replace-me" })
    assert.match(message, /API_KEY_shop must be .*API_TOKEN_shop must be /)
  })

  it("print no secret", function* () {
    const settings = yield* settingsOf({ ...complete, EGRESS_PROXY: "http://user:hush@egress.example" })
    assert.deepStrictEqual(settings.egressProxy, Redacted.make("http://user:hush@egress.example"))
    const printed = `${JSON.stringify(settings)} ${inspect(settings, { depth: 10 })}`
    for (const secret of ["key-of-the-shop", "token-of-the-shop", "hush"]) assert.notInclude(printed, secret)
  })

  it("are refused where `window` exists: credentials never belong into a browser (#19, #187)", function* () {
    yield* inBrowser
    assert.include((yield* refusalOf(complete)).message, "browser")
  })
})

describe("what the gateway refuses", () => {
  it.each([
    ["baseUrl", "SERVICE_URL"],
    ["proxy", "EGRESS_PROXY"],
    ["the credentials file", "CREDENTIALS_FILE"],
    ["credentials", "API_KEY_<PROJECT> and API_TOKEN_<PROJECT>"],
    ["NODE_TLS_REJECT_UNAUTHORIZED", "NODE_TLS_REJECT_UNAUTHORIZED"],
    ["the credentials of shop", "the credentials of shop"],
  ])("at %s is told of %s", (setting, variable) => {
    const refusal = serviceMisconfigured({ setting, problem: "is wrong" })
    assert.strictEqual(refusal.variable, variable)
    assert.strictEqual(refusal.message, `${variable} is wrong.`)
  })
})
