/** Scenarios of payins by USSD push: what the customer does, what callbacks do, and answers that get lost. */
import type { Scenario } from "./Scenario.ts"
import { approves, completed, creates, expired, hour, minute, passes, scenario } from "./scenarioParts.ts"

/** The scenarios. */
export const pushScenarios: ReadonlyArray<Scenario> = [
  scenario(
    "push-completes",
    ["Le client confirme sur son téléphone", "The customer confirms on the phone"],
    ["UssdPush", 1],
    [creates, approves],
    completed,
  ),
  scenario(
    "push-refused",
    ["Le client refuse", "The customer refuses"],
    ["UssdPush", 2],
    [creates, { _tag: "CustomerRefuses" }],
    ["Non payé.", "Not paid."],
  ),
  scenario(
    "prompt-ignored",
    [
      "Le client ne répond jamais ; le service n'a pas de délai",
      "The customer never answers; the service has no time limit",
    ],
    ["UssdPush", 3],
    [creates, passes(20 * minute)],
    expired,
  ),
  scenario(
    "wrong-pin-then-right",
    ["Un code secret faux, puis le bon", "A wrong PIN, then the right one"],
    ["UssdPush", 4],
    [creates, { _tag: "CustomerEntersWrongPin" }, passes(minute), approves],
    completed,
  ),
  scenario(
    "late-completion",
    ["Payé après l'expiration", "Completed after it expired"],
    ["UssdPush", 5],
    [creates, passes(20 * minute), { _tag: "OperatorDecides", which: "Newest", completed: true }],
    ["Payé, en retard : le commerçant l'apprend.", "Paid, late: the merchant is told."],
  ),
  scenario(
    "callback-before-answer",
    ["Le rappel arrive avant la réponse à la création", "The callback comes before the creation's answer"],
    ["UssdPush", 6],
    [
      { _tag: "CustomerIs", behaviour: "PaysAtOnce" },
      { _tag: "FaultBegins", fault: { _tag: "CallbackEarly" } },
      creates,
    ],
    completed,
  ),
  scenario(
    "callbacks-lost",
    ["Aucun rappel n'arrive", "No callback ever comes"],
    ["UssdPush", 7],
    [{ _tag: "FaultBegins", fault: { _tag: "CallbackLost" } }, creates, approves],
    completed,
  ),
  scenario(
    "callbacks-repeated",
    ["Chaque rappel vient quatre fois", "Each callback comes four times"],
    ["UssdPush", 8],
    [
      { _tag: "FaultBegins", fault: { _tag: "CallbackRepeated", times: 3, everyMillis: minute } },
      creates,
      approves,
      passes(5 * minute),
      { _tag: "CallbacksRepeated" },
    ],
    completed,
  ),
  scenario(
    "callbacks-delayed",
    ["Les rappels tardent, puis se perdent", "Callbacks are late, then lost"],
    ["UssdPush", 9],
    [
      creates,
      { _tag: "CallbacksDelayed", millis: hour },
      approves,
      passes(minute),
      { _tag: "CallbacksLost" },
      passes(hour),
    ],
    completed,
  ),
  scenario(
    "forged-completed",
    ["Un faux rappel dit « completed », personne n'a payé", 'A forged callback says "completed", nobody paid'],
    ["UssdPush", 10],
    [creates, { _tag: "CallbacksForged", status: "completed" }, passes(20 * minute)],
    expired,
  ),
  scenario(
    "forged-then-refused",
    ["Un faux rappel, puis le client refuse", "A forged callback, then the customer refuses"],
    ["UssdPush", 11],
    [creates, { _tag: "CallbacksForged", status: "completed" }, { _tag: "CustomerRefuses" }],
    ["Non payé.", "Not paid."],
  ),
  scenario(
    "forged-failure",
    ["Un faux rappel dit « notcompleted », le client paie", 'A forged callback says "notcompleted", the customer pays'],
    ["UssdPush", 12],
    [creates, { _tag: "CallbacksForged", status: "notcompleted" }, passes(minute), approves],
    completed,
  ),
  scenario(
    "answer-lost",
    [
      "La réponse à la création se perd ; le client paie quand même",
      "The creation's answer is lost; the customer pays all the same",
    ],
    ["UssdPush", 13],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createDirectInvoice"], times: 1 },
      creates,
      approves,
      passes(minute),
    ],
    [
      "En doute : le rappel prouve que le service le connaît, une personne décide.",
      "In doubt: the callback shows that the service knows it, a person decides.",
    ],
  ),
  scenario(
    "answer-lost-tried-again",
    ["La réponse se perd, le client redemande et paie", "The answer is lost, the customer asks again and pays"],
    ["UssdPush", 14],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createDirectInvoice"], times: 1 },
      creates,
      passes(3 * minute),
      { _tag: "Merchant", does: "TriesAgain" },
      approves,
    ],
    ["Payé, et signalé : un essai reste sans réponse.", "Paid, and flagged: one attempt stays unanswered."],
  ),
]
