/** What the console’s pages say around the worklist, in French. */
import { count } from "../../format.ts"
import type * as en from "../en/worklist.ts"
import type { Translated } from "../../Catalogue.ts"

export const worklistOrder: Translated<typeof en.worklistOrder> = {
  label: "Ordre\u00A0:",
  money: "Plus gros montants d’abord",
  age: "Plus anciens d’abord",
  atRisk: (sum, payments) => `${sum} peut-être partis ou dus, sur ${count(payments, "fr", "paiement")}`,
  atLeast: (sum) => `au moins ${sum}`,
}

export const search: Translated<typeof en.search> = {
  title: "Recherche",
  label: "Rechercher",
  hint: "Ce que dit le client\u00A0: un montant et une heure, les derniers chiffres d’un numéro, un nom, un identifiant, une référence ou un jeton du service.",
  understood: "Ce que la recherche a compris",
  readings: {
    payment: (name) => `le paiement ${name}`,
    amount: (sum) => `un montant de ${sum}`,
    ending: (digits) => `un numéro qui se termine par ${digits}`,
    reference: (text) => `la référence, la requête ou le jeton ${text}`,
    name: (text) => `le nom ${text}`,
  },
  or: " ou ",
  tooShort: (text) => `${text}\u00A0: trop court pour une recherche`,
  window: (from, before) => `Créé entre le ${from} et le ${before}`,
  days: (days) => `La recherche remonte à ${count(days, "fr", "jour")}, sauf pour un identifiant.`,
  earlier: "Chercher dans les 30 jours précédents",
  most: (date) =>
    `La recherche s’est arrêtée au ${date}\u00A0: elle a lu autant de paiements qu’elle peut en lire d’un coup.`,
  goOn: "Chercher plus loin",
  more: (rows) => `Seuls les ${rows} plus récents sont affichés. Précisez pour en trouver moins.`,
  found: (payments) => count(payments, "fr", "paiement"),
  caption: "Paiements trouvés",
  nothing: ["Aucun paiement trouvé", "Vérifiez les chiffres avec le client, ou cherchez plus loin."],
  empty: "Saisissez ce que dit le client.",
}

export const together: Translated<typeof en.together> = {
  title: "Décider en une fois",
  pick: (name) => `Choisir ${name}`,
  picked: "Avec les paiements cochés",
  open: "Voir ce qui se passerait",
  explained:
    "Un seul motif pour tous. Chaque paiement fait l’objet de sa propre décision, tel que vous le voyez ici\u00A0; celui qui a changé entre-temps n’est pas touché.",
  none: ["Rien n’est coché", "Cochez d’abord des paiements dans la liste."],
  will: "Paiements concernés",
  alone: "À traiter un par un",
  aloneBecause: {
    not_allowed: "Son état ne permet pas cette décision.",
    several_flags: "Il a plusieurs signalements ouverts\u00A0: fermez chacun avec son propre motif.",
    amount: "Son montant doit être saisi de nouveau.",
    second_person: "Une seconde personne doit l’approuver.",
    gone: "Il est illisible, ou n’est pas dans cette base.",
  },
  confirm: (payments) => `Décider pour ${count(payments, "fr", "paiement")}`,
  results: "Résultat",
  done: "Décision prise",
  refused: "Aucune décision",
  back: "Retour à la liste",
  tooMany: (most) => `${most} paiements au plus en une fois. Voici les ${most} premiers.`,
}

export const consequences: Translated<typeof en.consequences> = {
  title: "Ce que fait cette décision",
  headings: {
    money: "Argent",
    events: "Vos programmes",
    closed: "Ce qui ne sera plus possible",
    undo: "Revenir en arrière",
  },
  none: "Ils ne reçoivent aucun événement.",
  receive: (events) => `Ils reçoivent l’événement ${events}.`,
  if_full: (events) => `Si vous acceptez le montant pour le tout, ils reçoivent ${events} à la place.`,
  later: "Ils reçoivent la suite comme d’habitude.",
  completed: {
    money: {
      payin: "Rien ne part. L’encaissement compte comme reçu.",
      payout: "Rien ne part. Le versement compte comme payé.",
    },
    closed: {
      payin: "Le client ne sera plus sollicité pour cet encaissement.",
      payout: "Ce versement ne sera plus envoyé.",
    },
    undo: "Impossible. Si le service dit le contraire plus tard, le paiement est signalé.",
  },
  not_completed: {
    money: {
      payin: "Rien ne part. L’encaissement compte comme non reçu.",
      payout: "Rien ne part. Le versement compte comme non payé.",
    },
    closed: {
      payin: "Le client ne sera plus sollicité pour cet encaissement.",
      payout: "Ce versement ne sera plus envoyé\u00A0: pour payer, créez-en un autre, sous un autre identifiant.",
    },
    undo: "Impossible. Si le service dit le contraire plus tard, le paiement est signalé.",
  },
  send_again: {
    money: {
      payin: null,
      payout:
        "L’argent part de nouveau au prochain passage\u00A0: deux fois, si le premier appel a quand même été exécuté.",
    },
    closed: { payin: null, payout: "Une fois renvoyé, il ne peut plus être annulé." },
    undo: "Seulement avant l’envoi\u00A0: suspendez les versements, puis annulez celui-ci.",
  },
  release: {
    money: { payin: null, payout: "L’argent part au prochain passage, sauf si les versements sont suspendus." },
    closed: { payin: null, payout: "Une fois envoyé, il ne peut plus être annulé." },
    undo: "Seulement avant l’envoi\u00A0: suspendez les versements, puis annulez celui-ci.",
  },
  cancel: {
    money: {
      payin: "Rien ne part. Le client n’est pas sollicité.",
      payout: "Rien ne part\u00A0: aucun envoi.",
    },
    closed: {
      payin: "Cet encaissement ne pourra plus être demandé.",
      payout: "Ce versement ne pourra plus être envoyé.",
    },
    undo: "Impossible. Un nouveau paiement demande un nouvel identifiant.",
  },
  close_flag: {
    money: { payin: "Rien ne part.", payout: "Rien ne part." },
    closed: {
      payin: "Le signalement quitte la liste\u00A0; il reste dans l’historique.",
      payout: "Le signalement quitte la liste\u00A0; il reste dans l’historique.",
    },
    undo: "Impossible. Un nouvel indice rouvre le signalement.",
  },
  recheck: {
    money: {
      payin: "Rien ne part. Le service dit si l’argent est parti.",
      payout: "Rien ne part. Le service dit si l’argent est parti.",
    },
    closed: { payin: "Rien.", payout: "Rien." },
    undo: "Inutile\u00A0: interroger le service n’y change rien.",
  },
  held: {
    needs_approval: "Il dépasse le montant à partir duquel une deuxième personne doit approuver.",
    twin: "Un autre versement du même montant est allé à ce numéro\u00A0: les deux seront payés.",
    stale: "Il a trop attendu pour partir de lui-même\u00A0: vérifiez qu’il est toujours dû.",
    attempts: "Tous les appels précédents ont été rejetés ou ne sont pas partis\u00A0: aucun n’a été exécuté.",
    refund_draft: "Le service est d’abord interrogé\u00A0; l’argent ne part que s’il confirme les deux encaissements.",
    refund_too_high:
      "Les remboursements dépasseraient l’encaissement\u00A0: il sera retenu de nouveau, sauf si un autre remboursement n’a pas abouti.",
  },
}

export const support: Translated<typeof en.support> = {
  title: "Ce que l’on sait, et ce qu’il faut demander",
  known: "Ce que l’on sait",
  unknown: "Ce que l’on ignore",
  ask: "À demander",
  copy: "Texte pour l’assistance du service",
  copyHint:
    "Sélectionnez-le et copiez-le. Les numéros et les jetons y restent masqués tant que vous ne demandez pas à les voir.",
  nothingSent: "Rien n’a encore été envoyé.",
  nothingKnown: "La sauvegarde ne connaît aucun appel. Il a pu y en avoir depuis.",
  restored: [
    "La base a été restaurée, et seul le contenu de la sauvegarde est connu.",
    "S’il est parti après la sauvegarde\u00A0: il est alors peut-être payé, et figure au relevé du service.",
    "S’ils ont une transaction avec cette référence, ce numéro et ce montant, à n’importe quelle date jusqu’à aujourd’hui.",
  ],
  states: {
    intended: ["Rien n’a encore été envoyé.", "Rien.", "Rien\u00A0: il part au prochain passage."],
    submitting: [
      "Un appel est en cours.",
      "Si le service l’a exécuté.",
      "Rien pour l’instant\u00A0: attendez la réponse, qui vient en moins d’une minute.",
    ],
    awaiting_otp: [
      "Un code a été demandé au client\u00A0; sans lui, l’argent ne peut pas partir.",
      "Si le client a reçu le code.",
      "Si le code a été envoyé, et à quel numéro.",
    ],
    pending: [
      "Le service l’a accepté et a donné un jeton.",
      "Si l’argent est parti.",
      "Si la transaction de ce jeton a été exécutée et, sinon, jusqu’à quand elle peut encore l’être.",
    ],
    in_doubt: [
      "Un appel est parti, et sa réponse manque.",
      "Si le service l’a exécuté\u00A0: l’argent est peut-être parti.",
      "S’ils ont une transaction avec cette référence, ce numéro et ce montant à cette heure, quel est son état et, s’ils n’ont rien exécuté, une réponse écrite.",
    ],
    held: [
      "Le service ne l’a pas accepté, et il attend un responsable.",
      "S’il est toujours dû, et s’il n’a pas été payé autrement.",
      "Rien.",
    ],
    completed: [
      "Le service le dit abouti, ou un responsable l’a décidé, preuve à l’appui.",
      "Rien, sauf si un signalement est ouvert.",
      "Rien, sauf si le client dit le contraire\u00A0: alors la référence de l’opérateur et l’heure.",
    ],
    underpaid: [
      "Le service dit qu’un montant inférieur a été payé, et un responsable l’a décidé.",
      "Rien, sauf si un signalement est ouvert.",
      "Rien, sauf si le client dit le contraire\u00A0: alors la référence de l’opérateur et l’heure.",
    ],
    not_completed: [
      "Le service le dit non abouti, ou un responsable l’a décidé, preuve à l’appui.",
      "Rien, sauf si un signalement est ouvert.",
      "Rien, sauf si le client a été débité\u00A0: alors l’heure et la référence de l’opérateur.",
    ],
    refused: [
      "Le service l’a refusé avant toute exécution.",
      "Rien.",
      "Pourquoi il l’a refusé, si le motif n’est pas clair.",
    ],
    expired: [
      "Son délai est passé sans qu’il aboutisse. Le programme continue d’interroger le service quelque temps.",
      "Si le client paiera encore, en retard.",
      "Si la transaction peut encore être exécutée.",
    ],
    cancelled: ["Il a été annulé avant toute exécution.", "Rien.", "Rien."],
  },
  flagged: "Un signalement est ouvert\u00A0: ce qu’il demande figure à côté.",
  hello: "Bonjour, pouvez-vous nous dire ce qu’est devenue cette transaction\u00A0?",
  line: (name, text) => `${name}\u00A0: ${text}`,
  lines: {
    reference: "Notre référence",
    kind: "Type",
    amount: "Montant",
    number: "Numéro",
    way: "Moyen de paiement",
    created: "Création",
    call: (number) => `Appel ${number}`,
    token: "jeton",
    request: "request_id",
    transaction: "votre référence",
    noToken: "aucun jeton",
    lastAnswer: "Votre dernière réponse",
    callbacks: "Notifications reçues",
    question: "Notre question",
    hidden: "masqué",
  },
  local: (time, zone) => `${time} heure locale (${zone})`,
}

export const figures: Translated<typeof en.figures> = {
  title: "Chiffres",
  explained: "Les paiements selon l’heure de leur création (UTC), dans leur état actuel.",
  windows: "Période",
  lastDay: "24 heures",
  lastWeek: "7 jours",
  lastMonth: "30 jours",
  moneyOf: (rail) => `Montants dans le temps · ${rail}`,
  completion: "Temps avant l’aboutissement",
  answers: "Réponses du service aux créations",
  doubt: "Paiements avec un appel sans réponse, et leur part",
  asTable: "Les mêmes chiffres en tableau",
  hour: "Heure",
  day: "Jour",
  share: "Part",
  unanswered: "Sans réponse",
  time: "Temps",
  within: (time) => `jusqu’à ${time}`,
  longer: "plus long",
  empty: ["Aucun paiement sur cette période", "Choisissez une période plus longue."],
}
