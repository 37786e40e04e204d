/**
 * Rings the bell of a payment once more for the callbacks that came for it, so that it is asked about soon: after a time in which
 * confirms were impossible, or when somebody doubts that a callback was heard. The notes themselves stay; each attempt that a
 * callback came for gets one more, under a name that says who rang.
 */
import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import type { PaymentKey } from "@cauri/core"
import { CallbackIntake } from "@cauri/core/adapter"
import { checkName } from "./reveal.ts"
import { recordOf } from "./timeline.ts"

/** A longer name is kept as its digest: a database indexes what is short, and half a name could say what a whole one masks. */
const longestName = 64

const nameOf = (by: string): string =>
  by.length <= longestName ? by : createHash("sha256").update(by).digest("base64url").slice(0, 22)

/** Rings for each attempt that a callback came for, and returns their numbers. */
export const replayNotes = Effect.fn("replayNotes")(function* (key: PaymentKey, by: string) {
  yield* checkName(by)
  const intake = yield* CallbackIntake
  const { notes } = yield* recordOf(key)
  const receivedAt = yield* Clock.currentTimeMillis
  const fingerprint = `replayed ${receivedAt} by ${nameOf(by)}`
  for (const { attempt } of notes) yield* intake.receive({ key, attempt, fingerprint, receivedAt, body: null })
  return notes.map(({ attempt }) => attempt)
})
