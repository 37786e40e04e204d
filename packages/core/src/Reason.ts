/**
 * Why the service, or the way to it, did not do what was asked: plain data.
 *
 * Spec: Errors (#218, #225 to #237). Sub-codes mean different things on different endpoints, so they are kept per endpoint; a
 * code that the specification does not state stays `Unrecognised` with the code as it came.
 */
import { Schema } from "effect"

/** The eight calls of the gateway, one per endpoint of the service. */
export const Operation = Schema.Literals([
  "createHostedInvoice",
  "confirmInvoice",
  "createDirectInvoice",
  "sendWalletOtp",
  "submitWalletInvoice",
  "createWalletPayout",
  "createMobileMoneyPayout",
  "confirmPayout",
])
/** The eight calls of the gateway. */
export type Operation = typeof Operation.Type

/** Why nothing left: sending again is safe. */
export const NotSentCause = Schema.Literals([
  "InvalidRequest",
  "NameNotResolved",
  "ConnectionRefused",
  "ConnectTimeout",
  "TlsFailure",
  "Throttled",
  "BreakerOpen",
  "OnHold",
  "LeaseOver",
])
/** Why nothing left. */
export type NotSentCause = typeof NotSentCause.Type

/** Why it is unknown what the service did. */
export const NoAnswerCause = Schema.Literals([
  "TimedOut",
  "ConnectionLost",
  "Redirected",
  "Unreadable",
  "TokenMissing",
  "Contradictory",
  "UnrecognisedCode",
  "WorkerLost",
  "Restored",
])
/** Why it is unknown what the service did. */
export type NoAnswerCause = typeof NoAnswerCause.Type

const code = Schema.String.check(Schema.isMaxLength(200))

/** Every reason. `code` is the sub-code as the service spelled it, empty where there is none. */
export const Reason = Schema.TaggedUnion({
  AuthenticationFailed: { code },
  IpDenied: { code },
  PayinNotEnabled: { code },
  PayoutNotEnabled: { code },
  AmountRefused: { code },
  NotFound: { code },
  BeneficiaryWithoutWallet: { code },
  BalanceTooLow: { code },
  OtpNotSent: { code },
  Unrecognised: { code },
  NotSent: { cause: NotSentCause },
  NoAnswer: { cause: NoAnswerCause, code },
})
/** Every reason. */
export type Reason = typeof Reason.Type
/** The name of a reason. */
export type ReasonTag = Reason["_tag"]

/** The reasons that are answers of the service and carry its sub-code. */
export type RefusalTag = Exclude<ReasonTag, "NotSent" | "NoAnswer">

/**
 * The sub-codes that the specification states, per endpoint (#225 to #237). The one on `confirmPayout` is an assumption: no
 * code is stated there for an unknown token, and reading this one as not-found can only raise a flag.
 */
export const statedSubCodes: Readonly<Record<Operation, Readonly<Record<string, RefusalTag>>>> = {
  createHostedInvoice: {
    Code00: "AuthenticationFailed",
    Code01: "PayinNotEnabled",
    Code02: "AmountRefused",
    Code03: "IpDenied",
  },
  createDirectInvoice: {
    Code00: "AuthenticationFailed",
    Code01: "PayinNotEnabled",
    Code02: "AmountRefused",
    Code03: "IpDenied",
  },
  submitWalletInvoice: {
    Code00: "AuthenticationFailed",
    Code01: "PayinNotEnabled",
    Code02: "AmountRefused",
    Code03: "IpDenied",
  },
  sendWalletOtp: { Code00: "AuthenticationFailed" },
  confirmInvoice: { Code00: "AuthenticationFailed", Code02: "NotFound" },
  createWalletPayout: {
    Code00: "AuthenticationFailed",
    Code01: "PayoutNotEnabled",
    Code02: "BeneficiaryWithoutWallet",
    Code04: "BalanceTooLow",
    Code06: "IpDenied",
  },
  createMobileMoneyPayout: {
    Code00: "AuthenticationFailed",
    Code01: "PayoutNotEnabled",
    Code06: "IpDenied",
    Code08: "BalanceTooLow",
  },
  confirmPayout: { Code00: "AuthenticationFailed", Code02: "NotFound" },
}

/** The reason behind a sub-code of an endpoint. An unknown code is kept as it came. */
export const reasonOfSubCode = (operation: Operation, subCode: string): Reason => {
  const stated = statedSubCodes[operation]
  const tag = Object.hasOwn(stated, subCode) ? stated[subCode] : undefined
  return Reason.cases[tag ?? "Unrecognised"].make({ code: subCode.slice(0, 200) })
}
