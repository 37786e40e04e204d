import { assert, describe } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { it } from "@cauri/house/it"
import { Misconfigured } from "../src/Misconfigured.ts"
import { readAll, readersOf } from "../src/readers.ts"
import { shapes } from "../src/shapes.ts"

const variables = { NAME: "a name", PORT: "a port from 1 to 65535" }

describe("the readers of variables", () => {
  it("give what is set, in its shape, and null for what may be missing", function* () {
    const readers = readersOf({ NAME: "one", PORT: "80" }, variables)
    assert.strictEqual(yield* readers.required("NAME", shapes.Text), "one")
    assert.strictEqual(yield* readers.optional("PORT", shapes.Port), 80)
    assert.isNull(yield* readersOf({}, variables).optional("PORT", shapes.Port))
  })

  it("take what is set to nothing for not set", function* () {
    const readers = readersOf({ NAME: "", PORT: undefined, OTHER: "x" }, variables)
    assert.deepStrictEqual(readers.env, { OTHER: "x" })
    assert.isNull(yield* readers.optional("NAME", Schema.String))
    const { message } = yield* Effect.flip(readers.required("NAME", Schema.String))
    assert.strictEqual(message, "NAME is not set: it must be a name.")
  })

  it("tell what is wrong by the name and by what it must be, and never by the value", function* () {
    const readers = readersOf({ PORT: "canary" }, variables)
    for (const reading of [readers.required("PORT", shapes.Port), readers.optional("PORT", shapes.Port)]) {
      const refusal = yield* Effect.flip(reading)
      assert.strictEqual(refusal.message, "PORT must be a port from 1 to 65535.")
      assert.notInclude(JSON.stringify(refusal), "canary")
    }
    assert.strictEqual(readers.wrong("PORT", "another").message, "PORT must be another.")
  })
})

const refusal = (variable: string) => new Misconfigured({ variable, expected: "another" })

describe("variables that are read together", () => {
  it("give all that was read, each under its name", function* () {
    const readers = readersOf({ NAME: "one" }, variables)
    assert.deepStrictEqual(
      yield* readAll({
        name: readers.required("NAME", shapes.Text),
        port: readers.optional("PORT", shapes.Port),
        inner: readAll({ given: Effect.succeed(1) }),
      }),
      { name: "one", port: null, inner: { given: 1 } },
    )
  })

  it("are refused in one refusal with a sentence for each that is wrong, however deep, in their order", function* () {
    const { message, variable } = yield* Effect.flip(
      readAll({
        one: Effect.fail(refusal("ONE")),
        fine: Effect.succeed("canary"),
        inner: readAll({ two: Effect.fail(refusal("TWO")), three: Effect.fail(refusal("THREE")) }),
        four: Effect.fail(refusal("FOUR")),
      }),
    )
    assert.strictEqual(variable, "ONE")
    assert.strictEqual(
      message,
      "ONE must be another. TWO must be another. THREE must be another. FOUR must be another.",
    )
  })

  it("tell once what two readers refuse alike", function* () {
    const twice = readAll({ one: Effect.fail(refusal("ONE")), again: Effect.fail(refusal("ONE")) })
    assert.strictEqual((yield* Effect.flip(twice)).message, "ONE must be another.")
    const others = readAll({ twice, two: Effect.fail(refusal("TWO")), also: Effect.fail(refusal("TWO")) })
    assert.strictEqual((yield* Effect.flip(others)).message, "ONE must be another. TWO must be another.")
  })
})
