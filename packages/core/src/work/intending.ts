/** Payments before and while they are stored, for payins and payouts alike: found, written once, and cancelled while nothing was sent. */
import { Effect, Equal } from "effect"
import type { Step } from "../machine/decide.ts"
import { type Prepared, toEventRow, toWrite } from "../ports/PaymentRow.ts"
import type { PayinContent, PayoutContent } from "../model/Content.ts"
import { readBy } from "../model/fields.ts"
import type { PaymentKey } from "../model/Identifiers.ts"
import { ContentConflict } from "./input.ts"
import { DecisionRefused } from "../model/stimulus.ts"
import type { Nudge } from "./lanes.ts"
import { PaymentNotFound, type PaymentStore } from "../ports/PaymentStore.ts"
import type { PolicyShape } from "../model/Policy.ts"
import { writerOn } from "./Writer.ts"

/** The steps over a store that payins and payouts share. */
export const intentsOn = (
  store: PaymentStore["Service"],
  nudge: Nudge["Service"],
  kind: PaymentKey["kind"],
  policy: PolicyShape,
) => {
  const writer = writerOn(store, policy)

  const find = Effect.fnUntraced(function* (key: PaymentKey) {
    if (key.kind !== kind) return yield* new PaymentNotFound({ key })
    return yield* writer.read(key)
  })

  /** The first step of a payment that is not stored yet. */
  const begin = (content: PayinContent | PayoutContent) => Effect.map(writer.begin(content), ({ step }) => step)

  /** Stores the first step of a payment; `isNew` is false when it was there with the same content. */
  const create = Effect.fnUntraced(function* (content: PayinContent | PayoutContent) {
    const created = yield* writer.create(content)
    const { payment } = created.record
    if (!Equal.equals(payment.content, content)) return yield* new ContentConflict({ key: payment.key })
    return created
  })

  /** Cancels a payment of which nothing has left (rows P3, O15). */
  const cancel = Effect.fnUntraced(function* (key: PaymentKey, by: string) {
    yield* Effect.fromResult(readBy(by))
    if (key.kind !== kind) return yield* new PaymentNotFound({ key })
    const cancelled = yield* writer.applyTo(key, { _tag: "Cancelled", by, asOf: null })
    if (cancelled._tag === "Refused") return yield* new DecisionRefused({ key, because: cancelled.because })
    yield* nudge.wake
    return cancelled.record
  })

  return { begin, find, create, cancel }
}

/** The rows of a payment that was just made. */
export const preparedOf = ({ change: { payment, entries }, watch }: Step): Prepared => ({
  key: payment.key,
  row: toWrite(payment, watch),
  events: entries.map(toEventRow),
})
