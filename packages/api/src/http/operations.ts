/** Every operation of the API: its address, the scope that it needs, what it takes and answers. Routes and document are made of it. */
import { PaymentId } from "@cauri/core"
import { ApprovableDecision, payinInput, payoutInput } from "@cauri/core/model"
import { Schema, Struct } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Scope } from "../keys/keys.ts"
import {
  ApiProblem,
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
const on = { disableCodecs, params: { id: PaymentId } } as const

/** A query as the document writes it. `queryIn` reads it: the framework's own reading would need a codec from text for each field. */
const written = ({ fields }: { readonly fields: Schema.Struct.Fields }): Readonly<Record<string, Schema.String>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only their names and descriptions are used
  fields as Readonly<Record<string, Schema.String>>

const { get, post, put } = HttpApiEndpoint
const history = Schema.Struct({ lines: Schema.Array(HistoryLine) })

const payins = HttpApiGroup.make("payins", { topLevel: true }).add(
  put("createPayin", "/v1/payins/:id", { ...on, payload: newPayin, success: SentPayin }),
  get("getPayin", "/v1/payins/:id", { ...on, query: written(readQuery), success: ReadPayin }),
  get("listPayins", "/v1/payins", { disableCodecs, query: written(payinList), success: pageOf(Payin) }),
  get("getPayinHistory", "/v1/payins/:id/history", { ...on, success: history }),
  get("streamPayin", "/v1/payins/:id/stream", { ...on, success: Payin }),
  post("submitCode", "/v1/payins/:id/code", { ...on, payload: codeBody, success: Payin }),
  post("sendCodeAgain", "/v1/payins/:id/code/again", { ...on, success: Payin }),
  post("tryAgain", "/v1/payins/:id/try-again", { ...on, payload: tryBody, success: Payin }),
  post("cancelPayin", "/v1/payins/:id/cancel", { ...on, success: Payin }),
  post("refundPayin", "/v1/payins/:id/refund", { ...on, payload: refundBody, success: SentPayout }),
  post("requestForPayin", "/v1/payins/:id/requests", { ...on, payload: requestBody, success: Payin }),
)

const payouts = HttpApiGroup.make("payouts", { topLevel: true }).add(
  put("createPayout", "/v1/payouts/:id", { ...on, payload: newPayout, success: SentPayout }),
  get("getPayout", "/v1/payouts/:id", { ...on, query: written(readQuery), success: ReadPayout }),
  get("listPayouts", "/v1/payouts", { disableCodecs, query: written(payoutList), success: pageOf(Payout) }),
  get("getPayoutHistory", "/v1/payouts/:id/history", { ...on, success: history }),
  get("streamPayout", "/v1/payouts/:id/stream", { ...on, success: Payout }),
  post("cancelPayout", "/v1/payouts/:id/cancel", { ...on, success: Payout }),
  post("requestForPayout", "/v1/payouts/:id/requests", { ...on, payload: requestBody, success: Payout }),
)

const EventList = Schema.Struct({ events: Schema.Array(Schema.Union(events.map(({ schema }) => schema))) })
const Acked = Schema.Struct({ acked: Schema.Int, stale: Schema.Int })

const eventGroup = HttpApiGroup.make("events", { topLevel: true }).add(
  get("takeEvents", "/v1/events", { disableCodecs, query: written(eventsQuery), success: EventList }),
  post("ackEvents", "/v1/events/ack", { disableCodecs, payload: ackBody, success: Acked }),
)

const service = HttpApiGroup.make("service", { topLevel: true }).add(
  get("getOpenApi", "/openapi.json", { disableCodecs, success: Schema.Record(Schema.String, Schema.Json) }),
  get("getHealth", "/healthz", { disableCodecs, success: Schema.Struct({ status: Schema.Literal("ok") }) }),
)

/** The API. */
export const api = HttpApi.make("cauri")
  .add(payins, payouts, eventGroup, service)
  .annotate(HttpApi.AdditionalSchemas, [ApiProblem])

type Groups = typeof payins | typeof payouts | typeof eventGroup | typeof service

/** Its operations, in the order of the document. */
export const endpoints: ReadonlyArray<HttpApiGroup.Endpoints<Groups>> = Object.values(api.groups).flatMap((group) =>
  Object.values(group.endpoints),
)

/** The name of an operation. */
export type OperationId = HttpApiGroup.Endpoints<Groups>["identifier"]

const recheck = "`recheck` asks the service first: then `unasked` and `answered` say what came of it."
const repeat = "Repeat it with the same id and content as often as you like: it is one payment."
const stream = "Server-sent events: `payment` with the payment after each change, and `end`."
const lease = "Each comes at least once and is yours for 60 s: acknowledge its `ack`, or it comes again."
const stale = "`stale`: acknowledged before, or taken again since; what was taken again comes again."

/** Of each operation the scope that its key needs, null: it needs no key; what it does, and what else to know. */
export const natures: Readonly<Record<OperationId, readonly [Scope | null, string, string?]>> = {
  createPayin: ["collect", "Create a payin, or get the one with this id and content", repeat],
  getPayin: ["read", "Read a payin", recheck],
  listPayins: ["read", "List payins, the oldest first", "`status` may be repeated."],
  getPayinHistory: ["read", "Read what happened to a payin"],
  streamPayin: ["read", "Follow a payin", stream],
  submitCode: ["collect", "Submit the customer's code"],
  sendCodeAgain: ["collect", "Have another code sent to the customer"],
  tryAgain: ["collect", "Make another attempt, because the customer asks for it"],
  cancelPayin: ["collect", "Cancel a payin that was not sent, or whose page no customer saw"],
  refundPayin: ["refund", "Refund a completed payin", `A \`phone\` of your choice needs \`pay_out\` too. ${repeat}`],
  requestForPayin: ["pay_out", "Request a decision about a payin, which a person approves in the console"],
  createPayout: ["pay_out", "Create a payout, or get the one with this id and content", repeat],
  getPayout: ["read", "Read a payout", recheck],
  listPayouts: ["read", "List payouts, the oldest first", "`status` may be repeated."],
  getPayoutHistory: ["read", "Read what happened to a payout"],
  streamPayout: ["read", "Follow a payout", stream],
  cancelPayout: ["pay_out", "Cancel a payout of which nothing was sent"],
  requestForPayout: ["pay_out", "Request a decision about a payout, which a person approves in the console"],
  takeEvents: ["read", "Take events, waiting for the first", `${lease} Of a payment one comes at a time, in order.`],
  ackEvents: ["read", "Acknowledge events", stale],
  getOpenApi: [null, "Get this document"],
  getHealth: [null, "Is the API there?"],
}
