/** Scenarios of payins by USSD push: acts of the customer, callbacks, and lost answers. */
import type { Scenario } from "./Scenario.ts"
import { approves, creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

export const pushScenarios: ReadonlyArray<Scenario> = [
  scenario("push-completes", ["UssdPush", 1], [creates, approves]),
  scenario("push-refused", ["UssdPush", 2], [creates, { _tag: "CustomerRefuses" }]),
  scenario("prompt-ignored", ["UssdPush", 3], [creates, passes(20 * minute)]),
  scenario(
    "wrong-pin-then-right",
    ["UssdPush", 4],
    [creates, { _tag: "CustomerEntersWrongPin" }, passes(minute), approves],
  ),
  scenario(
    "late-completion",
    ["UssdPush", 5],
    [creates, passes(20 * minute), { _tag: "OperatorDecides", which: "Newest", completed: true }],
  ),
  scenario(
    "callback-before-answer",
    ["UssdPush", 6],
    [
      { _tag: "CustomerIs", behaviour: "PaysAtOnce" },
      { _tag: "FaultBegins", fault: { _tag: "CallbackEarly" } },
      creates,
    ],
  ),
  scenario(
    "callbacks-lost",
    ["UssdPush", 7],
    [{ _tag: "FaultBegins", fault: { _tag: "CallbackLost" } }, creates, approves],
  ),
  scenario(
    "callbacks-repeated",
    ["UssdPush", 8],
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
    ["UssdPush", 9],
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
    ["UssdPush", 10],
    [creates, { _tag: "CallbacksForged", status: "completed" }, passes(20 * minute)],
  ),
  scenario(
    "forged-then-refused",
    ["UssdPush", 11],
    [creates, { _tag: "CallbacksForged", status: "completed" }, { _tag: "CustomerRefuses" }],
  ),
  scenario(
    "forged-failure",
    ["UssdPush", 12],
    [creates, { _tag: "CallbacksForged", status: "notcompleted" }, passes(minute), approves],
  ),
  scenario(
    "answer-lost",
    ["UssdPush", 13],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createDirectInvoice"], times: 1 },
      creates,
      approves,
      passes(minute),
    ],
  ),
  scenario(
    "answer-lost-tried-again",
    ["UssdPush", 14],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createDirectInvoice"], times: 1 },
      creates,
      passes(3 * minute),
      { _tag: "Merchant", does: "TriesAgain" },
      approves,
    ],
  ),
]
