/** What the simulated service, its phones and its scenarios say, in French. */
import type * as en from "../en/sandbox.ts"
import type { Translated } from "../Catalogue.ts"
import { duration, money } from "../format.ts"

const paid = "Payé, une seule fois."
const unpaid = "Non payé."
const expired =
  "Expiré pour le client, mais le programme continue d’interroger le service\u00A0: l’argent peut encore arriver."
const flagged = "Payé, avec un signalement\u00A0: un appel au service est resté sans réponse."
const sent = "Versé, une seule fois."
const inDoubt = "Issue inconnue\u00A0: aucun second envoi, un responsable décide."

/** The scenarios: what happens, and how it must end. */
export const scenarios: Translated<typeof en.scenarios> = {
  "push-completes": { title: "Le client confirme sur son téléphone", ends: paid },
  "push-refused": { title: "Le client refuse", ends: unpaid },
  "prompt-ignored": { title: "Le client ne répond jamais, et le service ne fixe aucun délai", ends: expired },
  "wrong-pin-then-right": { title: "Mauvais code secret, puis le bon", ends: paid },
  "late-completion": { title: "Payé après l’expiration", ends: "Payé, en retard\u00A0: le marchand en est averti." },
  "callback-before-answer": { title: "La notification arrive avant la réponse à la création", ends: paid },
  "callbacks-lost": { title: "Aucune notification n’arrive", ends: paid },
  "callbacks-repeated": { title: "Chaque notification arrive quatre fois", ends: paid },
  "callbacks-delayed": { title: "Les notifications tardent, puis se perdent", ends: paid },
  "forged-completed": {
    title: "Une fausse notification annonce «\u00A0completed\u00A0», mais le client n’a pas payé",
    ends: expired,
  },
  "forged-then-refused": { title: "Une fausse notification, puis le client refuse", ends: unpaid },
  "forged-failure": {
    title: "Une fausse notification annonce «\u00A0notcompleted\u00A0», mais le client paie",
    ends: paid,
  },
  "answer-lost": {
    title: "La réponse à la création se perd, et le client paie",
    ends: "Issue inconnue\u00A0: la notification montre que le service connaît ce paiement, et un responsable décide.",
  },
  "answer-lost-tried-again": {
    title: "La réponse se perd\u00A0; le client demande à réessayer, puis paie",
    ends: flagged,
  },
  "hosted-answer-lost": {
    title: "La réponse d’une page de paiement se perd, et une autre page est créée",
    ends: flagged,
  },
  "hosted-pays": { title: "Le client paie sur la page", ends: paid },
  "hosted-cancelled": { title: "Le client annule sur la page, et le service ne le signale pas", ends: expired },
  "hosted-refused": { title: "Le client choisit sur la page, puis refuse sur son téléphone", ends: unpaid },
  "hosted-forged": {
    title: "Une fausse notification dit «\u00A0completed\u00A0», et la page n’est pas payée",
    ends: expired,
  },
  "hosted-late": {
    title: "Une page de paiement est payée des heures plus tard",
    ends: "Payé, en retard\u00A0: le marchand en est averti.",
  },
  "hosted-callbacks-lost": { title: "Le client paie sur la page, et aucune notification n’arrive", ends: paid },
  "sms-otp": { title: "Paiement avec un code par SMS", ends: paid },
  "sms-otp-wrong-then-right": { title: "Mauvais code, puis le bon", ends: paid },
  "two-tokens-both-complete": {
    title: "Deux jetons, tous deux payés",
    ends: "Payé une fois\u00A0; le second encaissement est signalé, et un remboursement attend l’accord d’un responsable.",
  },
  "wallet-pays": { title: "Paiement par portefeuille, avec un code", ends: paid },
  "wallet-wrong-then-right": { title: "Portefeuille\u00A0: mauvais code, puis le bon", ends: paid },
  "wallet-otp-answer-lost": { title: "Portefeuille\u00A0: la réponse à la demande de code se perd", ends: paid },
  "ussd-otp": { title: "Le client obtient d’abord un code, envoyé avec la création", ends: paid },
  "ussd-otp-other-amount": { title: "Un code pour un autre montant, et le service ne signale rien", ends: expired },
  "guided-ussd": { title: "Le client compose le code reçu par SMS", ends: paid },
  "amount-differs": {
    title: "Le montant confirmé est inférieur d’un franc",
    ends: "Jamais crédité, mais signalé à un responsable.",
  },
  "unknown-status": {
    title: "Le service donne un statut inconnu, puis le bon",
    ends: "Payé dès que le statut est reconnu, avec un signalement.",
  },
  "terminal-contradiction": {
    title: "Payé, puis démenti par le service une heure plus tard",
    ends: "Toujours payé\u00A0; la contradiction est signalée.",
  },
  "completed-after-failure": {
    title: "Non payé, puis payé une heure plus tard",
    ends: "Reste non payé\u00A0; l’argent arrivé en retard est signalé.",
  },
  "token-dies": {
    title: "Le service oublie le jeton",
    ends: "Expiré, avec un signalement\u00A0: plus aucun jeton ne permet d’interroger le service.",
  },
  "daily-limit": {
    title: "Le client a atteint son plafond journalier",
    ends: "Refusé\u00A0: pour réessayer, il faut créer un autre paiement.",
  },
  "keys-reissued": {
    title: "Le service émet de nouvelles clés d’accès",
    ends: "Payé après le changement de clés, sans rien perdre.",
  },
  "payout-arrives": { title: "Le versement arrive", ends: sent },
  "payout-fails": {
    title: "L’opérateur refuse le versement",
    ends: "Non versé\u00A0: deux vérifications l’ont confirmé.",
  },
  "payout-answer-lost": { title: "La réponse à un versement se perd après l’exécution", ends: inDoubt },
  "payout-reset-before": { title: "La connexion est coupée avant l’exécution", ends: inDoubt },
  "payout-page-503": { title: "Une page d’erreur 503 en HTML après l’exécution", ends: inDoubt },
  "payout-empty-token": { title: "Un succès sans jeton", ends: inDoubt },
  "payout-unknown-code": { title: "Sous-code inconnu, mais versement exécuté", ends: inDoubt },
  "payout-truncated": { title: "Une réponse JSON tronquée après l’exécution", ends: inDoubt },
  "payout-slow": {
    title: "Le versement met plus d’un jour à arriver",
    ends: "Versé, après un signalement de retard.",
  },
  "payout-contradiction": {
    title: "Versé, puis démenti par le service une heure plus tard",
    ends: "Toujours versé\u00A0; la contradiction est signalée.",
  },
  "low-balance": {
    title: "Le solde est insuffisant chez un opérateur",
    ends: "Rien n’est parti\u00A0: le versement attend, et partira de lui-même à la fin de la suspension.",
  },
  "payouts-ip-denied": {
    title: "L’adresse IP n’est pas autorisée, puis elle le devient",
    ends: "Rien n’est parti\u00A0: les versements restent suspendus jusqu’à ce qu’un responsable lève la suspension.",
  },
  "payout-twin": {
    title: "Le même versement sous un autre identifiant",
    ends: "Versé une fois\u00A0; le second attend l’accord d’un responsable.",
  },
  "payout-callbacks-forged": {
    title: "Une fausse notification annonce l’arrivée d’un versement",
    ends: "Toujours en attente\u00A0: une notification ne prouve rien.",
  },
  "wallet-payout": { title: "Un versement sur un portefeuille", ends: sent },
}

/** The payment that the reader of a scenario creates. */
export const scenarioPayments: Translated<typeof en.scenarioPayments> = {
  hosted: "un encaissement par page de paiement",
  ussd_push: "un encaissement par push USSD",
  guided_ussd: "un encaissement par USSD guidé",
  ussd_otp: "un encaissement par code USSD",
  sms_otp: "un encaissement par code SMS",
  wallet: "un encaissement par portefeuille",
  wallet_payout: "un versement sur portefeuille",
  mobile_money_payout: "un versement mobile money",
}

/** What the reader's own program does. */
export const merchantActs: Translated<typeof en.merchantActs> = {
  creates: "Votre programme crée le paiement",
  creates_twin: "Votre programme crée le même versement sous un autre identifiant",
  submits_right_code: "Votre programme envoie le code reçu",
  submits_wrong_code: "Votre programme envoie le code 000000",
  tries_again: "Votre programme fait un nouvel essai, à la demande du client",
  calls_again: "Votre programme répète l’appel resté sans réponse",
  takes_new_keys: "Votre programme passe aux nouvelles clés d’accès",
}

/** The steps of scenarios. */
export const scenarioSteps: Translated<typeof en.scenarioSteps> = {
  create: (what, francs, phone) => `Créez ${what} de ${money(francs, "fr")}, numéro ${phone}.`,
  expected: (end) => `Attendu\u00A0: ${end}`,
  stopped: (because) => `Arrêté\u00A0: ${because}`,
  fault_begins: (fault) => `Une panne commence\u00A0: ${fault}`,
  faults_end: "Les pannes cessent",
  customer_is: (behaviour) => `Le client ${behaviour}`,
  customer_approves: "Le client confirme",
  customer_refuses: "Le client refuse",
  customer_enters_wrong_pin: "Le client saisit un mauvais code secret",
  customer_dials: "Le client compose le code reçu par SMS",
  customer_gets_code: "Le client ouvre le menu de l’opérateur et reçoit un code",
  customer_gets_other_code: "Le client reçoit un code pour un autre montant",
  customer_pays_on_page: "Le client choisit son opérateur sur la page",
  customer_cancels_on_page: "Le client annule sur la page",
  operator_decides: (status) => `L’opérateur répond\u00A0: ${status}`,
  operator_decides_oldest: (status) => `L’opérateur répond pour le premier paiement\u00A0: ${status}`,
  callbacks_forged: (status) => `Une fausse notification annonce ${status}`,
  callbacks_lost: "Les notifications se perdent",
  callbacks_delayed: (millis) => `Les notifications ont ${duration(millis, "fr")} de retard`,
  callbacks_repeated: "Les notifications arrivent de nouveau",
  credentials_reissued: "Le service émet de nouvelles clés d’accès",
  whitelist_emptied: "Le service n’autorise plus aucune adresse IP",
  whitelist_restored: "Le service autorise de nouveau les adresses IP",
  balance_set: (francs) => `Le solde chez l’opérateur est de ${money(francs, "fr")}`,
  time_passes: (millis) => `Le temps avance de ${duration(millis, "fr")}`,
}

/** The faults that people switch on. */
export const faults: Translated<typeof en.faults> = {
  "answer-dropped": "La réponse n’arrive jamais",
  "reset-before": "Connexion coupée avant l’exécution",
  "reset-after": "Connexion coupée après l’exécution",
  slow: "Réponse au bout de vingt secondes",
  "page-503": "Page d’erreur HTML 503, paiement exécuté",
  "page-429": "Page d’erreur HTML 429, rien d’exécuté",
  truncated: "JSON tronqué",
  "empty-token": "Succès sans jeton",
  "failure-with-token": "Échec avec un jeton",
  "code-00": "Clés d’accès refusées (Code00)",
  "code-99": "Code inconnu, paiement exécuté",
  "odd-status": "Statut inconnu lors d’une vérification",
  "odd-amount": "Montant inférieur d’un franc",
  "confirm-refused": "Vérification refusée (Code04)",
  "final-moves": "Le statut définitif change au bout d’une heure",
  "token-expires": "Le jeton expire au bout d’une minute",
  "callback-lost": "Notifications perdues",
  "callback-early": "La notification part avant la réponse",
  "callback-single": "Notification JSON seulement",
  "callback-repeated": "Notifications répétées trois fois",
  "callback-reordered": "Notification JSON avant le formulaire",
  "callback-late": "Notifications avec dix minutes de retard",
  "callback-held": "Notifications retenues jusqu’à ce que vous les envoyiez",
  "callback-forged": "Fausse notification «\u00A0completed\u00A0»",
}

/** What a simulated customer does. */
export const behaviours: Translated<typeof en.behaviours> = {
  waits: "attend que vous agissiez",
  pays_at_once: "paie tout de suite",
  pays_in_a_minute: "paie au bout d’une minute",
  pays_in_two_days: "paie au bout de deux jours",
  refuses: "refuse",
  never_answers: "ne répond jamais",
  cannot_pay: "n’a pas d’argent",
  over_daily_limit: "a atteint son plafond journalier",
}

/** What the operator decides. */
export const operatorDecisions: Translated<typeof en.operatorDecisions> = {
  completed: "payé",
  refused: "refusé par le client",
  no_funds: "solde insuffisant",
  failed: "échec",
}

/** What the simulator writes into histories and onto phones. */
export const simulated: Translated<typeof en.simulated> = {
  created: "créé",
  given: (values) => `Reçu\u00A0: ${values}.`,
  attempt: (operator) => `le client essaie de payer avec l’opérateur ${operator}`,
  confirmed: "l’opérateur a confirmé",
  decided: (decision) => `l’opérateur a répondu\u00A0: ${decision}`,
  not_definite: (decision) => `l’opérateur a répondu\u00A0: ${decision}\u00A0; ce n’est pas définitif`,
  cancelled: "le client a annulé",
  moved: "l’opérateur est revenu sur sa réponse",
  arrived: "l’argent est arrivé",
  onward_arrived: "le transfert vers le mobile money est arrivé",
  onward_failed: "le transfert vers le mobile money a échoué",
  onward_ends: "l’échec du transfert met fin au versement",
  payment_code: (code, francs) => `Votre code de paiement est ${code}, pour ${money(francs, "fr")}.`,
  code: (code, francs) => `Votre code est ${code}, pour ${money(francs, "fr")}.`,
  dial: (dial, francs, shop) =>
    `Composez ${dial} et entrez votre code secret pour payer ${money(francs, "fr")} à ${shop}.`,
}

/** Why the simulator does not do what it was asked. */
export const simulatorRefusals: Translated<typeof en.simulatorRefusals> = {
  no_phone:
    "Ce n’est pas un numéro de téléphone. Entrez l’indicatif du pays et le numéro, uniquement en chiffres, par exemple 22660000002.",
  no_menu:
    "L’opérateur de ce téléphone n’a pas de menu pour obtenir un code. Prenez un téléphone d’un autre opérateur.",
  menu_amount:
    "Le menu n’accepte que des montants entiers, en francs, supérieurs à zéro. Entrez un montant comme 1500.",
  menu_pin: "Le menu refuse ce code secret. Entrez 1234, ou celui que fixe le fichier de départ.",
  unknown_code: "L’opérateur ne connaît pas ce code. Composez celui du SMS.",
  nothing_asked: "Ce téléphone n’a aucune demande en attente. Créez d’abord un paiement.",
  dial_first: "Composez d’abord, sur ce téléphone, le code reçu par SMS.",
  balance: "Entrez un solde en francs entiers, égal ou supérieur à zéro, par exemple 50000.",
  no_operator:
    "Ce numéro n’appartient à aucun opérateur. Prenez-en un qui commence par le préfixe d’un opérateur\u00A0: l’API de contrôle liste les opérateurs, et la page des téléphones propose un téléphone de chacun.",
  project_exists: "Un projet porte déjà cet identifiant. Choisissez-en un autre.",
  not_an_operator:
    "Cet opérateur n’est pas valide. Il s’écrit en JSON\u00A0: id, name et country sont des textes, mode est ussd_otp, ussd_push, guided_ussd, sms_otp, wallet, service_redirect ou operator_redirect, prefixes est une liste de textes\u00A0; il faut aussi bounds, dailyLimitXof, payinFee, payoutFee et payoutDelay. Copiez-en un sur la page des projets ou dans l’API de contrôle, et modifiez-le.",
  not_a_project:
    "Ce projet n’est pas valide. L’identifiant et le nom sont des textes, les montants des francs entiers\u00A0; la liste des adresses IP autorisées en accepte trois au plus\u00A0: une adresse, une plage comme 172.16.0.0/12 ou «\u00A0any\u00A0» (toutes les adresses), séparées par des virgules. L’API de contrôle montre comment les projets s’écrivent.",
  no_project: "Ce projet n’existe pas. Prenez l’identifiant d’un projet sur la page des projets.",
  no_project_or_balance:
    "Ce projet ou cet opérateur n’existe pas, ou le solde est négatif ou n’est pas un nombre entier. Prenez les deux identifiants sur la page des projets, et entrez un solde comme 50000.",
  time_factor:
    "La vitesse du temps est un nombre de 0 à 1000000\u00A0; zéro arrête le temps, et 60 fait passer une heure en une minute. Entrez-en une.",
  not_pending:
    "Le paiement n’est pas en attente\u00A0: l’opérateur mobile money n’a rien à décider. Prenez-en un en attente dans la liste, ou contestez celui-ci.",
  no_operator_yet: "Aucun client n’a encore choisi d’opérateur. Choisissez-en un sur la page de paiement.",
  final_stays: "L’hypothèse finalStatusesMove est désactivée. Activez-la d’abord.",
  not_final: "Le paiement n’est pas terminé. Laissez d’abord l’opérateur répondre.",
  not_a_rule:
    "Cette règle de panne n’est pas valide. Il lui faut un id et une panne avec son _tag, par exemple AnswerDropped. Les conditions sont facultatives\u00A0: endpoints par leur nom, phone et transactionId en texte, amountXof, nth et times en nombres entiers, probability de 0 à 1.",
  too_many_rules: "Il y a trop de règles de panne. Supprimez-en quelques-unes.",
  no_payment: "Ce paiement n’existe pas. Copiez le jeton d’un des paiements de la liste.",
  no_callback: "Cette notification n’existe pas ou n’existe plus. Choisissez-en une dans la liste.",
  not_an_address:
    "Ce n’est pas une adresse http ou https sans paramètres. Entrez-en une comme http://localhost/orders.",
  no_page: "Ce paiement n’a pas de page. Seul un encaissement créé avec une page de paiement en a une.",
  delay: "La durée est un nombre entier de millisecondes de 1 à 316224000000, soit dix ans. Entrez-en une comme 60000.",
  no_scenario: "Ce scénario n’existe pas. Choisissez-en un dans la liste.",
  not_playing: "Ce scénario n’est pas en cours. Relancez-le.",
  replaced:
    "Un scénario plus récent a pris ce numéro, ou ce montant sur la page de paiement. Relancez celui-ci quand l’autre sera terminé.",
  merchant_strayed:
    "Le paiement de ce scénario est introuvable, car le marchand a fait autre chose. Relancez le scénario.",
  not_a_state: "Cet état n’a pas été enregistré par cette version. Enregistrez-en un nouveau avec celle-ci.",
  bad_form:
    "Un champ du formulaire ne convient pas. Les montants, les nombres de fois et les millisecondes sont des nombres entiers comme 1500, une probabilité va de 0 à 1, et chaque autre champ suit l’exemple qui l’accompagne.",
  bad_request:
    "La requête ne correspond pas à son document (openapi-control.json à cette adresse). Corrigez ces champs\u00A0:",
  not_sure: "Rien n’a été effacé. Cochez la case de confirmation, puis envoyez de nouveau le formulaire.",
}
