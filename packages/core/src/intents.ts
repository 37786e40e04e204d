/**
 * Payments before and while they are stored: made of what a merchant asks for, written once, and cancelled while nothing was sent.
 * Payins and payouts share these steps.
 *
 * A host that keeps its orders in the database of the payments prepares a payment and writes both in one transaction of its own:
 * there is no order without its payment then, and no payment without its order.
 */
import { Clock, Effect, Equal, Option, Result } from "effect"
import type { PayinContent, PayoutContent } from "./Content.ts"
import { PaymentEvent as Events } from "./Event.ts"
import { readBy } from "./fields.ts"
import type { PaymentKey } from "./Identifiers.ts"
import { ContentConflict } from "./input.ts"
import { advance, type Step } from "./journal.ts"
import type { IllegalTransition } from "./Machine.ts"
import type { PaymentRecord } from "./nextAction.ts"
import type { Nudge } from "./Nudge.ts"
import { fold } from "./Payment.ts"
import { contentOf, type EventRow, type PaymentWrite, toEventRow, toWrite } from "./PaymentRow.ts"
import { PaymentNotFound, type PaymentStore } from "./PaymentStore.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { DecisionRefused, mayNotCancel } from "./rulings.ts"
import { savingOn } from "./saving.ts"
import { newWatch } from "./Watch.ts"

/**
 * A payment that was checked and is not stored yet: the rows that a store's adapter writes inside the host's own transaction. It is
 * made for now: an unsent payin is cancelled two minutes after it was prepared.
 */
export interface Prepared {
  readonly key: PaymentKey
  readonly row: PaymentWrite
  readonly events: ReadonlyArray<EventRow>
}

/** Do two rows ask for the same? What an insert finds under its id is the same payment, or a `ContentConflict`. */
export const sameContent = (one: PaymentWrite, other: PaymentWrite): boolean =>
  Equal.equals(contentOf(one), contentOf(other))

/** The rows of a payment that was just made. */
export const preparedOf = ({ change: { payment, entries }, watch }: Step): Prepared => ({
  key: payment.key,
  row: toWrite(payment, watch),
  events: entries.map(toEventRow),
})

/** The first step of a payment. */
export const intend = Effect.fnUntraced(function* (content: PayinContent | PayoutContent, policy: PolicyShape) {
  const at = yield* Clock.currentTimeMillis
  const intent = { seq: 1, at, event: Events.cases.Intended.make({ content }) }
  const payment = yield* Effect.fromResult(fold([intent]))
  const step: Step = { change: { payment, entries: [intent] }, watch: newWatch(payment, policy) }
  return step
})

/** The steps over a store that payins and payouts share. */
export const intentsOf = (
  store: PaymentStore["Service"],
  nudge: Nudge["Service"],
  kind: PaymentKey["kind"],
  policy: PolicyShape,
) => {
  const saveStep = savingOn(store, policy)

  const find = Effect.fnUntraced(function* (key: PaymentKey) {
    const found = yield* store.find(key)
    if (Option.isNone(found) || key.kind !== kind) return yield* new PaymentNotFound({ key })
    return found.value
  })

  /** Stores the first step of a payment; `isNew` is false when it was there with the same content. */
  const insert = Effect.fnUntraced(function* ({ change, watch }: Step) {
    const { payment } = change
    const inserted = yield* store.insert(change, watch)
    if (inserted._tag === "AlreadyThere") {
      const record = inserted.found
      if (!Equal.equals(record.payment.content, payment.content))
        return yield* new ContentConflict({ key: payment.key })
      return { record, isNew: false }
    }
    const record: PaymentRecord = {
      payment,
      watch,
      version: 1,
      lease: { number: 0, until: 0 },
      notes: [],
      newestNote: 0,
    }
    return { record, isNew: true }
  })

  /** Cancels a payment of which nothing has left (rows P3, O15). */
  const cancel = Effect.fnUntraced(function* (key: PaymentKey, by: string) {
    yield* Effect.fromResult(readBy(by))
    if (key.kind !== kind) return yield* new PaymentNotFound({ key })
    const events = [Events.cases.Cancelled.make({ because: "Asked", by })]
    const step = (record: PaymentRecord, now: number): Result.Result<Step, IllegalTransition | DecisionRefused> => {
      const because = mayNotCancel(record)
      return because === null
        ? advance(record, events, record.watch, now, policy)
        : Result.fail(new DecisionRefused({ key, because }))
    }
    const cancelled = yield* saveStep(key, step, null, true)
    yield* nudge.wake
    return cancelled
  })

  return { find, insert, cancel }
}
