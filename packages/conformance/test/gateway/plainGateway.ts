/**
 * A small gateway over node:http, to try the suite with: it keeps the contract and nothing else. It is written for reading, not for
 * production; what a real one does better is speed.
 */
import { Clock, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { type ConfirmCall, type CreationCall, Gateway, GatewayError, notSent } from "@cauri/core/adapter"
import { type Payin, type Payout, type Rail, railOf } from "@cauri/core/model"
import {
  confirmInvoiceTarget,
  confirmPayoutTarget,
  Credential,
  type EndpointName,
  endpoints,
  requestHeaders,
  sendWalletOtpTarget,
} from "@cauri/wire"
import type { GatewayOptions, MakeGateway } from "@cauri/conformance"
import { payinBody, payoutBody } from "./requestBodies.ts"
import { type Line, openLine, type Outgoing } from "./line.ts"
import { readConfirm, readCreation } from "./readReplies.ts"

const post = (body: unknown): Pick<Outgoing, "method" | "body"> => ({ method: "POST", body: JSON.stringify(body) })
const get: Pick<Outgoing, "method" | "body"> = { method: "GET", body: null }

const endpointOf: { readonly [Each in Rail]?: EndpointName } = {
  hosted: "createHostedInvoice",
  wallet: "submitWalletInvoice",
  wallet_payout: "createWalletPayout",
  mobile_money_payout: "createDirectPayout",
}

const isBaseUrl = (given: string): boolean => {
  const url = URL.parse(given)
  if (url === null || /[?#@]/.test(given)) return false
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname))
  )
}

export const isNumber = (phone: string): boolean => /^[1-9][0-9]{7,14}$/.test(phone)

export const phoneOf = ({ content }: Payin | Payout): string =>
  content.kind === "payout"
    ? content.phone
    : content.method.type === "hosted"
      ? (content.method.phone ?? "22600000000")
      : content.method.phone

const serve = (options: GatewayOptions, line: Line): Gateway["Service"] => {
  const credentials = {
    apiKey: Redacted.value(options.credentials.apiKey),
    apiToken: Redacted.value(options.credentials.apiToken),
  }
  const exchange = (
    name: EndpointName,
    target: string,
    what: Pick<Outgoing, "method" | "body">,
    within: number,
    notAfter: number,
  ) => {
    const length = what.body === null ? {} : { "Content-Length": String(Buffer.byteLength(what.body)) }
    const headers = { ...requestHeaders(endpoints[name], credentials), ...length }
    return line.send({ ...what, url: `${options.baseUrl.replace(/\/$/, "")}${target}`, headers }, within, notAfter)
  }

  const create = Effect.fnUntraced(function* (
    endpoint: EndpointName,
    call: CreationCall,
    target: Option.Option<string>,
    what: Pick<Outgoing, "method" | "body">,
  ) {
    if (!isNumber(phoneOf(call.payment)) || Option.isNone(target)) return notSent("invalid_request")
    if (call.notAfter <= (yield* Clock.currentTimeMillis)) return notSent("lease_over")
    return readCreation(
      endpoint,
      yield* exchange(endpoint, target.value, what, options.timeouts.creation, call.notAfter),
    )
  })

  const confirm = Effect.fnUntraced(function* ({ payment, token }: ConfirmCall) {
    const [endpoint, target] =
      payment._tag === "Payin"
        ? (["confirmInvoice", confirmInvoiceTarget(token)] as const)
        : (["confirmPayout", confirmPayoutTarget(token)] as const)
    const path = Option.getOrElse(target, () => "")
    const ask = exchange(endpoint, path, get, options.timeouts.confirm, Infinity)
    let result = readConfirm(endpoint, token, yield* ask)
    for (let made = 1; made < options.mostConfirmRequests; made++) {
      if (Result.isSuccess(result) || result.failure._tag === "authentication_failed") break
      result = readConfirm(endpoint, token, yield* ask)
    }
    if (Result.isFailure(result)) return yield* new GatewayError({ key: payment.key, reason: result.failure })
    return result.success
  })

  const posting = (call: CreationCall) => {
    const { payment } = call
    const body = payment._tag === "Payin" ? payinBody({ ...call, payment }) : payoutBody({ ...call, payment })
    const endpoint = endpointOf[railOf(payment.content)] ?? "createDirectInvoice"
    return create(endpoint, call, Option.some(endpoints[endpoint].path), post(body))
  }

  return Gateway.of({
    create: posting,
    requestCode: (call) => {
      const { amount, method } = call.payment.content
      if (method.type !== "wallet") return posting(call)
      return create("sendWalletOtp", call, sendWalletOtpTarget(method.phone, amount), get)
    },
    confirm,
  })
}

/** Refuses an address or credentials with which nothing may be sent. */
export const checked = ({ baseUrl, credentials }: GatewayOptions) =>
  Effect.gen(function* () {
    if (!isBaseUrl(baseUrl)) return yield* Effect.fail("The base URL is not one.")
    const fit = [credentials.apiKey, credentials.apiToken].every((each) => Schema.is(Credential)(Redacted.value(each)))
    if (!fit) return yield* Effect.fail("A credential has characters that none has.")
  })

/** The plain gateway, on a line that `through` may change. */
export const gatewayThrough =
  (through: (line: Line) => Line): MakeGateway =>
  (options) =>
    Layer.effect(
      Gateway,
      Effect.gen(function* () {
        yield* checked(options)
        return serve(options, through(yield* openLine(options)))
      }),
    )

export const plainGateway: MakeGateway = gatewayThrough((line) => line)
