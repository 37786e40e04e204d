/**
 * Why the service, or the connection to it, did not do what was asked: plain data, and the one error that a confirm fails with.
 *
 * Spec: Errors (#218, #225 to #237). Sub-codes mean different things on different endpoints, so they are kept per endpoint; a code that the
 * specification does not state stays `Unrecognised` with the code as it came.
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
export type Operation = typeof Operation.Type

/** Why nothing was sent: sending again is safe. */
export const NotSentCause = Schema.Literals([
  "InvalidRequest",
  "InvalidCallbackAddress",
  "NameNotResolved",
  "ConnectionRefused",
  "ConnectTimeout",
  "TlsFailure",
  "Throttled",
  "LeaseOver",
  /** The mark of the store could not be written. */
  "NoMark",
])
export type NotSentCause = typeof NotSentCause.Type

/** Why it is unknown what the service did. */
export const NoAnswerCause = Schema.Literals([
  "TimedOut",
  "ConnectionLost",
  /** The answer broke off after its head. */
  "CutOff",
  "Redirected",
  "WebPage",
  "Unreadable",
  "TokenMissing",
  "Contradictory",
  "UnrecognisedCode",
  "WorkerLost",
])
export type NoAnswerCause = typeof NoAnswerCause.Type

const code = Schema.String.check(Schema.isMaxLength(200))

/** The longest text of the service that is kept beside a sub-code. */
export const longestDetail = 500

/** What the service said beside its sub-code, without what was sent to it; absent where it said nothing. */
export const CallFailureDetail = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(longestDetail)))

/** The text as a sub-code (`Code02`); empty when it is something else, which may repeat what was sent. */
export const asSubCode = (text: unknown): string =>
  typeof text === "string" && /^Code[0-9]{2,3}[A-Za-z]?$/.test(text) ? text : ""

const said = { code, detail: CallFailureDetail }

/** Every reason. `code` is the sub-code as the service spelled it, empty where there is none; `detail` is for operators alone. */
export const CallFailure = Schema.TaggedUnion({
  AuthenticationFailed: said,
  IpDenied: said,
  PayinNotEnabled: said,
  PayoutNotEnabled: said,
  AmountRefused: said,
  NotFound: said,
  BeneficiaryWithoutWallet: said,
  BalanceTooLow: said,
  OtpNotSent: said,
  /** A sub-code that the merchant's policy reads as final (`merchant.subCodes`). */
  Declined: said,
  Unrecognised: said,
  NotSent: { cause: NotSentCause },
  NoAnswer: { cause: NoAnswerCause, ...said },
})
export type CallFailure = typeof CallFailure.Type
/** The name of a reason. */
export type CallFailureTag = CallFailure["_tag"]

/** The reasons that are answers of the service and carry its sub-code. */
export type RefusalTag = Exclude<CallFailureTag, "NotSent" | "NoAnswer">

const ofPayins = {
  Code00: "AuthenticationFailed",
  Code01: "PayinNotEnabled",
  Code02: "AmountRefused",
  Code03: "IpDenied",
} as const

/**
 * The sub-codes that the specification states, per endpoint (#225 to #237). The one on `confirmPayout` is an assumption: no
 * code is stated there for an unknown token, and reading this one as not-found can only raise a flag.
 */
export const statedSubCodes: Readonly<Record<Operation, Readonly<Record<string, RefusalTag>>>> = {
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
  createMobileMoneyPayout: {
    Code00: "AuthenticationFailed",
    Code01: "PayoutNotEnabled",
    Code06: "IpDenied",
    Code08: "BalanceTooLow",
  },
  confirmPayout: { Code00: "AuthenticationFailed", Code02: "NotFound" },
}

/** What a merchant may say that a sub-code means (`merchant.subCodes`): nothing was executed, and no program sends it again. */
export const LearntReason = Schema.Literals(["AmountRefused", "BeneficiaryWithoutWallet", "Declined"])

/** May a merchant say what this sub-code of this call means? Not where the specification does, nor of calls that create nothing. */
export const mayBeLearnt = (operation: string, subCode: string): boolean => {
  const stated = Object.entries(statedSubCodes).find(([name]) => name === operation && /^(create|submit)/.test(name))
  return stated !== undefined && asSubCode(subCode) !== "" && !Object.hasOwn(stated[1], subCode)
}

/** The reason behind a sub-code of an endpoint. A code that is not stated is kept as it came, a text that is no code is not. */
export const callFailureOfSubCode = (operation: Operation, subCode: string): CallFailure => {
  const stated = statedSubCodes[operation]
  const tag = Object.hasOwn(stated, subCode) ? stated[subCode] : undefined
  return CallFailure.cases[tag ?? "Unrecognised"].make({ code: asSubCode(subCode) })
}

/** What a reason means. With `statedSubCodes` it says of each stated sub-code whether it is final, or means "not now". */
export interface CallFailureTraits {
  /** May the request have had an effect at the service? */
  readonly mayHaveReachedService: boolean
  /** May it be sent again, and when? `whenFixed`: "not now", its creations pause. `null`: not by a program. */
  readonly retry: "now" | "later" | "whenFixed" | null
  /** Does it concern every payment of the project, or this one? */
  readonly concerns: "project" | "payment"
}

/** Nothing was executed, nor will be for other payments like it until the cause is gone. */
const projectsTrouble = { mayHaveReachedService: false, retry: "whenFixed", concerns: "project" } as const
/** Nothing was executed for this payment. */
const nothingDone = { mayHaveReachedService: false, concerns: "payment" } as const
/** This payment may have been executed. */
const mayBeDone = { mayHaveReachedService: true, concerns: "payment" } as const

/** What each reason means. */
export const callFailureTraits: Readonly<Record<CallFailureTag, CallFailureTraits>> = {
  AuthenticationFailed: projectsTrouble,
  IpDenied: projectsTrouble,
  PayinNotEnabled: projectsTrouble,
  PayoutNotEnabled: projectsTrouble,
  AmountRefused: { ...nothingDone, retry: null },
  NotFound: { ...mayBeDone, retry: "later" },
  BeneficiaryWithoutWallet: { ...nothingDone, retry: null },
  BalanceTooLow: projectsTrouble,
  OtpNotSent: { ...nothingDone, retry: "later" },
  Declined: { ...nothingDone, retry: null },
  Unrecognised: { ...mayBeDone, retry: null },
  NotSent: { ...nothingDone, retry: "now" },
  NoAnswer: { ...mayBeDone, retry: null },
}

/** A confirm only asks: it moves nothing, whatever the outcome of the call. */
const isQuestion = (operation: Operation): boolean => operation === "confirmInvoice" || operation === "confirmPayout"

/** A text may contain a number or a token, which must reach neither a log nor a consumer. */
export const withoutSecrets = (text: string): string => text.replace(/[0-9]{7,}|[A-Za-z0-9._~+/=-]{32,}/g, "…")

/**
 * The gateway could not say what became of a payment. Only the two confirm calls fail with it, and a failed confirm changes no
 * state; what a creation call answered is a value ({@link CreationAnswer}), so that nothing can retry it by accident.
 */
export class GatewayError extends Schema.TaggedError<GatewayError>()("GatewayError", {
  operation: Operation,
  reason: CallFailure,
}) {
  override get message() {
    const { operation, reason } = this
    const details = ["cause" in reason ? reason.cause : "", "code" in reason ? withoutSecrets(reason.code) : ""]
    const detail = details.filter((each) => each !== "").join(", ")
    const next = this.isRetryable
      ? "The payment is unchanged; ask about it again."
      : "The payment is unchanged; correct the cause before you ask again."
    return `${reason._tag}${detail === "" ? "" : ` (${detail})`} on ${operation}. ${next}`
  }
  /** May the same call be made again by a program? A confirm always, unless a person has to correct something first. */
  get isRetryable() {
    const { retry } = callFailureTraits[this.reason._tag]
    return isQuestion(this.operation) ? retry !== "whenFixed" : retry === "now" || retry === "later"
  }
  /** May the request have had an effect? */
  get mayHaveReachedService() {
    return callFailureTraits[this.reason._tag].mayHaveReachedService
  }
  /** Does it concern the whole project or one payment? */
  get concerns() {
    return callFailureTraits[this.reason._tag].concerns
  }
}
