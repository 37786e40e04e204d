/** What `cauri demo` says, in French. */
import { count, money, number } from "../../format.ts"
import type * as en from "../en/demo.ts"
import type { Translated } from "../../Catalogue.ts"

export const demoColumns: Translated<typeof en.demoColumns> = {
  pending: "ouverts",
  completed: "aboutis",
  refused: "refusés",
  expired: "expirés",
  in_doubt: "inconnus",
  held: "retenus",
}

export const demoRails: Translated<typeof en.demoRails> = {
  hosted: "page de paiement",
  ussd_push: "push USSD",
  guided_ussd: "USSD guidé",
  ussd_otp: "code composé",
  sms_otp: "code par SMS",
  operator_redirect: "page opérateur",
  service_redirect: "page du service",
  wallet: "portefeuille",
  wallet_payout: "→ portefeuille",
  mobile_money_payout: "→ mobile money",
}

export const demoFaults: Translated<typeof en.demoFaults> = {
  answers_lost: "réponses perdues",
  connections_cut: "connexions coupées",
  error_pages: "pages d’erreur",
  no_token: "sans jeton",
  unknown_codes: "codes inconnus",
  callbacks_lost: "notifications perdues",
  callbacks_repeated: "répétées",
  callbacks_swapped: "inversées",
  callbacks_early: "en avance",
  callbacks_forged: "fausses",
  records_wrong: "données fausses",
  statuses_changed: "statuts changés",
  codes_wrong: "codes incorrects",
}

export const demoPhases: Translated<typeof en.demoPhases> = {
  starting: "démarrage des programmes",
  sending: "envoi des paiements",
  resting: "attente de la fin des paiements",
  days_later: "trois jours plus tard",
}

export const demoNews: Translated<typeof en.demoNews> = {
  reconcilers_begin: "deux reconcilers commencent à travailler sur le même fichier SQLite",
  killed: (process) => `${process} a été tué en plein travail (SIGKILL)`,
  works_again: (process) => `${process} a repris le travail`,
  days_pass: "trois jours passent d’un coup\u00A0: des clients paient en retard, des statuts changent",
}

export const demoWaiting: Translated<typeof en.demoWaiting> = {
  timed_out: "issue inconnue\u00A0: pas de réponse",
  connection_lost: "issue inconnue\u00A0: connexion coupée",
  unreadable: "issue inconnue\u00A0: réponse illisible",
  token_missing: "issue inconnue\u00A0: réponse sans jeton",
  unrecognised_code: "issue inconnue\u00A0: réponse avec un code inconnu",
  worker_lost: "issue inconnue\u00A0: le processus qui l’envoyait a été tué",
  held: "retenu\u00A0: le même salaire sous un autre identifiant",
  unanswered: "un appel est resté sans réponse",
  callback_without_token: "aucun jeton reçu, mais une notification prouve qu’il existe",
  accepted_without_token: "accepté, mais sans jeton",
  amount_mismatch: "montant payé différent",
  unknown_status: "statut inconnu",
  terminal_contradiction: "le service a dit une chose, puis son contraire",
}

export const disagreements: Translated<typeof en.disagreements> = {
  only_there: "le service le connaît, mais pas notre base",
  moved_otherwise: (there, here, state) =>
    `${money(there, "fr")} transférés par le service, ${money(here, "fr")} ici (${state}), et aucun signalement ne l’indique`,
  paid_out: (times) => `il a été versé ${times} fois`,
  calls_repeated: (calls) => `${count(calls, "fr", "appel arrivé", "appels arrivés")} plus d’une fois`,
  calls_unrecorded: (arrived, recorded) =>
    `${count(arrived, "fr", "appel arrivé", "appels arrivés")}, dont ${recorded} enregistrés avant leur départ`,
  completions: (events, state) =>
    `le marchand a reçu ${count(events, "fr", "annonce")} de réussite, mais ici le paiement est à l’état ${state}`,
  amount_received: "le montant annoncé au marchand est différent",
}

export const proof: Translated<typeof en.proof> = {
  title: "La preuve",
  legend: "service\u00A0: le registre du service · ici\u00A0: notre base, lue sans passer par la bibliothèque",
  payins: "encaissements",
  payouts: "versements",
  double_payouts: "doubles versements",
  calls: "appels",
  events: "annonces",
  forged: "fausses notifications",
  collected: (there, here, person) => sums("encaissés", there, here, person),
  paid: (there, here, person) => sums("versés", there, here, person),
  doubles: (doubles, payouts, open) => `${doubles} sur ${payouts} (${open} encore en cours, des deux côtés)`,
  arrived: (calls, repeated) =>
    `${number(calls, "fr")} créations reçues par le service, ${repeated === 0 ? "aucune" : `dont ${repeated}`} en double`,
  completions: (completions, francs, again) =>
    `${count(completions, "fr", "paiement abouti", "paiements aboutis")}, ${money(francs, "fr")}\u00A0: chacun annoncé une fois${again === 0 ? "" : ` (${again} répétés, même identifiant)`}`,
  believed: (forged) => `${forged} reçues, aucune n’a eu d’effet`,
  person: "À vérifier par un responsable",
  person_legend: "rien ne repart tout seul\u00A0; le registre du service donne l’issue de chacun",
  payin: (payins) => count(payins, "fr", "encaissement"),
  payout: (payouts) => count(payouts, "fr", "versement"),
  nothing_moved: "aucun argent transféré",
  all_moved: "argent transféré",
  some_moved: (payments) => `argent transféré pour ${payments}`,
  agrees: "Tout concorde, au franc près.",
  run: (payments, time, seed) => `${count(payments, "fr", "paiement")}, ${time}, graine ${seed}.`,
  disagrees: (disagreements) => `${count(disagreements, "fr", "écart")}.`,
  repeat: (seed) => `Relancez avec --seed ${seed} pour retrouver les mêmes paiements et les mêmes pannes.`,
}

const sums = (verb: string, there: number, here: number, person: number): string =>
  `${money(there, "fr")} ${verb} par le service = ${money(here, "fr")} aboutis ici ${person < 0 ? "-" : "+"} ${money(Math.abs(person), "fr")} à vérifier`

export const picture: Translated<typeof en.picture> = {
  title: "Cauri\u00A0: des paiements pendant que tout va mal",
  seed: (seed, time) => `graine ${seed} · ${time}`,
  sent: (sent, total) => `${number(sent, "fr")} sur ${number(total, "fr")} envoyés`,
  at_rest: (resting, total) => `${number(resting, "fr")} sur ${number(total, "fr")} terminés`,
  sent_column: "émis",
  payins: "encaissements",
  payouts: "versements",
  all: "total",
  faults: "pannes jusqu’ici",
}
