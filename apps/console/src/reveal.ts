/**
 * What people did that the store does not keep: that somebody saw what is masked, and who lifted a hold. It is recorded before it is
 * done. The record is one line of JSON on standard error, whatever the level of the logs: whoever collects the logs has it, and nobody
 * who uses the console can take it back.
 */
import { Context, DateTime, Effect } from "effect"
import { InvalidInput, keyText, type PaymentKey } from "@cauri/core"

/** Who wants to see it, and why. */
export interface Reveal {
  readonly by: string
  readonly reason: string
}

/** Where such records go. */
export const DeedRecords = Context.Reference<{ readonly write: (line: string) => Effect.Effect<void> }>(
  "@cauri/console/DeedRecords",
  { defaultValue: () => ({ write: (line) => Effect.sync(() => void process.stderr.write(line)) }) },
)

/** Records what somebody is about to do. */
export const recordDeed = Effect.fn("recordDeed")(function* (
  record: "reveal" | "lift",
  about: Reveal & Readonly<Record<string, string>>,
) {
  const { by, reason } = about
  if (by.trim() === "") return yield* new InvalidInput({ field: "by", expected: "the name of the person who does it" })
  if (reason.trim() === "") return yield* new InvalidInput({ field: "reason", expected: "why it has to be done" })
  const at = DateTime.formatIso(yield* DateTime.now)
  const { write } = yield* DeedRecords
  yield* write(`${JSON.stringify({ record, at, ...about })}\n`)
  return { at, by, reason }
})

/** Records a reveal. Show nothing before this has succeeded. */
export const recordReveal = (key: PaymentKey, { by, reason }: Reveal) =>
  recordDeed("reveal", { payment: keyText(key), by, reason })
