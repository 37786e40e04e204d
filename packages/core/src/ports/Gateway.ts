/**
 * The port behind which the service is called: eight methods, one per endpoint.
 *
 * A creation never fails: what became of it is its value, so nothing can retry it. It makes at most one request. The two confirm
 * calls fail with a `GatewayError`, change nothing at the service, and may be repeated.
 */
import { Context, type Effect } from "effect"
import type { CreationAnswer } from "../model/CreationAnswer.ts"
import type { GatewayError } from "../model/Reason.ts"
import type { CreationToken, Otp, ProjectId } from "../model/Identifiers.ts"
import type { Payin } from "../model/Payin.ts"
import type { Payout } from "../model/Payout.ts"
import type { ConfirmRecord } from "../model/Observation.ts"

/** One creation call. */
export interface CreationCall<A> {
  readonly payment: A
  readonly attempt: number
  /** Where the service shall call back. */
  readonly callbackUrl: string
  /** The customer's code, for a call that carries one; null: the empty string is sent. */
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
