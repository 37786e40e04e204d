/**
 * The gateway over any transport: eight endpoints, each call sent once, its outcome reported exactly. Only the two confirms are retried,
 * and only here; nothing above or below repeats a creation.
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
import { type Payin, type Payout, CallFailure, type NotSentCause } from "@cauri/core/model"
import {
  confirmInvoiceTarget,
  confirmPayoutTarget,
  type EndpointName,
  endpoints,
  HttpsAddress,
  requestHeaders,
  WebAddress,
} from "@cauri/wire"
import { isPlainLoopback, requestTarget } from "./baseUrl.ts"
import { areUsable, CredentialsVault, type ProjectCredentials } from "./credentials.ts"
import { type Drafted, drafts } from "./drafts.ts"
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

type CreationOperation = keyof typeof drafts
type ConfirmOperation = "confirmInvoice" | "confirmPayout"

/** Nothing was sent, and the service would refuse it: the project waits until credentials come, and uses up no attempt. */
const noCredentials = CallFailure.cases.AuthenticationFailed.make({ code: "" })

/** Is an immediate retry useful? Any answer of the service, however bad, is left to the schedule. */
const failedOnTheWay = (delivery: Exclude<TransportResult, { _tag: "Answered" }>): boolean =>
  ["NameNotResolved", "ConnectionRefused", "ConnectTimeout", "ConnectionLost", "CutOff"].includes(delivery.cause)

/** Why a call has no draft. */
const undraftedCause = (
  { callbackUrl, payment }: CreationCall<Payin> | CreationCall<Payout>,
  onLoopback: boolean,
): NotSentCause => {
  const address = payment._tag === "Payin" || (onLoopback && isPlainLoopback(callbackUrl)) ? WebAddress : HttpsAddress
  return Schema.is(address)(callbackUrl) ? "InvalidRequest" : "InvalidCallbackAddress"
}

export const makeGateway = Effect.fnUntraced(function* (transport: Transport, settings: Settings) {
  const vault = yield* CredentialsVault
  const { calls, merchant } = yield* Policy
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

  const create = (
    operation: CreationOperation,
    line: ConnectionKind,
    call: CreationCall<Payin> | CreationCall<Payout>,
    draft: () => Drafted,
  ): Effect.Effect<CreationAnswer> => {
    let handedOver = false
    const sent = Effect.gen(function* () {
      const drafted = Option.flatMap(draft(), (each) =>
        Option.map(requestTarget(settings.base, each.target), (path) => ({ ...each, path })),
      )
      if (Option.isNone(drafted)) return notSent(undraftedCause(call, settings.base.loopback))
      const { body, endpoint, path, secrets } = drafted.value
      const pair = yield* usableCredentials(call.payment.content.project)
      if (pair === null) return CreationAnswer.cases.TurnedAway.make({ reason: noCredentials })
      const clock = yield* Clock.Clock
      // A call that begins must end within its lease: afterwards another worker declares it lost.
      const beginWithin = () => call.notAfter - creationTimeout - clock.currentTimeMillisUnsafe()
      const sending = {
        ...sendingOf(endpoint, line, pair, path),
        body,
        mayLeave: () => beginWithin() > 0,
        connectWithin: connectTimeout,
        answerWithin: () => creationTimeout,
      }
      const send = Effect.suspend(() => {
        handedOver = true
        return transport(sending)
      })
      const delivery = yield* creationTurns(send, beginWithin(), "LeaseOver")
      if (delivery._tag === "NotSent") return notSent(delivery.cause)
      const known = [...secrets, Redacted.value(pair.apiKey), Redacted.value(pair.apiToken)]
      if (delivery._tag === "NoAnswer") return withEvidence(noAnswer(delivery.cause), delivery.received, known)
      const answer =
        operation === "sendWalletOtp" ? readOtp(delivery.text, known) : readCreation(operation, delivery.text, known)
      return withEvidence(answer, delivery, known)
    })
    // A creation answers even at a defect: before the hand-over no request has left, after it the outcome is unknown.
    const always = Effect.catchDefect(sent, () =>
      Effect.succeed(handedOver ? noAnswer("Unreadable") : notSent("InvalidRequest")),
    )
    return withTelemetry(operation, always, { success: (answer) => labelsOfAnswer(operation, answer), failure: absurd })
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
      const delivery = yield* confirmTurns(send, left(), "Throttled")
      if (delivery._tag === "Answered" || tries >= settings.confirms.retries || !failedOnTheWay(delivery))
        return delivery
      const wait = settings.confirms.retryAfter * 2 ** tries * (0.5 + (yield* Random.next))
      if (wait >= left()) return delivery
      yield* Effect.sleep(wait)
    }
  })

  const confirm = (
    operation: ConfirmOperation,
    call: ConfirmCall,
    target: Option.Option<string>,
  ): Effect.Effect<ConfirmRecord, GatewayError> => {
    const refused = (reason: CallFailure) => new GatewayError({ operation, reason })
    const asked = Effect.gen(function* () {
      const path = Option.flatMap(target, (each) => requestTarget(settings.base, each))
      if (Option.isNone(path)) return yield* refused(CallFailure.cases.NotSent.make({ cause: "InvalidRequest" }))
      const pair = yield* usableCredentials(call.project)
      if (pair === null) return yield* refused(noCredentials)
      const delivery = yield* deliver(sendingOf(operation, "Confirm", pair, path.value))
      if (delivery._tag === "NotSent") return yield* refused(CallFailure.cases.NotSent.make({ cause: delivery.cause }))
      if (delivery._tag === "NoAnswer") {
        return yield* refused(CallFailure.cases.NoAnswer.make({ cause: delivery.cause, code: "" }))
      }
      const read = readConfirm(operation, delivery.text, call.token, merchant.statusAliases)
      return yield* Effect.fromResult(Result.mapError(read, refused))
    })
    // A defect of the host's vault or transport may name a secret: it ends here, and the confirm is retried later.
    const always = Effect.catchDefect(asked, () =>
      refused(CallFailure.cases.NoAnswer.make({ cause: "Unreadable", code: "" })),
    )
    return withTelemetry(operation, always, { success: labelsOfRecord, failure: labelsOfError })
  }

  const onLoopback = settings.base.loopback
  return Gateway.of({
    createHostedInvoice: (call) => create("createHostedInvoice", "Payin", call, () => drafts.createHostedInvoice(call)),
    createDirectInvoice: (call) => create("createDirectInvoice", "Payin", call, () => drafts.createDirectInvoice(call)),
    sendWalletOtp: (call) => create("sendWalletOtp", "Payin", call, () => drafts.sendWalletOtp(call)),
    submitWalletInvoice: (call) => create("submitWalletInvoice", "Payin", call, () => drafts.submitWalletInvoice(call)),
    createWalletPayout: (call) =>
      create("createWalletPayout", "Payout", call, () => drafts.createWalletPayout(call, onLoopback)),
    createMobileMoneyPayout: (call) =>
      create("createMobileMoneyPayout", "Payout", call, () => drafts.createMobileMoneyPayout(call, onLoopback)),
    confirmInvoice: (call) => confirm("confirmInvoice", call, confirmInvoiceTarget(call.token)),
    confirmPayout: (call) =>
      confirm("confirmPayout", call, confirmPayoutTarget(call.token, settings.payoutTokenParameter)),
  })
})
