/**
 * Rings the bell of a payment once more for the callbacks that came for it, so that it is asked about soon: after a time in which
 * confirms were impossible, or when somebody doubts that a callback was heard. The notes themselves stay; each attempt that a
 * callback came for gets one more, under a name that says who rang.
 */
import { Clock, Effect } from "effect"
import { CallbackIntake, type PaymentKey } from "@cauri/core"
import { checkName } from "./reveal.ts"
import { recordOf } from "./timeline.ts"

/** For how many attempts the bell was rung; none: no callback ever came. */
export const replayNotes = Effect.fn("replayNotes")(function* (key: PaymentKey, by: string) {
  yield* checkName(by)
  const intake = yield* CallbackIntake
  const { notes } = yield* recordOf(key)
  const receivedAt = yield* Clock.currentTimeMillis
  for (const { attempt } of notes) {
    const fingerprint = `replayed ${receivedAt} by ${by}`
    yield* intake.receive({ key, attempt, fingerprint, receivedAt, body: null })
  }
  return notes.map(({ attempt }) => attempt)
})
