/**
 * What the page of a payment and its forms say, in French.
 */
import type { PageTexts } from "./texts.ts"

/** The page of a payment. */
export const payment: PageTexts["payment"] = {
  back: "À traiter",
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
  obstacle: "Impossible\u00A0:",
  stopped: "Suspendu\u00A0: aucun appel n’est fait pour ce paiement tant que ceci est en vigueur",
  toHolds: "Voir les suspensions",
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
  attempts: "Appels au service",
  noAttempts: "Rien n’a encore été envoyé.",
  flags: "Signalements",
  noFlags: "Aucun signalement n’a jamais été ouvert.",
  raised: "ouvert le",
  closed: (by) => `Fermé par ${by}`,
  closeThis: "Fermer ce signalement",
  notes: "Notifications du service",
  noNotes: "Aucune notification n’est arrivée.",
  note: (attempt, newest) => `Pour l’appel ${attempt}\u00A0; la plus récente porte le numéro ${newest}.`,
  notesMeaning: "Une notification fait seulement interroger le service plus tôt. Elle ne décide jamais de rien.",
  reveal: "Voir ce qui est masqué",
  revealed: (by) => `Tout est montré à ${by}. Cela a été consigné.`,
  revealedHide: "Masquer de nouveau",
}

/** The form of a decision. */
export const decision: PageTexts["decision"] = {
  about: "La décision porte sur",
  by: "Votre nom",
  byHint: "Il est enregistré dans l’historique du paiement.",
  reason: "Motif",
  reasonHint: "Pourquoi vous décidez ainsi, en une phrase que quelqu’un d’autre comprendra dans un an.",
  reasonFlag: "Ce que vous avez constaté et ce qui a été fait.",
  evidence: "Preuve",
  evidenceHint:
    "Ce qui le prouve\u00A0: une déclaration datée du service, une ligne de son tableau de bord, un relevé.",
  amount: "Montant, saisi de nouveau",
  amountHint: (currency) => `En ${currency}, tel que le montre votre preuve. Il est comparé au paiement.`,
  flag: "Quel signalement",
  confirm: "Enregistrer la décision",
  back: "Revenir sans décider",
  needName: "Écrivez votre nom.",
  needReason: "Écrivez un motif.",
  needEvidence: "Dites ce qui le prouve.",
  needAmount: "Saisissez de nouveau le montant.",
  needFlag: "Choisissez le signalement que vous fermez.",
  tooLong: "2\u00A0000 caractères au plus.",
  unprintable: "Il contient des caractères qui ne peuvent pas être conservés.",
  problem: "Rien n’a été décidé",
  stale: "Le paiement a changé depuis que vous l’avez regardé",
  staleHint:
    "Ce que vous avez saisi est toujours là. Lisez ce qui s’est passé entre-temps, et décidez de nouveau si vous le voulez encore.",
  staleEvents: "Depuis\u00A0:",
  late: "Il n’est pas sûr qu’elle ait été enregistrée\u00A0: regardez le paiement avant de recommencer.",
}

/** The form behind which everything is shown. */
export const reveal: PageTexts["reveal"] = {
  title: "Voir ce qui est masqué",
  explained:
    "Les numéros, jetons, noms et adresses de ce paiement vous sont montrés une fois. Votre demande est consignée.",
  reasonHint: "Ce pour quoi vous en avez besoin.",
  confirm: "Tout montrer",
}
