/**
 * After a store was restored from a backup, it has forgotten what happened since: a payout that it takes for unsent may have been
 * paid. So nothing that had not been accepted leaves again before a person has looked at it (row O16; rows O7 and P8 for what was
 * under way).
 */
import { Clock, Effect, Option } from "effect"
import { noAnswer } from "./CreationAnswer.ts"
import type { DeskStore } from "./DeskStore.ts"
import { PaymentEvent as Events } from "./Event.ts"
import type { PaymentKey } from "./Identifiers.ts"
import { advance } from "./journal.ts"
import type { PaymentRecord } from "./nextAction.ts"
import { keepsChanging, type ListQuery, type PaymentStore } from "./PaymentStore.ts"
import type { PolicyShape } from "./Policy.ts"
import type { Submission } from "./Submission.ts"

/** What was done to the payments of a restored store. Doing it again does nothing to those that are done. */
export interface Restoration {
  /** Payouts that now wait for a person's release. */
  readonly held: number
  /** Payments whose call had no answer yet: nobody knows what became of it. */
  readonly unanswered: number
}

/** The walk over a store that was restored. */
export const restorationOf = (
  store: PaymentStore["Service"],
  desk: DeskStore["Service"],
  submission: Submission["Service"],
  policy: PolicyShape,
) => {
  /** Takes one payment out of the reach of every program, as it is now. */
  const stop = Effect.fnUntraced(function* (key: PaymentKey) {
    for (let tries = 0; tries < policy.maxSaveTries; tries++) {
      const found = yield* store.find(key)
      const state = Option.isNone(found) ? null : found.value.payment.state._tag
      if (Option.isNone(found) || (state !== "Intended" && state !== "Submitting")) return null
      const record = found.value
      if (state === "Submitting") {
        yield* submission.saveAnswer(key, record.payment.attempts.length, noAnswer("WorkerLost"), null)
        return "unanswered"
      }
      const now = yield* Clock.currentTimeMillis
      const events = [Events.cases.Held.make({ because: "Restored" })]
      const step = yield* Effect.fromResult(advance(record, events, record.watch, now, policy))
      const terms = { version: record.version, giveBack: null, now }
      if ((yield* store.save(step.change, step.watch, terms)) === "Saved") return "held"
    }
    return yield* keepsChanging()
  })

  /** Stops every payment in these states, page by page. What is done leaves the states, so a walk that broke off begins anew. */
  const walk = Effect.fnUntraced(function* (query: Omit<ListQuery, "after" | "limit">) {
    const done: Array<"held" | "unanswered" | null> = []
    let page: ReadonlyArray<PaymentRecord> = []
    let after: Pick<ListQuery, "after"> = {}
    do {
      page = yield* store.list({ ...query, ...after, limit: policy.walkPage })
      for (const { payment } of page) {
        done.push(yield* stop(payment.key))
        after = { after: { createdAt: payment.createdAt, key: payment.key } }
      }
    } while (page.length === policy.walkPage)
    return done
  })

  return Effect.fnUntraced(function* (by: string, reason: string) {
    const since = yield* Clock.currentTimeMillis
    // First of all: whatever the walk has not reached yet must not be sent by another process meanwhile.
    yield* desk.hold({ scope: "payouts", reason, by, since, credentials: null })
    const done = [
      ...(yield* walk({ kind: "payout", states: ["Intended", "Submitting"] })),
      ...(yield* walk({ kind: "payin", states: ["Submitting"] })),
    ]
    const count = (what: "held" | "unanswered") => done.filter((each) => each === what).length
    const restoration: Restoration = { held: count("held"), unanswered: count("unanswered") }
    return restoration
  })
}
