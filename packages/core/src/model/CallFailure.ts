/**
 * Why the service, or the connection to it, did not do what was asked, as plain data. A gateway reads the service's codes; one whose
 * meaning is not stated stays `unrecognised`, with the code as it came (#218, #242).
 */
import { Schema } from "effect"

/**
 * Why nothing was sent: sending again is safe.
 *
 * ```ts
 * NotSentCause.literals.includes("connection_refused") // => true
 * ```
 */
export const NotSentCause = Schema.Literals([
  "invalid_request",
  "invalid_callback_address",
  "name_not_resolved",
  "connection_refused",
  "connect_timeout",
  "tls_failure",
  "throttled",
  "lease_over",
  /** The mark of the store could not be written. */
  "no_mark",
])
export type NotSentCause = typeof NotSentCause.Type

/**
 * Why it is unknown what the service did.
 *
 * ```ts
 * NoAnswerCause.literals.includes("timed_out") // => true
 * ```
 */
export const NoAnswerCause = Schema.Literals([
  "timed_out",
  "connection_lost",
  /** The answer broke off after its head. */
  "cut_off",
  "redirected",
  "web_page",
  "unreadable",
  "token_missing",
  "contradictory",
  "unrecognised_code",
  "worker_lost",
])
export type NoAnswerCause = typeof NoAnswerCause.Type

const code = Schema.String.check(Schema.isMaxLength(200))

/**
 * The longest text of the service that is kept beside a sub-code.
 *
 * ```ts
 * const detail = "x".repeat(longestDetail + 1)
 * Schema.is(CallFailure)({ _tag: "declined", code: "Code05", detail }) // => false
 * ```
 */
export const longestDetail = 500

/** What the service said beside its sub-code, without what was sent to it; absent where it said nothing. */
export const CallFailureDetail = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(longestDetail)))

/**
 * The text as a sub-code (`Code02`); empty when it is something else, which may repeat what was sent.
 *
 * ```ts
 * asSubCode("Code02") // => "Code02"
 * asSubCode("22670000001 is unknown") // => ""
 * ```
 */
export const asSubCode = (text: unknown): string =>
  typeof text === "string" && /^Code[0-9]{2,3}[A-Za-z]?$/.test(text) ? text : ""

const said = { code, detail: CallFailureDetail }

/**
 * Every reason. `code` is the sub-code as the service spelled it, empty where there is none; `detail` is for operators alone.
 *
 * ```ts
 * const reason = CallFailure.cases.amount_refused.make({ code: "Code02" })
 * CreationAnswer.cases.refused.make({ reason })._tag // => "refused"
 * ```
 */
export const CallFailure = Schema.TaggedUnion({
  authentication_failed: said,
  ip_denied: said,
  payin_not_enabled: said,
  payout_not_enabled: said,
  amount_refused: said,
  not_found: said,
  beneficiary_without_wallet: said,
  balance_too_low: said,
  otp_not_sent: said,
  /** A sub-code that the merchant's policy reads as final (`merchant.subCodes`). */
  declined: said,
  unrecognised: said,
  not_sent: { cause: NotSentCause },
  no_answer: { cause: NoAnswerCause, ...said },
})
export type CallFailure = typeof CallFailure.Type
/** The name of a reason. */
export type CallFailureTag = CallFailure["_tag"]

/** What a merchant may say that a sub-code means (`merchant.subCodes`): nothing was executed, and no program sends it again. */
export const LearntReason = Schema.Literals(["amount_refused", "beneficiary_without_wallet", "declined"])

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

/**
 * What each reason means.
 *
 * ```ts
 * callFailureTraits.no_answer // => { mayHaveReachedService: true, concerns: "payment", retry: null }
 * ```
 */
export const callFailureTraits: Readonly<Record<CallFailureTag, CallFailureTraits>> = {
  authentication_failed: projectsTrouble,
  ip_denied: projectsTrouble,
  payin_not_enabled: projectsTrouble,
  payout_not_enabled: projectsTrouble,
  amount_refused: { ...nothingDone, retry: null },
  not_found: { ...mayBeDone, retry: "later" },
  beneficiary_without_wallet: { ...nothingDone, retry: null },
  balance_too_low: projectsTrouble,
  otp_not_sent: { ...nothingDone, retry: "later" },
  declined: { ...nothingDone, retry: null },
  unrecognised: { ...mayBeDone, retry: null },
  not_sent: { ...nothingDone, retry: "now" },
  no_answer: { ...mayBeDone, retry: null },
}

/** A text may contain a number or a token, which must reach neither a log nor a consumer. */
export const withoutSecrets = (text: string): string => text.replace(/[0-9]{7,}|[A-Za-z0-9._~+/=-]{32,}/g, "…")
