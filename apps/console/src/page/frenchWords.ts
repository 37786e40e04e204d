/**
 * What core names in the code's own words, in French. `\u00A0` is the non-breaking space that French asks for.
 */
import type { Texts } from "./texts.ts"

/** The states. */
export const states: Texts["states"] = {
  Intended: "Prévu",
  Held: "Retenu",
  Submitting: "En cours d’envoi",
  AwaitingOtp: "En attente d’un code",
  Pending: "En attente",
  Completed: "Abouti",
  NotCompleted: "Non abouti",
  Refused: "Refusé",
  InDoubt: "En doute",
  Expired: "Expiré",
  Cancelled: "Annulé",
}

/** What each state means for the money: one sentence under the state of a payment. */
export const meanings: Texts["meanings"] = {
  Intended: "Il est inscrit et attend d’être envoyé.",
  Held: "Il attend une personne avant d’être envoyé.",
  Submitting: "Un appel au service est en cours.",
  AwaitingOtp: "Le client doit encore saisir un code.",
  Pending: "Le service l’a accepté\u00A0; on ne sait pas encore comment il finit.",
  Completed: "Le service l’a confirmé, ou une personne a tranché ainsi.",
  NotCompleted: "Le service a confirmé l’échec, ou une personne a tranché ainsi.",
  Refused: "Le service a dit non.",
  InDoubt: "Aucune réponse utilisable n’est venue\u00A0: l’argent a peut-être circulé.",
  Expired: "Il est clos pour le marchand. Le service est encore interrogé, car l’argent peut venir en retard.",
  Cancelled: "Il a été abandonné avant que le service ne l’accepte.",
}

/** What is said of a payment beside what its state means. */
export const asides: Texts["asides"] = {
  notSentAgain: "Rien n’est renvoyé tant que personne ne décide.",
  walletCredited: "Le portefeuille a été crédité\u00A0; ce que son titulaire en a fait n’est pas connu.",
}

/** The kinds of payments. */
export const kinds: Texts["kinds"] = { payin: "Encaissement", payout: "Versement" }

/** The ways that money takes. */
export const rails: Texts["rails"] = {
  Hosted: "Page hébergée",
  UssdOtp: "Code USSD",
  UssdPush: "Demande USSD",
  GuidedUssd: "USSD guidé",
  SmsOtp: "Code par SMS",
  OperatorRedirect: "Page de l’opérateur",
  ServiceRedirect: "Page du service",
  Wallet: "Portefeuille",
  WalletPayout: "Versement sur portefeuille",
  MobileMoneyPayout: "Versement mobile money",
}

/** What to do about each flag. */
export const flagAdvice: Texts["flagAdvice"] = {
  NoPaymentUrl: "Demandez au client de recommencer\u00A0: cet encaissement n’a pas de page à ouvrir.",
  AcceptedWithoutToken:
    "Interrogez le service par la référence du marchand\u00A0: il a accepté le paiement sans donner de jeton.",
  Unanswered: "Demandez au service, par la référence du marchand, s’il connaît cet encaissement.",
  LateAnswer:
    "Comparez la décision prise avec la réponse du service\u00A0; si un versement a été renvoyé, appelez le service maintenant.",
  CallbackWithoutToken:
    "Le service connaît une transaction de cet appel\u00A0: demandez-la par la référence du marchand.",
  HandleLost:
    "Demandez au service ce que ce jeton est devenu\u00A0; son tableau de bord montre la référence du marchand.",
  ConfirmDenied: "Vérifiez les identifiants du projet de ce paiement.",
  UnknownStatus: "Demandez au service ce que ce statut veut dire\u00A0; jusque-là, il vaut «\u00A0en attente\u00A0».",
  AmountMismatch:
    "Le client a payé un autre montant\u00A0: créditez ou remboursez à la main, puis fermez le signalement.",
  ReferenceMismatch:
    "La fiche appartient à un autre paiement\u00A0: interrogez le service et ne créditez rien avant sa réponse.",
  ExternalIdMismatch: "Comparez la fiche avec la commande\u00A0; elle a été acceptée par sa propre entrée.",
  TerminalContradiction: "Le service a changé d’avis après la fin\u00A0: demandez-lui une déclaration écrite.",
  CompletedAfterNotCompleted: "L’argent est venu après l’échec du paiement\u00A0: créditez ou remboursez à la main.",
  DoubleCollection:
    "Le client a payé deux fois\u00A0: regardez le brouillon de remboursement et libérez-le si les deux encaissements sont réels.",
  DoublePayout: "Le bénéficiaire a été payé deux fois\u00A0: demandez au service d’annuler un des transferts.",
  Overdue: "Le versement est en retard\u00A0: interrogez le service et ne le renvoyez pas.",
  AnnouncementParked:
    "Un destinataire refuse toujours un événement de ce paiement\u00A0: réparez-le, puis réinterrogez le paiement.",
}

/** The decisions. */
export const acts: Texts["acts"] = {
  Completed: "Trancher\u00A0: abouti",
  NotCompleted: "Trancher\u00A0: non abouti",
  SendAgain: "Trancher\u00A0: non exécuté, renvoyer",
  Release: "Libérer",
  Cancel: "Annuler",
  CloseFlag: "Fermer un signalement",
  Recheck: "Interroger le service maintenant",
}

/** What each decision does, said before it is taken. */
export const actEffects: Texts["actEffects"] = {
  Completed: "Le paiement compte désormais comme abouti. Ne tranchez ainsi qu’avec la preuve que l’argent a circulé.",
  NotCompleted:
    "Le paiement compte désormais comme non abouti. Ne tranchez ainsi qu’avec la preuve que l’argent n’a pas circulé.",
  SendAgain:
    "L’argent est envoyé une nouvelle fois. Si le premier appel a quand même été exécuté, le bénéficiaire est payé deux fois. Ne tranchez ainsi qu’avec la déclaration écrite du service.",
  Release: "Le versement part dès que le programme le reprend.",
  Cancel: "Le paiement est abandonné\u00A0: rien ne sera envoyé.",
  CloseFlag: "Le signalement est fermé avec votre motif. L’état du paiement ne change pas.",
  Recheck: "Le service est interrogé sur chaque jeton de ce paiement, et sa réponse est inscrite.",
}
