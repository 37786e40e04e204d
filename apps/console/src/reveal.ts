/**
 * What people did that no payment tells: that somebody saw what is masked, lifted a hold, or took a consumer or evidence away. It is recorded before it
 * is done, in the store, where it can only be added to, and as one line of JSON on standard error, whatever the level of the logs.
 */
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { InvalidInput, keyText, type PaymentKey, type StoreError } from "@cauri/core"
import { Evidence } from "@cauri/core/adapter"
import { isPersonsText } from "@cauri/core/model"
import { printableJsonLine } from "./Screen.ts"

/** Who does it, and why. */
export interface Reveal {
  readonly by: string
  readonly reason: string
}

/** Where such records go: standard error alone, until a store is there. */
export const DeedRecords = Context.Reference<{
  readonly write: (line: string) => Effect.Effect<void, StoreError>
}>("@cauri/console/DeedRecords", {
  defaultValue: () => ({ write: (line) => Effect.sync(() => void process.stderr.write(line)) }),
})

/** Such records go into the store first: what could not be recorded is not done. */
export const layerDeedRecords = Layer.effect(
  DeedRecords,
  Effect.gen(function* () {
    const evidence = yield* Evidence
    const { write } = yield* DeedRecords
    return {
      write: Effect.fnUntraced(function* (line: string) {
        yield* evidence.record({ at: yield* Clock.currentTimeMillis, body: line.trim() })
        yield* write(line)
      }),
    }
  }),
)

/** A name that can be kept for ever. */
export const checkName = Effect.fnUntraced(function* (by: string) {
  if (!isPersonsText(by))
    return yield* new InvalidInput({ field: "by", expected: "the name of the person who does it" })
})

/** Records what somebody is about to do. */
export const recordDeed = Effect.fn("recordDeed")(function* (
  record: "reveal" | "lift" | "forget" | "prune",
  about: Reveal & Readonly<Record<string, string>>,
) {
  const { by, reason } = about
  yield* checkName(by)
  if (!isPersonsText(reason)) return yield* new InvalidInput({ field: "reason", expected: "why it has to be done" })
  const at = DateTime.formatIso(yield* DateTime.now)
  const { write } = yield* DeedRecords
  yield* write(printableJsonLine({ record, at, ...about }))
  return { at, by, reason }
})

/** Records a reveal. Show nothing before this has succeeded. */
export const recordReveal = (key: PaymentKey, { by, reason }: Reveal) =>
  recordDeed("reveal", { payment: keyText(key), by, reason })
