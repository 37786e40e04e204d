/**
 * Announces to the host on standard output, one JSON object per line. A line counts as heard when the pipe has taken it: a reader that
 * stops reading holds the announcements back, and nothing else.
 */
import type { Writable } from "node:stream"
import { Effect } from "effect"
import type { Listener } from "@cauri/core"
import { messageOf } from "./messageOf.ts"

/** The consumer that writes lines. */
export const ndjson = (out: Writable): Listener => ({
  name: "ndjson",
  hear: (announcement) =>
    Effect.callback<void, Error>((resume) => {
      out.write(`${JSON.stringify(messageOf(announcement))}\n`, (failure) => {
        resume(failure ? Effect.fail(new Error("Standard output was closed.")) : Effect.void)
      })
    }),
})
