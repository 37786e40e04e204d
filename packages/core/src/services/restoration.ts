/**
 * A store restored from a backup has forgotten what happened since: what it takes for unsent, held or unanswered may have been sent. So
 * every open payment without a token is in doubt, and no program sends it (rows P8 and O16); those with one are confirmed as ever.
 */
import { Clock, Effect, Option, Result } from "effect"
import { SharedState } from "../ports/SharedState.ts"
import type { Documents } from "../ports/Documents.ts"
import type { PaymentKey } from "../model/Identifiers.ts"
import { PaymentStore, visitPayments } from "../ports/PaymentStore.ts"
import type { PaymentFilter } from "../ports/PaymentStoreDriver.ts"
import { Policy, type PolicyShape } from "../model/Policy.ts"
import { DecisionRefused, workerLost } from "../model/stimulus.ts"
import { requireStatements } from "./statementGaps.ts"
import { writerOn } from "./Writer.ts"

/** What was done to the payments of a restored store. It may be repeated. */
export interface Restoration {
  /** Payouts that are in doubt now: a person compares them with the service's statement. */
  readonly payouts: number
  /** Payins that are in doubt now. */
  readonly payins: number
  /**
   * Unreadable payments that may have to be stopped, the payouts first. Nothing was done to them: once they can be read, run the
   * restoration again, before resuming payouts.
   */
  readonly unreadable: ReadonlyArray<PaymentKey>
}

/** Visits every matching payment that can be read, and names the others. */
const visitEach = Effect.fnUntraced(function* <A, E>(
  store: PaymentStore["Service"],
  policy: PolicyShape,
  query: PaymentFilter,
  visit: (key: PaymentKey) => Effect.Effect<A, E>,
) {
  const done: Array<A> = []
  const unreadable: Array<PaymentKey> = []
  yield* visitPayments(store, policy, query, (entry) =>
    Result.match(entry, {
      onSuccess: ({ payment }) => Effect.map(visit(payment.key), (each) => void done.push(each)),
      onFailure: ({ key }) => Effect.sync(() => void unreadable.push(key)),
    }),
  )
  return { done, unreadable }
})

/**
 * Refuses to resume `payouts` while payouts that are unsent by their columns cannot be read. The pause may be that of a restoration, which
 * did not stop them: a program that can read them would send what may have been paid (row O16). Refuses too while a statement over what was
 * forgotten is missing, where the policy asks for one.
 *
 * ```ts
 * yield* review.pause("payouts", "The manager", "we compare the balance")
 * yield* requireResumable("payouts") // => undefined
 * ```
 */
export const requireResumable = Effect.fnUntraced(function* (scope: string, ignoreUnreadable = false) {
  yield* requireStatements(scope)
  if (
    ignoreUnreadable ||
    scope !== "payouts" ||
    (yield* (yield* SharedState).pauses()).every((pause) => pause.scope !== scope)
  )
    return
  const unsent = { kind: "payout", states: ["intended"] } as const
  const [key] = (yield* visitEach(yield* PaymentStore, yield* Policy, unsent, () => Effect.void)).unreadable
  if (key === undefined) return
  return yield* new DecisionRefused({ key, because: "cannot_be_read" })
})

/** The states of payments that may have no token. Core never sends what is closed. */
const doubtful = ["intended", "held", "submitting", "in_doubt"] as const

export const restorationOf = (
  store: PaymentStore["Service"],
  shared: SharedState["Service"],
  policy: PolicyShape,
  documents: Option.Option<Documents["Service"]>,
) => {
  const writer = writerOn(store, policy)

  /** Puts one payment in doubt for every program; false when it has a token or is closed. */
  const stop = Effect.fnUntraced(function* (key: PaymentKey) {
    const { payment } = yield* writer.read(key)
    if (payment.state._tag === "submitting") yield* writer.readAndApply(key, workerLost(payment))
    return (yield* writer.readAndApply(key, { _tag: "Restored" }))._tag === "Applied"
  })

  return Effect.fnUntraced(function* (by: string, reason: string) {
    const since = yield* Clock.currentTimeMillis
    // First of all: another process must not send what the walk has not reached yet.
    yield* shared.pause({ scope: "payouts", reason, by, since, credentials: null })
    // Before the walk adds events of its own: what followed the newest event until now is forgotten.
    if (Option.isSome(documents)) yield* documents.value.openGap(since)
    const payouts = yield* visitEach(store, policy, { kind: "payout", states: doubtful }, stop)
    const payins = yield* visitEach(store, policy, { kind: "payin", states: [...doubtful, "awaiting_otp"] }, stop)
    // The pause above stops what cannot be read, so the store may be opened.
    yield* shared.acceptRestored()
    const restoration: Restoration = {
      payouts: payouts.done.filter((stopped) => stopped).length,
      payins: payins.done.filter((stopped) => stopped).length,
      unreadable: [...payouts.unreadable, ...payins.unreadable],
    }
    return restoration
  })
}
