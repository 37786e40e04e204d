/**
 * A store restored from a backup has forgotten what happened since: a payout that it takes for unsent may have been paid. So nothing that
 * had not been accepted is sent before a person has looked at it (row O16; rows O7 and P8 for calls under way).
 */
import { Clock, Effect, Option, Result } from "effect"
import { SharedState } from "../ports/SharedState.ts"
import type { Statements } from "../ports/Statements.ts"
import type { PaymentKey } from "../model/Identifiers.ts"
import { PaymentStore, visitPayments } from "../ports/PaymentStore.ts"
import type { PaymentFilter } from "../ports/PaymentStoreDriver.ts"
import { Policy, type PolicyShape } from "../model/Policy.ts"
import { DecisionRefused, workerLost } from "../model/stimulus.ts"
import { requireStatements } from "./statementGaps.ts"
import { writerOn } from "./Writer.ts"

/** What was done to the payments of a restored store. Repeating it changes nothing that is done. */
export interface Restoration {
  /** Payouts that now wait for a person's release. */
  readonly held: number
  /** Payments whose call had no answer yet: its outcome is unknown. */
  readonly unanswered: number
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
 */
export const requireResumable = Effect.fnUntraced(function* (scope: string, ignoreUnreadable = false) {
  yield* requireStatements(scope)
  if (
    ignoreUnreadable ||
    scope !== "payouts" ||
    (yield* (yield* SharedState).pauses()).every((pause) => pause.scope !== scope)
  )
    return
  const unsent = { kind: "payout", states: ["Intended"] } as const
  const [key] = (yield* visitEach(yield* PaymentStore, yield* Policy, unsent, () => Effect.void)).unreadable
  if (key === undefined) return
  return yield* new DecisionRefused({ key, because: "CannotBeRead" })
})

/** The restoration of a store. */
export const restorationOf = (
  store: PaymentStore["Service"],
  shared: SharedState["Service"],
  policy: PolicyShape,
  statements: Option.Option<Statements["Service"]>,
) => {
  const writer = writerOn(store, policy)

  /** Stops one payment for every program; returns the state in which it was. */
  const stop = Effect.fnUntraced(function* (key: PaymentKey) {
    const held = yield* writer.readAndApply(key, { _tag: "Restored" })
    if (held._tag === "Applied") return "Intended"
    const { state } = held.record.payment
    if (state._tag === "Submitting") yield* writer.apply(held.record, workerLost(held.record.payment))
    return state._tag
  })

  return Effect.fnUntraced(function* (by: string, reason: string) {
    const since = yield* Clock.currentTimeMillis
    // First of all: another process must not send what the walk has not reached yet.
    yield* shared.pause({ scope: "payouts", reason, by, since, credentials: null })
    // Before the walk adds events of its own: what followed the newest event until now is forgotten.
    if (Option.isSome(statements)) yield* statements.value.openGap(since)
    // Finished payments leave these states, so an interrupted walk starts over.
    const payouts = yield* visitEach(store, policy, { kind: "payout", states: ["Intended", "Submitting"] }, stop)
    const payins = yield* visitEach(store, policy, { kind: "payin", states: ["Submitting"] }, stop)
    // The pause above stops what cannot be read, so the store may be opened.
    yield* shared.acceptRestored()
    const done = [...payouts.done, ...payins.done]
    const count = (state: string) => done.filter((each) => each === state).length
    const restoration: Restoration = {
      held: count("Intended"),
      unanswered: count("Submitting"),
      unreadable: [...payouts.unreadable, ...payins.unreadable],
    }
    return restoration
  })
}
