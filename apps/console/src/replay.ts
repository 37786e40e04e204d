/**
 * Rings the bell of a payment once more for the callbacks that came for it, so that it is asked about soon: after a time in which
 * confirms were impossible, or when somebody doubts that a callback was heard. The notes themselves stay; each attempt that a
 * callback came for gets one more, under a name that says who rang.
 */
import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import { CallbackIntake, type PaymentKey } from "@cauri/core"
import { checkName } from "./reveal.ts"
import { recordOf } from "./timeline.ts"

/** A longer name is kept as its digest: a database indexes what is short, and half a name could say what a whole one masks. */
const longestName = 64

const nameOf = (by: string): string =>
  by.length <= longestName ? by : createHash("sha256").update(by).digest("base64url").slice(0, 22)

/** The attempts for which callbacks came, and those of them for which the bell was rung. */
export const replayNotes = Effect.fn("replayNotes")(function* (key: PaymentKey, by: string) {
  yield* checkName(by)
  const intake = yield* CallbackIntake
  const { notes } = yield* recordOf(key)
  const receivedAt = yield* Clock.currentTimeMillis
  const fingerprint = `replayed ${receivedAt} by ${nameOf(by)}`
  const rung: Array<number> = []
  for (const { attempt } of notes) {
    const noted = yield* intake.receive({ key, attempt, fingerprint, receivedAt, body: null })
    if (noted === "First" || noted === "Repeat") rung.push(attempt)
  }
  return { noted: notes.map(({ attempt }) => attempt), rung }
})
