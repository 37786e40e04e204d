/**
 * Saves a step of a payment as it is then. Whenever others were faster, it is read and begun again, as often as the policy allows.
 */
import { Clock, Effect, Option, type Result } from "effect"
import type { PaymentKey } from "./Identifiers.ts"
import { saved, type Step } from "./journal.ts"
import type { PaymentRecord } from "./nextAction.ts"
import { keepsChanging, PaymentNotFound, type PaymentStore } from "./PaymentStore.ts"
import type { SaveTerms } from "./PaymentStoreDriver.ts"
import type { PolicyShape } from "./PolicyShape.ts"

/**
 * Saves on a store; the record as it is stored afterwards. A step that is null leaves the payment as it was found. `unlessNoted`: a
 * callback that comes before the write lets the step be made again, with it.
 */
export const savingOn = (store: PaymentStore["Service"], policy: PolicyShape) =>
  Effect.fnUntraced(function* <E>(
    key: PaymentKey,
    stepOf: (record: PaymentRecord, now: number) => Result.Result<Step | null, E>,
    giveBack: SaveTerms["giveBack"] = null,
    unlessNoted = false,
  ) {
    for (let tries = 0; tries < policy.maxSaveTries; tries++) {
      const found = yield* store.find(key)
      if (Option.isNone(found)) return yield* new PaymentNotFound({ key })
      const record = found.value
      const now = yield* Clock.currentTimeMillis
      const step = yield* Effect.fromResult(stepOf(record, now))
      if (step === null) return record
      const terms = { version: record.version, now, giveBack }
      const guarded = unlessNoted ? { ...terms, unlessNotedAfter: record.newestNote } : terms
      const done = yield* store.save(step.change, step.watch, guarded)
      if (done === "Saved") return saved(record, step)
    }
    return yield* keepsChanging()
  })
