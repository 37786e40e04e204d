/**
 * Rows for stores, as core writes them: a payout from its intent to its completion, one write after the other. One payout is made by
 * core's own machine; the others are that one under another name, to another number and with another token, so that a measurement of
 * stores does not wait for core's codecs.
 */
import { Result } from "effect"
import { defaultPolicy, type PaymentKey, PaymentId, ProjectId } from "@cauri/core"
import { blankConfirmRecord, type EventRow, type PaymentWrite, toEventRow, toPaymentWrite } from "@cauri/core/adapter"
import { append, type Change, CreationToken, fold, newTracking, PaymentEvent, readPayout } from "@cauri/core/model"

export interface Written {
  readonly row: PaymentWrite
  readonly events: ReadonlyArray<EventRow>
}

/** The four writes of a payout's life. */
export interface Life {
  readonly key: PaymentKey
  readonly intended: Written
  readonly submitting: Written
  readonly pending: Written
  readonly completed: Written
}

export const madeAt = 1_700_000_000_000

/** The placeholders in the model for a payout's own id and number; its token contains the id. */
export const model = { id: "payout-00000000", party: "22670000000" }

const project = ProjectId.make("shop")

const written = ({ payment, entries }: Change, actAt: number | null): Written => ({
  row: toPaymentWrite(payment, { ...newTracking(payment, defaultPolicy), actAt }),
  events: entries.map(toEventRow),
})

const next = ({ payment }: Change, event: PaymentEvent): Change =>
  Result.getOrThrow(append(payment, [event], payment.createdAt + payment.seq))

const modelLife = (): Omit<Life, "key"> => {
  const content = Result.getOrThrow(
    readPayout(
      {
        project,
        id: model.id,
        amount: 25_000,
        phone: model.party,
        description: "Salary of June",
        method: { type: "mobile_money" },
      },
      defaultPolicy,
    ),
  )
  const intent = { seq: 1, at: madeAt, event: PaymentEvent.cases.intended.make({ content }) }
  const intended: Change = { payment: Result.getOrThrow(fold([intent])), entries: [intent] }
  const submitting = next(
    intended,
    PaymentEvent.cases.attempt_started.make({ attempt: 1, kind: "pay", carriesOtp: false }),
  )
  const token = CreationToken.make(`token-of-${model.id}`)
  const pending = next(submitting, PaymentEvent.cases.accepted.make({ attempt: 1, token, url: null, to: "pending" }))
  const observation = {
    attempt: 1,
    startedAt: madeAt + 3,
    record: { ...blankConfirmRecord, status: "completed" as const },
  }
  const completed = next(pending, PaymentEvent.cases.completed.make({ observation, late: false }))
  return {
    intended: written(intended, madeAt),
    submitting: written(submitting, madeAt + 60_000),
    pending: written(pending, madeAt),
    completed: written(completed, null),
  }
}

/** The model itself, which bulk statements multiply. */
export const modelPayout = modelLife()

export const lifeOf = (index: number): Life => {
  const digits = String(index).padStart(8, "0")
  const id = `payout-${digits}`
  const party = `226700${digits.slice(-5)}`
  const renamed = ({ row, events }: Written): Written => {
    const rename = (text: string) => text.replaceAll(model.id, id).replaceAll(model.party, party)
    return {
      row: {
        ...row,
        id,
        party,
        body: rename(row.body),
        attempts: row.attempts.map((attempt) => ({
          ...attempt,
          token: attempt.token === null ? null : rename(attempt.token),
        })),
      },
      events: events.map((event) => ({ ...event, body: rename(event.body) })),
    }
  }
  return {
    key: { kind: "payout", project, id: PaymentId.make(id) },
    intended: renamed(modelPayout.intended),
    submitting: renamed(modelPayout.submitting),
    pending: renamed(modelPayout.pending),
    completed: renamed(modelPayout.completed),
  }
}

/** `count` of them. */
export const lives = (count: number, from = 0): ReadonlyArray<Life> =>
  Array.from({ length: count }, (_, index) => lifeOf(from + index))
