/** What the console’s page of a payment and its forms say, in French. */
import type * as en from "../en/consolePayment.ts"
import type { Translated } from "../../Catalogue.ts"

/** The page of a payment. */
export const payment: Translated<typeof en.payment> = {
  back: "À traiter",
  facts: "Ce qui a été demandé",
  project: "Projet",
  created: "Créé",
  rail: "Moyen de paiement",
  operator: "Opérateur",
  party: { payin: "Numéro du client", payout: "Numéro du bénéficiaire" },
  customer: "Client",
  description: "Description",
  orderRef: "Commande",
  refundOf: "Remboursement de",
  customData: "Données jointes",
  decisions: "Décisions possibles",
  noDecisions: "Rien ne peut être décidé sur ce paiement maintenant.",
  obstacle: "Impossible\u00A0:",
  stopped: "Suspendu\u00A0: aucun appel n’est fait pour ce paiement tant que ceci est en vigueur",
  toPauses: "Voir les suspensions",
  life: "Déroulement",
  pictureLabel: "Les états de ce paiement dans le temps\u00A0; la liste ci-dessous dit la même chose en mots.",
  pictureCaption:
    "La longueur des barres suit une échelle logarithmique\u00A0; la durée exacte figure à côté de chaque état.",
  untilNow: "maintenant",
  events: "Événements, le plus récent en dernier",
  earlier: (count) =>
    `${count} événements plus anciens ne sont pas affichés ici\u00A0; «\u00A0cauri console show\u00A0» les affiche tous.`,
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
  revealed: (by) => `${by} voit tout, et c’est enregistré.`,
  revealedHide: "Masquer de nouveau",
}

/** The form of a decision. */
export const decision: Translated<typeof en.decision> = {
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
  needFlag: "Choisissez le signalement à fermer.",
  tooLong: "2\u00A0000 caractères au plus.",
  unprintable: "Il contient des caractères qui ne peuvent pas être conservés.",
  problem: "Rien n’a été décidé",
  stale: "Le paiement a changé depuis votre consultation",
  staleHint:
    "Ce que vous avez saisi est toujours là. Lisez ce qui s’est passé entre-temps, et décidez de nouveau si vous le voulez encore.",
  staleEvents: "Depuis\u00A0:",
  late: "On ignore si la décision a été enregistrée\u00A0: vérifiez où en est le paiement avant de réessayer.",
}

/** The form behind which everything is shown. */
export const reveal: Translated<typeof en.reveal> = {
  title: "Voir ce qui est masqué",
  explained:
    "Les numéros, les jetons, les noms et les adresses de ce paiement s’affichent une seule fois. Votre demande est enregistrée.",
  reasonHint: "Indiquez pourquoi vous en avez besoin.",
  confirm: "Tout afficher",
}
