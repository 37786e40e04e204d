/**
 * Why the service, or the way to it, did not do what was asked: plain data, in words, and the one error with which a confirm fails.
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
export type Reason = typeof Reason.Type
/** The name of a reason. */
export type ReasonTag = Reason["_tag"]

/** The reasons that are answers of the service and carry its sub-code. */
export type RefusalTag = Exclude<ReasonTag, "NotSent" | "NoAnswer">

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

/** The reason behind a sub-code of an endpoint. A code that is not stated is kept as it came, a text that is no code is not. */
export const reasonOfSubCode = (operation: Operation, subCode: string): Reason => {
  const stated = statedSubCodes[operation]
  const tag = Object.hasOwn(stated, subCode) ? stated[subCode] : undefined
  return Reason.cases[tag ?? "Unrecognised"].make({ code: asSubCode(subCode) })
}

/** The languages in which customers are spoken to. */
export type Language = "fr" | "en"

/** What a reason means. */
export interface ReasonTraits {
  /** May the request have had an effect at the service? */
  readonly mayHaveReachedService: boolean
  /** May it be sent again, and when? `null`: not by a program. */
  readonly retry: "now" | "later" | "whenFixed" | null
  /** Does it concern every payment of the project, or this one? */
  readonly concerns: "project" | "payment"
  /** What an operator should do: one sentence. */
  readonly operator: string
  /** What an end user may be shown. */
  readonly customer: Readonly<Record<Language, string>>
}

const unavailable = {
  fr: "Le paiement est momentanément indisponible. Veuillez réessayer plus tard.",
  en: "Payment is unavailable at the moment. Please try again later.",
}
/** What somebody is told who may have paid already. */
const checking = {
  fr: "Nous vérifions votre paiement. Ne payez pas une seconde fois.",
  en: "We are checking your payment. Please do not pay a second time.",
}

/** Nothing was executed for any payment of the project, until a person mends it. */
const projectsTrouble = {
  mayHaveReachedService: false,
  retry: "whenFixed",
  concerns: "project",
  customer: unavailable,
} as const
/** Nothing was executed for this payment. */
const nothingDone = { mayHaveReachedService: false, concerns: "payment" } as const
/** This payment may have been executed. */
const mayBeDone = { mayHaveReachedService: true, concerns: "payment", customer: checking } as const

/** What each reason means. */
export const reasonTraits: Readonly<Record<ReasonTag, ReasonTraits>> = {
  AuthenticationFailed: {
    ...projectsTrouble,
    operator:
      "Check the project's two credentials; ask the service for new ones if they were re-issued or have expired.",
  },
  IpDenied: {
    ...projectsTrouble,
    operator:
      "Ask the service to put this server's address on the project's whitelist (at most three), then release the hold.",
  },
  PayinNotEnabled: {
    ...projectsTrouble,
    operator: "Ask the service to enable payins on this project, then release the hold.",
  },
  PayoutNotEnabled: {
    ...projectsTrouble,
    operator: "Ask the service to enable payouts on this project, then release the hold.",
  },
  AmountRefused: {
    ...nothingDone,
    retry: null,
    operator:
      "The amount is outside the limits, or the customer's daily limit at the operator is reached: use another amount, day or operator.",
    customer: {
      fr: "Ce montant n'est pas accepté, ou votre plafond journalier est atteint. Essayez un autre montant ou un autre moyen de paiement.",
      en: "This amount is not accepted, or your daily limit is reached. Try another amount or another way to pay.",
    },
  },
  NotFound: {
    ...mayBeDone,
    retry: "later",
    operator:
      "The service does not know this token: check that the project's credentials are those of the creation, then ask the service.",
  },
  BeneficiaryWithoutWallet: {
    ...nothingDone,
    retry: null,
    operator: "The beneficiary has no wallet account at the service: send a mobile-money payout instead.",
    customer: {
      fr: "Ce bénéficiaire n'a pas de compte portefeuille. Choisissez un versement sur son numéro mobile money.",
      en: "This beneficiary has no wallet account. Choose a transfer to their mobile money number.",
    },
  },
  BalanceTooLow: {
    ...projectsTrouble,
    operator:
      "Top up the merchant balance of the operator concerned (balances are kept per operator), send this payout under a new id, and release the operator's hold if there is one.",
  },
  OtpNotSent: {
    ...nothingDone,
    retry: "later",
    operator:
      "The service could not send the code: check that the number has a wallet account, and do not ask the customer for a code.",
    customer: {
      fr: "Le code n'a pas pu être envoyé à ce numéro. Vérifiez le numéro ou choisissez un autre moyen de paiement.",
      en: "The code could not be sent to this number. Check the number or choose another way to pay.",
    },
  },
  Unrecognised: {
    ...mayBeDone,
    retry: null,
    operator:
      "The service refused with a code that its specification does not state: look it up or ask the service before sending again.",
  },
  NotSent: {
    ...nothingDone,
    retry: "now",
    operator:
      "Nothing reached the service: check the network if it happens often; the payment is sent again by itself.",
    customer: unavailable,
  },
  NoAnswer: {
    ...mayBeDone,
    retry: null,
    operator:
      "Nobody knows whether the service executed it: never send it again before a confirm or a person has settled it.",
  },
}

/** A confirm only asks: it moves nothing, whatever becomes of the call. */
const isQuestion = (operation: Operation): boolean => operation === "confirmInvoice" || operation === "confirmPayout"

/** What to do when a confirm brought nothing. What is said of a creation, to send it again or not to, would mislead here. */
const askedAgain =
  "The payment is as it was and is asked about again by itself: look at the network if it happens often, or ask the service what its answer means."

const advice = (operation: Operation, { _tag: tag }: Reason): string =>
  isQuestion(operation) && (tag === "NotSent" || tag === "NoAnswer" || tag === "Unrecognised")
    ? askedAgain
    : reasonTraits[tag].operator

/** What the service wrote instead of a code may hold a number or a token: neither belongs into a log. */
const withoutSecrets = (text: string): string => text.replace(/[0-9]{7,}|[A-Za-z0-9._~+/=-]{32,}/g, "…")

/** The reason in words for operators: what happened, with the sub-code where there is one, and what to do. */
export const describeReason = (operation: Operation, reason: Reason): string => {
  const details = ["cause" in reason ? reason.cause : "", "code" in reason ? withoutSecrets(reason.code) : ""]
  const detail = details.filter((each) => each !== "").join(", ")
  return `${reason._tag}${detail === "" ? "" : ` (${detail})`} on ${operation}. ${advice(operation, reason)}`
}

/** What an end user may be shown for the reason of a creation. */
export const customerMessage = (reason: Reason, language: Language): string =>
  reasonTraits[reason._tag].customer[language]

/**
 * The gateway could not say what became of a payment. Only the two confirm calls fail with it, and a failed confirm changes no
 * state; what a creation call answered is a value ({@link CreationAnswer}), so that nothing can retry it by accident.
 */
export class GatewayError extends Schema.TaggedError<GatewayError>()("GatewayError", {
  operation: Operation,
  reason: Reason,
}) {
  override get message() {
    return describeReason(this.operation, this.reason)
  }
  /** May the same call be made again by a program? A confirm always, unless somebody must mend something first. */
  get isRetryable() {
    const { retry } = reasonTraits[this.reason._tag]
    return isQuestion(this.operation) ? retry !== "whenFixed" : retry === "now" || retry === "later"
  }
  /** May the request have had an effect? */
  get mayHaveReachedService() {
    return reasonTraits[this.reason._tag].mayHaveReachedService
  }
  /** Does it concern the whole project or one payment? */
  get concerns() {
    return reasonTraits[this.reason._tag].concerns
  }
  /** What an end user may be shown. Whoever waits for a confirm may have paid already and is never sent to pay again. */
  customerMessage(language: Language) {
    return isQuestion(this.operation) ? checking[language] : customerMessage(this.reason, language)
  }
}
