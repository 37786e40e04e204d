/** What `audit` and `doctor` say, in French. */
import { count, duration, number } from "../../format.ts"
import type * as en from "../en/checks.ts"
import type { Translated } from "../../Catalogue.ts"

export const invariants: Translated<typeof en.invariants> = {
  S2: "pour un versement, un seul appel a pu partir, sauf si un responsable a déclaré qu’un autre n’avait pas été exécuté",
  S4: "un paiement n’aboutit que par la vérification d’un de ses appels ou par la décision d’un responsable",
  S5: "un encaissement abouti a le montant demandé, augmenté au plus des frais",
  S6: "un paiement ne se termine qu’une fois",
  S7: "aucun jeton ne se perd",
  S14: "l’historique est complet et correspond au paiement",
  L1: "un paiement en cours et vérifiable a toujours une prochaine vérification prévue",
  L4: "ce qu’un processus arrêté a laissé en cours est repris par un autre",
  L6: "rien n’attend plus d’une heure avant d’être traité",
  twins: "deux versements identiques vers le même numéro ne sont en cours que si un responsable a libéré le second",
  refunds: "les remboursements d’un encaissement ne dépassent pas son montant",
  doubles: "de deux encaissements aboutis pour une même commande, le second est signalé",
  readable: "tout ce qui est enregistré est lisible",
  high_water: "la base a compté autant d’événements qu’elle en contient",
  tables: "les tables concordent entre elles",
}

export const findings: Translated<typeof en.findings> = {
  calls_may_have_left: (calls) => `plusieurs appels ont pu partir\u00A0: ${calls}`,
  observation_not_completed: "la réponse qui l’a fait aboutir n’est pas «\u00A0completed\u00A0»",
  completed_without_token: (call) => `l’appel ${number(call, "fr")} l’a fait aboutir, mais n’a pas de jeton`,
  completed_by_nothing: "rien dans son historique n’explique qu’il ait abouti",
  completed_without_amount: (wanted, fees) =>
    `il a abouti sans montant, alors que ${wanted} XOF étaient attendus\u00A0; les frais actuels sont de ${fees} XOF au plus`,
  completed_with_other_amount: (paid, wanted, fees) =>
    `il a abouti avec ${paid} XOF au lieu de ${wanted} XOF\u00A0; les frais actuels sont de ${fees} XOF au plus`,
  ended_twice: (events) => `plusieurs événements y ont mis fin\u00A0: ${events}`,
  tokens_lost: (tokens) =>
    `son historique contient ${count(tokens, "fr", "jeton")} qu’on ne retrouve dans aucun de ses appels`,
  event_missing: (event) => `l’événement ${number(event, "fr")} manque`,
  events_miscounted: (found, counted) =>
    `son historique contient ${count(found, "fr", "événement")}, mais le compteur enregistré en indique ${number(counted, "fr")}`,
  history_impossible: "son historique ne suit pas le cycle de vie d’un paiement",
  history_differs: "son historique ne correspond pas au paiement",
  no_confirm_planned: "il est en cours, mais aucune vérification n’est prévue",
  call_left_behind: (since) => `son appel n’a pas été repris (début\u00A0: ${since})`,
  due_too_long: (since) => `il attend d’être traité depuis ${since}`,
  row_unreadable: (state) => `sa ligne est illisible (${state})\u00A0; rien d’autre n’a été contrôlé`,
  lines_unreadable: (lines) =>
    `son historique contient des lignes illisibles\u00A0: ${lines}\u00A0; le paiement a seulement été comparé aux autres, sans autre contrôle`,
  twin_open: "un autre versement du même montant vers ce numéro est en cours",
  double_unflagged:
    "un autre encaissement de la même commande a abouti, et celui-ci n’est pas signalé\u00A0: comparez les deux avec le relevé du service, et remboursez-en un si le client a payé deux fois",
  refunds_exceed: (refunded, amount) =>
    `ses remboursements atteignent ${refunded} XOF pour un montant de ${amount} XOF`,
  store_miscounted: (found, counted) =>
    `${count(found, "fr", "événement trouvé", "événements trouvés")}, alors que la base en a compté ${number(counted, "fr")}`,
  undelivered_too_long: (consumer, event, due) =>
    `${consumer} a du retard\u00A0: des événements, jusqu’au numéro ${event}, attendent de lui être transmis depuis le ${due}`,
  tables_differ: (what) =>
    `${what}\u00A0; arrêtez tous les programmes qui utilisent la base, gardez-en une copie, et cherchez qui a écrit dans ses tables`,
}

const statement = (typed: string) =>
  `Comparez avec le relevé du service\u00A0; \`cauri console show ${typed}\` affiche ses appels et ses jetons.`
const damaged = (_payment: string, typed: string, issues: string) =>
  `Ne décidez rien avant d’avoir comparé avec le relevé du service\u00A0: \`cauri console export-evidence ${typed}\` affiche tout ce qui est gardé. Gardez une copie de la base et cherchez qui a écrit dans ses tables\u00A0; si ce n’est pas une personne, signalez-le sur ${issues}.`
const unproven = (payment: string, typed: string, issues: string) =>
  `Ne livrez rien sur cette seule base. ${damaged(payment, typed, issues)}`
const reconciler = (payment: string) =>
  `Démarrez un reconciler qui a les clés d’accès de son projet, ou cherchez ${payment} dans son journal\u00A0; \`cauri console pauses\` dit ce qui est suspendu. Ne renvoyez rien à la main.`

export const findingSteps: Translated<typeof en.findingSteps> = {
  calls_may_have_left: (_, typed) =>
    `Le bénéficiaire a peut-être été payé deux fois. ${statement(typed)} Si les deux appels ont été exécutés, demandez au service d’en annuler un. Ne renvoyez rien.`,
  observation_not_completed: unproven,
  completed_without_token: unproven,
  completed_by_nothing: unproven,
  completed_without_amount: (_, typed) =>
    `${statement(typed)} Ne livrez que ce qui a été payé\u00A0; si les frais ont changé depuis, corrigez merchant.fees dans la politique.`,
  completed_with_other_amount: (_, typed) =>
    `${statement(typed)} Ne livrez que ce qui a été payé, ou remboursez\u00A0; si les frais ont changé depuis, corrigez merchant.fees dans la politique.`,
  ended_twice: damaged,
  tokens_lost: (payment, typed, issues) =>
    `Demandez à l’assistance du service ce que ces jetons sont devenus. ${damaged(payment, typed, issues)}`,
  event_missing: damaged,
  events_miscounted: damaged,
  history_impossible: damaged,
  history_differs: damaged,
  no_confirm_planned: (_, typed, issues) =>
    `Lancez \`cauri console recheck ${typed}\`, qui interroge le service et prévoit la prochaine vérification. Si l’audit le retrouve, signalez-le sur ${issues}.`,
  call_left_behind: reconciler,
  due_too_long: reconciler,
  row_unreadable: (payment) =>
    `Lancez l’audit avec un programme aussi récent que celui qui l’a écrit. Si c’est déjà le cas, gardez une copie de la base, restaurez la dernière sauvegarde où ${payment} est lisible, puis lancez \`cauri console restored\`.`,
  lines_unreadable: (payment) =>
    `Lancez l’audit avec un programme aussi récent que celui qui les a écrites. Si c’est déjà le cas, gardez une copie de la base, et comparez ${payment} avec le relevé du service avant de décider.`,
  twin_open: (_, typed) =>
    `Demandez à la personne qui l’a commandé si les deux sont voulus. Sinon, lancez \`cauri console cancel ${typed}\` avant qu’il parte\u00A0; s’il est parti, demandez au service de l’arrêter.`,
  double_unflagged: (_, typed) => statement(typed),
  refunds_exceed: (_, typed) =>
    `Annulez les remboursements qui ne sont pas partis, et demandez au bénéficiaire de rendre le trop-perçu. ${statement(typed)}`,
  store_miscounted: (_, __, issues) =>
    `Relancez l’audit quand aucun programme n’écrit. Si les comptes diffèrent encore, arrêtez tous les programmes qui utilisent la base, gardez-en une copie et comparez-la avec la dernière sauvegarde\u00A0; si personne n’a écrit dans ses tables, signalez-le sur ${issues}.`,
  undelivered_too_long: () =>
    "Démarrez le programme de ce consommateur, ou cherchez dans son journal pourquoi il refuse\u00A0; les événements suivront d’eux-mêmes. `cauri console forget` retire un consommateur qu’aucun programme n’a plus.",
  tables_differ: (_, __, issues) =>
    `Ne redémarrez les programmes qu’une fois la cause trouvée. Si personne n’a écrit dans ses tables, signalez-le sur ${issues}.`,
}

export const audit: Translated<typeof en.audit> = {
  invariant: "règle",
  where: "où",
  what: "problème",
  rule: "ce que la règle exige",
  store: "la base",
  steps: "Que faire\u00A0:",
  step: (where, step) => `${where}\u00A0: ${step}`,
  found: (problems, payments, events, rules) =>
    `${problems === 0 ? "Aucun problème trouvé" : count(problems, "fr", "problème trouvé", "problèmes trouvés")} (${count(payments, "fr", "paiement")}, ${count(events, "fr", "événement")}, ${count(rules, "fr", "règle")}).`,
}

export const checks: Translated<typeof en.checks> = {
  settings: "réglages",
  service: "service",
  user: "utilisateur",
  policy: "politique",
  credentials: "clés d’accès",
  store: "base",
  mark: "repère",
  tables: "tables",
  clock: "horloge",
  workers: "programmes",
  reconciler: "reconciler",
  receiver: "receiver",
  queue: "file d’attente",
  worklist: "à examiner",
  consumer: "consommateur",
  pause: "suspension",
  project: "projet",
  callbacks: "notifications",
  people: "personnes",
  provider: "connexion",
}

export const healths: Translated<typeof en.healths> = { ok: "ok", look: "à vérifier", ill: "problème" }

export const doctor: Translated<typeof en.doctor> = {
  failed: (sentence) => sentence,
  failed_unforeseen: (issues) =>
    `Le contrôle a échoué pour une raison inconnue. Relancez-le\u00A0; si l’erreur se reproduit, signalez-la sur ${issues}.`,
  settings_fine: "toutes les variables définies sont lisibles",
  service_missing:
    "non configuré ici\u00A0: `recheck` et la libération des remboursements proposés sont donc refusés\u00A0; si vous en avez besoin, définissez les variables du service et des notifications",
  user_missing: "CONSOLE_USER n’est pas défini\u00A0: chaque décision doit préciser --by",
  people_listed: (people) => `CONSOLE_PEOPLE_FILE énumère ${count(people, "fr", "personne")}`,
  provider_answers: "le fournisseur OpenID répond",
  provider_silent:
    "rien ne répond comme un fournisseur OpenID\u00A0: vérifiez CONSOLE_OIDC_ISSUER et l’accès réseau d’ici",
  policy_default: "les valeurs par défaut",
  policy_file: "POLICY_FILE est lisible",
  credentials_in_file: "CREDENTIALS_FILE est lisible",
  credentials_of: (projects) => `présentes pour ${projects}\u00A0; le prochain appel dira si le service les accepte`,
  store_opens: (identity) => `la base s’ouvre\u00A0; STORE_IDENTITY=${identity}`,
  mark_elsewhere: "dans un dossier à part",
  mark_beside:
    "dans le dossier de la base\u00A0: si ce dossier est remis en place, tous deux sont anciens, et les versements repartent. Indiquez un fichier sur un autre disque avec STORE_MARK_FILE",
  no_mark:
    "aucun\u00A0: un ancien état de la base remis en place renvoie les versements. Indiquez un fichier avec STORE_MARK_FILE",
  tables_agree: "elles concordent entre elles",
  tables_differ: (what) =>
    `${what}\u00A0; arrêtez tous les programmes qui utilisent la base, gardez-en une copie, et cherchez qui a écrit dans ses tables`,
  clock_differs: (millis) =>
    `cette machine et la base ont ${duration(millis, "fr", 1)} d’écart\u00A0: remettez les horloges à l’heure`,
  clock_agrees: "cette machine et la base ont la même heure",
  clock_ahead: (process, millis) =>
    `l’horloge de ${process} avance de ${duration(millis, "fr", 1)} sur celle-ci\u00A0: remettez les horloges à l’heure`,
  never_worked: (role) =>
    `aucun ${role} n’a encore utilisé cette base\u00A0: démarrez-en un, avec STORE_URL qui indique cette base`,
  works: (process) => `${process} fonctionne`,
  silent: (role, millis, process) =>
    `aucun ${role} n’a donné signe de vie depuis ${duration(millis, "fr", 1)}\u00A0; le dernier était ${process}\u00A0: démarrez-le`,
  undelivered: (consumer, payments, millis) =>
    `${consumer} n’a pas reçu les événements de ${count(payments, "fr", "paiement")}\u00A0; le plus ancien attend depuis ${duration(millis, "fr", 1)}\u00A0: démarrez son programme, ou cherchez dans son journal pourquoi il refuse\u00A0; \`cauri console undelivered\` les liste`,
  nothing_due: "aucun paiement à traiter",
  due: (payments, millis) =>
    `${count(payments, "fr", "paiement à traiter", "paiements à traiter")}, le plus ancien depuis ${duration(millis, "fr", 1)}\u00A0; si ce nombre augmente, démarrez un reconciler ou regardez son journal`,
  nothing_waits: "aucun paiement n’attend une décision",
  waiting_for_people: (inDoubt, flagged, held) =>
    `issue inconnue\u00A0: ${number(inDoubt, "fr")}, signalés\u00A0: ${number(flagged, "fr")}, retenus\u00A0: ${number(held, "fr")}\u00A0; \`cauri console list\` les affiche`,
  paused: (scope, millis, by, command) =>
    `${scope}\u00A0: suspension en vigueur depuis ${duration(millis, "fr", 1)}, décidée par ${by}\u00A0; \`cauri console pauses\` dit pourquoi, et \`${command}\` la lève`,
  project_waits: (project, payments, millis) =>
    `${count(payments, "fr", "paiement")} du projet ${project} en attente d’un reconciler, le plus ancien depuis ${duration(millis, "fr", 1)}\u00A0: démarrez-en un avec les clés d’accès de ce projet`,
  receiver_answers: "le receiver répond à l’adresse CALLBACK_BASE",
  stranger_answers: (status) =>
    `ce n’est pas le receiver qui répond à l’adresse CALLBACK_BASE (réponse ${status})\u00A0: vérifiez le proxy et l’adresse`,
  receiver_silent: "aucun receiver ne répond à l’adresse CALLBACK_BASE\u00A0: démarrez-le, ou vérifiez l’adresse",
}

export const doctorWords: Translated<typeof en.doctorWords> = { what: "contrôle", result: "résultat" }
