/**
 * The connection to the service: the gateway with three methods or four, its credentials, and the callback address of each attempt.
 *
 * A creation never fails: its outcome is its value, so nothing can retry it. It makes at most one request. A question, by token or by our
 * id, fails with a `GatewayError`, changes nothing at the service, and may be repeated.
 *
 * An address is signed, so a callback is tied to its attempt even when its body brings nothing back, and a wrong address costs nothing. It
 * authenticates the address, never what the body says (#205, #212). `@cauri/callbacks` implements that service, because signing needs
 * cryptography.
 */
import { Context, type Effect, Schema } from "effect"
import { CallFailure, callFailureTraits, withoutSecrets } from "../model/CallFailure.ts"
import type { CreationAnswer } from "../model/CreationAnswer.ts"
import {
  type CreationToken,
  keyText,
  type Otp,
  PaymentKey,
  type PaymentKind,
  type ProjectId,
  webAddressPattern,
} from "../model/Identifiers.ts"
import type { ConfirmRecord } from "../model/Observation.ts"
import type { Payin } from "../model/Payin.ts"
import type { Payment } from "../model/Payment.ts"

/**
 * Tells when the credentials of a project change. They may be replaced while the program runs.
 *
 * ```ts
 * const credentials = yield* Credentials
 * yield* credentials.generation(ProjectId.make("shop")) // => "one"
 * ```
 */
export class Credentials extends Context.Service<
  Credentials,
  {
    /** A name for the credentials in force that changes with them and reveals nothing about them; null when there are none. */
    generation(project: ProjectId): Effect.Effect<string | null>
  }
>()("@cauri/core/Credentials") {}

/** The attempt that a callback address names. */
export interface CallbackTarget {
  readonly key: PaymentKey
  readonly attempt: number
}

/**
 * Makes callback addresses. The program that receives callbacks verifies them (`@cauri/callbacks`).
 *
 * ```ts
 * const address = yield* CallbackAddress
 * const { key } = yield* payins.prepare(payin)
 * yield* address.make({ key, attempt: 1 }) // => "https://shop.example/callbacks/order-17.1"
 * ```
 */
export class CallbackAddress extends Context.Service<
  CallbackAddress,
  {
    /** The public base address of the receiver. */
    readonly base: string
    /** The full address for an attempt. */
    make(target: CallbackTarget): Effect.Effect<string>
  }
>()("@cauri/core/CallbackAddress") {}

/**
 * May the service receive this base? Payouts demand https (#64, #210); on loopback, http is allowed for practice.
 *
 * ```ts
 * isCallbackBase("payout", "https://shop.example/pay") // => true
 * isCallbackBase("payout", "http://shop.example/pay") // => false
 * ```
 */
export const isCallbackBase = (kind: PaymentKind, base: string): boolean => {
  if (!webAddressPattern.test(base) || /[?#]/.test(base)) return false
  if (kind === "payin" || /^https:/i.test(base)) return true
  return /^http:\/\/(localhost|127(\.[0-9]{1,3}){3})([:/]|$)/i.test(base)
}

/** One creation call: it creates the payment at the service, or has a code sent for it. */
export interface CreationCall<A extends Payment = Payment> {
  /** What it is about: its content says which way it goes. */
  readonly payment: A
  readonly attempt: number
  /** The callback address that the service receives. */
  readonly callbackUrl: string
  /** The customer's code, for a call that carries one; null sends none. */
  readonly otp: Otp | null
  /** The end of the caller's lease: after it no byte may leave, and the answer is `not_sent`. */
  readonly notAfter: number
}

/** One question about the token of an attempt. */
export interface ConfirmCall {
  readonly payment: Payment
  readonly attempt: number
  readonly token: CreationToken
}

/** One question by our id, about an attempt without an answer. */
export interface LookUpCall extends Omit<ConfirmCall, "token"> {}

/**
 * The gateway could not say what became of a payment. Only a question fails with it, and one that fails changes no state.
 *
 * ```ts
 * const { key } = yield* payins.prepare(payin)
 * const timedOut = CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })
 * const failed = new GatewayError({ key, reason: timedOut })
 * failed.isRetryable // => true
 * ```
 */
export class GatewayError extends Schema.TaggedError<GatewayError>()("GatewayError", {
  key: PaymentKey,
  reason: CallFailure,
}) {
  override get message() {
    const { key, reason } = this
    const details = ["cause" in reason ? reason.cause : "", "code" in reason ? withoutSecrets(reason.code) : ""]
    const detail = details.filter((each) => each !== "").join(", ")
    const next = this.isRetryable ? "ask about it again." : "correct the cause before you ask again."
    return `${reason._tag}${detail === "" ? "" : ` (${detail})`} on a question about the ${keyText(key)}. The payment is unchanged; ${next}`
  }
  /** May a program ask again? Always, unless a person has to correct something first. */
  get isRetryable() {
    return callFailureTraits[this.reason._tag].retry !== "whenFixed"
  }
}

/**
 * The service, as core sees it.
 *
 * ```ts
 * const gateway = yield* Gateway
 * const { payment } = yield* payins.create(payin)
 * const { status } = yield* gateway.confirm({ payment, attempt: 1, token: CreationToken.make("token-order-17-1") })
 * status // => "pending"
 * ```
 */
export class Gateway extends Context.Service<
  Gateway,
  {
    /** Asks the service to collect or to pay. */
    create(call: CreationCall): Effect.Effect<CreationAnswer>
    /** Has a code sent to the customer: `accepted` with a token for a code by SMS, `otp_sent` for the code of a wallet. */
    requestCode(call: CreationCall<Payin>): Effect.Effect<CreationAnswer>
    /** Asks what became of an attempt. */
    confirm(call: ConfirmCall): Effect.Effect<ConfirmRecord, GatewayError>
    /**
     * Asks for the token of an attempt by our id; null: the service knows none, or cannot tell the attempts of a payment apart, even where
     * there is one so far: the next may begin while it is asked. It is asked before a payment without an answer is sent again, expires or is
     * decided about. Leave it out where the service cannot be asked so.
     */
    readonly lookUp?: ((call: LookUpCall) => Effect.Effect<CreationToken | null, GatewayError>) | undefined
  }
>()("@cauri/core/Gateway") {}
