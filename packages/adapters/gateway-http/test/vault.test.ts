/** The credentials from a vault that the site shows. */
import { assert, it } from "@effect/vitest"
import { Credentials } from "@cauri/core/adapter"
import { Effect } from "effect"
import { shop } from "./calls.ts"
import { fromVault, type Read } from "./vault.ts"

const none: Read = async () => null

it.effect(
  "a vault's new keys are in force at the next call, and one that fails leaves the last good ones (#192)",
  () => {
    let read: Read = none
    return Effect.gen(function* () {
      const credentials = yield* Credentials
      assert.isNull(yield* credentials.generation(shop))
      read = async () => ({ key: "key", token: "token" })
      const first = yield* credentials.generation(shop)
      assert.isNotNull(first)
      read = async () => ({ key: "key", token: "another" })
      const second = yield* credentials.generation(shop)
      assert.notStrictEqual(second, first)
      read = () => Promise.reject(new Error("down"))
      assert.strictEqual(yield* credentials.generation(shop), second)
    }).pipe(Effect.provide(fromVault((project) => read(project))))
  },
)
