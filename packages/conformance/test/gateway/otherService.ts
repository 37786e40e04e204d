/**
 * A gateway for another service, invented to show that the port is no mirror of the first one. It has one address for everything, an
 * idempotency key for each attempt, words of its own for what a payment is, and no sub-codes.
 */
import { Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import {
  asWebAddress,
  blankConfirmRecord,
  type ConfirmRecord,
  CreationAnswer,
  type CreationCall,
  Gateway,
  GatewayError,
  noAnswer,
  notSent,
} from "@cauri/core/adapter"
import { CallFailure, CreationToken, type Payment, railOf } from "@cauri/core/model"
import type { Asked, GatewayOptions, MakeGateway, Replies } from "@cauri/conformance"
import { type Line, openLine, type Raw } from "./line.ts"
import { checked, isNumber, phoneOf } from "./plainGateway.ts"

/** Everything that this service says. */
const Said = Schema.Struct({
  state: Schema.String,
  /** Its name for the payment. */
  id: Schema.optionalKey(Schema.String),
  /** Our name for it. */
  ref: Schema.optionalKey(Schema.String),
  francs: Schema.optionalKey(Schema.Int),
  page: Schema.optionalKey(Schema.String),
  why: Schema.optionalKey(Schema.String),
})
type Said = typeof Said.Type

/** Why it refuses. "Not now" is for more than this payment. */
const refusals: Readonly<Record<string, CreationAnswer>> = {
  wrong_keys: CreationAnswer.cases.turned_away.make({
    reason: CallFailure.cases.authentication_failed.make({ code: "" }),
  }),
  empty_float: CreationAnswer.cases.turned_away.make({ reason: CallFailure.cases.balance_too_low.make({ code: "" }) }),
  no_account: CreationAnswer.cases.refused.make({ reason: CallFailure.cases.amount_refused.make({ code: "" }) }),
}

const statuses: Readonly<Record<string, ConfirmRecord["status"]>> = {
  queued: "pending",
  settled: "completed",
  dropped: "not_completed",
}

const parsed = Schema.decodeUnknownOption(Schema.fromJsonString(Said))

type Silence = Extract<CreationAnswer, { readonly _tag: "not_sent" | "no_answer" }>

/** What was said, or why nothing was. */
const heard = (raw: Raw): Said | Silence => {
  if (raw._tag === "not_sent") return CreationAnswer.cases.not_sent.make({ cause: raw.cause })
  if (raw._tag === "Lost") return noAnswer(raw.cause)
  if (raw.status >= 300 && raw.status < 400) return noAnswer("redirected")
  return Option.getOrElse(parsed(raw.text), () => noAnswer("unreadable"))
}

const unreadable: Silence = { ...noAnswer("unreadable"), _tag: "no_answer" }

const tokenOf = ({ id }: Said): CreationToken | null => (Schema.is(CreationToken)(id) ? id : null)

const answerOf = (said: ReturnType<typeof heard>): CreationAnswer => {
  if ("_tag" in said) return said
  const token = tokenOf(said)
  switch (said.state) {
    case "queued":
      return token === null
        ? noAnswer("token_missing")
        : CreationAnswer.cases.accepted.make({ token, url: asWebAddress(said.page ?? "") })
    case "code_sent":
      return CreationAnswer.cases.otp_sent.make({})
    case "refused":
      return refusals[said.why ?? ""] ?? noAnswer("unrecognised_code")
    default:
      return noAnswer("unreadable", "", token)
  }
}

/** Why a question found nothing out. */
const failed = ({ key }: Payment, said: Silence) =>
  new GatewayError({ key, reason: said._tag === "not_sent" ? said : CallFailure.cases.no_answer.make(said) })

const serve = (options: GatewayOptions, line: Line): Gateway["Service"] => {
  const keys = `${Redacted.value(options.credentials.apiKey)}:${Redacted.value(options.credentials.apiToken)}`
  const say = Effect.fnUntraced(function* (
    payment: Payment,
    attempt: number,
    what: object,
    within: number,
    until: number,
  ) {
    const { id, project } = payment.key
    const body = JSON.stringify({ ...what, ref: id })
    const headers = {
      Authorization: `Basic ${Buffer.from(keys).toString("base64")}`,
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
      "Idempotency-Key": `${project}/${id}/${attempt}`,
    }
    const url = `${options.baseUrl.replace(/\/$/, "")}/do`
    return heard(yield* line.send({ method: "POST", url, headers, body }, within, until))
  })

  const create = (verb: "move" | "send_code") =>
    Effect.fnUntraced(function* ({ attempt, callbackUrl, notAfter, otp, payment }: CreationCall) {
      const { content } = payment
      const phone = phoneOf(payment)
      if (!isNumber(phone)) return notSent("invalid_request")
      if (notAfter <= (yield* Clock.currentTimeMillis)) return notSent("lease_over")
      const what = {
        do: verb,
        way: railOf(content),
        francs: content.amount,
        phone,
        note: content.description,
        tell: callbackUrl,
        ...(otp === null ? {} : { code: Redacted.value(otp) }),
      }
      return answerOf(yield* say(payment, attempt, what, options.timeouts.creation, notAfter))
    })

  return Gateway.of({
    create: create("move"),
    requestCode: create("send_code"),
    confirm: Effect.fnUntraced(function* ({ attempt, payment, token }) {
      const said = yield* say(payment, attempt, { do: "tell", id: token }, options.timeouts.confirm, Infinity)
      if ("_tag" in said) return yield* failed(payment, said)
      if (said.state === "unknown")
        return yield* new GatewayError({ key: payment.key, reason: CallFailure.cases.not_found.make({ code: "" }) })
      const status = statuses[said.state]
      return {
        ...blankConfirmRecord,
        status: status ?? "pending",
        unknownStatus: status === undefined ? said.state : null,
        amount: said.francs ?? null,
        tokenIsOurs: said.id === token,
        transactionId: said.ref ?? null,
      }
    }),
    lookUp: Effect.fnUntraced(function* ({ attempt, payment }) {
      const said = yield* say(payment, attempt, { do: "find" }, options.timeouts.confirm, Infinity)
      if ("_tag" in said) return yield* failed(payment, said)
      if (said.state === "unknown") return null
      return tokenOf(said) ?? (yield* failed(payment, unreadable))
    }),
  })
}

/** A gateway for the other service. */
export const otherGateway: MakeGateway = (options) =>
  Layer.effect(
    Gateway,
    Effect.gen(function* () {
      yield* checked(options)
      return serve(options, yield* openLine(options))
    }),
  )

const askedFor = ({ body }: Asked): { readonly do: string; readonly id?: string; readonly ref: string } =>
  JSON.parse(body)

/** What the other service answers. */
export const otherReplies: Replies = {
  yes: (request) => {
    const { do: verb, id, ref } = askedFor(request)
    if (verb === "tell") return { state: "settled", id, ref, francs: 4_200 }
    return verb === "move" || verb === "find" ? { state: "queued", id: `op-of-${ref}`, ref } : { state: "code_sent" }
  },
  taken: (token) => ({ state: "queued", id: token }),
  no: ({ body }) => ({ state: "refused", why: "no_account", said: body }),
}
