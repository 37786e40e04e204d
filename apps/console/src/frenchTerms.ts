/**
 * What core names in the code's own words, in French: for the lines of histories and for the pages alike. `\u00A0` is the non-breaking
 * space that French asks for.
 */
import type { AttemptKind, AttemptOutcome, FlagKind, HeldReason } from "@cauri/core/model"

/** Why a payout waits for a person. */
export const heldBecause: Readonly<Record<HeldReason, string>> = {
  Twin: "le même numéro devait recevoir le même montant à peu près au même moment",
  Stale: "il a attendu trop longtemps pour partir sans l’accord d’une personne",
  Attempts: "toutes les tentatives d’envoi sont épuisées",
  Restored: "la base a été restaurée depuis une sauvegarde",
  RefundDraft: "c’est le brouillon d’un remboursement",
  RefundTooHigh: "les remboursements de cet encaissement le dépasseraient",
}

/** What a call was for. */
export const attemptKinds: Readonly<Record<AttemptKind, string>> = {
  Pay: "paiement",
  SmsOtpRequest: "demande d’un code par SMS",
  WalletOtpRequest: "demande du code d’un portefeuille",
}

/** How a call ended. */
export const outcomes: Readonly<Record<AttemptOutcome["_tag"], string>> = {
  InFlight: "En cours",
  NotExecuted: "Jugé non exécuté",
  Accepted: "Accepté",
  OtpSent: "Code envoyé",
  Refused: "Refusé",
  TurnedAway: "Éconduit",
  NotSent: "Non envoyé",
  NoAnswer: "Sans réponse",
}

/** The flags. */
export const flags: Readonly<Record<FlagKind, string>> = {
  NoPaymentUrl: "Aucune page à ouvrir",
  AcceptedWithoutToken: "Accepté sans jeton",
  Unanswered: "Sans réponse",
  LateAnswer: "Réponse tardive",
  CallbackWithoutToken: "Rappel sans jeton",
  HandleLost: "Jeton inconnu du service",
  ConfirmDenied: "Confirmation refusée",
  UnknownStatus: "Statut inconnu",
  AmountMismatch: "Autre montant",
  ReferenceMismatch: "Autre référence",
  ExternalIdMismatch: "Autre identifiant externe",
  TerminalContradiction: "Contradiction après la fin",
  CompletedAfterNotCompleted: "Argent reçu après l’échec",
  DoubleCollection: "Payé deux fois par le client",
  DoublePayout: "Versé deux fois",
  Overdue: "En retard",
  AnnouncementParked: "Annonce en souffrance",
}
