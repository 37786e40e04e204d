/** Scenarios of payouts, where a mistake costs money twice. */
import type { Scenario, ScenarioStep } from "./Scenario.ts"
import { creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

/** Without it the operator decides by itself, after seconds or days. */
const silence: ScenarioStep = { _tag: "CustomerIs", behaviour: "never_answers" }
const arrives: ScenarioStep = { _tag: "OperatorDecides", which: "Newest", completed: true }
const lost = (fault: Extract<ScenarioStep, { _tag: "FaultBegins" }>["fault"]): ScenarioStep => ({
  _tag: "FaultBegins",
  fault,
  endpoints: ["createDirectPayout"],
  times: 1,
})

export const payoutScenarios: ReadonlyArray<Scenario> = [
  scenario("payout-arrives", ["mobile_money_payout", 41], [silence, creates, passes(minute), arrives]),
  scenario(
    "payout-fails",
    ["mobile_money_payout", 42],
    [silence, creates, { _tag: "OperatorDecides", which: "Newest", completed: false }, passes(10 * minute)],
  ),
  scenario(
    "payout-answer-lost",
    ["mobile_money_payout", 43],
    [silence, lost({ _tag: "AnswerDropped" }), creates, passes(minute), arrives, passes(hour)],
  ),
  scenario(
    "payout-reset-before",
    ["mobile_money_payout", 44],
    [silence, lost({ _tag: "ConnectionReset", executed: false }), creates, passes(hour)],
  ),
  scenario(
    "payout-page-503",
    ["mobile_money_payout", 45],
    [silence, lost({ _tag: "HtmlPage", status: 503, executed: true }), creates, arrives, passes(hour)],
  ),
  scenario(
    "payout-empty-token",
    ["mobile_money_payout", 46],
    [silence, lost({ _tag: "EmptyToken" }), creates, arrives, passes(hour)],
  ),
  scenario(
    "payout-unknown-code",
    ["mobile_money_payout", 47],
    [silence, lost({ _tag: "SubCode", code: "77", executed: true }), creates, arrives, passes(hour)],
  ),
  scenario(
    "payout-truncated",
    ["mobile_money_payout", 48],
    [silence, lost({ _tag: "TruncatedJson" }), creates, arrives, passes(hour)],
  ),
  scenario(
    "payout-slow",
    ["mobile_money_payout", 49],
    [silence, creates, passes(25 * hour), arrives, passes(4 * hour)],
  ),
  scenario(
    "payout-contradiction",
    ["mobile_money_payout", 50],
    [
      silence,
      { _tag: "FaultBegins", fault: { _tag: "FinalStatusMoves", afterMillis: hour } },
      creates,
      arrives,
      passes(3 * hour),
    ],
  ),
  scenario(
    "low-balance",
    ["mobile_money_payout", 51],
    [silence, { _tag: "BalanceSet", balanceXof: 0 }, creates, passes(minute)],
  ),
  scenario(
    "payouts-ip-denied",
    ["mobile_money_payout", 52],
    [
      silence,
      { _tag: "WhitelistEmptied" },
      creates,
      passes(minute),
      { _tag: "WhitelistRestored" },
      passes(10 * minute),
    ],
  ),
  scenario(
    "payout-twin",
    ["mobile_money_payout", 53],
    [silence, creates, { _tag: "Merchant", does: "creates_twin" }, passes(minute), arrives, passes(10 * minute)],
  ),
  scenario(
    "payout-callbacks-forged",
    ["mobile_money_payout", 54],
    [silence, creates, { _tag: "CallbacksForged", status: "completed" }, passes(10 * minute)],
  ),
  scenario("wallet-payout", ["wallet_payout", 55], [creates, passes(minute)]),
]
