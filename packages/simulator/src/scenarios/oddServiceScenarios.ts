/** Scenarios of payins in which the service answers oddly, changes its mind, or forgets. */
import type { Scenario } from "./Scenario.ts"
import { approves, creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

export const oddServiceScenarios: ReadonlyArray<Scenario> = [
  scenario(
    "amount-differs",
    ["ussd_push", 27],
    [{ _tag: "FaultBegins", fault: { _tag: "OtherAmount", byXof: -1 } }, creates, approves, passes(2 * minute)],
  ),
  scenario(
    "unknown-status",
    ["ussd_push", 28],
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
    ["ussd_push", 29],
    [
      { _tag: "FaultBegins", fault: { _tag: "FinalStatusMoves", afterMillis: hour } },
      creates,
      approves,
      passes(2 * hour),
    ],
  ),
  scenario(
    "completed-after-failure",
    ["ussd_push", 30],
    [
      { _tag: "FaultBegins", fault: { _tag: "FinalStatusMoves", afterMillis: hour } },
      creates,
      { _tag: "CustomerRefuses" },
      passes(3 * hour),
    ],
  ),
  scenario(
    "token-dies",
    ["ussd_push", 31],
    [{ _tag: "FaultBegins", fault: { _tag: "TokenExpires", afterMillis: minute } }, creates, passes(30 * minute)],
  ),
  scenario("daily-limit", ["ussd_push", 32], [{ _tag: "CustomerIs", behaviour: "over_daily_limit" }, creates]),
  scenario(
    "keys-reissued",
    ["ussd_push", 33],
    [
      { _tag: "CredentialsReissued" },
      creates,
      passes(10_000),
      { _tag: "Merchant", does: "takes_new_keys" },
      passes(minute),
      approves,
    ],
  ),
]
