import { assert, describe, it } from "@effect/vitest"
import { Writable } from "node:stream"
import { envelopeOf } from "@cauri/catalogue/events"
import { Effect } from "effect"
import { ndjsonConsumer } from "../src/ndjson.ts"
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
      const { receive } = ndjsonConsumer(out)
      yield* receive(announced())
      yield* receive(announced({ seq: 4, event: "Flagged" }))
      const lines = text.trimEnd().split("\n")
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line)),
        [envelopeOf(announced()), envelopeOf(announced({ seq: 4, event: "Flagged" }))],
      )
    }),
  )
})
