/** What people decide about payments, in French. */
import type * as en from "../en/decisions.ts"
import type { Translated } from "../Catalogue.ts"

/** The decisions. */
export const decisions: Translated<typeof en.decisions> = {
  completed: {
    name: "Déclarer abouti",
    short: "abouti",
    operator: "Le paiement compte désormais comme abouti. Ne le décidez qu’avec la preuve que l’argent est parti.",
    done: "La décision «\u00A0abouti\u00A0» est enregistrée.",
  },
  not_completed: {
    name: "Déclarer non abouti",
    short: "non abouti",
    operator:
      "Le paiement compte désormais comme non abouti. Ne le décidez qu’avec la preuve que l’argent n’est pas parti.",
    done: "La décision «\u00A0non abouti\u00A0» est enregistrée.",
  },
  send_again: {
    name: "Déclarer non exécuté, et envoyer une seconde fois",
    short: "non exécuté, envoyer une seconde fois",
    operator:
      "Le programme envoie le versement une seconde fois. Si le premier appel a malgré tout été exécuté, le bénéficiaire est payé deux fois. Ne le décidez qu’avec une déclaration écrite du service, selon laquelle il n’a rien exécuté.",
    done: "La décision est enregistrée. Le programme envoie le versement une seconde fois, sauf si les versements sont suspendus.",
  },
  release: {
    name: "Libérer",
    short: "libéré",
    operator: "Le programme envoie le versement à son prochain passage.",
    done: "Le versement est libéré.",
  },
  cancel: {
    name: "Annuler",
    short: "annulé",
    operator: "Le paiement est annulé\u00A0: rien ne sera envoyé.",
    done: "Le paiement est annulé.",
  },
  close_flag: {
    name: "Fermer un signalement",
    short: "signalement fermé",
    operator: "Le signalement est fermé avec votre motif. L’état du paiement ne change pas.",
    done: "Le signalement est fermé.",
  },
  recheck: {
    name: "Interroger le service maintenant",
    short: "service interrogé",
    operator: "Le programme interroge le service sur chaque jeton de ce paiement et enregistre ses réponses.",
    done: "Le service a été interrogé. Sa réponse figure ci-dessous.",
  },
}

/** Why a decision is refused. */
export const refusals: Translated<typeof en.refusals> = {
  changed:
    "Le paiement a changé depuis que vous l’avez consulté. Lisez ce qui s’est passé entre-temps, puis décidez de nouveau.",
  wrong_state: "L’état du paiement ne permet plus cette décision. Consultez de nouveau le paiement.",
  no_such_flag: "Ce paiement n’a pas de tel signalement ouvert. Consultez de nouveau le paiement.",
  unread_callback: "Une notification est arrivée et n’a pas encore été lue. Regardez de nouveau dans un instant.",
  callback_without_token:
    "Une notification est arrivée pour un appel sans jeton\u00A0: le service connaît donc ce paiement. Contactez l’assistance du service avec la référence du marchand.",
  accepted_without_token:
    "Le service a accepté ce paiement sans donner de jeton. Contactez l’assistance du service avec la référence du marchand.",
  too_early:
    "Le paiement peut encore apparaître. «\u00A0Non exécuté\u00A0» ne peut être décidé que trois jours après le dernier appel, sauf si vos réglages fixent un autre délai (notExecutedAge).",
  needs_reason: "Une décision demande votre nom et un motif, de 2\u00A0000 caractères au plus.",
  needs_evidence:
    "Cette décision demande une preuve, par exemple une déclaration du service, de 2\u00A0000 caractères au plus.",
  needs_name: "Une décision demande votre nom.",
  cannot_be_read:
    "Un versement est illisible et peut-être déjà parti\u00A0: les versements restent donc suspendus. Levez la suspension avec un programme au moins aussi récent que celui qui l’a écrit, ou malgré lui quand vous savez ce qu’il est devenu.",
  collection_without_token:
    "L’un des deux encaissements n’a pas de jeton pour interroger le service. Annulez ce remboursement, et remboursez avec un versement ordinaire.",
  not_both_collected: "Le service ne confirme pas les deux encaissements en ce moment. Réessayez plus tard.",
  amount_differs: "Ce n’est pas le montant du paiement. Comparez-le à votre preuve\u00A0; rien n’a été décidé.",
  needs_service:
    "Cette décision demande d’interroger le service, et cette console n’y a pas accès. Définissez SERVICE_URL, les clés d’accès, CALLBACK_BASE et CALLBACK_KEYS.",
}

/** Why the service was not asked about a payment. */
export const unasked: Translated<typeof en.unasked> = {
  throttled: "Le service n’a pas été interrogé\u00A0: les autres appels sont trop nombreux. Réessayez dans un instant.",
  call_under_way:
    "Le service n’a pas été interrogé\u00A0: un appel est en cours, et il faut d’abord attendre sa réponse. Réessayez dans un instant.",
  no_token: "Le service n’a pas été interrogé\u00A0: aucun appel n’a donné de jeton pour le faire.",
}

/** The result of asking the service. */
export const heard: Translated<typeof en.heard> = {
  all: "Le service a répondu pour chaque jeton. Sa réponse figure ci-dessous.",
  some: "Le service a répondu pour une partie des jetons. Sa réponse figure ci-dessous\u00A0; pour les autres, réessayez dans un instant.",
  nothing:
    "Le service a été interrogé et n’a rien répondu d’utilisable\u00A0: le paiement n’a pas changé. Réessayez dans un instant.",
  thrown_away:
    "Un autre programme a modifié le paiement pendant l’appel au service\u00A0: la réponse n’a pas été gardée. Réessayez dans un instant.",
}

/** What a pause stops. */
export const scopes: Translated<typeof en.scopes> = {
  payouts: "Tous les versements",
  project: (project) => `Projet ${project}`,
  project_payins: (project) => `Encaissements de ${project}`,
  project_payouts: (project) => `Versements de ${project}`,
  operator: (operator, project) => `Opérateur ${operator} de ${project}`,
}

/** The words of pages on which people decide. */
export const review: Translated<typeof en.review> = {
  to_decide: "À décider",
  nothing_waits: "Aucune décision en attente.",
  decide: "Décider",
  outcome: "Ce qu’est devenu l’argent",
  reason: "Motif",
  evidence: "Preuve",
  refund: "Rembourser",
  refund_of: (amount, state) => `remboursement de ${amount}\u00A0: ${state}`,
  amount: "Montant",
  other_number: "Numéro à rembourser, s’il diffère de celui du payeur",
  cannot_be_read: "Illisible",
}
