/**
 * What stores answer as plain data, so that equal answers are equal texts.
 */
import { toPaymentWrite } from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"

/** A record as plain data. The summaries of its notes come in no order. */
export const plain = ({ payment, tracking, version, lease, notes, newestNote }: PaymentRecord) => ({
  ...toPaymentWrite(payment, tracking),
  version,
  lease,
  newestNote,
  notes: inAnyOrder(notes),
})

export const inAnyOrder = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  list.toSorted((one, other) => (canonical(one) < canonical(other) ? -1 : 1))

/** Data as a text that two equal values share, whatever the order of their fields. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === "number" && !Number.isFinite(each)) return String(each)
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
