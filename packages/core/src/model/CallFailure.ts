/**
 * Why the service, or the connection to it, did not do what was asked, as plain data. A gateway reads the service's codes; one whose
 * meaning is not stated stays `Unrecognised`, with the code as it came (#218, #242).
 */
import { Schema } from "effect"

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

/** What a merchant may say that a sub-code means (`merchant.subCodes`): nothing was executed, and no program sends it again. */
export const LearntReason = Schema.Literals(["AmountRefused", "BeneficiaryWithoutWallet", "Declined"])

/** What a reason means. */
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

/** A text may contain a number or a token, which must reach neither a log nor a consumer. */
export const withoutSecrets = (text: string): string => text.replace(/[0-9]{7,}|[A-Za-z0-9._~+/=-]{32,}/g, "…")
