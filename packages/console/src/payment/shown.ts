/** A payment as the pages show it, read in one place, with the names of its parts in addresses and forms. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { type DecisionRefused, keyText, type PaymentKey, Policy, type PolicyShape } from "@cauri/core"
import { requireStatementFor, SharedState } from "@cauri/core/adapter"
import type { FlagKind, HistoryEntry, PaymentRecord } from "@cauri/core/model"
import { historyOf, recordOf } from "./history.ts"
import { type Timeline, timelineFrom } from "./timeline.ts"
import { type Act, allowedOn, type AllowedAct, requestOf, ServiceLine, type ShownRequest } from "./allowed.ts"
import { type ShownDeed, shownDeeds } from "../deeds/shownDeeds.ts"
import { maskingOf, nothingMasked } from "../words/masking.ts"
import type { Visit } from "../frame/visit.ts"

/** A payment as the pages show it. */
export interface Shown {
  readonly record: PaymentRecord
  readonly history: ReadonlyArray<HistoryEntry>
  readonly timeline: Timeline
  readonly allowed: ReadonlyArray<AllowedAct>
  /** The decision that waits for its second person. */
  readonly request: ShownRequest | null
  /** What the policy says about second persons. */
  readonly approvals: PolicyShape["approvals"]
  readonly line: boolean
  /** Why it cannot count as unsent: no statement covers what a restored store forgot. Null: nothing of the kind. */
  readonly uncovered: DecisionRefused | null
  /** What people did with this payment, the newest first. */
  readonly deeds: ReadonlyArray<ShownDeed>
}

/** The most records that the page shows; `cauri console deeds` prints more. */
const mostDeeds = 50

/** What waits for a statement after a restore. A request does not: its approval does. */
const waiting: ReadonlyArray<Act> = ["approve", "not_completed", "send_again"]

export const shownOf = Effect.fn("Page.shown")(function* (key: PaymentKey, visit: Visit, revealed: boolean) {
  const record = yield* recordOf(key)
  const history = yield* historyOf(key)
  const pauses = yield* (yield* SharedState).pauses()
  const policy = yield* Policy
  const masking = revealed ? nothingMasked : maskingOf(record.payment)
  const uncovered = yield* requireStatementFor(record).pipe(
    Effect.as(null),
    Effect.catchTag("DecisionRefused", (refusal) => Effect.succeed(refusal)),
  )
  // Only the store knows what its statements cover.
  const allowed = allowedOn(record, policy, visit.now).map((offer) =>
    uncovered !== null && waiting.includes(offer.act) && !offer.needsSecondPerson
      ? { ...offer, obstacle: uncovered.because }
      : offer,
  )
  const shown: Shown = {
    record,
    history,
    timeline: timelineFrom(record, { history, unreadable: [] }, pauses, visit.language, revealed),
    allowed,
    request: requestOf(record, policy, masking),
    approvals: policy.approvals,
    line: (yield* ServiceLine).open,
    uncovered,
    deeds: yield* shownDeeds(mostDeeds, keyText(key)),
  }
  return shown
})

/** The name of a flag in a form, for any subject. */
export const flagId = (kind: FlagKind, subject: string): string =>
  createHash("sha256").update(`${kind} ${subject}`).digest("base64url").slice(0, 16)
