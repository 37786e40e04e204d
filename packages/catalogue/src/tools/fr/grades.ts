/** The grades of an integration, in French. */
import type { Translated } from "../../Catalogue.ts"
import type * as en from "../en/grades.ts"

export const gradeLines: Translated<typeof en.gradeLines> = {
  forged_believed: {
    says: "Une fausse notification ne change rien.",
    read: "N’importe qui peut envoyer une requête à une adresse de notification. Une notification n’est qu’un signal\u00A0: interrogez alors le service avec le jeton que vous avez enregistré, et ne vous fiez qu’à sa réponse.",
  },
  stand_in: {
    says: "Seul le service peut dire qu’une commande est payée.",
    read: "Cette commande est marquée comme payée, alors que le service ne la connaît pas. Retirez du programme tout ce qui répond à la place du service, et empêchez-le de démarrer sans clés d’accès.",
  },
  strangers_token: {
    says: "L’adresse de retour n’accepte aucun jeton venu du navigateur.",
    read: "Un inconnu a ouvert l’adresse de retour avec le jeton d’un autre paiement. Cherchez la commande dans votre base, et utilisez le jeton qui y est enregistré.",
  },
  code_is_not_status: {
    says: "Une commande est payée quand son statut est completed.",
    read: "Le code 00 signifie seulement que le service a compris la requête. Lisez le champ status, et attendez tant qu’il n’est ni completed ni notcompleted.",
  },
  asked_first: {
    says: "Chaque commande payée a d’abord été vérifiée auprès du service.",
    read: "La commande est marquée comme payée sans que le service l’ait confirmé. Vérifiez le paiement avant de livrer.",
  },
  payout_once: {
    says: "Un versement part une seule fois.",
    read: "Une réponse perdue n’est pas un refus\u00A0: l’argent est peut-être en route. Avant d’envoyer un autre versement, attendez la notification ou renseignez-vous auprès de l’assistance du service.",
  },
  one_creation: {
    says: "Chaque tentative est créée une seule fois.",
    read: "Une réponse perdue n’est pas un refus\u00A0: le client a peut-être déjà la demande sur son téléphone. Ne recommencez que si le client le demande, et enregistrez alors une nouvelle tentative.",
  },
  amount_checked: {
    says: "Le montant confirmé est comparé à celui de la commande.",
    read: "Le montant confirmé par le service est inférieur au prix de la commande. Comparez les deux avant de livrer.",
  },
  booked_once: {
    says: "Un paiement n’est comptabilisé qu’une fois.",
    read: "Chaque événement arrive dans deux requêtes POST, parfois répétées. Comptabilisez le paiement quand la commande devient payée, jamais à l’arrivée d’une notification.",
  },
  completion_taken: {
    says: "Un paiement abouti est pris en compte.",
    read: "Un client a payé, mais la commande n’est pas marquée comme payée. Répétez la vérification jusqu’à obtenir un statut définitif, même si aucune notification n’arrive.",
  },
  late_completion: {
    says: "Un paiement qui aboutit en retard est lui aussi pris en compte.",
    read: "L’argent peut arriver des heures, voire des jours plus tard. Continuez à vérifier les paiements en attente, et acceptez un paiement qui aboutit après la clôture de la commande.",
  },
  not_failed_early: {
    says: "Un paiement n’a échoué que si son statut est notcompleted.",
    read: "La commande est marquée en échec alors qu’elle pouvait encore être payée. Après une vérification refusée, un délai dépassé, un statut inconnu ou pending, l’issue n’est pas encore connue.",
  },
  asked_after_callback: {
    says: "Chaque notification est suivie d’une vérification.",
    read: "Une notification est arrivée, mais aucune vérification n’a suivi. Interrogez le service après chaque notification, jusqu’à ce que le statut soit définitif.",
  },
  asked_again: {
    says: "Une vérification restée sans réponse est refaite.",
    read: "Une vérification s’est perdue ou a été refusée. Refaites-la plus tard, et ne créez rien entre-temps.",
  },
  own_token: {
    says: "Les vérifications utilisent le jeton reçu à la création.",
    read: "Le jeton d’une notification est vide ou différent du vôtre. Enregistrez celui que vous recevez à la création, et retrouvez la commande grâce à une adresse de notification qui lui est propre ou à votre transaction_id.",
  },
  callbacks_taken: {
    says: "Les vraies notifications ne sont pas refusées.",
    read: "Le service ne signe rien. N’exigez pas de signature, retrouvez la commande sans le jeton de la notification, et lisez les deux formats.",
  },
  callbacks_answered: {
    says: "Le programme répond rapidement 200 aux notifications.",
    read: "Enregistrez la notification, répondez 200, puis traitez-la.",
  },
}

export const gradeEvidence: Translated<typeof en.gradeEvidence> = {
  created: "Le paiement a été créé.",
  created_without_answer: "Le paiement a été créé, mais la réponse s’est perdue.",
  created_again: "Il a été créé de nouveau.",
  confirm_said: (status) => `Une vérification a donné le statut «\u00A0${status}\u00A0».`,
  confirm_without_record: "Une vérification n’a donné aucun statut.",
  strange_token: "Une vérification a été faite avec un jeton qui ne vient d’aucune création.",
  forged: "Une fausse notification a été envoyée.",
  callback_answered: (status) => `Le programme a répondu ${status} à une notification.`,
  callback_unanswered: "Une notification est restée sans réponse.",
  payment_is: (status, amountXof) => `Le paiement de ${amountXof} XOF a le statut ${status}.`,
  says_paid: "D’après le marchand, la commande est payée.",
  says_failed: "D’après le marchand, la commande est en échec.",
  says_open: "D’après le marchand, la commande est en attente.",
  unmatched:
    "N’a pas pu être jugé, car aucun paiement ne correspond à cette commande\u00A0: le programme n’envoie pas de transaction_id. Désignez la commande par le jeton de son paiement.",
}

export const gradeRun: Translated<typeof en.gradeRun> = {
  your_turn: "C’est à votre programme d’agir\u00A0; le bac à sable attend.",
  left_out: "Votre programme n’a pas fait sa part\u00A0; ce scénario est laissé de côté.",
  at_risk: (francs) => `En jeu\u00A0: ${francs}`,
  not_graded: {
    unplayable: (scenarios) =>
      `Pas joué, car il faudrait d’autres clés à votre programme en cours de route\u00A0: ${scenarios}`,
    inactive: (scenarios) => `Laissé de côté, car votre programme n’a pas fait sa part\u00A0: ${scenarios}`,
    unknown_order: (orders) => `N’a pas pu être jugé, car --probe ne connaît pas la commande\u00A0: ${orders}`,
  },
}
