/** What the console’s commands print, in French. */
import { count, duration, money } from "../../format.ts"
import type * as en from "../en/commands.ts"
import type { Translated } from "../../Catalogue.ts"

/** `pauses`, `pause`, `resume` and `restored`. */
export const pauseCommands: Translated<typeof en.pauseCommands> = {
  none: "Rien n’est suspendu.",
  scope: "portée",
  since: "depuis",
  by: "par",
  reason: "motif",
  ended_by: "levée par",
  new_credentials: (command) => `de nouvelles clés d’accès, ou ${command}`,
  person: (command) => command,
  paused: (scope, resume) =>
    `${scope} est suspendu. Les notifications et les vérifications continuent. \`${resume}\` lève la suspension.`,
  already: (scope, pause) => `${scope} était déjà suspendu, ${pause}`,
  not_added:
    "Votre suspension n’a pas été ajoutée, et rien ne la signalera quand la suspension en vigueur sera levée\u00A0: parlez-en à son auteur, levez-la avant de suspendre à votre tour, ou suspendez aussi autre chose.",
  set_by: (who, since, reason) => `par ${who} depuis ${since}\u00A0: ${reason}`,
  ended: (who) => `La suspension décidée par ${who} est levée.`,
  continues: (scope) => `${scope} reprend.`,
  still: (pause) => `Une suspension reste en vigueur, ${pause}`,
  not_paused: (scope) => `${scope} n’était pas suspendu. \`cauri console pauses\` montre ce qui l’est.`,
  not_paused_by: (scope) =>
    `Aucune suspension de ${scope} n’est à ce nom. \`cauri console pauses\` liste celles qui sont en vigueur.`,
  restored: (held, unanswered, identity) =>
    `Les versements sont suspendus. À libérer\u00A0: ${count(held, "fr", "versement")}. Avec un appel sans réponse\u00A0: ${count(unanswered, "fr", "paiement")}. Les programmes peuvent ouvrir la base, avec STORE_IDENTITY=${identity} s’ils en attendent une.`,
  unreadable: "Ces paiements sont illisibles, et rien n’y a été changé\u00A0:",
  unreadable_advice:
    "Avant de lever la suspension des versements, relancez cette commande avec un programme qui sait les lire. `resume` refuse tant qu’un versement non envoyé en fait partie.",
}

/** `show`. */
export const showCommand: Translated<typeof en.showCommand> = {
  amount: "montant",
  rail: "voie",
  operator: "opérateur",
  from: "de",
  to: "vers",
  customer: "client",
  description: "description",
  order: "commande",
  refund_of: "remboursement de",
  custom_data: "données jointes",
  created: "créé",
  ago: (at, millis) => `${at}, il y a ${duration(millis, "fr", 1)}`,
  callbacks: "notifications",
  no_callbacks: "aucune",
  for_calls: (calls) => `pour l’appel ${calls}`,
  paused: "Suspendu\u00A0:",
  paused_by: (scope, since, who, reason) =>
    `aucun appel n’est fait pour ce paiement tant que ${scope} est suspendu, depuis ${since}, par ${who}\u00A0: ${reason}`,
  ended_by: (command) => `\`${command}\` lève la suspension.`,
  nothing_sent: "Rien n’a encore été envoyé.",
  calls: "Appels",
  call_for: "pour",
  began: "début",
  outcome: "résultat",
  open_flags: "Signalements ouverts",
  history: "Historique",
  up_to: (event) => `jusqu’à l’événement ${event}`,
  when: "quand",
  who: "qui",
  what: "quoi",
  no_decisions: "Rien ne peut être décidé sur ce paiement maintenant.",
  decisions: "Décisions possibles",
  takes: (needs) => `\u00A0: demande ${needs}`,
  a_reason: "un motif",
  evidence: "une preuve",
  the_amount: "le montant",
  the_service: "l’accès au service",
  not_now: (why) => `\u00A0; pas maintenant\u00A0: ${why}`,
  unreadable: (payment, lines) =>
    `${payment}\u00A0: ce programme ne sait pas lire ${lines}. Utilisez-en un au moins aussi récent que celui qui l’a écrit.`,
  line: (number, event) => `la ligne ${number} (${event})`,
}

/** What a decision comes to, and why there is none. */
export const decisionCommands: Translated<typeof en.decisionCommands> = {
  stands: (payment, status, event) => `${payment} est maintenant ${status}, à l’événement ${event}.`,
  due: (payment, attempts) => `${payment} est échu, pour les notifications de la tentative ${attempts}.`,
  no_callback: (payment) =>
    `Aucune notification n’est arrivée pour ${payment}\u00A0: il n’y a aucune vérification à prévoir. \`cauri console recheck\` interroge le service tout de suite.`,
  undecided: (payment, why) => `Rien n’a été décidé pour ${payment}. ${why}`,
  not_offered: (state, act, allowed) =>
    `Son état ${state} ne permet pas ${act}. Il permet\u00A0: ${allowed === "" ? "rien" : allowed}.`,
  incomplete: (failure) =>
    `L’affichage est incomplet (${failure}). Ce qui a été décidé avant reste décidé. Libérez de la place, puis relancez la commande.`,
}

/** `list`. */
export const listCommand: Translated<typeof en.listCommand> = {
  payment: "paiement",
  status: "état",
  amount: "montant",
  rail: "voie",
  operator: "opérateur",
  party: "numéro",
  age: "âge",
  flags: "signalements",
  late: "en retard",
  unreadable: "illisible",
  none: "Aucun paiement ne correspond.",
  more: (cursor) => `Il y en a d’autres, avec --after ${cursor}`,
}

/** `report`. */
export const reportCommand: Translated<typeof en.reportCommand> = {
  heading: (day) => `Paiements créés le ${day} (UTC), dans leur état actuel`,
  none: "Aucun.",
  kind: "type",
  rail: "voie",
  operator: "opérateur",
  status: "état",
  count: "nombre",
  sum: "somme",
  flags: "signalements",
  payins: "encaissements",
  payouts: "versements",
  in_doubt: "issue inconnue",
  overdue: "en retard",
  completed_late: "aboutis tard",
  flagged: "signalés",
  unreadable: "illisibles",
  total: (payments, sum) => `${count(payments, "fr", "paiement")}, ${money(sum, "fr")}`,
  open_flags: (flags) => count(flags, "fr", "signalement ouvert", "signalements ouverts"),
  missing: "absents des trois lignes précédentes",
}

/** `undelivered` and `forget`. */
export const deliveryCommands: Translated<typeof en.deliveryCommands> = {
  none: "Chaque consommateur a reçu ses événements.",
  consumer: "consommateur",
  payment: "paiement",
  up_to: "jusqu’à l’événement",
  since: "depuis",
  refusals: "refus",
  next: "prochain essai",
  forgotten: (consumer, waiting) =>
    `${consumer} ne reçoit plus rien\u00A0; des événements de ${count(waiting, "fr", "paiement")} l’attendaient. Un programme qui l’utilise l’enregistre à nouveau quand il démarre.`,
}

/** `migrate`, `backup` and `prune-bodies`. */
export const upkeepCommands: Translated<typeof en.upkeepCommands> = {
  migrated: (identity) =>
    `Les tables de la base sont à jour pour cette version. Identité de la base\u00A0: ${identity}.`,
  copied: (file, identity) =>
    `La base a été copiée dans ${file} et la copie est intacte. Son identité\u00A0: ${identity}. Elle est marquée comme copie\u00A0: mise à la place de la base, elle est refusée tant que \`cauri console restored\` ne l’a pas examinée.`,
  pruned: (callbacks) =>
    `Contenu effacé\u00A0: ${count(callbacks, "fr", "notification")}. La trace de leur arrivée reste.`,
}

/** `deeds`. */
export const deedsCommand: Translated<typeof en.deedsCommand> = {
  none: "Aucun acte enregistré\u00A0: aucune donnée masquée n’a été affichée, aucune suspension n’a été levée, aucun consommateur ni aucune preuve n’ont été supprimés.",
  at: "date",
  record: "acte",
  by: "par",
  about: "objet",
  reason: "motif",
}

/** `serve`. */
export const serveCommand: Translated<typeof en.serveCommand> = {
  once: (address) => `Ouvrez ${address}\nL’adresse ne sert qu’une fois, à un seul navigateur. Ctrl-C ferme la page.`,
  token: (address) => `Ouvrez ${address} et saisissez CONSOLE_TOKEN. Ctrl-C ferme la page.`,
}
