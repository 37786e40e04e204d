/** Why something did not happen, in French. */
import type * as en from "../en/problems.ts"
import type { Translated } from "../Catalogue.ts"

const checking = "Nous vérifions votre paiement. Ne payez pas une seconde fois."
const unknown =
  "Un problème est survenu, et nous ne savons pas où en est votre paiement. Ne payez pas une seconde fois et contactez-nous."
const wait = "Ce n’est pas possible pour le moment. Patientez sur cette page\u00A0; ne payez pas une seconde fois."
const look = "Ce paiement a changé entre-temps. Vérifiez d’abord où il en est\u00A0; ne payez pas une seconde fois."
const unlessPaid = "Si votre compte a été débité, ne payez pas une seconde fois et contactez-nous\u00A0; sinon,"

/** What is read while the program is still to send a payment by itself. */
export const delayed: Translated<typeof en.delayed> = {
  payin: "Votre paiement prend plus de temps que prévu. Ne payez pas une seconde fois.",
  payout: "Ce versement prend plus de temps que prévu. Ne le demandez pas une seconde fois.",
  operator: "Le programme l’enverra de lui-même dès que plus rien ne s’y opposera.",
}

/** Why the service, or the way to it, did not do what was asked. */
export const reasons: Translated<typeof en.reasons> = {
  authentication_failed: {
    name: "clés d’accès refusées",
    operator:
      "Vérifiez les deux clés d’accès du projet\u00A0; si elles ont été renouvelées ou ont expiré, demandez-en de nouvelles à l’assistance du service.",
  },
  ip_denied: {
    name: "adresse IP non autorisée",
    operator:
      "Demandez à l’assistance du service d’autoriser l’adresse de ce serveur pour le projet (trois adresses au plus), puis levez la suspension.",
  },
  payin_not_enabled: {
    name: "encaissements non activés",
    operator: "Demandez à l’assistance du service d’activer les encaissements de ce projet, puis levez la suspension.",
  },
  payout_not_enabled: {
    name: "versements non activés",
    operator: "Demandez à l’assistance du service d’activer les versements de ce projet, puis levez la suspension.",
  },
  amount_refused: {
    name: "montant refusé",
    operator:
      "Le montant est hors des limites, ou le client a atteint son plafond journalier chez l’opérateur\u00A0: choisissez un autre montant, un autre jour ou un autre opérateur.",
    customer: `Ce montant n’est pas accepté, ou votre plafond journalier est atteint. ${unlessPaid} choisissez un autre montant ou un autre moyen de paiement.`,
  },
  not_found: {
    name: "inconnu du service",
    operator:
      "Le service ne connaît pas ce jeton\u00A0: vérifiez que les clés d’accès sont celles utilisées à la création, puis contactez l’assistance du service.",
  },
  beneficiary_without_wallet: {
    name: "bénéficiaire sans portefeuille",
    operator:
      "Le bénéficiaire n’a pas de portefeuille auprès du service\u00A0: faites plutôt un versement mobile money.",
    customer:
      "Ce bénéficiaire n’a pas de portefeuille, et rien n’a été envoyé. Choisissez un versement sur son numéro mobile money.",
  },
  balance_too_low: {
    name: "solde insuffisant",
    operator:
      "Approvisionnez le solde du marchand chez cet opérateur\u00A0: il y en a un par opérateur. Ses versements sont suspendus le temps prévu par la politique, ou jusqu’à ce qu’un responsable lève la suspension.",
  },
  otp_not_sent: {
    name: "code non envoyé",
    operator:
      "Le service n’a pas pu envoyer le code\u00A0: vérifiez que le numéro a un portefeuille, et ne demandez aucun code au client.",
    customer: `Le code n’a pas pu être envoyé à ce numéro. ${unlessPaid} vérifiez le numéro ou choisissez un autre moyen de paiement.`,
  },
  declined: {
    name: "refusé",
    operator:
      "Le service a refusé avec un code que votre politique tient pour définitif (merchant.subCodes)\u00A0: cherchez ce qu’il signifie avant de commencer un autre paiement.",
    customer: `Ce paiement n’a pas été accepté. ${unlessPaid} choisissez un autre moyen de paiement.`,
  },
  unrecognised: {
    name: "code de refus inconnu",
    operator:
      "Le code de refus est absent de la documentation du service\u00A0: cherchez ce qu’il signifie ou contactez l’assistance du service avant tout autre envoi.",
  },
  not_sent: {
    name: "non envoyé",
    operator: "Rien n’est parvenu au service\u00A0: vérifiez le réseau si cela se répète.",
  },
  no_answer: {
    name: "sans réponse",
    operator:
      "On ignore si le service a exécuté le paiement\u00A0: ne l’envoyez pas une seconde fois tant qu’une vérification ou un responsable n’en a pas établi l’issue.",
  },
}

/** Why nothing left. */
export const notSentCauses: Translated<typeof en.notSentCauses> = {
  invalid_request: "requête invalide",
  invalid_callback_address: "adresse de notification invalide",
  name_not_resolved: "nom d’hôte introuvable",
  connection_refused: "connexion refusée",
  connect_timeout: "délai de connexion dépassé",
  tls_failure: "échec TLS",
  throttled: "limite d’appels atteinte",
  lease_over: "délai imparti au processus dépassé",
  no_mark: "le repère de la base n’a pas pu être écrit",
}

/** Why it is unknown what the service did. */
export const noAnswerCauses: Translated<typeof en.noAnswerCauses> = {
  timed_out: "délai dépassé",
  connection_lost: "connexion perdue",
  cut_off: "réponse coupée",
  redirected: "redirection",
  web_page: "page web au lieu d’une réponse",
  unreadable: "réponse illisible",
  token_missing: "jeton manquant",
  contradictory: "réponse contradictoire",
  unrecognised_code: "code inconnu",
  worker_lost: "processus interrompu",
}

/** Why no call is made for a payment now. */
export const notNow: Translated<typeof en.notNow> = {
  wrong_state: {
    operator: "L’état du paiement ne le permet pas\u00A0: rechargez le paiement et affichez l’étape suivante.",
    customer: look,
  },
  no_code_in_this_mode: {
    operator:
      "Ce moyen de paiement n’utilise pas de code\u00A0: rechargez l’encaissement et affichez l’étape suivante.",
    customer: "Ce paiement ne demande pas de code. Vérifiez où il en est\u00A0; ne payez pas une seconde fois.",
  },
  code_needed: {
    operator: "Ce moyen de paiement exige un code\u00A0: demandez-le d’abord au client.",
    customer: "Entrez le code que vous avez reçu.",
  },
  too_soon: {
    operator: "Le dernier appel est trop récent\u00A0: attendez l’heure indiquée.",
    customer: "Une demande vient de partir. Patientez sur cette page\u00A0; ne payez pas une seconde fois.",
  },
  too_often: {
    operator:
      "Le nombre maximal de tentatives est atteint\u00A0: laissez cet encaissement expirer avant que le client n’en commence un autre.",
    customer:
      "Ce paiement a été tenté autant de fois que possible. Nous vérifions où il en est\u00A0; ne payez pas une seconde fois.",
  },
  already_paid: {
    operator: "Selon le service, l’encaissement est déjà payé\u00A0: rechargez-le.",
    customer: "Ce paiement est déjà effectué. Ne payez pas une seconde fois.",
  },
  already_failed: {
    operator: "Selon le service, l’encaissement a échoué\u00A0: créez-en un autre.",
    customer: `Ce paiement n’a pas abouti. ${unlessPaid} vous pouvez commencer un nouveau paiement.`,
  },
  cannot_ask: {
    operator:
      "Le service n’a pas pu dire ce qu’est devenu l’appel précédent\u00A0: rien n’a été envoyé. Refaites la même chose dans un instant.",
    customer: checking,
  },
  paused: {
    operator:
      "Ces paiements sont suspendus\u00A0; la liste des suspensions dit pourquoi et depuis quand. Supprimez la cause, puis levez la suspension.",
    customer: wait,
  },
  breaker_open: {
    operator: "Le service ne répond pas en ce moment\u00A0: attendez l’heure indiquée.",
    customer: wait,
  },
  throttled: { operator: "La limite d’appels est atteinte\u00A0: attendez l’heure indiquée.", customer: wait },
  no_mark: {
    operator:
      "Le fichier qui note jusqu’où va la base manque ou ne peut être écrit. Le journal le nomme et dit quoi faire.",
    customer: wait,
  },
  changed_meanwhile: {
    operator: "Le paiement a changé au même moment. Consultez-le de nouveau pour savoir où il en est.",
    customer: look,
  },
  callback_without_token: {
    operator:
      "Une notification prouve que le service connaît un appel précédent, dont le jeton manque\u00A0: décidez avec le relevé du service.",
    customer: checking,
  },
  held: {
    operator:
      "Le versement attend l’accord d’un responsable\u00A0: regardez pourquoi il est retenu, puis libérez-le ou annulez-le.",
    customer: "Ce versement est en cours de vérification avant son envoi.",
  },
  call_under_way: {
    operator: "Un appel est en cours\u00A0: attendez sa réponse, puis rechargez le paiement.",
    customer: checking,
  },
  no_token: {
    operator:
      "Aucun appel n’a obtenu de jeton pour interroger le service\u00A0: consultez les signalements du paiement.",
    customer: checking,
  },
}

/** Why a call of a program failed. */
export const failures: Translated<typeof en.failures> = {
  invalid_input: {
    operator:
      "Un champ n’est pas valide\u00A0; rien n’a été enregistré ni envoyé. Corrigez le champ indiqué dans l’erreur.",
    customer: "Vérifiez ce que vous avez saisi.",
  },
  content_conflict: {
    operator:
      "Un autre paiement porte déjà cet identifiant\u00A0; rien n’a été envoyé. Un nouvel identifiant est pour un nouveau paiement, jamais pour la même dette.",
    customer: "Ce paiement existe déjà. Vérifiez où il en est\u00A0; ne payez pas une seconde fois.",
  },
  not_found: {
    operator: "Ce paiement n’existe pas. Vérifiez son projet et son identifiant.",
    customer:
      "Ce paiement est introuvable. Vérifiez l’adresse, ou contactez-nous\u00A0; ne payez pas une seconde fois.",
  },
  not_allowed: {
    operator:
      "Le paiement n’accepte pas d’autre appel pour le moment\u00A0; rien n’a été envoyé. Rechargez-le et affichez l’étape suivante.",
    customer: look,
  },
  decision_refused: {
    operator: "La décision a été refusée\u00A0; rien n’a changé. Rechargez le paiement avant de décider.",
    customer: look,
  },
  store_failed: {
    operator: "La base de données n’a pas répondu. Vérifiez où en est le paiement avant de réessayer.",
    customer: unknown,
  },
  store_refused: {
    operator: "N’utilisez pas la base de données en l’état. Le journal en donne la raison et la marche à suivre.",
    customer: unknown,
  },
  misconfigured: {
    operator: "Un réglage empêche le programme de fonctionner. Le journal indique lequel.",
    customer: unknown,
  },
  too_late: {
    operator:
      "Un gestionnaire d’événements a été ajouté après le démarrage du programme. Ajoutez tous les gestionnaires avant de le démarrer.",
    customer: unknown,
  },
  webhook_refused: {
    operator:
      "Un webhook a été refusé\u00A0: sa signature, son heure ou son contenu est incorrect. Vérifiez que WEBHOOK_SECRET est identique des deux côtés et que cette machine est à l’heure.",
    customer: unknown,
  },
  closed: { operator: "Le programme s’arrête. Réessayez dans un instant.", customer: unknown },
  unexpected: {
    operator:
      "Une erreur imprévue s’est produite. Vérifiez où en est le paiement avant de réessayer, et signalez l’erreur.",
    customer: unknown,
  },
  may_have_left: {
    operator: "L’appel a échoué, et le service l’a peut-être reçu. Vérifiez où en est le paiement avant de réessayer.",
    customer: checking,
  },
}

/** Why a text is no phone number. */
export const phoneProblems: Translated<typeof en.phoneProblems> = {
  empty: "Entrez un numéro de téléphone.",
  not_a_number: "Entrez uniquement le numéro, en chiffres, sans lettres ni autre texte.",
  country_needed: "Ajoutez l’indicatif du pays devant le numéro, par exemple +226.",
  country_unknown: "Cet indicatif de pays n’existe pas. Vérifiez le début du numéro.",
  too_short: "Il manque des chiffres à ce numéro. Vérifiez-le et complétez-le.",
  too_long: "Ce numéro a trop de chiffres. Vérifiez-le et corrigez-le.",
  wrong_length: "Ce numéro n’a pas le bon nombre de chiffres. Vérifiez-le et corrigez-le.",
  not_mobile: "Ce n’est pas un numéro de mobile. Vérifiez chaque chiffre.",
}
