/**
 * What events say beyond their titles, in words. In English they are those of the code, because runbooks and logs name them; in French
 * each has words of its own, and one that lacks them does not compile.
 */
import type { Language } from "@cauri/core"
import type {
  AttemptKind,
  AttemptOutcome,
  FlagKind,
  HeldReason,
  NoAnswerCause,
  NotSentCause,
  PaymentEvent,
  ReasonTag,
} from "@cauri/core/model"
import { attemptKinds, flags, heldBecause, outcomes } from "./frenchTerms.ts"

type Because<Tag> =
  Extract<PaymentEvent, { readonly _tag: Tag }> extends { readonly because: infer Name } ? Name : never

/** A word of the code that an event may hold. */
type Word =
  | AttemptKind
  | AttemptOutcome["_tag"]
  | ReasonTag
  | NoAnswerCause
  | NotSentCause
  | HeldReason
  | Because<"Cancelled">
  | FlagKind
  | "Completed"
  | "NotCompleted"
  | "SendAgain"

const french: Readonly<Record<Word, string>> = {
  ...flags,
  ...attemptKinds,
  ...outcomes,
  ...heldBecause,
  // Why the service refused.
  AuthenticationFailed: "identifiants refusés",
  IpDenied: "adresse IP non autorisée",
  PayinNotEnabled: "encaissements non activés",
  PayoutNotEnabled: "versements non activés",
  AmountRefused: "montant refusé",
  NotFound: "inconnu du service",
  BeneficiaryWithoutWallet: "bénéficiaire sans portefeuille",
  BalanceTooLow: "solde insuffisant",
  OtpNotSent: "code non envoyé",
  Unrecognised: "code de refus inconnu",
  // Why nothing left.
  InvalidRequest: "demande invalide",
  NameNotResolved: "nom introuvable",
  ConnectionRefused: "connexion refusée",
  ConnectTimeout: "connexion trop lente",
  TlsFailure: "échec de TLS",
  Throttled: "débit épuisé",
  LeaseOver: "délai du processus écoulé",
  // Why it is unknown what the service did.
  TimedOut: "délai dépassé",
  ConnectionLost: "connexion perdue",
  Redirected: "redirigé ailleurs",
  Unreadable: "réponse illisible",
  TokenMissing: "jeton manquant",
  Contradictory: "réponse contradictoire",
  UnrecognisedCode: "code inconnu",
  WorkerLost: "processus perdu",
  // Why it was cancelled, and what a person ruled.
  TooOld: "trop ancien",
  CodeUnsent: "code du client jamais envoyé",
  Asked: "demandé",
  Completed: "abouti",
  NotCompleted: "non abouti",
  SendAgain: "non exécuté, à renvoyer",
}

/** What a flag is about, where core wrote more than a number: a call, or another payin. */
export const subjectFor = (language: Language, subject: string): string =>
  language === "fr"
    ? subject.replace(/^attempt (?=\d+$)/, "tentative ").replace(/^payin (?=\S)/, "encaissement ")
    : subject

/** A word of the code for people. */
export const wordFor = (language: Language, word: Word): string => (language === "fr" ? french[word] : word)
