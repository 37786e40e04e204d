import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readersOf } from "../src/readers.ts"
import { shapes } from "../src/shapes.ts"

const variables = { NAME: "a name", PORT: "a port from 1 to 65535" }

describe("the readers of variables", () => {
  it.effect("give what is set, in its shape, and null for what may be missing", () =>
    Effect.gen(function* () {
      const readers = readersOf({ NAME: "one", PORT: "80" }, variables)
      assert.strictEqual(yield* readers.required("NAME", shapes.Text), "one")
      assert.strictEqual(yield* readers.optional("PORT", shapes.Port), 80)
      assert.isNull(yield* readersOf({}, variables).optional("PORT", shapes.Port))
    }),
  )

  it.effect("take what is set to nothing for not set", () =>
    Effect.gen(function* () {
      const readers = readersOf({ NAME: "", PORT: undefined, OTHER: "x" }, variables)
      assert.deepStrictEqual(readers.env, { OTHER: "x" })
      assert.isNull(yield* readers.optional("NAME", Schema.String))
      assert.strictEqual((yield* Effect.flip(readers.required("NAME", Schema.String))).variable, "NAME")
    }),
  )

  it.effect("tell what is wrong by the name and by what it must be, and never by the value", () =>
    Effect.gen(function* () {
      const readers = readersOf({ PORT: "canary" }, variables)
      for (const reading of [readers.required("PORT", shapes.Port), readers.optional("PORT", shapes.Port)]) {
        const refusal = yield* Effect.flip(reading)
        assert.strictEqual(refusal.message, "PORT must be a port from 1 to 65535.")
        assert.notInclude(JSON.stringify(refusal), "canary")
      }
      assert.strictEqual(readers.wrong("PORT", "another").message, "PORT must be another.")
    }),
  )
})
