import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { HttpServerResponse } from "effect/http"
import { type AnswerName, answers } from "../src/index.ts"
import { ask, heard, mine, received, send, stray } from "./support.ts"

describe("the answers", () => {
  it.effect("are constant, tiny, never stored, and tell nothing about the program (A20)", () =>
    received(function* () {
      const common = { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" }
      const written: ReadonlyArray<readonly [AnswerName, number, string, object?]> = [
        ["Stored", 200, "OK\n"],
        ["CutShort", 400, "Bad Request\n"],
        ["NotFound", 404, "Not Found\n"],
        ["WrongMethod", 405, "Method Not Allowed\n", { allow: "POST" }],
        ["TooLarge", 413, "Content Too Large\n"],
        ["WrongMediaType", 415, "Unsupported Media Type\n"],
        ["Unavailable", 503, "Service Unavailable\n", { "retry-after": "5" }],
      ]
      assert.sameMembers(
        Object.keys(answers),
        written.map(([name]) => name),
      )
      for (const [name, status, body, more] of written) {
        const headers = { ...common, ...more, "content-length": String(body.length) }
        assert.deepStrictEqual(yield* heard(HttpServerResponse.toWeb(answers[name])), { status, body, headers })
      }
    }),
  )

  it.effect("to what is beyond the notes of a payment is that to a repetition, and it is counted (A6)", () =>
    received(function* (desk) {
      const count = Effect.map(Metric.snapshot, (all) =>
        all.flatMap((each) =>
          each.id === "cauri_callbacks_too_many" && each.type === "Counter" ? [each.state.count] : [],
        ),
      )
      yield* send(mine)
      assert.deepStrictEqual(yield* count, [])
      desk.answer = () => Effect.succeed("TooMany")
      assert.strictEqual((yield* send(mine)).status, 200)
      assert.strictEqual((yield* send(mine)).status, 200)
      assert.deepStrictEqual(yield* count, [2])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
  )

  it.effect("are counted, by answer and by nothing that a caller chose (A19)", () =>
    received(function* () {
      yield* send(mine)
      yield* send(mine, "text/CANARY")
      yield* ask(stray("/callbacks/CANARY"))
      const counted = (yield* Metric.snapshot).filter(({ id }) => id === "cauri_callbacks")
      const names = counted.map(({ attributes }) => attributes?.["answer"])
      const expected: ReadonlyArray<AnswerName> = ["Stored", "WrongMediaType", "NotFound"]
      assert.sameMembers(names, [...expected])
      assert.deepStrictEqual(Object.keys(counted[0]?.attributes ?? {}), ["answer"])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())),
  )
})
