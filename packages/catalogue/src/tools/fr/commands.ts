/** What the console’s commands print, in French. */
import { count, duration, money } from "../../format.ts"
import type * as en from "../en/commands.ts"
import type { Translated } from "../../Catalogue.ts"

export const pauseCommands: Translated<typeof en.pauseCommands> = {
  none: "Aucune suspension en vigueur.",
  scope: "portée",
  since: "depuis",
  by: "par",
  reason: "motif",
  ended_by: "levée par",
  new_credentials: (command) => `de nouvelles clés d’accès, ou ${command}`,
  time: (at, command) => `elle-même, ${at}, ou ${command}`,
  person: (command) => command,
  paused: (scope, resume) =>
    `La suspension de ${scope} est en vigueur. Les notifications et les vérifications continuent. Pour la lever\u00A0: \`${resume}\`.`,
  already: (scope, pause) => `Une suspension de ${scope} existait déjà, ${pause}`,
  not_added:
    "Votre suspension n’a pas été ajoutée, et la personne qui lèvera l’autre n’en saura rien\u00A0: prévenez son auteur, levez-la pour la remplacer par la vôtre, ou suspendez aussi une autre portée.",
  set_by: (who, since, reason) => `en vigueur depuis ${since}, décidée par ${who}\u00A0: ${reason}`,
  ended: (who) => `La suspension décidée par ${who} est levée.`,
  continues: (scope) => `La suspension de ${scope} est levée.`,
  still: (pause) => `Une autre suspension subsiste, ${pause}`,
  not_paused: (scope) =>
    `Aucune suspension de ${scope} n’était en vigueur. \`cauri console pauses\` liste celles qui le sont.`,
  not_paused_by: (scope) =>
    `Personne de ce nom n’a suspendu ${scope}. \`cauri console pauses\` liste les suspensions en vigueur.`,
  restored: (payouts, payins, identity) =>
    `Les versements sont suspendus. D’issue inconnue désormais, à comparer au relevé du service\u00A0: ${count(payouts, "fr", "versement")} et ${count(payins, "fr", "encaissement")}. Les programmes peuvent ouvrir la base\u00A0; ceux qui en vérifient l’identité attendent STORE_IDENTITY=${identity}.`,
  unreadable: "Ces paiements sont illisibles et n’ont pas été modifiés\u00A0:",
  unreadable_advice:
    "Avant de lever la suspension des versements, relancez cette commande avec un programme qui sait les lire. `resume` refuse tant qu’un versement non envoyé en fait partie.",
}

export const showCommand: Translated<typeof en.showCommand> = {
  amount: "montant",
  rail: "moyen de paiement",
  operator: "opérateur",
  from: "de",
  to: "vers",
  customer: "client",
  description: "description",
  order: "commande",
  refund_of: "remboursement de",
  custom_data: "données jointes",
  paid: "payé",
  created: "créé",
  ago: (at, millis) => `${at}, il y a ${duration(millis, "fr", 1)}`,
  callbacks: "notifications",
  no_callbacks: "aucune",
  for_calls: (calls) => `pour l’appel ${calls}`,
  paused: "Suspendu\u00A0:",
  paused_by: (scope, since, who, reason) =>
    `aucun appel ne part pour ce paiement tant que dure la suspension de ${scope}, en vigueur depuis ${since}, décidée par ${who}\u00A0: ${reason}`,
  ended_by: (command) => `\`${command}\` lève la suspension.`,
  calls: "Appels",
  call_for: "objet",
  began: "début",
  outcome: "résultat",
  open_flags: "Signalements ouverts",
  history: "Historique",
  up_to: (event) => `jusqu’à l’événement ${event}`,
  when: "quand",
  who: "qui",
  what: "quoi",
  no_decisions: "Pour le moment, aucune décision n’est possible sur ce paiement.",
  decisions: "Décisions possibles",
  takes: (needs) => `\u00A0: exige ${needs}`,
  a_reason: "un motif",
  evidence: "une preuve",
  the_amount: "le montant",
  the_service: "l’accès au service",
  a_second_person: "un second responsable, qui approuve",
  not_now: (why) => `\u00A0; impossible pour le moment\u00A0: ${why}`,
  unreadable: (payment, lines) =>
    `Paiement ${payment}\u00A0: ce programme ne sait pas lire ${lines}. Utilisez un programme au moins aussi récent que celui qui l’a enregistré.`,
  line: (number, event) => `la ligne ${number} (${event})`,
}

export const decisionCommands: Translated<typeof en.decisionCommands> = {
  stands: (payment, status, event) => `Le paiement ${payment} est maintenant à l’état ${status} (événement ${event}).`,
  due: (payment, attempts) =>
    `Le paiement ${payment} sera vérifié sous peu, en raison des notifications reçues pour l’appel ${attempts}. \`cauri console show\` affiche ce que répond le service.`,
  no_callback: (payment) =>
    `Aucune notification n’est arrivée pour le paiement ${payment}\u00A0: il n’y a aucune vérification à programmer. \`cauri console recheck\` interroge le service tout de suite.`,
  undecided: (payment, why) => `Aucune décision n’a été prise pour le paiement ${payment}. ${why}`,
  not_offered: (state, act, allowed) =>
    `Son état ${state} ne permet pas ${act}. Décisions possibles\u00A0: ${allowed === "" ? "aucune" : allowed}.`,
  incomplete: (failure) =>
    `L’affichage s’est interrompu (${failure}). Les décisions déjà prises restent enregistrées. Si le disque est plein, libérez de l’espace, puis relancez la commande.`,
}

export const listCommand: Translated<typeof en.listCommand> = {
  payment: "paiement",
  status: "état",
  amount: "montant",
  rail: "moyen de paiement",
  operator: "opérateur",
  party: "numéro",
  age: "âge",
  flags: "signalements",
  late: "en retard",
  unreadable: "illisible",
  none: "Aucun paiement ne correspond.",
  more: (cursor) => `La suite s’obtient avec --after ${cursor}`,
}

export const reportCommand: Translated<typeof en.reportCommand> = {
  heading: (day) => `Paiements créés le ${day} (UTC), dans leur état actuel`,
  completed: (day) => `Paiements aboutis le ${day} (UTC)`,
  none: "Aucun.",
  kind: "type",
  rail: "moyen de paiement",
  operator: "opérateur",
  status: "état",
  count: "nombre",
  sum: "somme",
  paid: "payé",
  flags: "signalements",
  payins: "encaissements",
  payouts: "versements",
  in_doubt: "issue inconnue",
  overdue: "en retard",
  completed_late: "aboutis en retard",
  flagged: "signalés",
  unreadable: "illisibles",
  total: (payments, sum) => `${count(payments, "fr", "paiement")}, ${money(sum, "fr")}`,
  open_flags: (flags) => count(flags, "fr", "signalement ouvert", "signalements ouverts"),
  missing: "absents des trois lignes précédentes",
}

export const deliveryCommands: Translated<typeof en.deliveryCommands> = {
  none: "Chaque consommateur a reçu tous ses événements.",
  consumer: "consommateur",
  payment: "paiement",
  up_to: "jusqu’à l’événement",
  since: "depuis",
  refusals: "refus",
  next: "prochain essai",
  alive: (consumer) =>
    `${consumer} n’a pas été oublié : un programme lui livre encore des événements (son dernier signe de vie date de moins d’une minute). Arrêtez ce programme, ou retirez-en le consommateur, puis réessayez une minute plus tard.`,
  forgotten: (consumer, waiting) =>
    `${consumer} ne reçoit plus d’événements\u00A0; ceux de ${count(waiting, "fr", "paiement")} l’attendaient encore. Un programme qui l’utilise l’enregistre de nouveau à son démarrage.`,
}

export const upkeepCommands: Translated<typeof en.upkeepCommands> = {
  migrated: (identity) =>
    `Les tables de la base sont à jour pour cette version. Identité de la base\u00A0: ${identity}.`,
  copied: (file, identity) =>
    `La base a été copiée dans ${file} et la copie est intacte. Son identité\u00A0: ${identity}. Elle est marquée comme copie\u00A0: si vous la mettez à la place de la base, les programmes la refusent tant que \`cauri console restored\` ne l’a pas examinée.`,
  archived: (payments) => `Archivage\u00A0: ${count(payments, "fr", "paiement")}. L’historique se lit comme avant.`,
  erased: (payment) =>
    `Ce que le ${payment} contenait sur une personne est effacé. Les fichiers de relevés, les copies de la base et vos propres systèmes peuvent encore le contenir.`,
}

export const deedsCommand: Translated<typeof en.deedsCommand> = {
  none: "Aucune opération sensible enregistrée\u00A0: aucune décision n’a été prise, aucune donnée masquée n’a été affichée, aucun consommateur ni aucune preuve n’ont été supprimés.",
  at: "date",
  record: "opération",
  by: "par",
  from: "depuis",
  about: "objet",
  reason: "motif",
}

export const serveCommand: Translated<typeof en.serveCommand> = {
  once: (address) =>
    `Ouvrez ${address}\nCette adresse ne fonctionne qu’une fois, dans un seul navigateur. Ctrl-C arrête la console.`,
  token: (address) => `Ouvrez ${address} et saisissez CONSOLE_TOKEN. Ctrl-C arrête la console.`,
  door: (address) => `Ouvrez ${address} et connectez-vous. Ctrl-C arrête la console.`,
}
