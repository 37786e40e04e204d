/**
 * What the page of a payment and its forms say, in French.
 */
import type { Texts } from "./texts.ts"

/** The page of a payment. */
export const payment: Texts["payment"] = {
  back: "Liste de travail",
  facts: "Ce qui a été demandé",
  project: "Projet",
  created: "Créé",
  rail: "Voie",
  operator: "Opérateur",
  party: { payin: "Numéro du client", payout: "Numéro du bénéficiaire" },
  customer: "Client",
  description: "Libellé",
  orderRef: "Commande",
  refundOf: "Remboursement de",
  customData: "Données jointes",
  decisions: "Ce qui peut être décidé",
  noDecisions: "Rien ne peut être décidé sur ce paiement maintenant.",
  noLine: "Impossible ici\u00A0: cette console n’a pas d’accès au service.",
  obstacle: "Impossible\u00A0:",
  stopped: "À l’arrêt\u00A0: aucun appel n’est fait pour lui tant que ceci est en vigueur",
  toHolds: "Voir les arrêts",
  life: "Parcours",
  pictureLabel: "Les états de ce paiement dans le temps\u00A0; la liste ci-dessous dit la même chose en mots.",
  pictureCaption:
    "Les barres croissent comme le logarithme du temps\u00A0; la durée vraie figure à côté de chaque état.",
  untilNow: "maintenant",
  events: "Événements, le plus récent en dernier",
  earlier: (count) =>
    `${count} événements plus anciens ne sont pas montrés ici\u00A0; «\u00A0console show\u00A0» les donne tous.`,
  gap: (time) => `${time} plus tard`,
  by: (who) => `par ${who}`,
  who: { merchant: "le marchand", service: "le service", cauri: "le programme" },
  attempts: "Appels au service",
  noAttempts: "Rien n’a encore été envoyé.",
  call: (number, kind) => `Appel ${number}\u00A0: ${kind}`,
  flags: "Signalements",
  noFlags: "Aucun signalement n’a jamais été ouvert.",
  about: (subject) => `sur ${subject}`,
  aboutCall: (number) => `sur l’appel ${number}`,
  aboutLevel: (level) => `niveau ${level}`,
  raised: "ouvert le",
  closed: (by) => `Fermé par ${by}`,
  closeThis: "Fermer ce signalement",
  notes: "Rappels du service",
  noNotes: "Aucun rappel n’est arrivé.",
  note: (attempt, newest) => `Pour l’appel ${attempt}\u00A0; le plus récent porte le numéro ${newest}.`,
  notesMeaning: "Un rappel fait seulement interroger le service plus tôt. Il ne décide jamais de rien.",
  reveal: "Voir ce qui est masqué",
  revealed: (by) => `Tout est montré à ${by}. Cela a été consigné.`,
  revealedHide: "Masquer de nouveau",
  done: {
    Completed: "La décision «\u00A0abouti\u00A0» a été inscrite.",
    NotCompleted: "La décision «\u00A0non abouti\u00A0» a été inscrite.",
    SendAgain: "La décision a été inscrite, et le versement est renvoyé.",
    Release: "Le versement a été libéré.",
    Cancel: "Le paiement a été annulé.",
    CloseFlag: "Le signalement a été fermé.",
    Recheck: "Le service a été interrogé. Sa réponse figure ci-dessous.",
  },
  unasked: {
    Throttled:
      "Le service n’a pas été interrogé\u00A0: d’autres épuisent le débit que tous les processus partagent. Réessayez dans un instant.",
    CallUnderWay:
      "Le service n’a pas été interrogé\u00A0: un appel est en cours, et sa propre réponse passe d’abord. Réessayez dans un instant.",
    NoToken: "Le service n’a pas été interrogé\u00A0: aucun appel n’a donné de jeton pour le faire.",
  },
  heard: {
    Some: "Le service a répondu pour certains jetons et pas pour tous. Sa réponse figure ci-dessous. Réessayez dans un instant.",
    Nothing:
      "Le service a été interrogé et n’a rien répondu d’utilisable\u00A0: le paiement est resté tel quel. Réessayez dans un instant.",
    ThrownAway:
      "D’autres ont modifié le paiement pendant que le service était interrogé\u00A0: sa réponse n’a pas été gardée. Réessayez dans un instant.",
  },
}

/** The form of a decision. */
export const decision: Texts["decision"] = {
  about: "La décision porte sur",
  by: "Votre nom",
  byHint: "Il est inscrit dans l’histoire du paiement.",
  reason: "Motif",
  reasonHint: "Pourquoi vous décidez ainsi, en une phrase que quelqu’un d’autre comprendra dans un an.",
  reasonFlag: "Ce que vous avez constaté et ce qui a été fait.",
  evidence: "Preuve",
  evidenceHint:
    "Ce qui le prouve\u00A0: une déclaration datée du service, une ligne de son tableau de bord, un relevé.",
  amount: "Montant, saisi de nouveau",
  amountHint: (currency) => `En ${currency}, tel que le montre votre preuve. Il est comparé au paiement.`,
  flag: "Quel signalement",
  confirm: "Inscrire la décision",
  back: "Revenir sans décider",
  needName: "Écrivez votre nom.",
  needReason: "Écrivez un motif.",
  needEvidence: "Dites ce qui le prouve.",
  needAmount: "Saisissez de nouveau le montant.",
  needFlag: "Choisissez le signalement que vous fermez.",
  tooLong: "2\u00A0000 caractères au plus.",
  unprintable: "Il contient des caractères qui ne peuvent pas être conservés.",
  amountDiffers: "Ce n’est pas le montant du paiement. Comparez-le à votre preuve\u00A0; rien n’a été décidé.",
  problem: "Rien n’a été décidé",
  stale: "Le paiement a changé depuis que vous l’avez regardé",
  staleHint:
    "Ce que vous avez saisi est toujours là. Lisez ce qui s’est passé entre-temps, et décidez de nouveau si vous le voulez encore.",
  staleEvents: "Depuis\u00A0:",
  refused: "Le bureau a refusé la décision\u00A0:",
  notOffered: "Son état ne permet plus cette décision.",
  needsService: "Cette décision interroge le service, et cette console n’y a pas accès.",
  late: "Il n’est pas sûr qu’elle ait été inscrite\u00A0: regardez le paiement avant de recommencer.",
}

/** The form behind which everything is shown. */
export const reveal: Texts["reveal"] = {
  title: "Voir ce qui est masqué",
  explained:
    "Les numéros, jetons, noms et adresses de ce paiement vous sont montrés une fois. Votre demande est consignée.",
  reasonHint: "Ce pour quoi vous en avez besoin.",
  confirm: "Tout montrer",
}
