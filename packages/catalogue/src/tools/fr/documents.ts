/** The documents of the sandbox, in French. */
import type * as en from "../en/documents.ts"
import type { Translated } from "../../Catalogue.ts"

export const documents: Translated<typeof en.documents> = {
  title: "Le service, simulé",
  about:
    "Les montants sont des XOF entiers. Un numéro se compose de l’indicatif du pays et du numéro local, chiffres seulement.",
  answer: "L’enveloppe du service, pour un succès comme pour un échec\u00A0: `response_code` les distingue.",
  callback_explained:
    "Chaque événement donne deux POST, un formulaire et un JSON. N’importe qui peut en envoyer un\u00A0: vérifiez le statut avec le jeton reçu à la création, car celui de la notification en est un autre.",
  received: "Notification reçue. Le service ne lit pas le contenu de votre réponse.",
  calls: {
    createHostedInvoice: "Créer un encaissement que le client paie sur une page",
    confirmInvoice: "Demander le statut d’un encaissement",
    createDirectInvoice: "Créer un encaissement que le client valide sur son téléphone",
    sendWalletOtp: "Portefeuille, étape 1\u00A0: envoyer un code au client",
    submitWalletInvoice: "Portefeuille, étape 2\u00A0: payer avec le code",
    createWalletPayout: "Créer un versement sur un portefeuille",
    createDirectPayout: "Créer un versement mobile money",
    confirmPayout: "Demander le statut d’un versement",
  },
  webhooks: { payinCallback: "Un encaissement est décidé", payoutCallback: "Un versement est décidé" },
  refusals: {
    authentication_failed: "Clés d’accès fausses, expirées ou absentes",
    payin_not_enabled: "Les encaissements ne sont pas activés",
    amount_refused:
      "Montant refusé\u00A0: moins de 9, plus de 2\u00A0000\u00A0000, non entier, ou au-delà du plafond quotidien du client chez l’opérateur",
    ip_denied: "Adresse IP refusée",
    not_found: "Encaissement introuvable",
    payout_not_enabled: "Les versements ne sont pas activés",
    beneficiary_without_wallet: "Le bénéficiaire n’a pas de compte sur la plateforme",
    balance_too_low: "Solde du marchand insuffisant chez l’opérateur concerné",
    field: "Un champ manque ou ne convient pas",
    phone: "Le numéro de téléphone ne convient pas",
    operator: "Aucun opérateur ne dessert ce numéro",
    payout_amount: "Le montant n’est pas un entier positif, ou sort des limites de l’opérateur",
    wallet_number: "Ce numéro est celui d’un portefeuille",
    no_wallet: "Ce numéro n’a pas de portefeuille",
    no_otp_request: "Aucun code n’a été demandé pour ce numéro et ce montant",
    wrong_otp: "Le code est faux, déjà utilisé ou expiré",
    no_token: "Le jeton manque",
    payout_not_found: "Versement introuvable",
    unknown_address: "Adresse ou méthode inconnue",
  },
  control_title: "L’API de contrôle du bac à sable",
  control_about:
    "Ce que font l’équipe du service, les opérateurs et les clients, et l’état du bac à sable. Elle ne fait pas partie du service. Chaque appel porte le jeton de contrôle, et ce qui écrit est en application/json.",
  control: {
    saveState: {
      summary: "Lire tout l’état",
      description: "Une seule valeur JSON, que PUT reprend. Rien n’y est masqué.",
    },
    restoreState: { summary: "Remplacer tout l’état", description: "Par une valeur que GET a donnée." },
    reset: { summary: "Recommencer", description: "Tout est effacé, sauf l’heure." },
    time: { summary: "Lire le temps simulé", description: "En millisecondes depuis 1970, avec sa vitesse." },
    passTime: {
      summary: "Avancer le temps simulé",
      description:
        "Tout ce qui devait arriver arrive, et chaque notification a reçu sa réponse avant celle de cet appel.",
    },
    setTimeFactor: {
      summary: "Régler la vitesse du temps simulé",
      description: "0 l’arrête, 60 fait passer une heure par minute. Le temps déjà écoulé ne change pas.",
    },
    ledger: { summary: "Lire tous les soldes et mouvements", description: "La somme des soldes est zéro." },
    payments: {
      summary: "Lister les derniers paiements",
      description: "Les plus récents d’abord, avec les jetons que les actions demandent.",
    },
    operators: { summary: "Lister les opérateurs", description: "Avec leurs préfixes, leurs frais et leurs limites." },
    projects: { summary: "Lister les projets", description: "Avec leurs clés d’accès." },
    act: {
      summary: "Agir comme l’équipe, un opérateur ou un faussaire",
      description:
        "Décider d’un paiement, changer un projet, retenir, envoyer, répéter, falsifier ou perdre des notifications, avancer le temps d’un projet ou d’un paiement.",
    },
    phone: { summary: "Regarder un téléphone", description: "Ses messages, ses codes et ce qu’il demande." },
    phoneAct: {
      summary: "Agir comme un client",
      description: "Composer un code, confirmer avec le code secret, refuser.",
    },
    faults: { summary: "Lister les pannes actives", description: "Avec le nombre d’appels que chacune a touchés." },
    putFault: {
      summary: "Activer une panne",
      description: "Elle touche chaque appel qui remplit ses conditions. Le même id la remplace.",
    },
    removeFault: { summary: "Désactiver une panne", description: "Par son id." },
    scenarios: { summary: "Lister les scénarios", description: "Chacun avec son paiement et ses étapes." },
    scenarioRuns: { summary: "Lister les scénarios en cours et terminés", description: "Les plus récents d’abord." },
    startScenario: {
      summary: "Lancer un scénario",
      description:
        "Au besoin avec un montant et des numéros à vous\u00A0: il prend le premier numéro que son opérateur peut jouer.",
    },
    goOnWithScenario: { summary: "Passer à l’étape suivante", description: "Sans attendre davantage." },
    grades: {
      summary: "Noter le marchand",
      description: "Ce qu’il a bien et mal fait, pesé par l’argent en jeu.",
    },
    merchantSays: {
      summary: "Transmettre ce que le marchand dit d’une commande",
      description:
        "Ce que croit un programme ne se voit pas dans ses appels\u00A0; sans cela, ces lignes restent «\u00A0pas vu\u00A0».",
    },
    callbacks: {
      summary: "Lister les notifications envoyées",
      description: "Les plus anciennes d’abord, avec leur résultat et leur durée\u00A0; les secrets sont masqués.",
    },
    callback: {
      summary: "Lire une notification",
      description: "Telle qu’elle a été envoyée, sans rien masquer\u00A0: envoyée, prévue ou retenue.",
    },
    requests: {
      summary: "Lister les requêtes reçues",
      description: "Chacune avec tout ce qui n’allait pas\u00A0; les secrets sont masqués.",
    },
    requestCounts: {
      summary: "Compter les requêtes d’un transaction_id",
      description: "Appel par appel, avec ou sans réponse.",
    },
    requestAttempts: {
      summary: "Compter les tentatives d’un transaction_id",
      description: "Les requêtes qui donnent la même adresse de notification sont une seule tentative.",
    },
  },
}
