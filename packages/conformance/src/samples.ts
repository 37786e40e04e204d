/**
 * Payments to try a store with: a payin or a payout in any state, with a history that core's own tables allow. Nothing here is
 * written by hand that core can make, so a sample is what a store meets in earnest.
 */
import { Effect, Record, Result } from "effect"
import { defaultPolicy, type PayinInput, PaymentId, type PaymentKey, type PayoutInput, ProjectId } from "@cauri/core"
import { blankConfirmRecord, CreationAnswer } from "@cauri/core/adapter"
import {
  append,
  type Change,
  CreationToken,
  fold,
  newTracking,
  type Payin,
  type PayinContent,
  type Payment,
  PaymentEvent,
  type PaymentRecord,
  type Payout,
  type PayoutContent,
  PaymentKind,
  readPayin,
  readPayout,
  CallFailure,
  type Tracking,
} from "@cauri/core/model"

/** A piece of a store that one case has to itself: names, numbers and a day that no other case uses. */
export interface Ground {
  readonly project: ProjectId
  /** A second project, for what must not be mixed up. */
  readonly elsewhere: ProjectId
  /** The first millisecond of a day of its own. */
  readonly at: number
  /** A phone number of its own. */
  readonly phone: (index: number) => string
}

/** How long a ground's day is. */
export const day = 86_400_000

let grounds = 0

/** A ground that was never given out before. */
export const newGround: Effect.Effect<Ground> = Effect.sync(() => {
  grounds += 1
  const number = grounds
  return {
    project: ProjectId.make(`shop-${number}`),
    elsewhere: ProjectId.make(`kiosk-${number}`),
    // Always past: a delivery is due when its event happened, and thousands of grounds follow each other by a day.
    at: 100_000_000_000 + number * day,
    phone: (index) => `22670${String(number * 10 + index).padStart(6, "0")}`,
  }
})

/** A payment as a store takes it: what changed, and the tracking. */
export interface Step {
  readonly change: Change
  readonly tracking: Tracking
}

/** What every sample may be given. By default it is made at the ground's first millisecond and waits for nothing. */
export interface SampleTimes {
  readonly at?: number
  /** When everything after its intent happened; `at` by default. */
  readonly endedAt?: number
  readonly actAt?: number | null
  /** Events after those that the state needs. */
  readonly followedBy?: ReadonlyArray<PaymentEvent>
}

const cases = PaymentEvent.cases

const tokenOf = (word: string): CreationToken => CreationToken.make(`token-${word}`)

export const started = (attempt: number, kind: "pay" | "wallet_otp_request" = "pay"): PaymentEvent =>
  cases.attempt_started.make({ attempt, kind, carriesOtp: false })
export const accepted = (attempt: number, token: CreationToken = tokenOf(String(attempt))): PaymentEvent =>
  cases.accepted.make({ attempt, token, url: null, to: "pending" })
/** Nothing was sent, so it may be sent again. */
export const notSent = (attempt: number): PaymentEvent =>
  cases.attempt_not_sent.make({
    attempt,
    answer: CreationAnswer.cases.not_sent.make({ cause: "connection_refused" }),
    to: "intended",
  })
/** A code was sent to the customer. */
export const otpRequested = (attempt: number): PaymentEvent =>
  cases.otp_requested.make({ attempt, token: null, to: "awaiting_otp" })
/** The outcome of the first attempt is unknown, and this token is all that came of it. */
export const unansweredWith = (word: string | null): PaymentEvent =>
  cases.attempt_unanswered.make({
    attempt: 1,
    cause: "contradictory",
    code: "",
    token: word === null ? null : tokenOf(word),
    to: "pending",
  })
/** The outcome is unknown. */
export const unanswered = (
  attempt: number,
  evidence?: { readonly status: number; readonly contentType: string; readonly text: string },
): ReadonlyArray<PaymentEvent> => [
  cases.attempt_unanswered.make({
    attempt,
    cause: "timed_out",
    code: "",
    token: null,
    to: "in_doubt",
    ...(evidence === undefined ? {} : { evidence }),
  }),
  cases.in_doubt.make({}),
]
const refused = (attempt: number): ReadonlyArray<PaymentEvent> => [
  cases.attempt_refused.make({
    attempt,
    reason: CallFailure.cases.amount_refused.make({ code: "Code02" }),
    to: "refused",
  }),
  cases.refused.make({}),
]
export const completed = (attempt: number, amount: number, at: number): PaymentEvent =>
  cases.completed.make({
    observation: {
      attempt,
      startedAt: at,
      record: { ...blankConfirmRecord, status: "completed", amount },
    },
    late: false,
  })
export const flagged = (subject: string): PaymentEvent => cases.flagged.make({ kind: "overdue", subject })
export const flagClosed = (subject: string): PaymentEvent =>
  cases.flag_closed.make({ kind: "overdue", subject, by: "shared", reason: "looked at" })

/** A person decided that it was not executed. */
export const resolved = cases.resolved.make({
  to: "not_completed",
  by: "shared",
  reason: "not executed",
  evidence: "a call",
  asOf: 1,
})
export const cancelled: PaymentEvent = cases.cancelled.make({ because: "asked", by: "shared" })

/** The states of a payin, by name. */
export type PayinStateName = Payin["state"]["_tag"]
/** The states of a payout, by name. */
export type PayoutStateName = Payout["state"]["_tag"]

const payinEvents = (
  amount: number,
  at: number,
): { readonly [State in PayinStateName]: ReadonlyArray<PaymentEvent> } => ({
  intended: [],
  submitting: [started(1)],
  awaiting_otp: [started(1, "wallet_otp_request"), otpRequested(1)],
  pending: [started(1), accepted(1)],
  completed: [started(1), accepted(1), completed(1, amount, at)],
  underpaid: [started(1), ...unanswered(1), { ...resolved, to: "underpaid", amountPaid: 1 }],
  not_completed: [started(1), accepted(1), cases.not_completed.make({})],
  refused: [started(1), ...refused(1)],
  in_doubt: [started(1), ...unanswered(1)],
  expired: [started(1), accepted(1), cases.expired.make({})],
  cancelled: [cases.cancelled.make({ because: "too_old", by: null })],
})

const payoutEvents = (
  amount: number,
  at: number,
): { readonly [State in PayoutStateName]: ReadonlyArray<PaymentEvent> } => ({
  intended: [],
  held: [cases.held.make({ because: "twin" })],
  submitting: [started(1)],
  pending: [started(1), accepted(1)],
  completed: [started(1), accepted(1), completed(1, amount, at)],
  not_completed: [started(1), accepted(1), cases.not_completed.make({})],
  refused: [started(1), ...refused(1)],
  in_doubt: [started(1), ...unanswered(1)],
  cancelled: [cases.cancelled.make({ because: "asked", by: "shared" })],
})

/** Every state of a payin. */
export const payinStates: ReadonlyArray<PayinStateName> = Record.keys(payinEvents(9, 0))
/** Every state of a payout. */
export const payoutStates: ReadonlyArray<PayoutStateName> = Record.keys(payoutEvents(1, 0))

const begun = (
  content: PayinContent | PayoutContent,
  events: ReadonlyArray<PaymentEvent>,
  at: number,
  times: SampleTimes,
): Step => {
  const intent = { seq: 1, at, event: cases.intended.make({ content }) }
  const payment = Result.getOrThrow(fold([intent]))
  const later = Result.getOrThrow(append(payment, [...events, ...(times.followedBy ?? [])], times.endedAt ?? at))
  const tracking = {
    ...newTracking(payment, defaultPolicy),
    actAt: times.actAt ?? null,
  }
  return { change: { payment: later.payment, entries: [intent, ...later.entries] }, tracking }
}

/** A payin in this state. By default it comes by USSD push; one that awaits a code is a wallet's. */
export const payinIn = (
  ground: Ground,
  id: string,
  state: PayinStateName = "intended",
  wish: Partial<PayinInput> & SampleTimes = {},
): Step => {
  const { at = ground.at, endedAt, actAt: _actAt, followedBy: _followedBy, ...input } = wish
  const customer = ground.phone(0)
  const content = Result.getOrThrow(
    readPayin(
      {
        project: ground.project,
        id,
        amount: 500,
        method:
          state === "awaiting_otp"
            ? { type: "wallet", phone: customer }
            : { type: "direct", mode: "ussd_push", phone: customer },
        description: "An order",
        shop: { name: "Shop", siteUrl: "https://shop.example" },
        ...input,
      },
      defaultPolicy,
    ),
  )
  return begun(content, payinEvents(content.amount, endedAt ?? at)[state], at, wish)
}

/** A payout in this state, by default to a mobile money number. */
export const payoutIn = (
  ground: Ground,
  id: string,
  state: PayoutStateName = "intended",
  wish: Partial<PayoutInput> & SampleTimes = {},
): Step => {
  const { at = ground.at, endedAt, actAt: _actAt, followedBy: _followedBy, ...input } = wish
  const content = Result.getOrThrow(
    readPayout(
      {
        project: ground.project,
        id,
        amount: 500,
        method: { type: "mobile_money" },
        phone: ground.phone(0),
        description: "A salary",
        ...input,
      },
      defaultPolicy,
    ),
  )
  return begun(content, payoutEvents(content.amount, endedAt ?? at)[state], at, wish)
}

/** The next step of a stored payment: these events, and the new tracking. */
export const after = (
  record: PaymentRecord,
  events: ReadonlyArray<PaymentEvent>,
  at: number,
  tracking: Partial<Tracking> = {},
): Step => ({
  change: Result.getOrThrow(append(record.payment, events, at)),
  tracking: { ...record.tracking, ...tracking },
})

export const keyOf = (step: Step): PaymentKey => step.change.payment.key

/** The key of a payment that does not exist. */
export const absent = (ground: Ground, kind: PaymentKind = "payout"): PaymentKey => ({
  kind,
  project: ground.project,
  id: PaymentId.make("unknown"),
})

export const idsOf = (records: ReadonlyArray<{ readonly payment: Payment }>): ReadonlyArray<string> =>
  records.map(({ payment }) => payment.content.id)
