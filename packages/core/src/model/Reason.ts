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
])
/** Why it is unknown what the service did. */
export type NoAnswerCause = typeof NoAnswerCause.Type

const code = Schema.String.check(Schema.isMaxLength(200))

/** The longest text of the service that is kept beside a sub-code. */
export const longestDetail = 500

/** What the service said beside its sub-code, without what was sent to it; absent where it said nothing. */
export const ReasonDetail = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(longestDetail)))

/** The text as a sub-code (`Code02`); empty when it is something else, which may repeat what was sent. */
export const asSubCode = (text: unknown): string =>
  typeof text === "string" && /^Code[0-9]{2,3}[A-Za-z]?$/.test(text) ? text : ""

const said = { code, detail: ReasonDetail }

/** Every reason. `code` is the sub-code as the service spelled it, empty where there is none; `detail` is for operators alone. */
export const Reason = Schema.TaggedUnion({
  AuthenticationFailed: said,
  IpDenied: said,
  PayinNotEnabled: said,
  PayoutNotEnabled: said,
  AmountRefused: said,
  NotFound: said,
  BeneficiaryWithoutWallet: said,
  BalanceTooLow: said,
  OtpNotSent: said,
  Unrecognised: said,
  NotSent: { cause: NotSentCause },
  NoAnswer: { cause: NoAnswerCause, ...said },
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

/** The reason behind a sub-code of an endpoint. A code that is not stated is kept as it came, a text that is no code is not. */
export const reasonOfSubCode = (operation: Operation, subCode: string): Reason => {
  const stated = statedSubCodes[operation]
  const tag = Object.hasOwn(stated, subCode) ? stated[subCode] : undefined
  return Reason.cases[tag ?? "Unrecognised"].make({ code: asSubCode(subCode) })
}

/** What a reason means. */
export interface ReasonTraits {
  /** May the request have had an effect at the service? */
  readonly mayHaveReachedService: boolean
  /** May it be sent again, and when? `null`: not by a program. */
  readonly retry: "now" | "later" | "whenFixed" | null
  /** Does it concern every payment of the project, or this one? */
  readonly concerns: "project" | "payment"
}

/** What each reason means. */
export const reasonTraits: Readonly<Record<ReasonTag, ReasonTraits>> = {
  AuthenticationFailed: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
  },
  IpDenied: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
  },
  PayinNotEnabled: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
  },
  PayoutNotEnabled: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
  },
  AmountRefused: {
    mayHaveReachedService: false,
    retry: null,
    concerns: "payment",
  },
  NotFound: {
    mayHaveReachedService: true,
    retry: "later",
    concerns: "payment",
  },
  BeneficiaryWithoutWallet: {
    mayHaveReachedService: false,
    retry: null,
    concerns: "payment",
  },
  BalanceTooLow: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
  },
  OtpNotSent: {
    mayHaveReachedService: false,
    retry: "later",
    concerns: "payment",
  },
  Unrecognised: {
    mayHaveReachedService: true,
    retry: null,
    concerns: "payment",
  },
  NotSent: {
    mayHaveReachedService: false,
    retry: "now",
    concerns: "payment",
  },
  NoAnswer: {
    mayHaveReachedService: true,
    retry: null,
    concerns: "payment",
  },
}
