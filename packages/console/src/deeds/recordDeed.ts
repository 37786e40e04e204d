/**
 * What people did, and from where: decided, revealed masked data, paused or resumed a scope, removed a consumer, or erased a person's data. It is
 * recorded before it is done: in the store, where records can only be added, and as one JSON line on standard error at every log level.
 */
import { randomUUID } from "node:crypto"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { InvalidInput, keyText, type PaymentKey, type StoreError } from "@cauri/core"
import { Documents } from "@cauri/core/adapter"
import { isPersonsText } from "@cauri/core/model"
import { printableJsonLine } from "../words/printable.ts"

/** Who does it, from where, and why. */
export interface Reveal {
  readonly by: string
  /** The address from which it was asked for, as far as it is known. */
  readonly from: string
  readonly reason: string
}

/** What is recorded. */
type DeedKind = "decision" | "reveal" | "import" | "batch" | "pause" | "resume" | "forget" | "erase"

/** Where such records go: standard error alone, until a store is open. */
export const DeedRecords = Context.Reference<{
  /** `payment`: the one that it is about. */
  readonly write: (line: string, payment?: string) => Effect.Effect<void, StoreError>
}>("@cauri/console/DeedRecords", {
  defaultValue: () => ({ write: (line) => Effect.sync(() => void process.stderr.write(line)) }),
})

/** Keeps a deed: one JSON object. Each is another one, whatever it says. */
export const keepDeed = ({ keep }: Documents["Service"], at: number, head: string, about?: string) =>
  Effect.asVoid(keep({ kind: "deed", digest: randomUUID(), at, head, ...(about === undefined ? {} : { about }) }))

/** Writes such records into the store first: a deed that cannot be recorded is not done. */
export const layerDeedRecords = Layer.effect(
  DeedRecords,
  Effect.gen(function* () {
    const documents = yield* Documents
    const { write } = yield* DeedRecords
    return {
      write: Effect.fnUntraced(function* (line: string, payment?: string) {
        yield* keepDeed(documents, yield* Clock.currentTimeMillis, line.trim(), payment)
        yield* write(line)
      }),
    }
  }),
)

/** Checks that a name can be stored for ever. */
export const checkName = Effect.fnUntraced(function* (by: string) {
  if (!isPersonsText(by))
    return yield* new InvalidInput({ field: "by", expected: "the name of the person who does it" })
})

/** Records what a person is about to do. */
export const recordDeed = Effect.fn("recordDeed")(function* (
  record: DeedKind,
  about: Reveal & Readonly<Record<string, string>>,
) {
  const { by, reason } = about
  yield* checkName(by)
  // A payment that nothing has left is cancelled without a reason.
  if (!(record === "decision" && reason === "") && !isPersonsText(reason))
    return yield* new InvalidInput({ field: "reason", expected: "why it has to be done" })
  const at = DateTime.formatIso(yield* DateTime.now)
  const { write } = yield* DeedRecords
  yield* write(printableJsonLine({ record, at, ...about }), about["payment"])
  return { at, by, from: about.from, reason }
})

/** Records a reveal. Show nothing before this has succeeded. */
export const recordReveal = (key: PaymentKey, { by, from, reason }: Reveal) =>
  recordDeed("reveal", { payment: keyText(key), by, from, reason })
