import { assert, describe } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { it } from "@cauri/house/it"
import { CallbackAddress } from "@cauri/core/adapter"
import { callbackSettings, callbackVariables, layerCallbackAddressOf } from "../src/callbackSettings.ts"
import { type Environment, readersOf } from "../src/readers.ts"
import { inBrowser } from "./support.ts"

const key = "0123456789abcdefghijklmnopqrstuvwxyz"
const complete = { CALLBACK_BASE: "https://callbacks.shop.example", CALLBACK_KEYS: `k2:${key}2,k1:${key}:1` }

const settingsOf = (environment: Environment) => callbackSettings(readersOf(environment, callbackVariables))

describe("the settings of callback addresses", () => {
  it.effect("let the first key sign and all of them verify, whatever a secret holds", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* settingsOf(complete), {
        base: "https://callbacks.shop.example",
        signing: { id: "k2", secret: Redacted.make(`${key}2`) },
        verifying: [{ id: "k1", secret: Redacted.make(`${key}:1`) }],
      })
    }),
  )

  it.effect.each<readonly [name: string, value: string | undefined]>([
    ["CALLBACK_BASE", undefined],
    ["CALLBACK_BASE", "canary.example"],
    ["CALLBACK_KEYS", undefined],
    ["CALLBACK_KEYS", "canary"],
    ["CALLBACK_KEYS", ",k1:canary"],
    ["CALLBACK_KEYS", "k1:"],
  ])("name %s when it is missing or wrong, without repeating its value (case %#)", ([name, value]) =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(settingsOf({ ...complete, [name]: value }))
      assert.strictEqual(refusal.variable, name)
      assert.notInclude(JSON.stringify(refusal), "canary")
    }),
  )

  it.effect.each([
    "https://callbacks.shop.example/",
    "http://127.0.0.1:8080",
    "https://shop.example/pay/in",
    "https://shop.example/pay/",
    "https://callbacks.example/my-callbacks",
  ])("take %s for a base, without its last slash", (base) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* settingsOf({ ...complete, CALLBACK_BASE: base })).base, base.replace(/\/$/, ""))
    }),
  )

  it.effect.each([
    ["canary.example", "is no http or https address: set"],
    ["ftp://canary.example", "is no http or https address: set"],
    ["https://canary:secret@shop.example", "names a user:"],
    ["https://canary@shop.example/callbacks", "names a user:"],
    ["https://shop.example/?canary", "has a query or a fragment"],
    ["https://shop.example?", "has a query or a fragment"],
    ["https://shop.example/#canary", "has a query or a fragment"],
    ["https://canary.example/callbacks", "has /callbacks in its path"],
    ["https://canary.example/callbacks/", "has /callbacks in its path"],
    ["https://canary.example/pay/callbacks", "has /callbacks in its path"],
    ["https://canary.example/callbacks/k1.payin.shop.order-1.1.mac", "has /callbacks in its path"],
    ["https://canary.example//", "has an empty part"],
    ["https://canary.example//pay", "has an empty part"],
    ["https://canary.example/pay//", "has an empty part"],
    ["https://canary.example/pay/../in", "has dots for a part"],
    ["https://canary.example/pay/%2E%2e", "has dots for a part"],
    ["https://canary.example/p ay", "is no plain address"],
    ["https://canary.example\\pay", "is no plain address"],
  ] as const)("refuse the base %s, and say what to do without repeating it", ([base, problem]) =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(settingsOf({ ...complete, CALLBACK_BASE: base }))
      assert.isTrue(refusal.message.startsWith(`CALLBACK_BASE ${problem}`), refusal.message)
      assert.match(refusal.message, /set|leave|write/)
      assert.notInclude(JSON.stringify(refusal), "canary")
    }),
  )

  it("are refused in a browser: their keys would be everybody's", function* () {
    yield* inBrowser
    assert.include((yield* Effect.flip(settingsOf(complete))).message, "browser")
  })
})

describe("the callback addresses", () => {
  it("are made under the base", function* () {
    const services = yield* Layer.build(layerCallbackAddressOf(yield* settingsOf(complete)))
    assert.strictEqual(Context.get(services, CallbackAddress).base, complete.CALLBACK_BASE)
  })

  it.effect.each([
    [
      { CALLBACK_KEYS: `k2:${key},k1:canary` },
      "CALLBACK_KEYS (verifying[0])",
      "CALLBACK_KEYS (verifying[0]) has a secret",
    ],
    [{ CALLBACK_KEYS: "k1:canary" }, "CALLBACK_KEYS (signing)", "CALLBACK_KEYS (signing) has a secret"],
  ] as const)("tell by the variable what is wrong with a setting (case %#)", ([change, variable, message]) =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(settingsOf({ ...complete, ...change }))
      assert.strictEqual(refusal.variable, variable)
      assert.isTrue(refusal.message.startsWith(message), refusal.message)
      assert.notInclude(JSON.stringify(refusal), "canary")
    }),
  )

  it("tell what is wrong with a key beside what is wrong with the base", function* () {
    const { message } = yield* Effect.flip(
      settingsOf({ CALLBACK_BASE: "https://shop.example/callbacks", CALLBACK_KEYS: "k1:canary" }),
    )
    assert.match(message, /^CALLBACK_BASE has \/callbacks in its path.* CALLBACK_KEYS \(signing\) has a secret/)
    assert.notInclude(message, "canary")
  })

  it("tell by the variable what is wrong with a base that no environment gave", function* () {
    const settings = { ...(yield* settingsOf(complete)), base: "https://shop.example/?canary" }
    const refusal = yield* Effect.flip(Effect.scoped(Layer.build(layerCallbackAddressOf(settings))))
    assert.isTrue(refusal.message.startsWith("CALLBACK_BASE is no http or https address"), refusal.message)
    assert.notInclude(JSON.stringify(refusal), "canary")
  })
})
