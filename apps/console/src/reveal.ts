/**
 * Somebody asked to see what is masked. That is recorded before anything is shown: who, of which payment, why, and when. The record
 * is one line of JSON on standard error, whatever the level of the logs: whoever collects the logs has it, and nobody who uses the
 * console can take it back.
 */
import { Context, DateTime, Effect } from "effect"
import { InvalidInput, keyText, type PaymentKey } from "@cauri/core"

/** Who wants to see it, and why. */
export interface Reveal {
  readonly by: string
  readonly reason: string
}

/** Where such records go. */
export const RevealRecords = Context.Reference<{ readonly write: (line: string) => Effect.Effect<void> }>(
  "@cauri/console/RevealRecords",
  { defaultValue: () => ({ write: (line) => Effect.sync(() => void process.stderr.write(line)) }) },
)

/** Records a reveal. Show nothing before this has succeeded. */
export const recordReveal = Effect.fn("recordReveal")(function* (key: PaymentKey, { by, reason }: Reveal) {
  if (by.trim() === "") return yield* new InvalidInput({ field: "by", expected: "the name of who wants to see it" })
  if (reason.trim() === "") return yield* new InvalidInput({ field: "reason", expected: "why it has to be seen" })
  const at = DateTime.formatIso(yield* DateTime.now)
  const { write } = yield* RevealRecords
  yield* write(`${JSON.stringify({ record: "reveal", at, payment: keyText(key), by, reason })}\n`)
  return { at, by, reason }
})
