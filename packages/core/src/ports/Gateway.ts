/**
 * The connection to the service: the gateway with its eight methods, one per endpoint, its credentials, and the callback address of each
 * attempt.
 *
 * A creation never fails: its outcome is its value, so nothing can retry it. It makes at most one request. The two confirm calls fail with
 * a `GatewayError`, change nothing at the service, and may be repeated.
 *
 * An address is signed, so a callback is tied to its attempt even when its body brings nothing back, and a wrong address costs nothing. It
 * authenticates the address, never what the body says (#205, #212). `@cauri/callbacks` implements that service, because signing needs
 * cryptography.
 */
import { Context, type Effect } from "effect"
import type { CreationAnswer } from "../model/CreationAnswer.ts"
import {
  type CreationToken,
  type Otp,
  type PaymentKey,
  type PaymentKind,
  type ProjectId,
  webAddressPattern,
} from "../model/Identifiers.ts"
import type { ConfirmRecord } from "../model/Observation.ts"
import type { Payin } from "../model/Payin.ts"
import type { Payout } from "../model/Payout.ts"
import type { GatewayError } from "../model/CallFailure.ts"

/** Tells when the credentials of a project change. They may be replaced while the program runs. */
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

/** Makes callback addresses. The program that receives callbacks verifies them (`@cauri/callbacks`). */
export class CallbackAddress extends Context.Service<
  CallbackAddress,
  {
    /** The public base address of the receiver. */
    readonly base: string
    /** The full address for an attempt. */
    make(target: CallbackTarget): Effect.Effect<string>
  }
>()("@cauri/core/CallbackAddress") {}

/** May the service receive this base? Payouts demand https (#64, #210); on loopback, http is allowed for practice. */
export const isCallbackBase = (kind: PaymentKind, base: string): boolean => {
  if (!webAddressPattern.test(base) || /[?#]/.test(base)) return false
  if (kind === "payin" || /^https:/i.test(base)) return true
  return /^http:\/\/(localhost|127(\.[0-9]{1,3}){3})([:/]|$)/i.test(base)
}

/** One creation call. */
export interface CreationCall<A> {
  readonly payment: A
  readonly attempt: number
  /** The callback address that the service receives. */
  readonly callbackUrl: string
  /** The customer's code, for a call that carries one; null sends the empty string. */
  readonly otp: Otp | null
  /** The end of the caller's lease: after it no byte may leave, and the answer is `NotSent`. */
  readonly notAfter: number
}

/** One question about a token. */
export interface ConfirmCall {
  readonly project: ProjectId
  readonly token: CreationToken
}

/** The service, as core sees it. */
export class Gateway extends Context.Service<
  Gateway,
  {
    /** Endpoint 1. */
    createHostedInvoice(call: CreationCall<Payin>): Effect.Effect<CreationAnswer>
    /** Endpoint 2. */
    confirmInvoice(call: ConfirmCall): Effect.Effect<ConfirmRecord, GatewayError>
    /** Endpoint 3. */
    createDirectInvoice(call: CreationCall<Payin>): Effect.Effect<CreationAnswer>
    /** Endpoint 4. */
    sendWalletOtp(call: CreationCall<Payin>): Effect.Effect<CreationAnswer>
    /** Endpoint 5. */
    submitWalletInvoice(call: CreationCall<Payin>): Effect.Effect<CreationAnswer>
    /** Endpoint 6. */
    createWalletPayout(call: CreationCall<Payout>): Effect.Effect<CreationAnswer>
    /** Endpoint 7. */
    createMobileMoneyPayout(call: CreationCall<Payout>): Effect.Effect<CreationAnswer>
    /** Endpoint 8. */
    confirmPayout(call: ConfirmCall): Effect.Effect<ConfirmRecord, GatewayError>
  }
>()("@cauri/core/Gateway") {}
