/** A witness hears everything that a program says, by whatever it says it, and leaves the machine as it was. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Console, Effect, Exit, Metric } from "effect"
import { type Said, witnessed } from "@cauri/conformance"

const received = (said: ReadonlyArray<Said>, by: Said["by"]): string =>
  said
    .filter((each) => each.by === by)
    .map(({ text }) => text)
    .join("\n")

const printers = (): ReadonlyArray<unknown> =>
  [console, process.stdout, process.stderr].flatMap((each) => [Reflect.get(each, "log"), Reflect.get(each, "write")])

describe("witnessed", () => {
  it.live("hears logs of every level, with their annotations, spans and causes", () =>
    Effect.gen(function* () {
      const program = Effect.logTrace("whispered", { of: "objects" }).pipe(
        Effect.andThen(Effect.logError("shouted", Cause.fail("the cause"))),
        Effect.annotateLogs("annotation", "a value"),
        Effect.withLogSpan("a log span"),
      )
      const { said } = yield* witnessed(program)
      for (const word of ["whispered", "objects", "shouted", "the cause", "annotation", "a value", "a log span"]) {
        assert.include(received(said, "log"), word)
      }
    }),
  )

  it.live("hears spans: names, attributes, events and ends", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        yield* Effect.annotateCurrentSpan("key", "attribute")
        const span = yield* Effect.currentSpan
        span.event("event", 0n, { more: "detail" })
        return yield* Effect.fail("the end")
      }).pipe(Effect.withSpan("inner span", { attributes: { first: "given" } }))
      const { exit, said } = yield* witnessed(program)
      assert.isTrue(Exit.isFailure(exit))
      for (const word of ["inner span", "attribute", "given", "event", "detail", "the end"]) {
        assert.include(received(said, "span"), word)
      }
      assert.include(received(said, "error"), "the end")
    }),
  )

  it.live("hears metrics, prints, and errors with all that hangs on them", () =>
    Effect.gen(function* () {
      const counter = Metric.withAttributes(Metric.counter("a_metric_of_the_witness"), { label: "a label" })
      const program = Effect.gen(function* () {
        yield* Metric.update(counter, 1)
        yield* Console.log("by effect's console")
        console.debug("by the console", { nested: { deeper: "inside" } })
        process.stderr.write("by the stream\n")
        console.info({ large: 1n }, undefined)
        return yield* Effect.die(new Error("outer", { cause: new Error("inner") }))
      })
      const { said } = yield* witnessed(program)
      assert.include(received(said, "metric"), "a label")
      for (const word of ["by effect's console", "by the console", "inside", "by the stream", "1n"]) {
        assert.include(received(said, "print"), word)
      }
      assert.include(received(said, "error"), "inner")
    }),
  )

  it.live("leaves the console and the streams as they were, also when two listen at once", () =>
    Effect.gen(function* () {
      const before = printers()
      const sleepy = witnessed(Effect.andThen(Effect.yieldNow, Effect.logInfo("once")))
      yield* Effect.all([sleepy, sleepy], { concurrency: 2 })
      assert.deepStrictEqual(printers(), before)
    }),
  )
})
