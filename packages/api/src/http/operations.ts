/** Every operation of the API: its address, the scope that it needs, what it takes and answers. Routes and document are made of it. */
import { PaymentId } from "@cauri/core"
import { ApprovableDecision, OrderRef, payinInput, payoutInput } from "@cauri/core/model"
import { Schema, Struct } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Scope } from "../keys/keys.ts"
import {
  ApiProblem,
  Batch,
  BatchCheck,
  BatchPage,
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
const whole = (minimum: number, maximum: number, usual: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({
    ...said(`a whole number from ${minimum} to ${maximum}`),
    default: usual,
  })
const yesNo = Schema.Boolean.annotate(said("true or false"))
const yesOrNo = yesNo.annotate({ default: false })
const Time = Schema.String.annotate({ ...said("a time in ISO 8601"), format: "date-time" })

/** What holds where a query does not say it. */
export const usual = { limit: 50, after: 0, events: 20, wait: 25 }

const listed = {
  orderRef: Schema.optionalKey(OrderRef),
  flagged: Schema.optionalKey(yesNo),
  createdFrom: Schema.optionalKey(Time),
  createdBefore: Schema.optionalKey(Time),
  limit: Schema.optionalKey(whole(1, 200, usual.limit)),
  after: Schema.optionalKey(Schema.String.annotate(said("the `next` of a page"))),
}
/** What the lists take. */
export const payinList = Schema.Struct({ status: Schema.optionalKey(Schema.Array(payinStates)), ...listed })
export const payoutList = Schema.Struct({
  status: Schema.optionalKey(Schema.Array(payoutStates)),
  refundOf: Schema.optionalKey(PaymentId),
  ...Struct.omit(listed, ["orderRef"]),
})
export const readQuery = Schema.Struct({ recheck: Schema.optionalKey(yesOrNo) })
export const eventsQuery = Schema.Struct({
  limit: Schema.optionalKey(whole(1, 100, usual.events)),
  wait: Schema.optionalKey(whole(0, 30, usual.wait).annotate(said("seconds, a whole number from 0 to 30"))),
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

const line = Schema.Struct({
  id: Schema.String.annotate(said("the line's own id: 1 to 39 letters, digits, hyphens or underscores")),
  phone: Schema.String.annotate(said("who gets it")),
  amount: Schema.Finite.annotate(said("whole francs (XOF)")),
  description: given(Schema.String.annotate(said("what it is for; else that of the batch"))),
  operator: given(Schema.String.annotate(said("the operator whose balance pays"))),
})
/** The list of a batch. */
export const batchBody = Schema.Struct({
  id: Schema.String.annotate(said("1 to 24 letters, digits or hyphens")),
  description: given(Schema.String.annotate(said("what it is for"))),
  lines: Schema.Array(line).annotate(said("a list of lines")),
})
export const batchQuery = Schema.Struct({ preview: Schema.optionalKey(yesOrNo) })
export const batchList = Schema.Struct({
  limit: Schema.optionalKey(whole(1, 1_000, usual.limit)),
  after: Schema.optionalKey(whole(0, 1_000_000, usual.after).annotate(said("the `next` of a page"))),
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

const batches = HttpApiGroup.make("batches", { topLevel: true }).add(
  post("createBatch", "/v1/payout-batches", {
    disableCodecs,
    query: written(batchQuery),
    payload: batchBody,
    success: BatchCheck,
  }),
  get("getBatch", "/v1/payout-batches/:id", { ...on, query: written(batchList), success: BatchPage }),
  post("startBatch", "/v1/payout-batches/:id/start", { ...on, success: Batch }),
  post("pauseBatch", "/v1/payout-batches/:id/pause", { ...on, success: Batch }),
  post("cancelBatch", "/v1/payout-batches/:id/cancel", { ...on, success: Batch }),
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
  .add(payins, payouts, batches, eventGroup, service)
  .annotate(HttpApi.AdditionalSchemas, [ApiProblem])

type Groups = typeof payins | typeof payouts | typeof batches | typeof eventGroup | typeof service

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
const order =
  "Of a payment one comes at a time, in order. Of a payment older than the key come those after its first poll, such as `payin.flagged`."
const stale = "`stale`: acknowledged before, or taken again since; what was taken again comes again."

const checks =
  "A wrong line stops nothing but itself. The same list under the same id is the same batch. `preview=true` stores nothing. The payout of a line has the id `<batch>_<line>`."
const starts =
  "Where its sum needs two people it becomes a request, which a person approves in the console. After a restoration of the store a person starts it."

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
  createBatch: ["pay_out", "Check a list of payouts and keep it as a batch, without sending it", checks],
  getBatch: ["read", "Read a batch: how far it is, and its lines with what became of them"],
  startBatch: ["pay_out", "Start a batch", starts],
  pauseBatch: ["pay_out", "Pause a batch", "What has been created goes on. A person resumes it in the console."],
  cancelBatch: ["pay_out", "Cancel what has not left of a batch"],
  takeEvents: ["read", "Take events, waiting for the first", `${lease} ${order}`],
  ackEvents: ["read", "Acknowledge events", stale],
  getOpenApi: [null, "Get this document"],
  getHealth: [null, "Is the API there?"],
}
