/**
 * Announces to the host on standard output, one JSON object per line. A line counts as heard when the pipe has taken it: a reader that
 * stops reading holds the announcements back, and nothing else.
 */
import type { Writable } from "node:stream"
import { Effect, Schema } from "effect"
import type { Listener } from "@cauri/core"
import { messageOf } from "./messageOf.ts"

/** Nobody reads any more. */
class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", {}) {
  override get message() {
    return "The output was closed; what could not be told comes again."
  }
}

/** The consumer that writes lines. Its name is for ever: under another one the host would hear everything again. */
export const ndjson = (out: Writable): Listener => {
  // A reader that has gone must not end the program; each line is told for itself.
  out.on("error", () => {})
  return {
    name: "ndjson",
    hear: (announcement) =>
      Effect.callback<void, OutputClosed>((resume) => {
        out.write(`${JSON.stringify(messageOf(announcement))}\n`, (failure) => {
          resume(failure ? Effect.fail(new OutputClosed()) : Effect.void)
        })
      }),
  }
}
