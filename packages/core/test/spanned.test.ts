import { assert, describe } from "@effect/vitest"
import { Effect, References, Tracer } from "effect"
import { withSpanNamed } from "../src/ports/PaymentStore.ts"
import { it } from "./scripted.ts"

const spansOf = Effect.fnUntraced(function* (effect: Effect.Effect<unknown>, isWanted: boolean) {
  const names: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      names.push(options.name)
      return new Tracer.NativeSpan(options)
    },
  })
  const value = yield* effect.pipe(Effect.withTracer(tracer), Effect.provideService(References.TracerEnabled, isWanted))
  return { names, value }
})

describe("spanned", () => {
  const around = Effect.map(withSpanNamed("Bell.ring")(Effect.succeed("rung")), (word) => `${word} once`)

  it.gen("gives an effect a span where a tracer collects spans", function* () {
    assert.deepStrictEqual(yield* spansOf(around, true), { names: ["Bell.ring"], value: "rung once" })
  })

  it.gen("runs only the effect where none does", function* () {
    assert.deepStrictEqual(yield* spansOf(around, false), { names: [], value: "rung once" })
    const failing = Effect.flip(withSpanNamed("Bell.ring")(Effect.fail("stuck")))
    assert.deepStrictEqual(yield* spansOf(failing, false), { names: [], value: "stuck" })
  })
})
