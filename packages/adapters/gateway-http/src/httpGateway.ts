/**
 * The gateway over any transport: eight endpoints, each call sent once, its outcome reported exactly. Only a confirm is retried, and only
 * here; nothing above or below repeats a creation.
 */
import { absurd, Clock, Duration, Effect, Option, Random, Redacted, Result, Schema } from "effect"
import { Policy, type ProjectId } from "@cauri/core"
import {
  type ConfirmCall,
  type ConfirmRecord,
  CreationAnswer,
  type CreationCall,
  Gateway,
  GatewayError,
  noAnswer,
  notSent,
} from "@cauri/core/adapter"
import { CallFailure, type NotSentCause, Rail, railOf } from "@cauri/core/model"
import {
  confirmInvoiceTarget,
  confirmPayoutTarget,
  type EndpointName,
  endpoints,
  HttpsAddress,
  meaningOfSubCode,
  requestHeaders,
  WebAddress,
} from "@cauri/wire"
import { isPlainLoopback, requestTarget } from "./baseUrl.ts"
import { areUsable, CredentialsVault, type ProjectCredentials } from "./credentials.ts"
import { codeEndpointOf, creationEndpointOf, draftCodeRequest, draftCreation, type Drafted } from "./drafts.ts"
import { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
import type { Settings } from "./options.ts"
import { readConfirm, readCreation, readOtp, withEvidence } from "./readings.ts"
import { withTelemetry, labelsOfAnswer, labelsOfError, labelsOfRecord } from "./telemetry.ts"
import {
  type TransportResult,
  type ConnectionKind,
  monotonicMillis,
  type OutgoingRequest,
  type Transport,
} from "./Transport.ts"
import { makeCallQueue } from "./callQueue.ts"

/** Nothing was sent, and the service would refuse it: the project waits until credentials come, and uses up no attempt. */
const noCredentials = CallFailure.cases.authentication_failed.make({ code: "" })

/** Is an immediate retry useful? Any answer of the service, however bad, is left to the schedule. */
const failedOnTheWay = (delivery: Exclude<TransportResult, { _tag: "answered" }>): boolean =>
  ["name_not_resolved", "connection_refused", "connect_timeout", "connection_lost", "cut_off"].includes(delivery.cause)

/** Why a call has no draft. */
const undraftedCause = ({ callbackUrl, payment }: CreationCall, onLoopback: boolean): NotSentCause => {
  const address = payment._tag === "Payin" || (onLoopback && isPlainLoopback(callbackUrl)) ? WebAddress : HttpsAddress
  return Schema.is(address)(callbackUrl) ? "invalid_request" : "invalid_callback_address"
}

export const makeGateway = Effect.fnUntraced(function* (transport: Transport, settings: Settings) {
  const vault = yield* CredentialsVault
  const { calls, merchant } = yield* Policy
  for (const rail of Rail.literals) {
    const learnt = Object.keys(merchant.subCodes[rail] ?? {})
    const stated = learnt.find((code) => meaningOfSubCode(creationEndpointOf(rail), code) !== undefined)
    if (stated !== undefined)
      return yield* new GatewayMisconfigured({
        setting: `merchant.subCodes.${rail}.${stated}`,
        problem: "is a sub-code whose meaning the specification states: leave it out of the policy",
      })
  }
  const connectTimeout = Duration.toMillis(calls.connectTimeout)
  const creationTimeout = Duration.toMillis(calls.creationTimeout)
  const creationTurns = yield* makeCallQueue(settings.creations)
  const confirmTurns = yield* makeCallQueue(settings.confirms)

  const usableCredentials = (project: ProjectId) =>
    Effect.map(vault.find(project), (found) => (found !== null && areUsable(found) ? found : null))

  const sendingOf = (
    endpoint: EndpointName,
    line: ConnectionKind,
    pair: ProjectCredentials,
    path: string,
  ): Pick<OutgoingRequest, "line" | "method" | "origin" | "path" | "headers"> => ({
    line,
    method: endpoints[endpoint].method,
    origin: settings.base.origin,
    path,
    headers: {
      ...requestHeaders(endpoints[endpoint], {
        apiKey: Redacted.value(pair.apiKey),
        apiToken: Redacted.value(pair.apiToken),
      }),
      ...(settings.userAgent === null ? {} : { "user-agent": settings.userAgent }),
    },
  })

  const create = (endpoint: EndpointName, call: CreationCall, draft: () => Drafted): Effect.Effect<CreationAnswer> => {
    let handedOver = false
    const sent = Effect.gen(function* () {
      const drafted = Option.flatMap(draft(), (each) =>
        Option.map(requestTarget(settings.base, each.target), (path) => ({ ...each, path })),
      )
      if (Option.isNone(drafted)) return notSent(undraftedCause(call, settings.base.loopback))
      const { body, path, secrets } = drafted.value
      const pair = yield* usableCredentials(call.payment.content.project)
      if (pair === null) return CreationAnswer.cases.turned_away.make({ reason: noCredentials })
      const clock = yield* Clock.Clock
      // A call that begins must end within its lease: afterwards another worker declares it lost.
      const beginWithin = () => call.notAfter - creationTimeout - clock.currentTimeMillisUnsafe()
      const sending = {
        ...sendingOf(endpoint, call.payment._tag, pair, path),
        body,
        mayLeave: () => beginWithin() > 0,
        connectWithin: connectTimeout,
        answerWithin: () => creationTimeout,
      }
      const send = Effect.suspend(() => {
        handedOver = true
        return transport(sending)
      })
      const delivery = yield* creationTurns(send, beginWithin(), "lease_over")
      if (delivery._tag === "not_sent") return notSent(delivery.cause)
      const known = [...secrets, Redacted.value(pair.apiKey), Redacted.value(pair.apiToken)]
      if (delivery._tag === "no_answer") return withEvidence(noAnswer(delivery.cause), delivery.received, known)
      const answer =
        endpoint === "sendWalletOtp" ? readOtp(delivery.text, known) : readCreation(endpoint, delivery.text, known)
      return withEvidence(answer, delivery, known)
    })
    // A creation answers even at a defect: before the hand-over no request has left, after it the outcome is unknown.
    const always = Effect.catchDefect(sent, () =>
      Effect.succeed(handedOver ? noAnswer("unreadable") : notSent("invalid_request")),
    )
    return withTelemetry(endpoint, always, { success: (answer) => labelsOfAnswer(endpoint, answer), failure: absurd })
  }

  /** Asks, and retries network failures. All of it, waits in the queue included, ends within the policy's time. */
  const deliver = Effect.fnUntraced(function* (asking: ReturnType<typeof sendingOf>) {
    const now = monotonicMillis(yield* Clock.Clock)
    const until = now() + Duration.toMillis(calls.confirmTimeout)
    const left = () => until - now()
    const sending: OutgoingRequest = {
      ...asking,
      body: null,
      mayLeave: () => left() > 0,
      connectWithin: connectTimeout,
      answerWithin: left,
    }
    const send = Effect.suspend(() => transport({ ...sending, connectWithin: Math.min(connectTimeout, left()) }))
    for (let tries = 0; ; tries++) {
      const delivery = yield* confirmTurns(send, left(), "throttled")
      if (delivery._tag === "answered" || tries >= settings.confirms.retries || !failedOnTheWay(delivery))
        return delivery
      const wait = settings.confirms.retryAfter * 2 ** tries * (0.5 + (yield* Random.next))
      if (wait >= left()) return delivery
      yield* Effect.sleep(wait)
    }
  })

  const confirm = ({ payment, token }: ConfirmCall): Effect.Effect<ConfirmRecord, GatewayError> => {
    const { content, key } = payment
    const [endpoint, target] =
      payment._tag === "Payin"
        ? (["confirmInvoice", confirmInvoiceTarget(token)] as const)
        : (["confirmPayout", confirmPayoutTarget(token, settings.payoutTokenParameter)] as const)
    const refused = (reason: CallFailure) => new GatewayError({ key, reason })
    const asked = Effect.gen(function* () {
      const path = Option.flatMap(target, (each) => requestTarget(settings.base, each))
      if (Option.isNone(path)) return yield* refused(CallFailure.cases.not_sent.make({ cause: "invalid_request" }))
      const pair = yield* usableCredentials(content.project)
      if (pair === null) return yield* refused(noCredentials)
      const delivery = yield* deliver(sendingOf(endpoint, "Confirm", pair, path.value))
      if (delivery._tag === "not_sent")
        return yield* refused(CallFailure.cases.not_sent.make({ cause: delivery.cause }))
      if (delivery._tag === "no_answer") {
        return yield* refused(CallFailure.cases.no_answer.make({ cause: delivery.cause, code: "" }))
      }
      const read = readConfirm(endpoint, delivery.text, token, merchant.statusAliases)
      return yield* Effect.fromResult(Result.mapError(read, refused))
    })
    // A defect of the host's vault or transport may name a secret: it ends here, and the confirm is retried later.
    const always = Effect.catchDefect(asked, () =>
      refused(CallFailure.cases.no_answer.make({ cause: "unreadable", code: "" })),
    )
    return withTelemetry(endpoint, always, {
      success: labelsOfRecord,
      failure: (error) => labelsOfError(endpoint, error),
    })
  }

  return Gateway.of({
    create: (call) =>
      create(creationEndpointOf(railOf(call.payment.content)), call, () => draftCreation(call, settings.base.loopback)),
    requestCode: (call) => create(codeEndpointOf(railOf(call.payment.content)), call, () => draftCodeRequest(call)),
    confirm,
  })
})
