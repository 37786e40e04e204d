/** What payments are, how they stand and what happened to them, in French. */
import type * as en from "../en/payments.ts"
import type { Translated } from "../Catalogue.ts"
import { money, number } from "../format.ts"

const sendOnce =
  "Si votre compte a été débité, ne payez pas une seconde fois et contactez-nous\u00A0; sinon, vous pouvez recommencer."
const starting = "Votre paiement est en préparation. Ne payez pas une seconde fois."

/** The states. */
export const states: Translated<typeof en.states> = {
  intended: { name: "À envoyer", operator: "Le paiement est enregistré et attend d’être envoyé.", customer: starting },
  held: { name: "Retenu", operator: "Le versement ne partira qu’avec l’accord d’un responsable." },
  submitting: { name: "En cours d’envoi", operator: "Un appel au service est en cours.", customer: starting },
  awaiting_otp: {
    name: "En attente d’un code",
    operator: "Le client doit encore saisir un code.",
    customer: "Nous attendons votre code.",
  },
  pending: {
    name: "En attente",
    operator: "Le service a accepté le paiement\u00A0; son issue n’est pas encore connue.",
    customer: "Votre paiement est en attente de confirmation. Ne payez pas une seconde fois.",
  },
  completed: {
    name: "Abouti",
    operator: "Le service a confirmé le paiement, ou un responsable l’a déclaré abouti.",
    customer: "Nous avons bien reçu votre paiement. Merci\u00A0!",
  },
  underpaid: {
    name: "Payé en partie",
    operator: "Le client a payé moins que le montant.",
    customer: "Le montant payé ne suffit pas. Ne payez pas une seconde fois et contactez-nous.",
  },
  not_completed: {
    name: "Non abouti",
    operator: "Le service a confirmé que le paiement a échoué, ou un responsable l’a déclaré non abouti.",
    customer: `Le paiement n’a pas abouti. ${sendOnce}`,
  },
  refused: {
    name: "Refusé",
    operator: "Le service a refusé le paiement.",
    customer: `Le paiement n’a pas été accepté. ${sendOnce}`,
  },
  in_doubt: {
    name: "Issue inconnue",
    operator:
      "Le service n’a pas donné de réponse exploitable\u00A0: on ne sait pas si l’argent est parti. Ne recréez pas le paiement sous un autre identifiant.",
    customer: "Nous vérifions votre paiement. Ne payez pas une seconde fois.",
  },
  expired: {
    name: "Expiré",
    operator:
      "Le délai pour payer est passé\u00A0: vous pouvez abandonner la commande. Le service est encore interrogé, et l’argent qui arrive en retard est signalé.",
    customer:
      "Le délai de ce paiement est dépassé. Si vous l’avez confirmé, ne payez pas une seconde fois\u00A0: il peut encore nous parvenir.",
  },
  cancelled: {
    name: "Annulé",
    operator: "Le paiement a été annulé avant que le service ne l’accepte.",
    customer: `Ce paiement a été annulé. ${sendOnce}`,
  },
}

/** How a payout stands, for its beneficiary. */
export const transfers: Translated<typeof en.transfers> = {
  intended: "Ce versement est en préparation. Ne le demandez pas une seconde fois.",
  held: "Ce versement est en cours de vérification avant son envoi. Ne le demandez pas une seconde fois.",
  submitting: "Ce versement est en cours d’envoi. Ne le demandez pas une seconde fois.",
  pending: "Ce versement est en route. Ne le demandez pas une seconde fois.",
  completed: "Ce versement est effectué.",
  not_completed: "Ce versement n’a pas abouti. Contactez-nous à ce sujet.",
  refused: "Ce versement n’a pas été accepté, et rien n’est parti. Contactez-nous à ce sujet.",
  in_doubt: "Nous vérifions ce versement. Ne le demandez pas une seconde fois.",
  cancelled: "Ce versement a été annulé. Contactez-nous à ce sujet.",
}

/** What is said beside the meaning of a state. */
export const asides: Translated<typeof en.asides> = {
  not_sent_again: "Rien ne repart sans la décision d’un responsable.",
  wallet_credited: "Le portefeuille est crédité\u00A0; on ignore ce que son titulaire a fait de l’argent.",
  unreadable:
    "Ce programme ne sait pas lire ce paiement\u00A0: il ne le traite pas et n’accepte aucune décision à son sujet. Utilisez un programme au moins aussi récent que celui qui l’a enregistré\u00A0; d’ici là, ne lancez aucun autre paiement pour le remplacer.",
}

/** The kinds of payments. */
export const kinds: Translated<typeof en.kinds> = { payin: "Encaissement", payout: "Versement" }

/** The ways that money travels. */
export const rails: Translated<typeof en.rails> = {
  hosted: "Page de paiement",
  ussd_otp: "Code USSD",
  ussd_push: "Push USSD",
  guided_ussd: "USSD guidé",
  sms_otp: "Code par SMS",
  operator_redirect: "Page de l’opérateur",
  service_redirect: "Page du service",
  wallet: "Portefeuille",
  wallet_payout: "Versement sur portefeuille",
  mobile_money_payout: "Versement mobile money",
}

/** What a call was for. */
export const attemptKinds: Translated<typeof en.attemptKinds> = {
  pay: "paiement",
  sms_otp_request: "demande de code par SMS",
  wallet_otp_request: "demande de code pour le portefeuille",
}

/** How a call ended. */
export const outcomes: Translated<typeof en.outcomes> = {
  in_flight: "En cours",
  not_executed: "Déclaré non exécuté",
  accepted: "Accepté",
  otp_sent: "Code envoyé",
  refused: "Refusé",
  turned_away: "Appel rejeté",
  not_sent: "Non envoyé",
  no_answer: "Sans réponse",
}

/** Why a payout waits for a person. */
export const heldBecause: Translated<typeof en.heldBecause> = {
  twin: "doublon possible (même montant et même numéro à quelques minutes d’intervalle)",
  stale: "il a trop attendu pour partir sans l’accord d’un responsable",
  attempts: "toutes les tentatives d’envoi sont épuisées",
  refund_draft: "remboursement proposé, à vérifier avant l’envoi",
  refund_too_high: "les remboursements dépasseraient le montant de l’encaissement",
  needs_approval: "son montant est tel que deux responsables doivent le libérer",
}

/** Why a payment was cancelled. */
export const cancelledBecause: Translated<typeof en.cancelledBecause> = {
  too_old: "trop ancien pour être envoyé",
  attempts: "toutes les tentatives sont épuisées",
  code_unsent: "le code du client n’a jamais été envoyé",
  asked: "annulation demandée",
}

/** What happened. */
export const events: Translated<typeof en.events> = {
  intended: "Le marchand a demandé le paiement.",
  attempt_started: "Un appel au service a été lancé.",
  accepted: "Le service a accepté le paiement.",
  otp_requested: "Un code a été demandé pour le client.",
  attempt_refused: "Le service a refusé l’appel.",
  attempt_not_sent: "Le service n’a rien exécuté.",
  attempt_unanswered: "L’appel n’a pas reçu de réponse exploitable.",
  answered_late: "La réponse à un appel est arrivée en retard.",
  reopened: "Une notification est arrivée pour un appel considéré comme non exécuté.",
  refused: "Le paiement a été refusé.",
  restored: "La base a été restaurée à partir d’une sauvegarde\u00A0: ce qui a suivi est oublié.",
  in_doubt: "L’issue du paiement est inconnue.",
  completed: "Le service a confirmé la réussite du paiement.",
  not_completed: "Le service a confirmé l’échec du paiement.",
  expired: "Le délai du paiement est dépassé\u00A0; le programme continue d’interroger le service.",
  cancelled: "Le paiement a été annulé.",
  held: "Le versement attend l’accord d’un responsable.",
  released: "Un responsable a libéré le versement.",
  resolved: "Un responsable a décidé de l’issue du paiement.",
  approval_requested: "Un responsable a demandé une décision à prendre à deux.",
  approval_withdrawn: "La demande a été retirée.",
  completion_seen: "Une vérification a confirmé cette décision.",
  flagged: "Un signalement a été ouvert.",
  flag_closed: "Un responsable a fermé un signalement.",
  unreadable: "Ce programme ne sait pas lire cette ligne.",
}

/** What a line of history says beside its title. */
export const details: Translated<typeof en.details> = {
  amount: (francs) => money(francs, "fr"),
  attempt: (count) => `appel ${number(count, "fr")}`,
  payin: (id) => `encaissement ${id}`,
  named: (name) => `«\u00A0${name}\u00A0»`,
  reason: (text) => `motif\u00A0: ${text}`,
  evidence: (text) => `preuve\u00A0: ${text}`,
  approved: (name) => `approuvé par ${name}`,
  seen: (event) => `décidé au vu de l’événement ${number(event, "fr")}`,
  because: (what, why) => `${what}\u00A0: ${why}`,
  paid: (francs) => `${money(francs, "fr")} payés`,
  received: (status: number, contentType: string) =>
    `reçu\u00A0: HTTP ${status}${contentType === "" ? "" : `, ${contentType}`}`,
  late: "en retard",
  token: "jeton",
}

/** Those who are no person. */
export const roles: Translated<typeof en.roles> = {
  merchant: "le marchand",
  service: "le service",
  cauri: "le programme",
}

/** The flags. */
export const flags: Translated<typeof en.flags> = {
  no_payment_url: {
    name: "Aucune page à ouvrir",
    operator:
      "Proposez au client un autre moyen de paiement\u00A0: le service n’a pas donné de page à ouvrir. Surveillez un éventuel double encaissement, car le service a bien accepté cet encaissement.",
  },
  accepted_without_token: {
    name: "Accepté sans jeton",
    operator:
      "Contactez l’assistance du service en indiquant la référence du marchand\u00A0: le service a accepté le paiement sans donner de jeton. N’envoyez rien d’autre avant sa réponse.",
  },
  unanswered: {
    name: "Sans réponse",
    operator:
      "Demandez à l’assistance du service, en indiquant la référence du marchand, si elle connaît cet encaissement. En attente, il peut être payé.",
  },
  late_answer: {
    name: "Réponse tardive",
    operator:
      "La réponse du service est arrivée après la décision\u00A0: comparez les deux. Si un versement est parti une seconde fois, contactez tout de suite l’assistance du service.",
  },
  callback_without_token: {
    name: "Notification sans jeton",
    operator:
      "Contactez l’assistance du service en indiquant la référence du marchand\u00A0: le service connaît une transaction pour cet appel.",
  },
  token_lost: {
    name: "Jeton inconnu du service",
    operator:
      "Demandez à l’assistance du service ce qu’est devenu ce jeton\u00A0; le tableau de bord du service affiche la référence du marchand.",
  },
  confirm_denied: {
    name: "Vérification refusée",
    operator:
      "Le service a refusé les clés d’accès quand Cauri l’a interrogé sur ce paiement. Vérifiez que ce sont bien celles du projet, et fermez ce signalement dès qu’une vérification aboutit.",
  },
  unknown_status: {
    name: "Statut inconnu",
    operator:
      "Demandez à l’assistance du service ce que signifie ce statut\u00A0; d’ici là, le paiement reste en attente.",
  },
  amount_mismatch: {
    name: "Montant différent",
    operator:
      "Le client a payé un autre montant. Décidez «\u00A0abouti\u00A0» pour enregistrer ce qui a été payé\u00A0; s’il en manque, il est payé en partie, sauf si vous l’acceptez pour le tout.",
  },
  reference_mismatch: {
    name: "Référence différente",
    operator:
      "Le service a répondu avec les données d’un autre paiement\u00A0: contactez son assistance et ne créditez rien avant sa réponse.",
  },
  external_id_mismatch: {
    name: "Identifiant externe différent",
    operator:
      "Comparez les données du service avec la commande\u00A0: l’identifiant externe diffère, la référence correspond.",
  },
  terminal_contradiction: {
    name: "Contredit par le service",
    operator:
      "Le service ou son relevé contredit l’état du paiement\u00A0: demandez à son assistance une réponse écrite.",
  },
  completed_after_not_completed: {
    name: "Argent reçu après l’échec",
    operator:
      "L’argent est arrivé après l’échec du paiement\u00A0: créditez ou remboursez le client manuellement, puis fermez le signalement.",
  },
  double_collection: {
    name: "Double encaissement",
    operator:
      "Le client a payé deux fois\u00A0: vérifiez les deux encaissements, puis libérez le remboursement proposé.",
  },
  double_payout: {
    name: "Double versement",
    operator:
      "Le bénéficiaire a été payé deux fois\u00A0: demandez à l’assistance du service d’annuler l’un des deux transferts.",
  },
  overdue: {
    name: "En retard",
    operator:
      "Le versement est en retard\u00A0: contactez l’assistance du service et ne l’envoyez pas une seconde fois.",
  },
  delivery_parked: {
    name: "Événement non transmis",
    operator:
      "L’un de vos programmes refuse systématiquement un événement de ce paiement\u00A0: corrigez ce programme, puis lancez une vérification du paiement.",
  },
}

/** What a flag is about. */
export const about: Translated<typeof en.about> = {
  attempt: (count) => `concernant l’appel ${number(count, "fr")}`,
  level: (level) => `niveau ${number(level, "fr")}`,
  payin: (id) => `concernant l’encaissement ${id}`,
  other: (subject) => `concernant ${subject}`,
}
