import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Logger } from "effect"
import { PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import type { StoreSettings } from "../src/commonSettings.ts"
import { layerStore } from "../src/layerStore.ts"
import { openerFor, type ShippedStore } from "../src/stores.ts"
import { newFolder, settingsFor } from "./support.ts"
import { join } from "node:path"

const silence = Logger.layer([])

describe("the store that is named", () => {
  it.effect("is found to be what was expected, or refused", () =>
    Effect.gen(function* () {
      const file = join(yield* newFolder, "payments.db")
      const open = (change: Partial<StoreSettings>) =>
        Effect.provide(PaymentStore, layerStore(settingsFor(file, change)))
      assert.deepInclude(yield* Effect.flip(open({ create: "never" })), { reason: "missing" })
      const first = yield* Effect.provide(
        Effect.flatMap(SharedState, (shared) => shared.identity()),
        layerStore(settingsFor(file)),
      )
      yield* open({ create: "never", expected: first })
      assert.deepInclude(yield* Effect.flip(open({ expected: { id: "another", highWater: 0 } })), { reason: "foreign" })
      assert.deepInclude(yield* Effect.flip(open({ expected: { id: first.id, highWater: 9 } })), { reason: "restored" })
    }).pipe(Effect.provide(silence)),
  )
})

/** A kind of store of somebody else's. */
const shipped = (load: ShippedStore["load"]): ReadonlyArray<ShippedStore> => [
  { schemes: ["mine:", "ours:"], address: "mine:<name>", load },
]

const failing = (code: string, message: string) =>
  openerFor(
    shipped(() => Promise.reject(Object.assign(new Error(message), { code }))),
    "ours:shelf",
  )

describe("a kind of store that cannot be loaded", () => {
  it.effect.each([
    ["ERR_MODULE_NOT_FOUND", "Cannot find package '@ours/store' imported from /srv/a.ts", "@ours/store"],
    ["ERR_MODULE_NOT_FOUND", "Cannot find package 'driver' imported from /srv/a.ts", "driver"],
    ["MODULE_NOT_FOUND", "Cannot find module 'driver'", "driver"],
  ] as const)("because of %s: %s, is refused by STORE_URL with the package to install", ([code, message, name]) =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(failing(code, message))
      assert.strictEqual(refusal.variable, "STORE_URL")
      assert.include(refusal.message, `STORE_URL begins with ours:, and the package ${name} is not installed`)
      assert.include(refusal.message, `npm install ${name}`)
      assert.notInclude(refusal.message, "/srv")
    }),
  )

  it.effect.each([
    ["ERR_MODULE_NOT_FOUND", "Cannot find module '/srv/app/src/ours.ts' imported from /srv/a.ts"],
    ["ERR_DLOPEN_FAILED", "The driver was compiled for another Node"],
  ] as const)("because of %s: %s, is a defect: no setting mends it", ([code, message]) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(failing(code, message))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }),
  )
})
