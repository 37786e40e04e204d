/** What the console’s page of a payment and its forms say, in French. */
import type * as en from "../en/consolePayment.ts"
import type { Translated } from "../../Catalogue.ts"

export const payment: Translated<typeof en.payment> = {
  back: "À examiner",
  facts: "Paiement demandé",
  project: "Projet",
  created: "Créé le",
  rail: "Moyen de paiement",
  operator: "Opérateur",
  party: { payin: "Numéro du client", payout: "Numéro du bénéficiaire" },
  amountPaid: "Payé",
  customer: "Client",
  description: "Description",
  orderRef: "Commande",
  refundOf: "Remboursement de",
  customData: "Données jointes",
  decisions: "Décisions possibles",
  noDecisions: "Pour le moment, aucune décision n’est possible sur ce paiement.",
  obstacle: "Impossible\u00A0:",
  stopped: "Suspendu\u00A0: aucun appel ne part pour ce paiement tant que cette suspension est en vigueur",
  toPauses: "Voir les suspensions",
  life: "Déroulement",
  pictureLabel: "Les états de ce paiement dans le temps\u00A0; la liste ci-dessous les donne en texte.",
  pictureCaption:
    "La longueur des barres suit une échelle logarithmique\u00A0; la durée exacte figure à côté de chaque état.",
  untilNow: "maintenant",
  events: "Événements, le plus récent en dernier",
  earlier: (count) =>
    `${count} événements plus anciens ne sont pas affichés ici\u00A0; «\u00A0cauri console show\u00A0» les affiche tous.`,
  gap: (time) => `${time} plus tard`,
  by: (who) => `par ${who}`,
  attempts: "Appels au service",
  flags: "Signalements",
  noFlags: "Ce paiement n’a jamais été signalé.",
  raised: "ouvert le",
  closed: (by) => `Fermé par ${by}`,
  closeThis: "Fermer ce signalement",
  notes: "Notifications du service",
  noNotes: "Aucune notification n’est arrivée.",
  note: (attempt, newest) => `Pour l’appel ${attempt}\u00A0; la plus récente porte le numéro ${newest}.`,
  notesMeaning:
    "Une notification ne fait qu’avancer la prochaine vérification auprès du service. Elle ne décide jamais de rien.",
  deedsTitle: "Qui a fait quoi, et d’où",
  noDeeds: "Personne n’a encore pris de décision ici, ni affiché les données masquées.",
  deedFrom: "depuis",
  deeds: {
    decision: "Décision",
    reveal: "Affichage des données masquées",
    import: "Relevé importé",
    approval: "Approbation",
    unreadable: "Enregistrement illisible",
  },
  reveal: "Afficher les données masquées",
  revealed: (by) => `${by} voit toutes les données\u00A0; cette consultation est enregistrée.`,
  revealedHide: "Masquer de nouveau",
}

export const decision: Translated<typeof en.decision> = {
  about: "La décision porte sur",
  by: "Votre nom",
  byHint: "Il figurera dans l’historique du paiement.",
  reason: "Motif",
  reasonHint: "Expliquez votre décision en une phrase qu’un collègue comprendra encore dans un an.",
  reasonFlag: "Indiquez ce que vous avez constaté et ce qui a été fait.",
  evidence: "Preuve",
  evidenceHint: "Par exemple une déclaration datée du service, une ligne de son tableau de bord, un relevé.",
  amount: "Montant, à saisir de nouveau",
  amountHint: (currency) => `En ${currency}, tel qu’il figure sur votre preuve. Il sera comparé à ce qui a été payé.`,
  acceptAsFull: (paid, asked) => `J’accepte ${paid} pour le paiement entier de ${asked}.`,
  flag: "Signalement à fermer",
  confirm: "Enregistrer la décision",
  back: "Revenir sans décider",
  needName: "Indiquez votre nom.",
  needReason: "Indiquez un motif.",
  needEvidence: "Indiquez une preuve.",
  needAmount: "Saisissez de nouveau le montant.",
  needFlag: "Choisissez le signalement à fermer.",
  tooLong: "2\u00A0000 caractères au plus.",
  unprintable: "Ce texte contient des caractères qui ne peuvent pas être enregistrés.",
  problem: "Aucune décision n’a été prise",
  stale: "Le paiement a changé depuis votre consultation",
  staleHint:
    "Ce que vous avez saisi est toujours là. Lisez ce qui s’est passé entre-temps, puis confirmez votre décision si vous la maintenez.",
  staleEvents: "Depuis\u00A0:",
  late: "On ignore si la décision a été enregistrée\u00A0: vérifiez où en est le paiement avant de réessayer.",
}

/** The form behind which everything is shown. */
export const reveal: Translated<typeof en.reveal> = {
  title: "Afficher les données masquées",
  explained:
    "Les numéros, les jetons, les noms et les adresses de ce paiement vous seront affichés une seule fois. Votre demande est enregistrée.",
  reasonHint: "Indiquez pourquoi vous avez besoin de voir ces données.",
  confirm: "Tout afficher",
}
