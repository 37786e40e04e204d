/**
 * Schedules another check of a payment for the callbacks received: after a time in which confirms were impossible, or when a callback may
 * have been missed. The notes stay; each attempt with a callback gets one more note, which names the person.
 */
import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import type { PaymentKey } from "@cauri/core"
import { CallbackIntake } from "@cauri/core/adapter"
import { checkName } from "../deeds/recordDeed.ts"
import { recordOf } from "../payment/history.ts"

/** A longer name is stored as its digest: indexed texts are short, and half a name could reveal what masking hides of the whole one. */
const longestName = 64

const nameOf = (by: string): string =>
  by.length <= longestName ? by : createHash("sha256").update(by).digest("base64url").slice(0, 22)

/** Adds a note for each attempt that has a callback, and returns their numbers. */
export const replayNotes = Effect.fn("replayNotes")(function* (key: PaymentKey, by: string) {
  yield* checkName(by)
  const intake = yield* CallbackIntake
  const { notes } = yield* recordOf(key)
  const receivedAt = yield* Clock.currentTimeMillis
  const fingerprint = `replayed ${receivedAt} by ${nameOf(by)}`
  for (const { attempt } of notes) yield* intake.receive({ key, attempt, fingerprint, receivedAt, body: null })
  return notes.map(({ attempt }) => attempt)
})
