/**
 * What the API answers with, as schemas for its document. The answers themselves are the objects of `@cauri/plain`, written as they are; a
 * test compares the types, and every answer of the tests with the document.
 */
import { NotNowReason } from "@cauri/core"
import {
  ApprovableDecision,
  AttemptKind,
  callFailureTraits,
  CustomerDetails,
  decisionOutcomes,
  type DeliveredTag,
  DirectMode,
  FlagKind,
  HeldReason,
  LineItem,
  NoAnswerCause,
  NotSentCause,
  PayerDetails,
  PaymentEvent,
  PayinState,
  PayoutMethod,
  PayoutState,
  Rail,
  Shop,
  Status,
} from "@cauri/core/model"
import { Schema, Struct } from "effect"

const named = (identifier: string) => ({ identifier })
const text = Schema.String
const nullable = Schema.NullOr
const Xof = Schema.Int.annotate({ description: "whole francs (XOF)" })
const Time = Schema.String.annotate({ format: "date-time" })

const Texts = Schema.Struct({ fr: text, en: text }).annotate(named("Texts"))

const PaymentName = Schema.Struct({ kind: Schema.Literals(["payin", "payout"]), project: text, id: text })

const FailureTag = Schema.Literals(Struct.keys(callFailureTraits))

const Problem = Schema.Struct({
  reason: FailureTag,
  cause: nullable(Schema.Union([NoAnswerCause, NotSentCause])),
  subCode: text,
  detail: text,
  mayHaveReachedService: Schema.Boolean,
  operatorMessages: Texts,
  customerMessages: Texts,
}).annotate(named("CallProblem"))

const Flag = Schema.Struct({
  kind: FlagKind,
  subject: text,
  amountPaid: nullable(Xof),
  raisedAt: Time,
  advice: Texts,
  closed: nullable(Schema.Struct({ at: Time, by: text, reason: text })),
}).annotate(named("Flag"))

const Pause = Schema.Struct({ scope: text, reason: text, by: text, since: Time }).annotate(named("Pause"))

const Confirmed = Schema.Struct({
  askedAt: Time,
  status: Status,
  amount: nullable(Xof),
  operator: nullable(Schema.Struct({ id: text, name: text })),
  payer: nullable(text),
  date: text,
  reference: text,
  detail: text,
  requestId: text,
  customer: nullable(PayerDetails),
}).annotate(named("Confirmed"))

const Attempt = Schema.Struct({ number: Schema.Int, kind: AttemptKind, startedAt: Time, outcome: text })

const common = {
  project: text,
  id: text,
  amount: Xof,
  amountPaid: nullable(Xof),
  description: text,
  rail: Rail,
  phone: nullable(text).annotate({ description: "the number with its middle hidden" }),
  closed: Schema.Boolean,
  createdAt: Time,
  closedAt: nullable(Time),
  problem: nullable(Problem),
  pause: nullable(Pause),
  confirmed: nullable(Confirmed),
  customData: Schema.Record(text, text),
  flags: Schema.Array(Flag),
  attempts: Schema.Array(Attempt),
  decisions: Schema.Array(Schema.Literals(decisionOutcomes)),
  seq: Schema.Int,
}

const from = Schema.Literals(["dialled_code", "sms", "wallet_app_or_sms"])

const NextStep = Schema.Union([
  Schema.Struct({ type: Schema.Literal("open_url"), url: text }),
  Schema.Struct({ type: Schema.Literal("dial_this_code_first"), amount: Xof, fees: Xof, total: Xof }),
  Schema.Struct({ type: Schema.Literal("confirm_on_phone"), how: Schema.Literals(["enter_pin", "follow_sms"]) }),
  Schema.Struct({ type: Schema.Literal("enter_code"), from }),
  Schema.Struct({ type: Schema.Literal("wait_or_enter_code"), from }),
  Schema.Struct({ type: Schema.Literal("wait") }),
  Schema.Struct({ type: Schema.Literal("nothing") }),
]).annotate(named("NextStep"))

const given = <S extends Schema.Top>(schema: S) => Schema.optionalKey(schema)

const PayinMethod = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("hosted"),
    returnUrl: text,
    cancelUrl: text,
    phone: given(nullable(text)),
    externalId: given(nullable(text)),
  }),
  Schema.Struct({ type: Schema.Literal("direct"), mode: DirectMode, phone: text }),
  Schema.Struct({ type: Schema.Literal("wallet"), phone: text }),
])

export const payinStates = Schema.Literals(Struct.keys(PayinState.cases))
export const payoutStates = Schema.Literals(Struct.keys(PayoutState.cases))

export const Payin = Schema.Struct({
  ...common,
  kind: Schema.Literal("payin"),
  status: payinStates,
  next: NextStep,
  method: PayinMethod,
  items: Schema.Array(LineItem),
  shop: Shop,
  customer: CustomerDetails,
  orderRef: nullable(text),
  late: Schema.Boolean,
}).annotate(named("Payin"))

export const Payout = Schema.Struct({
  ...common,
  kind: Schema.Literal("payout"),
  status: payoutStates,
  method: PayoutMethod,
  operator: nullable(text),
  heldBecause: nullable(HeldReason),
  refundOf: nullable(text),
  request: nullable(
    Schema.Struct({
      decision: ApprovableDecision,
      by: text,
      reason: text,
      evidence: text,
      digest: text,
      isVoid: Schema.Boolean,
    }),
  ),
}).annotate(named("Payout"))

export const sending = {
  notSentBecause: nullable(NotNowReason),
  notSentMessages: nullable(Schema.Struct({ operator: Texts, customer: Texts })),
  retryAt: nullable(Time),
}
export const SentPayin = Schema.Struct({ ...Payin.fields, ...sending }).annotate(named("SentPayin"))
export const SentPayout = Schema.Struct({ ...Payout.fields, ...sending }).annotate(named("SentPayout"))

/** Beside a payment that was read with `recheck=true`. */
const rechecked = {
  unasked: given(nullable(NotNowReason)),
  answered: given(nullable(Schema.Literals(["all", "some", "nothing", "thrown_away"]))),
}
export const ReadPayin = Schema.Struct({ ...Payin.fields, ...rechecked }).annotate(named("ReadPayin"))
export const ReadPayout = Schema.Struct({ ...Payout.fields, ...rechecked }).annotate(named("ReadPayout"))

export const pageOf = <S extends Schema.Top>(payment: S) =>
  Schema.Struct({ payments: Schema.Array(payment), next: nullable(text) })

const Sum = Schema.Struct({ count: Schema.Int, sum: Xof })

/** A batch as it stands. */
export const Batch = Schema.Struct({
  project: text,
  id: text,
  state: Schema.Literals(["imported", "requested", "sending", "interrupted", "paused", "cancelled", "sent"]),
  digest: text,
  lines: Schema.Int,
  wrong: Schema.Int,
  sum: Xof,
  by: text,
  at: Time,
  requestedBy: nullable(text),
  approvedBy: nullable(text),
  counts: Schema.Array(Schema.Struct({ state: text, count: Schema.Int, sum: Xof })),
  left: Sum.annotate({ description: "what has not left yet: so much money has to be there" }),
  secondsLeft: nullable(Schema.Int),
  stoppedBy: nullable(Pause),
}).annotate(named("Batch"))

/** A batch with a part of its lines. */
export const BatchPage = Schema.Struct({
  ...Batch.fields,
  lineStates: Schema.Array(
    Schema.Struct({
      id: text,
      amount: Xof,
      state: text.annotate({
        description:
          "that of the payout; or wrong, waiting, taken (its id is another payout's), paid or maybe (left out because of a statement), unsent, unreadable",
      }),
      because: nullable(text),
      reference: nullable(text),
      payout: nullable(text),
    }),
  ),
  next: nullable(Schema.Int),
}).annotate(named("BatchPage"))

const Ids = Schema.Array(text)

/** What a list does or would do. */
export const BatchCheck = Schema.Struct({
  project: text,
  id: text,
  state: nullable(Batch.fields.state).annotate({ description: "null: nothing is stored under this id" }),
  digest: text,
  lines: Schema.Int,
  payable: Schema.Int,
  sum: Xof,
  needsTwo: Schema.Boolean,
  wrong: Schema.Array(Schema.Struct({ id: text, because: nullable(text) })),
  doubtful: Ids.annotate({ description: "lines whose number no numbering plan has" }),
  twice: Ids.annotate({ description: "lines whose number stands in the list more than once" }),
  twins: Schema.Array(Schema.Struct({ id: text, payout: text })),
  above: Ids.annotate({ description: "lines above the amount from which the policy asks for two people" }),
  operators: Schema.Array(Schema.Struct({ name: text, count: Schema.Int, sum: Xof })),
}).annotate(named("BatchCheck"))

export const HistoryLine = Schema.Struct({
  seq: Schema.Int,
  at: Time,
  event: Schema.Literals(Struct.keys(PaymentEvent.cases)),
  by: nullable(text),
  reason: nullable(text),
})

const decidedBy = nullable(Schema.Struct({ by: text, reason: text }))
const paid = Schema.Struct({ amountPaid: Xof, late: Schema.Boolean, operator: text, decidedBy })

/** What each event says of its own, by its name without the kind. */
export const details = {
  completed: paid,
  underpaid: paid,
  not_completed: Schema.Struct({ detail: text, decidedBy }),
  refused: Schema.Struct({ reason: nullable(FailureTag), subCode: text }),
  expired: Schema.Struct({}),
  cancelled: Schema.Struct({ because: PaymentEvent.cases.cancelled.fields.because }),
  in_doubt: Schema.Struct({}),
  held: Schema.Struct({ because: HeldReason }),
  flagged: Schema.Struct({ flag: FlagKind, subject: text, amountPaid: nullable(Xof) }),
} satisfies Readonly<Record<DeliveredTag, Schema.Top>>

const none: ReadonlyArray<string> = ["payin.held", "payout.expired", "payout.underpaid"]

/** The events by name: a payin is never held, a payout never expires and is never underpaid. */
export const events = Struct.keys(details).flatMap((tag) =>
  (["payin", "payout"] as const).flatMap((kind) => {
    const type = `${kind}.${tag}` as const
    if (none.includes(type)) return []
    const schema = Schema.Struct({
      id: text,
      type: Schema.Literal(type),
      payment: Schema.Struct({ kind: Schema.Literal(kind), project: text, id: text }),
      seq: Schema.Int,
      at: Time,
      status: kind === "payin" ? payinStates : payoutStates,
      amount: Xof,
      rail: Rail,
      orderRef: nullable(text),
      ...details[tag].fields,
      ack: given(text.annotate({ description: "what POST /v1/events/ack takes; not in webhooks" })),
    }).annotate(named(type))
    return [{ type, schema }]
  }),
)

const Messages = Schema.Struct({ operator: Texts, customer: Texts })

/** What every refused or failed request is answered with. */
export const ApiProblem = Schema.Struct({
  type: text,
  title: text,
  status: Schema.Int,
  detail: text,
  code: text,
  field: nullable(text),
  expected: nullable(text),
  reason: nullable(text),
  retryAt: nullable(Time),
  retryable: Schema.Boolean,
  mayHaveReachedService: Schema.Boolean,
  payment: nullable(PaymentName),
  messages: Messages,
  requestId: text,
}).annotate(named("Problem"))
