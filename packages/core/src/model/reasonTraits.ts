/**
 * What each reason means for the program, for an operator and for a customer. Sub-codes are for operators and are never shown to end
 * users (#240).
 */
import type { ReasonTag } from "./Reason.ts"

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
export const checking = {
  fr: "Nous vérifions votre paiement. Ne payez pas une seconde fois.",
  en: "We are checking your payment. Please do not pay a second time.",
}

/** What each reason means. */
export const reasonTraits: Readonly<Record<ReasonTag, ReasonTraits>> = {
  AuthenticationFailed: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
    operator:
      "Check the project's two credentials; ask the service for new ones if they were re-issued or have expired.",
    customer: unavailable,
  },
  IpDenied: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
    operator:
      "Ask the service to put this server's address on the project's whitelist (at most three), then release the hold.",
    customer: unavailable,
  },
  PayinNotEnabled: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
    operator: "Ask the service to enable payins on this project, then release the hold.",
    customer: unavailable,
  },
  PayoutNotEnabled: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
    operator: "Ask the service to enable payouts on this project, then release the hold.",
    customer: unavailable,
  },
  AmountRefused: {
    mayHaveReachedService: false,
    retry: null,
    concerns: "payment",
    operator:
      "The amount is outside the limits, or the customer's daily limit at the operator is reached: use another amount, day or operator.",
    customer: {
      fr: "Ce montant n'est pas accepté, ou votre plafond journalier est atteint. Essayez un autre montant ou un autre moyen de paiement.",
      en: "This amount is not accepted, or your daily limit is reached. Try another amount or another way to pay.",
    },
  },
  NotFound: {
    mayHaveReachedService: true,
    retry: "later",
    concerns: "payment",
    operator:
      "The service does not know this token: check that the project's credentials are those of the creation, then ask the service.",
    customer: checking,
  },
  BeneficiaryWithoutWallet: {
    mayHaveReachedService: false,
    retry: null,
    concerns: "payment",
    operator: "The beneficiary has no wallet account at the service: send a mobile-money payout instead.",
    customer: {
      fr: "Ce bénéficiaire n'a pas de compte portefeuille. Choisissez un versement sur son numéro mobile money.",
      en: "This beneficiary has no wallet account. Choose a transfer to their mobile money number.",
    },
  },
  BalanceTooLow: {
    mayHaveReachedService: false,
    retry: "whenFixed",
    concerns: "project",
    operator:
      "Top up the merchant balance of the operator concerned (balances are kept per operator), send this payout under a new id, and release the operator's hold if there is one.",
    customer: unavailable,
  },
  OtpNotSent: {
    mayHaveReachedService: false,
    retry: "later",
    concerns: "payment",
    operator:
      "The service could not send the code: check that the number has a wallet account, and do not ask the customer for a code.",
    customer: {
      fr: "Le code n'a pas pu être envoyé à ce numéro. Vérifiez le numéro ou choisissez un autre moyen de paiement.",
      en: "The code could not be sent to this number. Check the number or choose another way to pay.",
    },
  },
  Unrecognised: {
    mayHaveReachedService: true,
    retry: null,
    concerns: "payment",
    operator:
      "The service refused with a code that its specification does not state: look it up or ask the service before sending again.",
    customer: checking,
  },
  NotSent: {
    mayHaveReachedService: false,
    retry: "now",
    concerns: "payment",
    operator:
      "Nothing reached the service: check the network if it happens often; the payment is sent again by itself.",
    customer: unavailable,
  },
  NoAnswer: {
    mayHaveReachedService: true,
    retry: null,
    concerns: "payment",
    operator:
      "Nobody knows whether the service executed it: never send it again before a confirm or a person has settled it.",
    customer: checking,
  },
}
