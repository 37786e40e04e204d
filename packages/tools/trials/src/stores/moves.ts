/**
 * What may happen to a payment next, by core's own tables: whatever `append` takes, in an order that depends on the payment alone.
 */
import { blankConfirmRecord, CreationAnswer } from "@cauri/core/adapter"
import { append, type Change, CreationToken, type Payment, PaymentEvent, CallFailure } from "@cauri/core/model"
import { Result } from "effect"

const cases = PaymentEvent.cases

const candidates = ({ attempts, seq, content }: Payment, at: number): ReadonlyArray<ReadonlyArray<PaymentEvent>> => {
  const attempt = Math.max(1, attempts.length)
  const token = CreationToken.make(`token-${attempt}`)
  const record = {
    ...blankConfirmRecord,
    status: "completed",
    amount: content.amount,
  } as const
  const notSent = CreationAnswer.cases.not_sent.make({ cause: "connection_refused" })
  const reason = CallFailure.cases.amount_refused.make({ code: "Code02" })
  const person = { by: "shared", reason: "looked at" }
  return [
    [],
    [cases.attempt_started.make({ attempt: attempts.length + 1, kind: "pay", carriesOtp: false })],
    [cases.accepted.make({ attempt, token, url: null, to: "pending" })],
    [cases.attempt_not_sent.make({ attempt, answer: notSent, to: "intended" })],
    [cases.attempt_refused.make({ attempt, reason, to: "refused" }), cases.refused.make({})],
    [
      cases.attempt_unanswered.make({ attempt, cause: "timed_out", code: "", token: null, to: "in_doubt" }),
      cases.in_doubt.make({}),
    ],
    [cases.completed.make({ observation: { attempt, startedAt: at, record }, late: false })],
    [cases.not_completed.make({})],
    [cases.expired.make({})],
    [cases.cancelled.make({ because: "asked", by: "shared" })],
    [cases.held.make({ because: "twin" })],
    [cases.released.make(person)],
    [cases.resolved.make({ to: "completed", ...person, evidence: "a statement", asOf: seq })],
    [cases.flagged.make({ kind: "overdue", subject: String(at) })],
    [cases.flag_closed.make({ kind: "overdue", subject: String(at), ...person })],
  ]
}

/** The move at this place among those that core allows. There always is one: to change nothing but the tracking. */
export const moveAt = (payment: Payment, place: number, at: number): Change => {
  const allowed = candidates(payment, at).flatMap((events) => {
    const change = append(payment, events, at)
    return Result.isSuccess(change) ? [change.success] : []
  })
  return allowed[place % allowed.length] ?? { payment, entries: [] }
}

/** The next attempt begins, where core allows it; otherwise nothing happens but what is claimed. */
export const startOf = (payment: Payment, at: number): Change =>
  Result.getOrElse(
    append(
      payment,
      [cases.attempt_started.make({ attempt: payment.attempts.length + 1, kind: "pay", carriesOtp: false })],
      at,
    ),
    () => ({ payment, entries: [] }),
  )
