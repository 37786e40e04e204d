import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer, Logger, Option } from "effect"
import { defaultPolicy, PaymentStore, Policy } from "@cauri/core"
import { Documents, SharedState } from "@cauri/core/adapter"
import { readSettings } from "../../src/settings/config.ts"
import { ServiceLine } from "../../src/payment/allowed.ts"
import { DeedRecords, recordDeed } from "../../src/deeds/recordDeed.ts"
import { whoDecides } from "../../src/deeds/who.ts"
import { layerConsole } from "../../src/settings/wiring.ts"
import { stores } from "../stores.ts"

const newStore = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-console-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
).pipe(Effect.map((folder) => ({ STORE_URL: `sqlite:${join(folder, "payments.db")}`, STORE_CREATE: "if-missing" })))

const service = {
  SERVICE_URL: "https://service.example",
  API_KEY_shop: "key-of-the-shop",
  API_TOKEN_shop: "token-of-the-shop",
}
const callbacks = {
  CALLBACK_BASE: "https://callbacks.shop.example",
  CALLBACK_KEYS: "k1:0123456789abcdefghijklmnopqrstuvwxyz",
}
const silence = Logger.layer([])

const build = (environment: Readonly<Record<string, string>>) =>
  Effect.flatMap(readSettings({ environment, stores }), (settings) => Layer.build(layerConsole(settings)))

describe("the wiring", () => {
  it.effect("works on the store alone, with the line to the service closed", () =>
    Effect.gen(function* () {
      const services = yield* build({ ...(yield* newStore), CONSOLE_USER: "A. Colleague" })
      assert.isFalse(Context.get(services, ServiceLine).open)
      assert.deepStrictEqual(yield* Context.get(services, PaymentStore).list({ limit: 1 }), [])
      assert.strictEqual((yield* Context.get(services, SharedState).identity()).highWater, 0)
      assert.deepStrictEqual(Context.get(services, Policy), defaultPolicy)
      const who = yield* Effect.provide(whoDecides({ by: Option.none() }), services)
      assert.strictEqual(who, "A. Colleague")
    }).pipe(Effect.provide(silence)),
  )

  it.effect("records in the store what people do, before it says so", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const services = yield* build(yield* newStore).pipe(
        Effect.provideService(DeedRecords, { write: (line) => Effect.sync(() => void said.push(line)) }),
      )
      const about = { scope: "payouts", by: "A. Colleague", from: "user@machine", reason: "it is back" }
      yield* Effect.provide(recordDeed("resume", about), services)
      const [deed] = yield* Context.get(services, Documents).list({ kind: "deed", limit: 9 })
      const line = JSON.stringify({ record: "resume", at: "1970-01-01T00:00:00.000Z", ...about })
      assert.deepInclude(deed, { at: 0, head: line })
      assert.deepStrictEqual(said, [`${line}\n`])
    }).pipe(Effect.provide(silence)),
  )

  it.effect("opens the line when the service and the callbacks are configured, and not with one of them", () =>
    Effect.gen(function* () {
      const store = yield* newStore
      assert.isTrue(Context.get(yield* build({ ...store, ...service, ...callbacks }), ServiceLine).open)
      assert.isFalse(Context.get(yield* build({ ...store, ...service }), ServiceLine).open)
      assert.isFalse(Context.get(yield* build({ ...store, ...callbacks }), ServiceLine).open)
    }).pipe(Effect.provide(silence)),
  )

  it.effect("names the variable when the gateway refuses what was set", () =>
    Effect.gen(function* () {
      const store = yield* newStore
      const refusals = [
        [{ ...service, SERVICE_URL: "http://service.example" }, "SERVICE_URL"],
        [{ ...service, API_KEY_shop: "with spaces" }, "the credentials of shop"],
      ] as const
      for (const [wrong, variable] of refusals) {
        const refusal = yield* Effect.flip(build({ ...store, ...callbacks, ...wrong }))
        assert.strictEqual(refusal._tag, "Misconfigured")
        assert.include(refusal.message, variable)
        assert.notInclude(refusal.message, "with spaces")
      }
    }).pipe(Effect.provide(silence)),
  )
})
