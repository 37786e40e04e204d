/**
 * The address that each attempt gives the service to call back. It is signed, so a callback is tied to its attempt even when its
 * body brings nothing back, and a wrong address costs nothing. It authenticates the address, never what the body says (#205, #212).
 *
 * Core declares the service; `@cauri/callbacks` fills it, because signing needs cryptography.
 */
import { Context, type Effect } from "effect"
import { type PaymentKey, type PaymentKind, webAddressPattern } from "../model/Identifiers.ts"

/** An attempt of a payment, as an address names it. */
export interface CallbackTarget {
  readonly key: PaymentKey
  readonly attempt: number
}

/** Makes callback addresses. Who receives callbacks verifies them (`@cauri/callbacks`). */
export class CallbackAddress extends Context.Service<
  CallbackAddress,
  {
    /** The public base under which the receiver listens. */
    readonly base: string
    /** The full address for an attempt. */
    make(target: CallbackTarget): Effect.Effect<string>
  }
>()("@cauri/core/CallbackAddress") {}

/** May the service be given this base? Payouts demand https (#64, #210); on the loopback http will do, for practice. */
export const isCallbackBase = (kind: PaymentKind, base: string): boolean => {
  if (!webAddressPattern.test(base) || /[?#]/.test(base)) return false
  if (kind === "payin" || /^https:/i.test(base)) return true
  return /^http:\/\/(localhost|127(\.[0-9]{1,3}){3})([:/]|$)/i.test(base)
}
