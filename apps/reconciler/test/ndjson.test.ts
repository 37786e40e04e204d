import { assert, describe, it } from "@effect/vitest"
import { Duplex, Writable } from "node:stream"
import { Effect, Fiber } from "effect"
import { messageOf } from "../src/messageOf.ts"
import { ndjson } from "../src/ndjson.ts"
import { announced } from "./announced.ts"

describe("announcements on an output", () => {
  it.effect("are one JSON object per line, in order", () =>
    Effect.gen(function* () {
      let text = ""
      const out = new Writable({
        write: (chunk, _, done) => {
          text += String(chunk)
          done()
        },
      })
      const { hear } = ndjson(out)
      yield* hear(announced())
      yield* hear(announced({ seq: 4, event: "Flagged" }))
      const lines = text.trimEnd().split("\n")
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line)),
        [messageOf(announced()), messageOf(announced({ seq: 4, event: "Flagged" }))],
      )
    }),
  )

  it.effect("count as heard when the pipe has taken them, and not before", () =>
    Effect.gen(function* () {
      let taken: (() => void) | undefined
      const out = new Writable({
        write: (_, __, done) => {
          taken = done
        },
      })
      const hearing = yield* Effect.forkChild(ndjson(out).hear(announced()), { startImmediately: true })
      assert.isUndefined(hearing.pollUnsafe())
      taken?.()
      yield* Fiber.join(hearing)
    }),
  )

  it.effect("are refused by an output that was closed, which ends nothing else", () =>
    Effect.gen(function* () {
      const out = new Duplex({ read: () => {}, write: (_, __, done) => done(new Error("EPIPE canary")) })
      const listener = ndjson(out)
      const first = yield* Effect.flip(listener.hear(announced()))
      const second = yield* Effect.flip(listener.hear(announced()))
      for (const refusal of [first, second]) assert.notInclude(String(refusal), "canary")
    }),
  )
})
