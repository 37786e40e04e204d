/** The usual faults, to be switched on and off by one button each. */
import type { Fault } from "@cauri/simulator"

interface UsualFault {
  readonly id: string
  readonly french: string
  readonly english: string
  readonly fault: Fault
}

const second = 1_000
const minute = 60 * second

/** The usual faults, one of every kind and the variants that people ask for. */
export const usualFaults: ReadonlyArray<UsualFault> = [
  {
    id: "answer-dropped",
    french: "La réponse n'arrive jamais",
    english: "The answer never comes",
    fault: { _tag: "AnswerDropped" },
  },
  {
    id: "reset-before",
    french: "Coupure avant l'exécution",
    english: "Reset before the execution",
    fault: { _tag: "ConnectionReset", executed: false },
  },
  {
    id: "reset-after",
    french: "Coupure après l'exécution",
    english: "Reset after the execution",
    fault: { _tag: "ConnectionReset", executed: true },
  },
  {
    id: "slow",
    french: "Réponse après vingt secondes",
    english: "Answer after twenty seconds",
    fault: { _tag: "Delay", millis: 20 * second, executed: true },
  },
  {
    id: "page-503",
    french: "Page HTML 503, exécuté",
    english: "HTML page 503, executed",
    fault: { _tag: "HtmlPage", status: 503, executed: true },
  },
  {
    id: "page-429",
    french: "Page HTML 429, rien d'exécuté",
    english: "HTML page 429, nothing executed",
    fault: { _tag: "HtmlPage", status: 429, executed: false },
  },
  { id: "truncated", french: "JSON tronqué", english: "Truncated JSON", fault: { _tag: "TruncatedJson" } },
  { id: "empty-token", french: "Succès sans jeton", english: "Success without a token", fault: { _tag: "EmptyToken" } },
  {
    id: "failure-with-token",
    french: "Échec avec un jeton",
    english: "Failure with a token",
    fault: { _tag: "FailureWithToken", responseCode: "01" },
  },
  {
    id: "code-00",
    french: "Identifiants refusés (Code00)",
    english: "Credentials refused (Code00)",
    fault: { _tag: "SubCode", code: "00", executed: false },
  },
  {
    id: "code-99",
    french: "Code inconnu, exécuté",
    english: "Unknown code, executed",
    fault: { _tag: "SubCode", code: "99", executed: true },
  },
  {
    id: "odd-status",
    french: "État inconnu à la confirmation",
    english: "Unknown status in a confirm",
    fault: { _tag: "OtherStatus", text: "COMPLETED" },
  },
  {
    id: "odd-amount",
    french: "Montant réduit d'un franc",
    english: "Amount one franc less",
    fault: { _tag: "OtherAmount", byXof: -1 },
  },
  {
    id: "confirm-refused",
    french: "Confirmation refusée (Code04)",
    english: "Confirm refused (Code04)",
    fault: { _tag: "ConfirmRefused", code: "04" },
  },
  {
    id: "final-moves",
    french: "L'état final change après une heure",
    english: "The final status moves after an hour",
    fault: { _tag: "FinalStatusMoves", afterMillis: 60 * minute },
  },
  {
    id: "token-expires",
    french: "Le jeton expire après une minute",
    english: "The token expires after a minute",
    fault: { _tag: "TokenExpires", afterMillis: minute },
  },
  { id: "callback-lost", french: "Rappels perdus", english: "Callbacks lost", fault: { _tag: "CallbackLost" } },
  {
    id: "callback-early",
    french: "Rappels avant la réponse",
    english: "Callbacks before the answer",
    fault: { _tag: "CallbackEarly" },
  },
  {
    id: "callback-single",
    french: "JSON seulement",
    english: "JSON only",
    fault: { _tag: "CallbackSingle", encoding: "Json" },
  },
  {
    id: "callback-repeated",
    french: "Rappels trois fois de plus",
    english: "Callbacks three times more",
    fault: { _tag: "CallbackRepeated", times: 3, everyMillis: 10 * second },
  },
  {
    id: "callback-reordered",
    french: "JSON avant le formulaire",
    english: "JSON before the form",
    fault: { _tag: "CallbackReordered" },
  },
  {
    id: "callback-late",
    french: "Rappels dix minutes plus tard",
    english: "Callbacks ten minutes later",
    fault: { _tag: "CallbackLate", millis: 10 * minute },
  },
  {
    id: "callback-forged",
    french: "Faux rappel « completed »",
    english: 'Forged callback "completed"',
    fault: { _tag: "CallbackForged", status: "completed" },
  },
]
