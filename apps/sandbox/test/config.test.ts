import { assert, describe } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { tools } from "@cauri/catalogue/tools"
import { asObserved, strict } from "@cauri/simulator"
import { readSettings } from "../src/config.ts"

const { sandboxVariables } = tools.en

const example = readFileSync(new URL("../.env.example", import.meta.url), "utf8")

describe("the settings", () => {
  it("need nothing: loopback, port 4010, the strict face, and nothing kept", function* () {
    const settings = yield* readSettings({})
    assert.deepInclude(settings, { host: "127.0.0.1", port: 4_010, file: null, controlToken: null })
    const { projects, ...options } = settings.options
    assert.deepStrictEqual(
      projects?.map(({ id, whitelist }) => [id, whitelist]),
      [["project-1", ["127.0.0.1", "::1"]]],
    )
    assert.deepStrictEqual(options, { profile: strict })
    assert.deepStrictEqual(settings.serving, { hosts: [], callbacks: { allowedHosts: [] } })
  })

  it("take what is set, and what is set to nothing counts as not set", function* () {
    const settings = yield* readSettings({
      SANDBOX_HOST: "0.0.0.0",
      SANDBOX_PORT: "0",
      SANDBOX_URL: "https://sandbox.example/service/",
      SANDBOX_NAMES: "sandbox,sandbox.example",
      SANDBOX_API_KEY: "our-key",
      SANDBOX_API_TOKEN: "our-token",
      SANDBOX_WHITELIST: "10.0.0.1,172.16.0.0/12,any",
      SANDBOX_CALLBACK_HOSTS: "receiver:8080,.shop.example",
      SANDBOX_CALLBACK_RATE: "200",
      SANDBOX_FILE: "sandbox.db",
      SANDBOX_CONTROL_TOKEN: "0123456789abcdef",
      SANDBOX_FACE: "as-observed",
      SANDBOX_REASON_HEADER: "off",
      SANDBOX_SEED: "7",
      SANDBOX_TIME_FACTOR: "60",
    })
    assert.deepInclude(settings, { host: "0.0.0.0", port: 0, file: "sandbox.db", controlToken: "0123456789abcdef" })
    const { projects, ...options } = settings.options
    assert.deepStrictEqual(
      projects?.map(({ apiKey, apiToken, whitelist }) => ({ apiKey, apiToken, whitelist })),
      [{ apiKey: "our-key", apiToken: "our-token", whitelist: ["10.0.0.1", "172.16.0.0/12", "any"] }],
    )
    assert.deepStrictEqual(options, {
      baseUrl: "https://sandbox.example/service",
      seed: 7,
      timeFactor: 60,
      profile: asObserved,
    })
    assert.deepStrictEqual(settings.serving, {
      hosts: ["sandbox", "sandbox.example"],
      reasonHeader: false,
      callbacks: {
        allowedHosts: ["receiver:8080", ".shop.example"],
        rate: { perSecond: 200, burst: 400 },
      },
    })
    assert.strictEqual((yield* readSettings({ SANDBOX_HOST: "" })).host, "127.0.0.1")
  })

  it("tell all that is wrong at once, by the names of the variables and never by their values", function* () {
    const refusal = yield* Effect.flip(
      readSettings({
        SANDBOX_PORT: "canary",
        SANDBOX_FACE: "canary",
        SANDBOX_SEED: "7",
        SANDBOX_CONTROL_TOKEN: "canary",
      }),
    )
    if (refusal._tag !== "Misconfigured") return assert.fail(refusal.message)
    const { message, names } = refusal
    assert.sameMembers([...names], ["SANDBOX_PORT", "SANDBOX_FACE", "SANDBOX_CONTROL_TOKEN"])
    for (const name of names) assert.include(message, `${name} must be ${sandboxVariables[name]}.`)
    assert.notInclude(message, "canary")
  })

  it.effect.each([
    ["SANDBOX_HOST", " "],
    ["SANDBOX_PORT", "65536"],
    ["SANDBOX_PORT", "http"],
    ["SANDBOX_URL", "ftp://sandbox.example"],
    ["SANDBOX_URL", "https://user@sandbox.example"],
    ["SANDBOX_NAMES", "a b"],
    ["SANDBOX_API_KEY", "alone"],
    ["SANDBOX_WHITELIST", "1.1.1.1,1.1.1.2,1.1.1.3,1.1.1.4"],
    ["SANDBOX_WHITELIST", "10.0.0.0/33"],
    ["SANDBOX_CALLBACK_HOSTS", "shop.example/path"],
    ["SANDBOX_CALLBACK_HOSTS", "*.example"],
    ["SANDBOX_CALLBACK_RATE", "0"],
    ["SANDBOX_CONTROL_TOKEN", "short"],
    ["SANDBOX_FACE", "loose"],
    ["SANDBOX_SEED", "1.5"],
    ["SANDBOX_TIME_FACTOR", "0"],
  ] as const)("refuse a wrong %s by its name and what was expected, never by its value (%j)", ([name, value]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(readSettings({ [name]: value }))
      assert.strictEqual(message, `The sandbox does not start: ${name} must be ${sandboxVariables[name]}.`)
    }),
  )

  it("are explained in .env.example, each of them and no other", () => {
    const explained = [...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name ?? "")
    assert.deepStrictEqual(explained.toSorted(), Object.keys(sandboxVariables).toSorted())
  })
})
