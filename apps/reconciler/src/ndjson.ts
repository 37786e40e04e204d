/** Announces to the host on standard output, one JSON object per line. A line counts as heard when the output has taken all of it. */
import type { Writable } from "node:stream"
import type { Listener } from "@cauri/core"
import { linesTo } from "@cauri/runtime"
import { messageOf } from "./messageOf.ts"

/** The consumer that writes lines. Its name is for ever: under another one the host would hear everything again. */
export const ndjson = (out: Writable & { readonly fd?: number }): Listener => {
  const line = linesTo(out)
  return { name: "ndjson", hear: (announcement) => line(`${JSON.stringify(messageOf(announcement))}\n`) }
}
