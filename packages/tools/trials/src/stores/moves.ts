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
  const notSent = CreationAnswer.cases.NotSent.make({ cause: "ConnectionRefused" })
  const reason = CallFailure.cases.AmountRefused.make({ code: "Code02" })
  const person = { by: "shared", reason: "looked at" }
  return [
    [],
    [cases.AttemptStarted.make({ attempt: attempts.length + 1, kind: "Pay", carriesOtp: false })],
    [cases.Accepted.make({ attempt, token, url: null, to: "Pending" })],
    [cases.AttemptNotSent.make({ attempt, answer: notSent, to: "Intended" })],
    [cases.AttemptRefused.make({ attempt, reason, to: "Refused" }), cases.Refused.make({})],
    [
      cases.AttemptUnanswered.make({ attempt, cause: "TimedOut", code: "", token: null, to: "InDoubt" }),
      cases.InDoubt.make({}),
    ],
    [cases.Completed.make({ observation: { attempt, startedAt: at, record }, late: false })],
    [cases.NotCompleted.make({})],
    [cases.Expired.make({})],
    [cases.Cancelled.make({ because: "Asked", by: "shared" })],
    [cases.Held.make({ because: "Twin" })],
    [cases.Released.make(person)],
    [cases.Resolved.make({ to: "Completed", ...person, evidence: "a statement", asOf: seq })],
    [cases.Flagged.make({ kind: "Overdue", subject: String(at) })],
    [cases.FlagClosed.make({ kind: "Overdue", subject: String(at), ...person })],
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
      [cases.AttemptStarted.make({ attempt: payment.attempts.length + 1, kind: "Pay", carriesOtp: false })],
      at,
    ),
    () => ({ payment, entries: [] }),
  )
