/** Every operation of the API: its address, the scope that it needs, what it takes and answers. Routes and document are made of it. */
import { PaymentId } from "@cauri/core"
import { ApprovableDecision, payinInput, payoutInput } from "@cauri/core/model"
import { Context, Schema, Struct } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { Scope } from "../keys/keys.ts"
import {
  events,
  HistoryLine,
  pageOf,
  Payin,
  payinStates,
  Payout,
  payoutStates,
  ReadPayin,
  ReadPayout,
  SentPayin,
  SentPayout,
} from "./schemas.ts"

/** What an operation is, beside its schemas. */
export interface Nature {
  /** What the key must be allowed; null: it needs no key. */
  readonly scope: Scope | null
  /** It creates a payment: 201 when it was new, 200 when it was there, 202 while its call goes on. */
  readonly creates?: boolean
}

/** The nature of an operation. */
export const Nature = Context.Reference<Nature>("@cauri/api/Nature", { defaultValue: () => ({ scope: null }) })

const said = (description: string) => ({ description })
const given = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const whole = (minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate(
    said(`a whole number from ${minimum} to ${maximum}`),
  )
const yesNo = Schema.Boolean.annotate(said("true or false"))
const Time = Schema.String.annotate({ ...said("a time in ISO 8601"), format: "date-time" })

const listed = {
  orderRef: Schema.optionalKey(Schema.String),
  flagged: Schema.optionalKey(yesNo),
  createdFrom: Schema.optionalKey(Time),
  createdBefore: Schema.optionalKey(Time),
  limit: Schema.optionalKey(whole(1, 200)),
  after: Schema.optionalKey(Schema.String.annotate(said("the `next` of a page"))),
}
/** What the lists take. */
export const payinList = Schema.Struct({ status: Schema.optionalKey(Schema.Array(payinStates)), ...listed })
export const payoutList = Schema.Struct({
  status: Schema.optionalKey(Schema.Array(payoutStates)),
  refundOf: Schema.optionalKey(Schema.String),
  ...Struct.omit(listed, ["orderRef"]),
})
export const readQuery = Schema.Struct({ recheck: Schema.optionalKey(yesNo) })
export const eventsQuery = Schema.Struct({
  limit: Schema.optionalKey(whole(1, 100)),
  wait: Schema.optionalKey(whole(0, 30)),
})

const otp = Schema.String.annotate(said("the code as the customer received it, without spaces"))
/** What the bodies are that core has no schema for. */
export const noFields = Schema.Struct({})
export const codeBody = Schema.Struct({ otp })
export const tryBody = Schema.Struct({ otp: given(otp) })
export const requestBody = Schema.Struct({
  decision: ApprovableDecision.annotate(said("release or send_again")),
  reason: Schema.String.annotate(said("why, in a person's words")),
  evidence: given(Schema.String.annotate(said("what it rests on"))),
  asOf: Schema.Int.annotate(said("the `seq` of the payment as it was seen")),
})
export const ackBody = Schema.Struct({
  acks: Schema.Array(Schema.String)
    .check(Schema.isMaxLength(100))
    .annotate(said("a list of at most 100 `ack`s of events")),
})

const newPayin = Schema.Struct({ ...Struct.omit(payinInput.fields, ["id"]), otp: given(otp) })
const newPayout = Schema.Struct(Struct.omit(payoutInput.fields, ["id"]))
const { amount, customData, description, method, operator, phone } = payoutInput.fields
const refundBody = Schema.Struct({
  ...Struct.map(Struct.map({ id: PaymentId, amount, phone, description, method }, Schema.NullOr), Schema.optionalKey),
  operator,
  customData,
})

const disableCodecs = true
const params = { id: PaymentId }
const on = { disableCodecs, params } as const

/** A query as the document writes it. `queryIn` reads it: the framework's own reading would need a codec from text for each field. */
const written = ({ fields }: { readonly fields: Schema.Struct.Fields }): Readonly<Record<string, Schema.String>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only their names and descriptions are used
  fields as Readonly<Record<string, Schema.String>>

/** The annotations of an operation. */
const is = (scope: Scope | null, summary: string, description = "", more: Omit<Nature, "scope"> = {}) =>
  Context.add(OpenApi.annotations({ summary, ...(description !== "" && { description }) }), Nature, { scope, ...more })

const { get, post, put } = HttpApiEndpoint
const history = Schema.Struct({ lines: Schema.Array(HistoryLine) })

const once = "Repeat it with the same id and content as often as you like: it creates one payment."

const payins = HttpApiGroup.make("payins", { topLevel: true }).add(
  put("createPayin", "/v1/payins/:id", { ...on, payload: newPayin, success: SentPayin }).annotateMerge(
    is("collect", "Create a payin, or get the one with this id and content", once, { creates: true }),
  ),
  get("getPayin", "/v1/payins/:id", { ...on, query: written(readQuery), success: ReadPayin }).annotateMerge(
    is("read", "Read a payin", "`recheck` asks the service first: then `unasked` and `answered` say what came of it."),
  ),
  get("listPayins", "/v1/payins", { disableCodecs, query: written(payinList), success: pageOf(Payin) }).annotateMerge(
    is("read", "List payins, the oldest first", "`status` may be repeated."),
  ),
  get("getPayinHistory", "/v1/payins/:id/history", { ...on, success: history }).annotateMerge(
    is("read", "Read what happened to a payin"),
  ),
  get("streamPayin", "/v1/payins/:id/stream", { ...on, success: Payin }).annotateMerge(
    is("read", "Follow a payin", "Server-sent events: `payment` with the payin after each change, and `end`."),
  ),
  post("submitCode", "/v1/payins/:id/code", { ...on, payload: codeBody, success: Payin }).annotateMerge(
    is("collect", "Submit the customer's code"),
  ),
  post("sendCodeAgain", "/v1/payins/:id/code/again", { ...on, success: Payin }).annotateMerge(
    is("collect", "Have another code sent to the customer"),
  ),
  post("tryAgain", "/v1/payins/:id/try-again", { ...on, payload: tryBody, success: Payin }).annotateMerge(
    is("collect", "Make another attempt, because the customer asks for it"),
  ),
  post("cancelPayin", "/v1/payins/:id/cancel", { ...on, success: Payin }).annotateMerge(
    is("collect", "Cancel a payin that was not sent, or whose page no customer saw"),
  ),
  post("refundPayin", "/v1/payins/:id/refund", { ...on, payload: refundBody, success: SentPayout }).annotateMerge(
    is("refund", "Refund a completed payin", `A number of your choice needs \`pay_out\` too. ${once}`, {
      creates: true,
    }),
  ),
  post("requestForPayin", "/v1/payins/:id/requests", { ...on, payload: requestBody, success: Payin }).annotateMerge(
    is("pay_out", "Request a decision about a payin, which a person approves in the console"),
  ),
)

const payouts = HttpApiGroup.make("payouts", { topLevel: true }).add(
  put("createPayout", "/v1/payouts/:id", { ...on, payload: newPayout, success: SentPayout }).annotateMerge(
    is("pay_out", "Create a payout, or get the one with this id and content", once, { creates: true }),
  ),
  get("getPayout", "/v1/payouts/:id", { ...on, query: written(readQuery), success: ReadPayout }).annotateMerge(
    is("read", "Read a payout", "`recheck` asks the service first: then `unasked` and `answered` say what came of it."),
  ),
  get("listPayouts", "/v1/payouts", {
    disableCodecs,
    query: written(payoutList),
    success: pageOf(Payout),
  }).annotateMerge(is("read", "List payouts, the oldest first", "`status` may be repeated.")),
  get("getPayoutHistory", "/v1/payouts/:id/history", { ...on, success: history }).annotateMerge(
    is("read", "Read what happened to a payout"),
  ),
  get("streamPayout", "/v1/payouts/:id/stream", { ...on, success: Payout }).annotateMerge(
    is("read", "Follow a payout", "Server-sent events: `payment` with the payout after each change, and `end`."),
  ),
  post("cancelPayout", "/v1/payouts/:id/cancel", { ...on, success: Payout }).annotateMerge(
    is("pay_out", "Cancel a payout of which nothing was sent"),
  ),
  post("requestForPayout", "/v1/payouts/:id/requests", { ...on, payload: requestBody, success: Payout }).annotateMerge(
    is("pay_out", "Request a decision about a payout, which a person approves in the console"),
  ),
)

const EventList = Schema.Struct({ events: Schema.Array(Schema.Union(events.map(({ schema }) => schema))) })
const acked = Schema.Struct({ acked: Schema.Int, stale: Schema.Int })

const eventGroup = HttpApiGroup.make("events", { topLevel: true }).add(
  get("takeEvents", "/v1/events", { disableCodecs, query: written(eventsQuery), success: EventList }).annotateMerge(
    is(
      "read",
      "Take events, waiting for the first",
      "Each comes at least once and is yours for 60 s: acknowledge it by its `ack`, or it comes again. Of a payment one comes at a time, in order.",
    ),
  ),
  post("ackEvents", "/v1/events/ack", { disableCodecs, payload: ackBody, success: acked }).annotateMerge(
    is(
      "read",
      "Acknowledge events",
      "`stale`: it was acknowledged before, or it was taken again since and will come again.",
    ),
  ),
)

const service = HttpApiGroup.make("service", { topLevel: true }).add(
  get("getOpenApi", "/openapi.json", {
    disableCodecs,
    success: Schema.Record(Schema.String, Schema.Json),
  }).annotateMerge(is(null, "Get this document")),
  get("getHealth", "/healthz", {
    disableCodecs,
    success: Schema.Struct({ status: Schema.Literal("ok") }),
  }).annotateMerge(is(null, "Is the API there?")),
)

/** The API. */
export const api = HttpApi.make("cauri").add(payins, payouts, eventGroup, service)

type Groups = typeof payins | typeof payouts | typeof eventGroup | typeof service

/** The name of an operation. */
export type OperationId = HttpApiGroup.Endpoints<Groups>["identifier"]
