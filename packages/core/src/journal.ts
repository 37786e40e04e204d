/**
 * One step of a payment, ready to be saved: its events, its new state, and when somebody must look again.
 */
import { Result } from "effect"
import type { PaymentEvent } from "./Event.ts"
import type { IllegalTransition } from "./Machine.ts"
import type { PaymentRecord } from "./nextAction.ts"
import { append, type Change, closedAt } from "./Payment.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { planActAt, type Watch } from "./Watch.ts"

/** A step that can be saved. */
export interface Step {
  readonly change: Change
  readonly watch: Watch
}

/** Takes a record on by some events and a new watch, and plans when to act next. */
export const advance = (
  record: PaymentRecord,
  events: ReadonlyArray<PaymentEvent>,
  watch: Watch,
  now: number,
  policy: PolicyShape,
): Result.Result<Step, IllegalTransition> =>
  Result.map(append(record.payment, events, now), (change) => {
    const closed = closedAt(change.payment)
    const moved = change.payment.state._tag !== record.payment.state._tag
    const justClosed = closed !== closedAt(record.payment) || (closed !== null && moved)
    const next: Watch = {
      ...watch,
      ...(justClosed ? { listeningSince: null, slot: 0, slotTries: 0, failures: 0 } : {}),
    }
    return { change, watch: { ...next, actAt: planActAt(change.payment, next, now, policy) } }
  })

/** The record that a saved step leaves behind. */
export const saved = (record: PaymentRecord, step: Step): PaymentRecord => ({
  ...record,
  payment: step.change.payment,
  watch: step.watch,
  version: record.version + 1,
})
