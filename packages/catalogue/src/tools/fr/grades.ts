/** The grades of an integration, in French. */
import type { Translated } from "../../Catalogue.ts"
import type * as en from "../en/grades.ts"

/** The lines: what a good integration does, and what to change in another. */
export const gradeLines: Translated<typeof en.gradeLines> = {
  forged_believed: {
    says: "Une fausse notification ne change rien.",
    read: "N’importe qui peut écrire à une adresse de notification. Une notification ne fait que vous réveiller\u00A0: interrogez le service avec le jeton que vous avez gardé, et ne croyez que sa réponse.",
  },
  stand_in: {
    says: "Seul le service décide qu’une commande est payée.",
    read: "Cette commande est marquée payée, et le service ne la connaît pas. Retirez du programme ce qui répond à la place du service, et arrêtez-le quand les clés d’accès manquent.",
  },
  strangers_token: {
    says: "L’adresse de retour n’accepte aucun jeton venu du navigateur.",
    read: "Un inconnu a ouvert l’adresse de retour avec le jeton d’un autre paiement. Cherchez la commande dans votre base, et utilisez le jeton qui y est enregistré.",
  },
  code_is_not_status: {
    says: "Une commande est payée quand son statut est completed.",
    read: "Le code 00 veut seulement dire que le service a compris la demande. Regardez le champ status, et attendez tant qu’il n’est ni completed ni notcompleted.",
  },
  asked_first: {
    says: "Chaque commande payée a été vérifiée.",
    read: "La commande est marquée payée sans que le service l’ait confirmé. Vérifiez le paiement avant de livrer.",
  },
  payout_once: {
    says: "Un versement part une seule fois.",
    read: "Une réponse perdue n’est pas un refus\u00A0: l’argent est peut-être en route. Avant d’en envoyer un autre, attendez la notification ou renseignez-vous auprès de l’équipe du service.",
  },
  one_creation: {
    says: "Chaque tentative est créée une seule fois.",
    read: "Une réponse perdue n’est pas un refus\u00A0: le client a peut-être déjà la demande sur son téléphone. Ne recommencez que si le client le demande, et faites-en une nouvelle tentative.",
  },
  amount_checked: {
    says: "Le montant confirmé est comparé à la commande.",
    read: "Le service a confirmé moins que le prix de la commande. Comparez le montant reçu avant de livrer.",
  },
  booked_once: {
    says: "Un paiement est compté une seule fois.",
    read: "Chaque événement arrive en deux POST, parfois répétés. Comptez quand la commande devient payée, jamais quand une notification arrive.",
  },
  completion_taken: {
    says: "Un paiement abouti est pris en compte.",
    read: "Un client a payé, et la commande ne le montre pas. Vérifiez jusqu’à obtenir un statut définitif, même si aucune notification n’arrive.",
  },
  late_completion: {
    says: "Un paiement qui aboutit en retard est pris en compte aussi.",
    read: "L’argent peut arriver après des heures ou des jours. Continuez à vérifier, et acceptez un paiement arrivé après la clôture de la commande.",
  },
  not_failed_early: {
    says: "Un paiement a échoué quand son statut est notcompleted.",
    read: "La commande est marquée échouée alors qu’elle pouvait encore être payée. Après une vérification refusée, un délai dépassé, un statut inconnu ou pending, l’issue n’est pas encore connue.",
  },
  asked_after_callback: {
    says: "Chaque notification est suivie d’une vérification.",
    read: "Une notification est arrivée, et aucune vérification n’a suivi. Interrogez le service après chaque notification, jusqu’à ce que le statut soit définitif.",
  },
  asked_again: {
    says: "Une vérification restée sans réponse est refaite.",
    read: "Une vérification s’est perdue ou a été refusée. Refaites-la plus tard, et ne créez rien entre-temps.",
  },
  own_token: {
    says: "Les vérifications utilisent le jeton reçu à la création.",
    read: "Le jeton d’une notification est vide ou différent du vôtre. Gardez celui reçu à la création, et retrouvez la commande grâce à une adresse qui lui est propre ou à votre transaction_id.",
  },
  callbacks_taken: {
    says: "Les vraies notifications ne sont pas refusées.",
    read: "Le service ne signe rien. N’exigez pas de signature, retrouvez la commande sans le jeton de la notification, et lisez les deux formats.",
  },
  callbacks_answered: {
    says: "Les notifications reçoivent vite un 200.",
    read: "Enregistrez la notification, répondez 200, puis traitez-la.",
  },
}

/** What was seen. */
export const gradeEvidence: Translated<typeof en.gradeEvidence> = {
  created: "Le paiement a été créé.",
  created_without_answer: "Le paiement a été créé, et la réponse s’est perdue.",
  created_again: "Il a été créé une nouvelle fois.",
  confirm_told: (status) => `Une vérification a répondu «\u00A0${status}\u00A0».`,
  confirm_without_record: "Une vérification n’a donné aucun statut.",
  strange_token: "Une vérification portait un jeton qui ne vient d’aucune création.",
  forged: "Une fausse notification a été envoyée.",
  callback_answered: (status) => `Une notification a reçu la réponse ${status}.`,
  callback_unanswered: "Une notification est restée sans réponse.",
  payment_is: (status, amountXof) => `Le paiement de ${amountXof} XOF est ${status}.`,
  says_paid: "Le marchand dit\u00A0: payée.",
  says_failed: "Le marchand dit\u00A0: échouée.",
  says_open: "Le marchand dit\u00A0: pas encore décidée.",
}

/** What `cauri sandbox --grade` prints while it plays. */
export const gradeRun: Translated<typeof en.gradeRun> = {
  your_turn: "À votre programme de le faire\u00A0; le bac à sable attend.",
  left_out: "Votre programme n’a rien fait\u00A0; nous passons au scénario suivant.",
  at_risk: (francs) => `En jeu\u00A0: ${francs}`,
}
