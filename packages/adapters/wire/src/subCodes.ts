/**
 * The sub-codes that the specification states, per endpoint: one code means different things on different endpoints (#218, #225 to #237).
 */
import type { EndpointName } from "./Endpoints.ts"

/** What a stated sub-code means. */
export type SubCodeMeaning =
  | "authentication_failed"
  | "ip_denied"
  | "payin_not_enabled"
  | "payout_not_enabled"
  | "amount_refused"
  | "not_found"
  | "beneficiary_without_wallet"
  | "balance_too_low"

const ofPayins = {
  Code00: "authentication_failed",
  Code01: "payin_not_enabled",
  Code02: "amount_refused",
  Code03: "ip_denied",
} as const

/**
 * Every stated sub-code, as `Code02`. The `Code02` of `confirmPayout` is an assumption: no code is stated there for an unknown token, and
 * reading this one as not-found can only raise a flag.
 */
export const subCodeMeanings: Readonly<Record<EndpointName, Readonly<Record<string, SubCodeMeaning>>>> = {
  createHostedInvoice: ofPayins,
  createDirectInvoice: ofPayins,
  submitWalletInvoice: ofPayins,
  sendWalletOtp: { Code00: "authentication_failed" },
  confirmInvoice: { Code00: "authentication_failed", Code02: "not_found" },
  createWalletPayout: {
    Code00: "authentication_failed",
    Code01: "payout_not_enabled",
    Code02: "beneficiary_without_wallet",
    Code04: "balance_too_low",
    Code06: "ip_denied",
  },
  createDirectPayout: {
    Code00: "authentication_failed",
    Code01: "payout_not_enabled",
    Code06: "ip_denied",
    Code08: "balance_too_low",
  },
  confirmPayout: { Code00: "authentication_failed", Code02: "not_found" },
}

/** What a sub-code means on an endpoint; undefined: the specification does not state it there. */
export const meaningOfSubCode = (endpoint: EndpointName, subCode: string): SubCodeMeaning | undefined =>
  Object.hasOwn(subCodeMeanings[endpoint], subCode) ? subCodeMeanings[endpoint][subCode] : undefined
