/** Scenarios of payins by USSD push: acts of the customer, callbacks, and lost answers. */
import type { Scenario } from "./Scenario.ts"
import { approves, creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

export const pushScenarios: ReadonlyArray<Scenario> = [
  scenario("push-completes", ["ussd_push", 1], [creates, approves]),
  scenario("push-refused", ["ussd_push", 2], [creates, { _tag: "CustomerRefuses" }]),
  scenario("prompt-ignored", ["ussd_push", 3], [creates, passes(20 * minute)]),
  scenario(
    "wrong-pin-then-right",
    ["ussd_push", 4],
    [creates, { _tag: "CustomerEntersWrongPin" }, passes(minute), approves],
  ),
  scenario(
    "late-completion",
    ["ussd_push", 5],
    [creates, passes(20 * minute), { _tag: "OperatorDecides", which: "Newest", completed: true }],
  ),
  scenario(
    "callback-before-answer",
    ["ussd_push", 6],
    [
      { _tag: "CustomerIs", behaviour: "pays_at_once" },
      { _tag: "FaultBegins", fault: { _tag: "CallbackEarly" } },
      creates,
    ],
  ),
  scenario(
    "callbacks-lost",
    ["ussd_push", 7],
    [{ _tag: "FaultBegins", fault: { _tag: "CallbackLost" } }, creates, approves],
  ),
  scenario(
    "callbacks-repeated",
    ["ussd_push", 8],
    [
      { _tag: "FaultBegins", fault: { _tag: "CallbackRepeated", times: 3, everyMillis: minute } },
      creates,
      approves,
      passes(5 * minute),
      { _tag: "CallbacksRepeated" },
    ],
  ),
  scenario(
    "callbacks-delayed",
    ["ussd_push", 9],
    [
      creates,
      { _tag: "CallbacksDelayed", millis: hour },
      approves,
      passes(minute),
      { _tag: "CallbacksLost" },
      passes(hour),
    ],
  ),
  scenario(
    "forged-completed",
    ["ussd_push", 10],
    [creates, { _tag: "CallbacksForged", status: "completed" }, passes(20 * minute)],
  ),
  scenario(
    "forged-then-refused",
    ["ussd_push", 11],
    [creates, { _tag: "CallbacksForged", status: "completed" }, { _tag: "CustomerRefuses" }],
  ),
  scenario(
    "forged-failure",
    ["ussd_push", 12],
    [creates, { _tag: "CallbacksForged", status: "notcompleted" }, passes(minute), approves],
  ),
  scenario(
    "answer-lost",
    ["ussd_push", 13],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createDirectInvoice"], times: 1 },
      creates,
      approves,
      passes(minute),
    ],
  ),
  scenario(
    "answer-lost-tried-again",
    ["ussd_push", 14],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createDirectInvoice"], times: 1 },
      creates,
      passes(3 * minute),
      { _tag: "Merchant", does: "tries_again" },
      approves,
    ],
  ),
]
