import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { addressFor, json, mine, received, send, storeDown } from "./support.ts"

describe("the log", () => {
  it.effect("never holds a body, an address, a query, a header or the words of an error (A19)", () =>
    received(function* (desk, logged) {
      const address = yield* addressFor()
      const mac = address.slice(-22)
      const hostile = `{"CANARY\\r\\n":"\u001b]0;CANARY\u202e","url":"${address}"`
      yield* send(`${hostile}}`, json, { headers: { "user-agent": "CANARY" } })
      yield* send(hostile)
      yield* send(hostile, "text/CANARY")
      yield* send(`${hostile},"status":1,"status":2,"transaction_id":"CANARY"}`, json, { suffix: "?CANARY" })
      for (const failure of [
        Effect.fail(storeDown),
        Effect.die(new Error(address)),
        Effect.succeed("Unknown" as const),
      ]) {
        desk.answer = () => failure
        yield* send(`${hostile}}`)
      }
      assert.isAtLeast(logged.length, 6)
      assert.notInclude(logged.join(), "CANARY")
      assert.notInclude(logged.join(), mac)
      assert.notInclude(logged.join(), "\u001b")
    }),
  )

  it.effect("has no line for an ordinary callback, nor for the repetition of an odd one (A19)", () =>
    received(function* (_, logged) {
      yield* send(mine)
      assert.deepStrictEqual(logged, [])
      for (let times = 0; times < 3; times++) yield* send("<html>")
      assert.strictEqual(logged.length, 1)
    }),
  )
})
