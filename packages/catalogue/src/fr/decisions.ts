/** What people decide about payments, in French. */
import type * as en from "../en/decisions.ts"
import type { Translated } from "../Catalogue.ts"

/** The decisions. */
export const decisions: Translated<typeof en.decisions> = {
  completed: {
    name: "Déclarer abouti",
    short: "abouti",
    operator:
      "Le paiement sera considéré comme abouti. Ne prenez cette décision qu’avec la preuve que l’argent a bien été transféré.",
    done: "Décision enregistrée\u00A0: «\u00A0abouti\u00A0».",
  },
  not_completed: {
    name: "Déclarer non abouti",
    short: "non abouti",
    operator:
      "Le paiement sera considéré comme non abouti. Ne prenez cette décision qu’avec la preuve que l’argent n’a pas été transféré.",
    done: "Décision enregistrée\u00A0: «\u00A0non abouti\u00A0».",
  },
  send_again: {
    name: "Déclarer non exécuté et envoyer une seconde fois",
    short: "non exécuté, second envoi",
    operator:
      "Le programme enverra le versement une seconde fois. Si le premier appel a quand même été exécuté, le bénéficiaire sera payé deux fois. Ne prenez cette décision que si le service atteste par écrit n’avoir rien exécuté.",
    done: "La décision est enregistrée. Le programme enverra le versement une seconde fois, sauf si les versements sont suspendus.",
  },
  release: {
    name: "Libérer",
    short: "libéré",
    operator: "Le programme enverra le versement à son prochain passage.",
    done: "Le versement est libéré.",
  },
  request: {
    name: "Faire une demande",
    short: "demandé",
    operator: "La décision attend l’approbation d’une autre personne.",
    done: "La demande est enregistrée. Une autre personne doit l’approuver.",
  },
  approve: {
    name: "Approuver",
    short: "approuvé",
    operator:
      "La décision sera prise telle qu’elle a été demandée, et l’argent pourra partir. Vérifiez d’abord tout ce qui figure ci-dessous.",
    done: "La décision est approuvée et appliquée.",
  },
  withdraw: {
    name: "Retirer la demande",
    short: "demande retirée",
    operator: "La demande de décision prendra fin, sans aucune décision.",
    done: "La demande est retirée.",
  },
  cancel: {
    name: "Annuler",
    short: "annulé",
    operator: "Le paiement sera annulé\u00A0: rien ne sera envoyé.",
    done: "Le paiement est annulé.",
  },
  close_flag: {
    name: "Fermer un signalement",
    short: "signalement fermé",
    operator: "Le signalement sera fermé avec votre motif. L’état du paiement ne changera pas.",
    done: "Le signalement est fermé.",
  },
  recheck: {
    name: "Interroger le service maintenant",
    short: "service interrogé",
    operator: "Le programme interroge le service sur chaque appel de ce paiement et enregistre les réponses.",
    done: "Le service a été interrogé. Sa réponse figure ci-dessous.",
  },
}

/** Why a decision is refused. */
export const refusals: Translated<typeof en.refusals> = {
  changed:
    "Le paiement a changé depuis que vous l’avez consulté. Lisez ce qui s’est passé entre-temps, puis décidez de nouveau.",
  wrong_state: "L’état du paiement ne permet plus cette décision. Affichez de nouveau le paiement.",
  no_such_flag: "Ce signalement n’est pas ouvert sur ce paiement. Affichez de nouveau le paiement.",
  unread_callback: "Une notification est arrivée, mais n’est pas encore traitée. Réessayez dans un instant.",
  callback_without_token:
    "Une notification est arrivée pour un appel sans jeton\u00A0: le service connaît donc ce paiement. Contactez l’assistance du service en indiquant la référence du marchand.",
  accepted_without_token:
    "Le service a accepté ce paiement sans donner de jeton. Contactez l’assistance du service en indiquant la référence du marchand.",
  too_early:
    "Le paiement peut encore apparaître chez le service. Attendez trois jours après le dernier appel pour le déclarer «\u00A0non exécuté\u00A0», sauf si vos réglages fixent un autre délai (notExecutedAge).",
  needs_reason: "Indiquez votre nom et un motif de 2\u00A0000 caractères au plus.",
  needs_evidence: "Indiquez une preuve, par exemple une déclaration du service, en 2\u00A0000 caractères au plus.",
  needs_name: "Indiquez votre nom.",
  cannot_be_read:
    "Un versement illisible est peut-être déjà parti\u00A0: les versements restent donc suspendus. Levez la suspension avec une version du programme au moins aussi récente que celle qui a enregistré ce versement, ou levez-la malgré tout une fois que vous savez ce qu’il est devenu.",
  collection_without_token:
    "L’un des deux encaissements n’a pas de jeton pour interroger le service. Annulez ce remboursement, puis remboursez par un versement ordinaire.",
  statement_missing:
    "La base a été restaurée et il lui manque une période. Importez d’abord le relevé du service pour cette période\u00A0: des versements que la base ignore ont pu y être payés. Si le service n’en donne pas, mettez approvals.statementAfterRestore à false dans la politique et comparez à la main.",
  still_waits: "Ses données servent. Réessayez plus tard.",
  not_both_collected:
    "Pour le moment, le service ne confirme pas les deux encaissements. Réessayez plus tard. Si le relevé du service montre les deux, renoncez à ce remboursement, puis remboursez par un versement ordinaire.",
  cannot_ask: "Le service n’a pas dit s’il connaît l’appel resté sans réponse. Réessayez dans un instant.",
  needs_second_person:
    "Cette décision exige deux responsables. Faites une demande, puis laissez une autre personne l’approuver.",
  no_second_person:
    "Vos réglages ne désignent aucune autre personne pour approuver cette décision (approvals.approvers). Adressez-vous à ceux qui en ont la charge.",
  one_is_enough: "Un seul responsable suffit ici. Prenez directement la décision.",
  same_person: "La demande porte le même nom que le vôtre\u00A0: une autre personne doit l’approuver.",
  not_an_approver: "Vos réglages ne vous autorisent pas à approuver cette décision (approvals.approvers).",
  amount_differs:
    "Ce montant n’est pas celui du paiement. Comparez ce qui a été payé à votre preuve\u00A0; aucune décision n’a été prise.",
  needs_service:
    "Pour cette décision, il faut interroger le service, mais cette console n’y a pas accès. Définissez SERVICE_URL, les clés d’accès, CALLBACK_BASE et CALLBACK_KEYS.",
}

/** Why the service was not asked about a payment. */
export const unasked: Translated<typeof en.unasked> = {
  throttled: "Le service n’a pas été interrogé\u00A0: la limite d’appels est atteinte. Réessayez dans un instant.",
  call_under_way:
    "Le service n’a pas été interrogé\u00A0: un appel est en cours. Attendez sa réponse, puis réessayez dans un instant.",
  no_token:
    "Le service n’a pas été interrogé\u00A0: aucun appel n’a obtenu de jeton. Regardez les signalements du paiement, et décidez d’après le relevé du service.",
}

/** The result of asking the service. */
export const asked: Translated<typeof en.asked> = {
  all: "Le service a répondu pour chaque jeton. Ses réponses figurent ci-dessous.",
  some: "Le service a répondu pour une partie des jetons. Ses réponses figurent ci-dessous\u00A0; pour les autres, réessayez dans un instant.",
  nothing:
    "Le service a été interrogé, mais n’a pas donné de réponse exploitable\u00A0: le paiement n’a pas changé. Réessayez dans un instant.",
  thrown_away:
    "Un autre programme a modifié le paiement pendant l’appel au service\u00A0: la réponse n’a pas été conservée. Réessayez dans un instant.",
}

/** What a pause stops. */
export const scopes: Translated<typeof en.scopes> = {
  payouts: "Tous les versements",
  project: (project) => `Projet ${project}`,
  project_payins: (project) => `Encaissements du projet ${project}`,
  project_payouts: (project) => `Versements du projet ${project}`,
  operator: (operator, project) => `Opérateur ${operator} du projet ${project}`,
}

/** The words of pages on which people decide. */
export const review: Translated<typeof en.review> = {
  to_decide: "À décider",
  nothing_waits: "Aucune décision en attente.",
  decide: "Décider",
  outcome: "Issue du paiement",
  reason: "Motif",
  evidence: "Preuve",
  refund: "Rembourser",
  refund_of: (amount, state) => `remboursement de ${amount}\u00A0: ${state}`,
  amount: "Montant",
  other_number: "Numéro à créditer, s’il diffère de celui du payeur",
  cannot_be_read: "Illisible",
}
