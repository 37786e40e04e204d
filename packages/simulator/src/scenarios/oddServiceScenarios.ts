/** Scenarios of payins in which the service answers oddly, changes its mind, or forgets. */
import type { Scenario } from "./Scenario.ts"
import { approves, creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

export const oddServiceScenarios: ReadonlyArray<Scenario> = [
  scenario(
    "amount-differs",
    ["UssdPush", 27],
    [{ _tag: "FaultBegins", fault: { _tag: "OtherAmount", byXof: -1 } }, creates, approves, passes(2 * minute)],
  ),
  scenario(
    "unknown-status",
    ["UssdPush", 28],
    [
      { _tag: "FaultBegins", fault: { _tag: "OtherStatus", text: "COMPLETED" } },
      creates,
      approves,
      passes(minute),
      { _tag: "FaultsEnd" },
    ],
  ),
  scenario(
    "terminal-contradiction",
    ["UssdPush", 29],
    [
      { _tag: "FaultBegins", fault: { _tag: "FinalStatusMoves", afterMillis: hour } },
      creates,
      approves,
      passes(2 * hour),
    ],
  ),
  scenario(
    "completed-after-failure",
    ["UssdPush", 30],
    [
      { _tag: "FaultBegins", fault: { _tag: "FinalStatusMoves", afterMillis: hour } },
      creates,
      { _tag: "CustomerRefuses" },
      passes(3 * hour),
    ],
  ),
  scenario(
    "token-dies",
    ["UssdPush", 31],
    [{ _tag: "FaultBegins", fault: { _tag: "TokenExpires", afterMillis: minute } }, creates, passes(30 * minute)],
  ),
  scenario("daily-limit", ["UssdPush", 32], [{ _tag: "CustomerIs", behaviour: "OverDailyLimit" }, creates]),
  scenario(
    "keys-reissued",
    ["UssdPush", 33],
    [
      { _tag: "CredentialsReissued" },
      creates,
      passes(10_000),
      { _tag: "Merchant", does: "TakesNewKeys" },
      passes(minute),
      approves,
    ],
  ),
]
