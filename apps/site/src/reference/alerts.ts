/** The alerts, read from the rules that Prometheus loads. An alert that is not explained here, or explained and not there, stops the build. */
import { readFileSync } from "node:fs"
import type { Table } from "../fill.ts"
import type { InBoth, Language } from "../languages.ts"
import { code, say, tableOf } from "./rows.ts"

const rules = readFileSync(new URL("../../../reconciler/deploy/alerts.yaml", import.meta.url), "utf8")

const found = [
  ...rules.matchAll(/- alert: (\w+)\n[^]*?severity: (page|ticket) [^]*?runbook: runbooks\/([\w-]+)\.md/g),
].map(([, name = "", severity = "", runbook = ""]) => ({ name, severity, runbook }))

const meanings: Readonly<Record<string, InBoth>> = {
  CauriPaymentInDoubt: say(
    "The answer to a call is missing, and money may have moved. Ask the service at once: the sooner, the better it can tell.",
    "Un appel est resté sans réponse, et l’argent a pu partir. Interrogez le service aussitôt : plus tôt, il sait mieux répondre.",
  ),
  CauriFlagOpen: say(
    "A payment has something that a person must look at. Read its flag, and decide.",
    "Un paiement demande le regard d’une personne. Lisez son signalement, puis tranchez.",
  ),
  CauriPayoutHeld: say(
    "A payout waits for a person. Release or cancel it.",
    "Un versement attend une personne. Libérez-le ou annulez-le.",
  ),
  CauriHoldInForce: say(
    "Creations are paused. See which and why; remove the cause, then resume.",
    "Des créations sont suspendues. Voyez lesquelles et pourquoi, ôtez la cause, puis reprenez.",
  ),
  CauriIpDenied: say(
    "The service refuses the address that calls come from. Have it whitelist the new one.",
    "Le service refuse l’adresse d’où partent les appels. Faites autoriser la nouvelle.",
  ),
  CauriCredentialsRefused: say(
    "The service refuses key or token. Put the right ones in place; the project goes on by itself.",
    "Le service refuse la clé ou le jeton d’accès. Mettez les bons en place ; le projet repart de lui-même.",
  ),
  CauriQueueOld: say(
    "A payment has been due for minutes. Look at the reconcilers, then at the service.",
    "Un paiement est à traiter depuis plusieurs minutes. Regardez les reconcilers, puis le service.",
  ),
  CauriReconcilerGone: say(
    "No reconciler runs. Read its exit code, which says what to do.",
    "Aucun reconciler ne tourne. Lisez son code de sortie, qui dit quoi faire.",
  ),
  CauriReconcilerSilent: say(
    "Reconcilers run and none works. Read their logs, and run `cauri console doctor`.",
    "Des reconcilers tournent et aucun ne travaille. Lisez leurs journaux, et lancez `cauri console doctor`.",
  ),
  CauriStoreUnread: say(
    "The store does not answer. Look at the disk and at the server.",
    "La base ne répond pas. Regardez le disque et le serveur.",
  ),
  CauriServiceUnanswering: say(
    "Half of the calls get no answer. In a long outage pause payouts, and resume them afterwards.",
    "La moitié des appels restent sans réponse. Si la panne dure, suspendez les versements, et reprenez-les ensuite.",
  ),
  CauriServiceSlow: say(
    "One call in twenty takes more than ten seconds. Tell the service’s team; nothing is lost.",
    "Un appel sur vingt dure plus de dix secondes. Prévenez l’équipe du service ; rien n’est perdu.",
  ),
  CauriReceiverGone: say(
    "No receiver runs. Start it again; confirms find the same news later. Remove this rule where your own program takes callbacks.",
    "Aucun receiver ne tourne. Relancez-le ; les vérifications apprennent la même chose, plus tard. Retirez cette règle si votre programme reçoit lui-même les notifications.",
  ),
  CauriHostRefuses: say(
    "Your program refuses events. Mend it within fourteen hours; then everything comes again, in order.",
    "Votre programme refuse des événements. Réparez-le dans les quatorze heures ; tout revient alors, dans l’ordre.",
  ),
  CauriCallbacksUnavailable: say(
    "Callbacks get a 503 because the store takes none. Look at the disk; confirms find the same news later.",
    "Des notifications reçoivent 503, faute de base pour les garder. Regardez le disque ; les vérifications apprennent la même chose, plus tard.",
  ),
  CauriAddressAbused: say(
    "One payment gets more callbacks than are kept: its address is known to others. Change the key of the addresses.",
    "Un paiement reçoit plus de notifications qu’on n’en garde : d’autres connaissent son adresse. Changez la clé des adresses.",
  ),
}

const urgency: Readonly<Record<string, InBoth>> = {
  page: say("at once", "aussitôt"),
  ticket: say("today", "dans la journée"),
}
const titles: InBoth = say("runbook", "fiche")

const rows = (language: Language) => {
  const unknown = Object.keys(meanings).filter((name) => found.every((each) => each.name !== name))
  if (unknown.length > 0) throw new Error(`alerts.yaml has no alert ${unknown.join(", ")}.`)
  return found.map(({ name, runbook, severity }) => {
    const meaning = meanings[name]
    if (meaning === undefined) throw new Error(`The alert ${name} is explained nowhere: do it in alerts.ts.`)
    return [
      code(name),
      urgency[severity]?.[language] ?? severity,
      meaning[language],
      `[${titles[language]}](./runbooks/${runbook}.md)`,
    ]
  })
}

export const alertTables: Readonly<Record<string, Table>> = {
  alerts: tableOf(
    [
      say("Alert", "Alerte"),
      say("Look", "Regarder"),
      say("What it means, and what to do", "Ce que c’est, et que faire"),
      "",
    ],
    rows,
  ),
}
