/** Les notes d’une intégration : ce que dit chaque ligne, ce qu’il faut lire quand elle est rouge, et ce que nous avons vu. */
import type { Translated } from "../../Catalogue.ts"
import type * as en from "../en/grades.ts"

/** Les lignes : ce que fait une bonne intégration, et ce qu’il faut changer dans une autre. */
export const gradeLines: Translated<typeof en.gradeLines> = {
  forged_believed: {
    says: "Une fausse notification ne change rien.",
    read: "N’importe qui peut écrire à une adresse de notification. Prenez-la comme un réveil\u00A0: demandez le statut avec le jeton gardé, et ne croyez que la réponse.",
  },
  stand_in: {
    says: "Seul le service décide qu’une commande est payée.",
    read: "Cette commande est payée, et le service n’en a jamais entendu parler. Retirez la doublure du programme, et arrêtez-le quand les clés manquent.",
  },
  strangers_token: {
    says: "L’adresse de retour ne prend aucun jeton du navigateur.",
    read: "Un inconnu a ouvert l’adresse de retour avec le jeton d’un autre paiement. Cherchez la commande dans votre base, et utilisez le jeton gardé là.",
  },
  code_is_not_status: {
    says: "Une commande est payée quand son statut est completed.",
    read: "Le code 00 veut dire que la question a été comprise. Regardez status, et attendez tant qu’il n’est ni completed ni notcompleted.",
  },
  asked_first: {
    says: "Chaque commande payée a été vérifiée.",
    read: "La commande est marquée payée sans aucune réponse du service. Demandez le statut avant de livrer.",
  },
  payout_once: {
    says: "Un versement part une seule fois.",
    read: "Une réponse perdue n’est pas un refus\u00A0: l’argent est peut-être en route. Attendez la notification, ou interrogez l’équipe du service, avant d’en envoyer un autre.",
  },
  one_creation: {
    says: "Chaque tentative est créée une seule fois.",
    read: "Une réponse perdue n’est pas un refus\u00A0: le client a peut-être déjà la demande sur son téléphone. Ne recommencez que s’il le demande, comme nouvelle tentative.",
  },
  amount_checked: {
    says: "Le montant confirmé est comparé à la commande.",
    read: "Le service a confirmé moins que le prix de la commande. Comparez le montant reçu avant de livrer.",
  },
  booked_once: {
    says: "Un paiement est compté une seule fois.",
    read: "Chaque événement arrive en deux POST, parfois répétés. Comptez le changement d’état de la commande, jamais la notification.",
  },
  completion_taken: {
    says: "Un paiement abouti est pris en compte.",
    read: "Un client a payé, et la commande ne le montre pas. Redemandez jusqu’à un statut définitif, même quand aucune notification n’arrive.",
  },
  late_completion: {
    says: "Un paiement qui aboutit tard est pris en compte aussi.",
    read: "Un opérateur peut régler après des heures ou des jours. Continuez à demander, et acceptez un paiement arrivé après la clôture de la commande.",
  },
  not_failed_early: {
    says: "Un paiement a échoué quand son statut est notcompleted.",
    read: "La commande est marquée échouée alors qu’elle pouvait encore être payée. Une question refusée, un délai dépassé, un mot inconnu ou pending veulent dire\u00A0: on ne sait pas encore.",
  },
  asked_after_callback: {
    says: "Une notification est suivie d’une question.",
    read: "Une notification est arrivée, et aucune question n’a suivi. Demandez le statut après chaque notification, jusqu’à ce qu’il soit définitif.",
  },
  asked_again: {
    says: "Une question restée sans réponse est reposée.",
    read: "Une question s’est perdue ou a été refusée. Reposez la même plus tard, et ne créez rien entre-temps.",
  },
  own_token: {
    says: "Les questions portent le jeton de la création.",
    read: "Le jeton d’une notification est vide, ou c’en est un autre. Gardez celui de la réponse à la création, et retrouvez la commande par une adresse à elle ou par votre transaction_id.",
  },
  callbacks_taken: {
    says: "Les vraies notifications ne sont pas refusées.",
    read: "Le service ne signe rien. N’exigez pas de signature, retrouvez la commande sans le jeton de la notification, et lisez les deux formats.",
  },
  callbacks_answered: {
    says: "Les notifications reçoivent vite un 200.",
    read: "Enregistrez la notification, répondez 200, et travaillez ensuite.",
  },
}

/** Ce que nous avons vu. */
export const gradeEvidence: Translated<typeof en.gradeEvidence> = {
  created: "Le paiement a été créé.",
  created_without_answer: "Le paiement a été créé, et la réponse s’est perdue.",
  created_again: "Il a été créé une nouvelle fois.",
  confirm_told: (status) => `Une vérification a répondu «\u00A0${status}\u00A0».`,
  confirm_without_record: "Une vérification n’a rien rapporté.",
  strange_token: "Une vérification portait un jeton qui ne vient d’aucune création.",
  forged: "Une fausse notification a été envoyée.",
  callback_answered: (status) => `Une notification a reçu la réponse ${status}.`,
  callback_unanswered: "Une notification est restée sans réponse.",
  payment_is: (status, amountXof) => `Le paiement de ${amountXof} XOF est ${status}.`,
  says_paid: "Le marchand dit\u00A0: payée.",
  says_failed: "Le marchand dit\u00A0: échouée.",
  says_open: "Le marchand dit\u00A0: pas encore décidée.",
}

/** Ce qu’affiche `cauri sandbox --grade` pendant qu’il joue. */
export const gradeRun: Translated<typeof en.gradeRun> = {
  your_turn: "À votre programme de le faire\u00A0; le bac à sable attend.",
  left_out: "Votre programme n’a rien fait\u00A0; nous passons au scénario suivant.",
  at_risk: (francs) => `En jeu\u00A0: ${francs}`,
}
