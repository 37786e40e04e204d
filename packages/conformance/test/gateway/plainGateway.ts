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
import type { Habits, Outgoing } from "./habits.ts"
import { readConfirm, readCreation } from "./readReplies.ts"
import { type Line, lineTo, unsent } from "./line.ts"

export const rightHabits: Habits = {
  unsent,
  resends: () => 0,
  confirmRequests: (bound) => bound,
  followsRedirects: false,
  redirected: (status) => status >= 300 && status < 400,
  mostBytes: 256 * 1_024,
  inflate: null,
  takesPartial: false,
  timesOut: true,
  reuses: true,
  stopsClock: false,
  minTls: "TLSv1.2",
  verifies: true,
  verifiesHost: true,
  keepsLease: true,
  leaseAtSend: true,
  validates: true,
  checksBaseUrl: true,
  checksCredentials: true,
  joins: (base, target) => `${base.replace(/\/$/, "")}${target}`,
  outgoing: (_operation, request) => request,
  parses: (text) => JSON.parse(text),
  judges: () => null,
  answers: (_operation, answer) => answer,
  records: (record) => record,
  tells: () => Effect.void,
}

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

const serve = (options: GatewayOptions, habits: Habits, line: Line): Gateway["Service"] => {
  const credentials = {
    apiKey: Redacted.value(options.credentials.apiKey),
    apiToken: Redacted.value(options.credentials.apiToken),
  }
  const exchange = Effect.fnUntraced(function* (
    name: EndpointName,
    target: string,
    what: Pick<Outgoing, "method" | "body">,
    within: number,
    notAfter: number,
  ) {
    const endpoint = endpoints[name]
    const length = what.body === null ? {} : { "Content-Length": String(Buffer.byteLength(what.body)) }
    const plain = { ...what, target, headers: { ...requestHeaders(endpoint, credentials), ...length } }
    const request = habits.outgoing(name, plain)
    const url = habits.joins(options.baseUrl, request.target)
    let raw = yield* Effect.promise(() => line.send(request, url, within, notAfter))
    if (habits.followsRedirects && raw._tag === "Replied" && raw.location !== null) {
      const there = new URL(raw.location, url).href
      raw = yield* Effect.promise(() => line.send(request, there, within, notAfter))
    }
    yield* habits.tells({ url, request, raw })
    return raw
  })

  const create = Effect.fnUntraced(function* (
    endpoint: EndpointName,
    call: CreationCall,
    target: Option.Option<string>,
    what: Pick<Outgoing, "method" | "body">,
  ) {
    if (habits.validates && !isNumber(phoneOf(call.payment))) return notSent("invalid_request")
    if (Option.isNone(target)) return notSent("invalid_request")
    const left = call.notAfter - (yield* Clock.currentTimeMillis)
    if (habits.keepsLease && left <= 0) return notSent("lease_over")
    const send = exchange(endpoint, target.value, what, options.timeouts.creation, call.notAfter)
    let raw = yield* send
    for (let again = 0; again < habits.resends(raw); again++) raw = yield* send
    return readCreation(habits, endpoint, raw)
  })

  const confirm = Effect.fnUntraced(function* ({ payment, token }: ConfirmCall) {
    const [endpoint, target] =
      payment._tag === "Payin"
        ? (["confirmInvoice", confirmInvoiceTarget(token)] as const)
        : (["confirmPayout", confirmPayoutTarget(token)] as const)
    const path = Option.getOrElse(target, () => "")
    const send = exchange(endpoint, path, get, options.timeouts.confirm, Infinity)
    let result = readConfirm(habits, endpoint, token, yield* send)
    for (let made = 1; made < habits.confirmRequests(options.mostConfirmRequests); made++) {
      if (Result.isSuccess(result) || result.failure._tag === "authentication_failed") break
      result = readConfirm(habits, endpoint, token, yield* send)
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
      if (call.payment.content.method.type !== "wallet") return posting(call)
      const phone = phoneOf(call.payment)
      const { amount } = call.payment.content
      const target = habits.validates
        ? sendWalletOtpTarget(phone, amount)
        : Option.some(`/pay/v02/debitotp/${encodeURIComponent(phone)}/${amount}`)
      return create("sendWalletOtp", call, target, get)
    },
    confirm,
  })
}

/** Refuses an address or credentials with which nothing may be sent. */
export const checked = ({ baseUrl, credentials }: GatewayOptions, habits: Habits) =>
  Effect.gen(function* () {
    if (habits.checksBaseUrl && !isBaseUrl(baseUrl)) return yield* Effect.fail("The base URL is not one.")
    const fit = [credentials.apiKey, credentials.apiToken].every((each) => Schema.is(Credential)(Redacted.value(each)))
    if (habits.checksCredentials && !fit) return yield* Effect.fail("A credential has characters that none has.")
  })

/** A way to the service, until the scope closes. */
export const openLine = (options: GatewayOptions, habits: Habits) =>
  Effect.acquireRelease(
    Effect.sync(() => lineTo(options, habits)),
    ({ close }) => Effect.sync(close),
  )

export const gatewayWith =
  (habits: Habits): MakeGateway =>
  (options) =>
    Layer.effect(
      Gateway,
      Effect.gen(function* () {
        yield* checked(options, habits)
        return serve(options, habits, yield* openLine(options, habits))
      }),
    )

export const plainGateway: MakeGateway = gatewayWith(rightHabits)
