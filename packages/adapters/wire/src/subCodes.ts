/**
 * The sub-codes that the specification states, per endpoint: one code means different things on different endpoints (#218, #225 to #237).
 */
import type { EndpointName } from "./Endpoints.ts"

/** What a stated sub-code means. */
export type SubCodeMeaning =
  | "AuthenticationFailed"
  | "IpDenied"
  | "PayinNotEnabled"
  | "PayoutNotEnabled"
  | "AmountRefused"
  | "NotFound"
  | "BeneficiaryWithoutWallet"
  | "BalanceTooLow"

const ofPayins = {
  Code00: "AuthenticationFailed",
  Code01: "PayinNotEnabled",
  Code02: "AmountRefused",
  Code03: "IpDenied",
} as const

/**
 * Every stated sub-code, as `Code02`. The `Code02` of `confirmPayout` is an assumption: no code is stated there for an unknown token, and
 * reading this one as not-found can only raise a flag.
 */
export const subCodeMeanings: Readonly<Record<EndpointName, Readonly<Record<string, SubCodeMeaning>>>> = {
  createHostedInvoice: ofPayins,
  createDirectInvoice: ofPayins,
  submitWalletInvoice: ofPayins,
  sendWalletOtp: { Code00: "AuthenticationFailed" },
  confirmInvoice: { Code00: "AuthenticationFailed", Code02: "NotFound" },
  createWalletPayout: {
    Code00: "AuthenticationFailed",
    Code01: "PayoutNotEnabled",
    Code02: "BeneficiaryWithoutWallet",
    Code04: "BalanceTooLow",
    Code06: "IpDenied",
  },
  createDirectPayout: {
    Code00: "AuthenticationFailed",
    Code01: "PayoutNotEnabled",
    Code06: "IpDenied",
    Code08: "BalanceTooLow",
  },
  confirmPayout: { Code00: "AuthenticationFailed", Code02: "NotFound" },
}

/** What a sub-code means on an endpoint; undefined: the specification does not state it there. */
export const meaningOfSubCode = (endpoint: EndpointName, subCode: string): SubCodeMeaning | undefined =>
  Object.hasOwn(subCodeMeanings[endpoint], subCode) ? subCodeMeanings[endpoint][subCode] : undefined
