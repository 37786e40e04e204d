/** What the console’s commands print, in French. */
import { count, duration } from "../../format.ts"
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
  new_credentials: "de nouvelles clés d’accès",
  person: "une personne",
  paused: (scope, resume) =>
    `${scope} est suspendu. Les notifications et les vérifications continuent. \`${resume}\` lève la suspension.`,
  already: (scope, pause) => `${scope} était déjà suspendu, ${pause}`,
  not_added:
    "Votre suspension n’a pas été ajoutée, et la personne qui lèvera la première n’en saura rien. Parlez-lui, levez-la et posez la vôtre, ou suspendez aussi autre chose.",
  set_by: (who, since, reason) => `par ${who} depuis ${since}\u00A0: ${reason}`,
  ended: (who) => `La suspension posée par ${who} est levée.`,
  continues: (scope) => `${scope} reprend.`,
  still: (pause) => `Une suspension reste en vigueur, ${pause}`,
  not_paused: (scope) => `${scope} n’était pas suspendu. \`cauri console pauses\` montre ce qui l’est.`,
  not_paused_by: (scope) =>
    `Personne de ce nom n’a suspendu ${scope}. \`cauri console pauses\` montre les suspensions.`,
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
