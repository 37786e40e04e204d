/**
 * After a store was restored from a backup, it has forgotten what happened since: a payout that it takes for unsent may have been
 * paid. So nothing that had not been accepted leaves again before a person has looked at it (row O16; rows O7 and P8 for what was
 * under way).
 */
import { Clock, Effect, Result } from "effect"
import { DeskStore } from "../ports/DeskStore.ts"
import type { PaymentKey } from "../model/Identifiers.ts"
import { PaymentStore, walk } from "../ports/PaymentStore.ts"
import type { PaymentFilter } from "../ports/PaymentStoreDriver.ts"
import { Policy, type PolicyShape } from "../model/Policy.ts"
import { DecisionRefused, workerLost } from "../model/stimulus.ts"
import { writerOn } from "./Writer.ts"

/** What was done to the payments of a restored store. Doing it again does nothing to those that are done. */
export interface Restoration {
  /** Payouts that now wait for a person's release. */
  readonly held: number
  /** Payments whose call had no answer yet: nobody knows what became of it. */
  readonly unanswered: number
  /**
   * Payments that cannot be read and may have to be stopped, the payouts first. Nothing was done to them: once they can be read, all
   * of this must be done again, before the hold on payouts is lifted.
   */
  readonly unreadable: ReadonlyArray<PaymentKey>
}

/** Visits every payment that fits and can be read, and names the others. */
const visitEach = Effect.fnUntraced(function* <A, E>(
  store: PaymentStore["Service"],
  policy: PolicyShape,
  query: PaymentFilter,
  visit: (key: PaymentKey) => Effect.Effect<A, E>,
) {
  const done: Array<A> = []
  const unreadable: Array<PaymentKey> = []
  yield* walk(store, policy, query, (entry) =>
    Result.match(entry, {
      onSuccess: ({ payment }) => Effect.map(visit(payment.key), (each) => void done.push(each)),
      onFailure: ({ key }) => Effect.sync(() => void unreadable.push(key)),
    }),
  )
  return { done, unreadable }
})

/**
 * Refuses to lift the hold on `payouts` while payouts that nobody sent, as far as their columns tell, cannot be read. The hold may be
 * that of a restore, whose walk has not stopped them: a program that can read them would send what may have been paid (row O16).
 */
export const mayLift = Effect.fnUntraced(function* (scope: string) {
  if (scope !== "payouts" || (yield* (yield* DeskStore).holds()).every((hold) => hold.scope !== scope)) return
  const unsent = { kind: "payout", states: ["Intended"] } as const
  const [key] = (yield* visitEach(yield* PaymentStore, yield* Policy, unsent, () => Effect.void)).unreadable
  if (key === undefined) return
  return yield* new DecisionRefused({ key, because: "CannotBeRead" })
})

/** The walk over a store that was restored. */
export const restorationOf = (store: PaymentStore["Service"], desk: DeskStore["Service"], policy: PolicyShape) => {
  const writer = writerOn(store, policy)

  /** Takes one payment out of the reach of every program, as it is now; the state in which it was. */
  const stop = Effect.fnUntraced(function* (key: PaymentKey) {
    const held = yield* writer.applyTo(key, { _tag: "Restored" })
    if (held._tag === "Applied") return "Intended"
    const { state } = held.record.payment
    if (state._tag === "Submitting") yield* writer.apply(held.record, workerLost(held.record.payment))
    return state._tag
  })

  return Effect.fnUntraced(function* (by: string, reason: string) {
    const since = yield* Clock.currentTimeMillis
    // First of all: whatever the walk has not reached yet must not be sent by another process meanwhile.
    yield* desk.hold({ scope: "payouts", reason, by, since, credentials: null })
    // What is done leaves the states, so a walk that broke off begins anew.
    const payouts = yield* visitEach(store, policy, { kind: "payout", states: ["Intended", "Submitting"] }, stop)
    const payins = yield* visitEach(store, policy, { kind: "payin", states: ["Submitting"] }, stop)
    // What cannot be read is stopped by the hold above, so the store may be opened.
    yield* desk.acceptRestored()
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
