/**
 * The moments to which time may jump: the next one at which a worker or the host has something to do, and the far ones at which a rule
 * changes (a payin's deadline, the age from which a person may decide "not executed"). Between them nothing depends on the time.
 */
import type { View } from "./views.ts"
import { notExecutedAge, payinDeadline } from "./policy.ts"

const lastStartedAt = ({ record }: View): number =>
  record.payment.attempts.at(-1)?.startedAt ?? record.payment.createdAt

/** The later moments that matter for a payment. */
const farTimes = (view: View): ReadonlyArray<number> => {
  const { payment } = view.record
  const state = payment.state._tag
  if (payment._tag === "Payin") {
    return state === "pending" || state === "awaiting_otp" || state === "in_doubt"
      ? [lastStartedAt(view) + payinDeadline]
      : []
  }
  return state === "in_doubt" ? [lastStartedAt(view) + notExecutedAge] : []
}

/** The moments after now to which time may jump, the earliest first. */
export const momentsAfter = (views: ReadonlyArray<View>, now: number): ReadonlyArray<number> => {
  const due = views.flatMap(({ row, deliveries }) => [
    Math.max(row.actAt ?? Infinity, row.leaseUntil),
    row.leaseUntil,
    ...deliveries.flatMap(({ dueAt, leaseUntil }) => [Math.max(dueAt ?? Infinity, leaseUntil), leaseUntil]),
  ])
  const next = Math.min(...due.filter((each) => each > now))
  const far = views.flatMap(farTimes).filter((each) => each > now)
  return [...new Set([next, ...far])].filter((each) => each < Infinity).toSorted((one, other) => one - other)
}
