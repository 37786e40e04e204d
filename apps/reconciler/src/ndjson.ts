/** Delivers to the host on standard output, one JSON object per line. A line counts as received when the output has taken all of it. */
import type { Writable } from "node:stream"
import type { PlainConsumer } from "@cauri/core"
import { envelopeOf } from "@cauri/catalogue/events"
import { linesTo } from "@cauri/runtime"

/** The consumer that writes lines. Its name never changes: under another one the host would receive everything again. */
export const ndjsonConsumer = (out: Writable & { readonly fd?: number }): PlainConsumer => {
  const line = linesTo(out)
  return { name: "ndjson", receive: (deliveredEvent) => line(`${JSON.stringify(envelopeOf(deliveredEvent))}\n`) }
}
