/** The policy: every key with its default, from core, and what it means. A key without a meaning does not compile. */
import { catalogue, duration, number } from "@cauri/catalogue"
import { defaultPolicy, type PolicyShape } from "@cauri/core"
import { Rail } from "@cauri/core/model"
import { Duration } from "effect"
import type { Table } from "../fill.ts"
import type { InBoth, Language } from "../languages.ts"
import { code, say, tableOf } from "./rows.ts"

type Meanings<Values> = { readonly [Key in keyof Values]: InBoth }

const calls: Meanings<PolicyShape["calls"]> = {
  lease: say(
    "How long one worker has a payment for itself. Longer than connectTimeout and the longer of the two time-outs together.",
    "Pendant combien de temps un processus garde un paiement pour lui. Plus long que connectTimeout ajouté au plus long des deux délais.",
  ),
  connectTimeout: say("Until a connection stands.", "Pour établir une connexion."),
  creationTimeout: say(
    "Until a creation is answered. After it the payment is in doubt.",
    "Pour répondre à une création. Passé ce délai, l’issue est inconnue.",
  ),
  confirmTimeout: say("Until a confirm is answered.", "Pour répondre à une vérification."),
  creationRate: say(
    "Creations that all programs of a store may make together; null: no limit.",
    "Les créations permises à tous les programmes d’une base réunis ; null : sans limite.",
  ),
  confirmRate: say("The same for confirms.", "La même chose pour les vérifications."),
  callbackConfirmRate: say(
    "The part of the confirms that callbacks may cause. At most confirmRate.",
    "La part des vérifications que les notifications peuvent provoquer. Au plus confirmRate.",
  ),
  creationPatience: say(
    "How long `create` waits for its rate token before the worker sends the payment. Shorter than lease.",
    "Combien de temps `create` attend son tour avant de laisser l’envoi au processus d’arrière-plan. Plus court que lease.",
  ),
  confirmPatience: say(
    "How long a confirm that someone waits for waits for its rate token.",
    "Combien de temps une vérification attendue par quelqu’un attend son tour.",
  ),
  notSentBackoff: say(
    "The waits after an attempt that was not sent.",
    "Les attentes après une tentative qui n’est pas partie.",
  ),
  breaker: say(
    "When the calls of one process stop because the service fails: in the last `window`, of at least `calls`, this `share`. Then none for `openFor`.",
    "Quand un processus cesse d’appeler parce que le service échoue : sur la dernière `window`, sur au moins `calls` appels, cette part (`share`). Puis aucun appel pendant `openFor`.",
  ),
}

const schedule: Meanings<PolicyShape["schedules"]["ussd_push"]> = {
  first: say(
    "From the answer to the last attempt to the first confirm.",
    "De la réponse à la dernière tentative jusqu’à la première vérification.",
  ),
  next: say("The waits after it, one by one.", "Les attentes suivantes, l’une après l’autre."),
  afterwards: say(
    "The waits after those: `every`, while the payment is younger than `until`.",
    "Les attentes d’après : toutes les `every`, tant que le paiement est plus jeune que `until`.",
  ),
  deadline: say(
    "After this long since the last attempt a payin expires. A payout never does.",
    "Passé ce temps depuis la dernière tentative, un encaissement expire. Un versement, jamais.",
  ),
  overdueAfter: say(
    "A payout that is older gets the flag `overdue`, at each of these ages.",
    "Un versement plus vieux reçoit le signalement `overdue`, à chacun de ces âges.",
  ),
  followUps: say(
    "Confirms after an expiry or a refusal, counted from the closing.",
    "Les vérifications après une expiration ou un refus, comptées depuis la clôture.",
  ),
}

const confirms: Meanings<PolicyShape["confirms"]> = {
  spacing: say(
    "Two confirms of one payment are never closer than this.",
    "Deux vérifications d’un même paiement ne sont jamais plus proches.",
  ),
  jitter: say(
    "How much the waits vary, as a share: 0.2 is ±20 %.",
    "De combien les attentes varient, en part : 0,2 veut dire ±20 %.",
  ),
  backoff: say(
    "The waits while the service gives no usable answer.",
    "Les attentes tant que le service ne répond pas utilement.",
  ),
  followUps: say("Confirms after a payment is final.", "Les vérifications une fois le paiement définitif."),
  followUpRetries: say(
    "How often a follow-up without answer is repeated.",
    "Combien de fois une vérification après clôture restée sans réponse est répétée.",
  ),
  followUpRetryAfter: say("And how soon. At least spacing.", "Et après combien de temps. Au moins spacing."),
  callbackSpacing: say(
    "Two confirms that callbacks cause are never closer. At least spacing.",
    "Deux vérifications provoquées par des notifications ne sont jamais plus proches. Au moins spacing.",
  ),
  callbacksPerHour: say(
    "How many confirms callbacks may cause, for one payment.",
    "Combien de vérifications les notifications peuvent provoquer, par paiement.",
  ),
}

const limits: Meanings<PolicyShape["limits"]> = {
  payinIntent: say(
    "An unsent payin is cancelled after this: its customer has gone.",
    "Un encaissement non envoyé est annulé après ce temps : le client est parti.",
  ),
  payoutIntent: say(
    "An unsent payout is held after this, for a person to look at.",
    "Un versement non envoyé est retenu après ce temps, pour qu’une personne l’examine.",
  ),
  lowBalancePause: say(
    "After a low balance, payouts to the operator pause this long. For ever: until a person resumes them.",
    "Après un solde trop bas, les versements vers l’opérateur sont suspendus ce temps. Sans fin : jusqu’à ce qu’une personne lève la suspension.",
  ),
  maxAttempts: say(
    "Attempts that were not sent, before the payment is cancelled or held.",
    "Les tentatives non parties avant que le paiement soit annulé ou retenu.",
  ),
  maxHostedRetries: say(
    "New attempts after a hosted creation without answer.",
    "Les nouvelles tentatives après une page de paiement restée sans réponse.",
  ),
  otpRequestCoolDown: say("Between two requests for a code.", "Entre deux demandes de code."),
  maxOtpRequests: say("Requests for a code, per payin.", "Les demandes de code, par encaissement."),
  maxOtpSubmissions: say("Codes that a customer may enter.", "Les codes qu’un client peut saisir."),
  tryAgainCoolDown: say(
    "Before a customer may try an unanswered payin again.",
    "Avant qu’un client puisse réessayer un encaissement resté sans réponse.",
  ),
  maxTries: say("Attempts of one payin.", "Les tentatives d’un même encaissement."),
  twinWindow: say(
    "Two payouts of one amount to one number within this time are twins: the second is held.",
    "Deux versements du même montant au même numéro en moins de temps sont des doublons possibles : le second est retenu.",
  ),
  notExecutedAge: say(
    "The age from which a person may decide that an unanswered payout was not executed.",
    "L’âge à partir duquel une personne peut décider qu’un versement sans réponse n’a pas été exécuté.",
  ),
  payoutFailureAgreement: say(
    "Two `not_completed` of a payout count when they are this far apart.",
    "Deux `not_completed` d’un versement comptent s’ils sont séparés d’autant.",
  ),
  contradictionAgreement: say(
    "Two contradictions of a final state count when they are this far apart.",
    "Deux contradictions d’un état définitif comptent si elles sont séparées d’autant.",
  ),
  maxNotFound: say(
    "Not-found answers after which a token counts as lost.",
    "Les réponses « introuvable » après lesquelles un jeton est tenu pour perdu.",
  ),
  lostToken: say(
    "For this long an open payout with a lost token is still confirmed.",
    "Pendant ce temps, un versement ouvert dont le jeton est perdu est encore vérifié.",
  ),
  maxUnknownStatuses: say(
    "Flags about unknown statuses, per payment.",
    "Les signalements de statuts inconnus, par paiement.",
  ),
}

const delivery: Meanings<PolicyShape["delivery"]> = {
  backoff: say(
    "The waits of an event that a consumer refused.",
    "Les attentes d’un événement qu’un consommateur a refusé.",
  ),
  maxTries: say(
    "After this many tries the event is parked and the payment flagged.",
    "Après autant d’essais, l’événement est mis de côté et le paiement signalé.",
  ),
  timeout: say(
    "A consumer that takes longer has refused the event. At most half of calls.lease.",
    "Un consommateur plus lent a refusé l’événement. Au plus la moitié de calls.lease.",
  ),
}

const worker: Meanings<PolicyShape["worker"]> = {
  batch: say("Payments that a worker takes at once.", "Les paiements qu’un processus prend d’un coup."),
  concurrency: say("Payments that it acts on at the same time.", "Les paiements qu’il traite en même temps."),
  sleep: say("Its longest sleep.", "Son plus long sommeil."),
  backoff: say("The wait after a batch that failed.", "L’attente après un lot qui a échoué."),
  patience: say(
    "How long a fresh payment is left to the caller that made it.",
    "Combien de temps un paiement tout neuf est laissé à celui qui l’a créé.",
  ),
}

const store: Meanings<PolicyShape["store"]> = {
  pageSize: say(
    "Payments per page where many are walked over.",
    "Les paiements par page quand il y en a beaucoup à parcourir.",
  ),
  clockTolerance: say(
    "A program that lags behind the store’s time by more than this ends. At most a quarter of calls.lease, and a minute.",
    "Un programme plus en retard que cela sur l’heure de la base s’arrête. Au plus un quart de calls.lease, et une minute.",
  ),
  archiveAfter: say(
    "Payments closed for longer than this are archived by the reconciler, once a day; their histories read as before.",
    "Les paiements clos depuis plus longtemps sont archivés par le reconciler, une fois par jour\u00A0; leur historique se lit comme avant.",
  ),
  maxSaveTries: say(
    "How often a step starts over because others changed the payment.",
    "Combien de fois une étape recommence parce que d’autres ont modifié le paiement.",
  ),
  maxConfirmTries: say(
    "The same for a confirm that someone waits for.",
    "La même chose pour une vérification attendue par quelqu’un.",
  ),
  answerPatience: say(
    "For this long the answer of a call is saved again while the store fails.",
    "Pendant ce temps, la réponse d’un appel est réenregistrée tant que la base échoue.",
  ),
  answerRetryAfter: say("And how often.", "Et à quel rythme."),
}

const approvals: Meanings<PolicyShape["approvals"]> = {
  payoutsAbove: say(
    "A payout of more francs than this is held, and leaves only when two people let it go; null: one person is enough for any amount.",
    "Un versement d’un montant supérieur est retenu, et ne part qu’avec l’accord de deux responsables ; null : un seul suffit, quel que soit le montant.",
  ),
  afterRestore: say(
    "After a restore two people send again what it put in doubt.",
    "Après une restauration, deux responsables renvoient les versements dont elle a rendu l’issue inconnue.",
  ),
  approvers: say(
    "Who may approve what another person requested. Where it names no one else, requests are refused.",
    "Qui peut approuver la demande d’une autre personne. Sans autre nom, les demandes sont refusées.",
  ),
  statementAfterRestore: say(
    "After a restore payouts are released and resumed only once a statement of the service over the lost time was imported.",
    "Après une restauration, les versements ne sont libérés et ne reprennent qu’une fois importé un relevé du service couvrant la période perdue.",
  ),
}

const merchant: Meanings<PolicyShape["merchant"]> = {
  project: say(
    "The project of payments that name none; `null`: each must name its own. The option `project` of `createPayments` sets it.",
    "Le projet des paiements qui n’en nomment pas ; `null` : chacun doit nommer le sien. L’option `project` de `createPayments` le fixe.",
  ),
  shops: say(
    "The shop of each project, `{ name, siteUrl }`; a payin may bring its own.",
    "La boutique de chaque projet, `{ name, siteUrl }` ; un encaissement peut apporter la sienne.",
  ),
  fees: say(
    "What the customer may be charged above the amount: `{ project?, rail?, basisPoints, fixedXof }`. The most specific rule applies.",
    "Ce que le client peut payer en plus du montant : `{ project?, rail?, basisPoints, fixedXof }`. La règle la plus précise l’emporte.",
  ),
  statusAliases: say(
    "Other spellings that you accept as `completed` or `not_completed`.",
    "D’autres orthographes que vous acceptez pour `completed` ou `not_completed`.",
  ),
  subCodes: say(
    'Sub-codes whose meaning you have learnt from the service, by rail: `{ mobile_money_payout: { Code05: "declined" } }`. Such an answer is final.',
    'Les sous-codes dont le service vous a dit le sens, par moyen : `{ mobile_money_payout: { Code05: "declined" } }`. Une telle réponse est définitive.',
  ),
  refuseIdKeys: say(
    "Refuses `customData` keys that contain “id”: the service joins their values with the payment’s id.",
    "Refuse les clés de `customData` qui contiennent « id » : le service joint leurs valeurs à l’identifiant du paiement.",
  ),
  maxItems: say("Line items of one payin.", "Les lignes d’article d’un encaissement."),
  maxCustomData: say("Entries of `customData`.", "Les entrées de `customData`."),
}

const groups = { calls, confirms, limits, delivery, worker, store, approvals, merchant } satisfies {
  readonly [Group in Exclude<keyof PolicyShape, "schedules">]: Meanings<PolicyShape[Group]>
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value of the policy as people read it. */
const shown = (value: unknown, language: Language): string => {
  if (Duration.isDuration(value)) {
    const millis = Duration.toMillis(value)
    if (millis === Infinity) return say("for ever", "sans fin")[language]
    const seconds = millis / 1_000
    return seconds < 120 ? `${number(seconds, language)}\u00A0s` : duration(millis, language)
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "–" : value.map((each) => shown(each, language)).join(language === "fr" ? " ; " : ", ")
  }
  if (isRecord(value)) {
    const entries = Object.entries(value)
    return entries.length === 0 ? "–" : entries.map(([name, each]) => `${name} ${shown(each, language)}`).join(", ")
  }
  return typeof value === "number" ? number(value, language) : String(value)
}

const heads = [say("Key", "Clé"), say("Default", "Par défaut"), say("What it means", "Ce qu’elle signifie")]

const group = (name: keyof typeof groups): Table =>
  tableOf(heads, (language) => {
    const values: Readonly<Record<string, unknown>> = defaultPolicy[name]
    const meanings: Readonly<Record<string, InBoth>> = groups[name]
    return Object.entries(values).map(([key, value]) => [
      code(`${name}.${key}`),
      shown(value, language),
      meanings[key]?.[language] ?? "",
    ])
  })

const scheduleKeys = tableOf([say("Key", "Clé"), say("What it means", "Ce qu’elle signifie")], (language) =>
  Object.entries(schedule).map(([key, text]) => [code(`schedules.<rail>.${key}`), text[language]]),
)

const schedules = tableOf([say("Rail", "Moyen"), ...Object.keys(schedule).map((key) => `\`${key}\``)], (language) =>
  Rail.literals.map((rail) => {
    const values: Readonly<Record<string, unknown>> = defaultPolicy.schedules[rail]
    return [
      `${code(rail)} ${catalogue[language].rails[rail]}`,
      ...Object.keys(schedule).map((key) => shown(values[key], language)),
    ]
  }),
)

export const policyTables: Readonly<Record<string, Table>> = {
  ...Object.fromEntries(
    (["calls", "confirms", "limits", "delivery", "worker", "store", "approvals", "merchant"] as const).map((name) => [
      `policy-${name}`,
      group(name),
    ]),
  ),
  "policy-schedule-keys": scheduleKeys,
  "policy-schedules": schedules,
}
