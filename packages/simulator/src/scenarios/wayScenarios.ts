/** Scenarios of the other ways to pay in: the page, codes by SMS, wallets, and dialled codes. */
import type { Scenario } from "./Scenario.ts"
import { approves, callsAgain, creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

export const wayScenarios: ReadonlyArray<Scenario> = [
  scenario(
    "hosted-answer-lost",
    ["hosted", 15],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createHostedInvoice"], times: 1 },
      creates,
      callsAgain,
      { _tag: "CustomerPaysOnPage" },
      approves,
    ],
  ),
  scenario("hosted-pays", ["hosted", 16], [creates, { _tag: "CustomerPaysOnPage" }, approves]),
  scenario("hosted-cancelled", ["hosted", 17], [creates, { _tag: "CustomerCancelsOnPage" }, passes(3 * hour)]),
  scenario("hosted-refused", ["hosted", 34], [creates, { _tag: "CustomerPaysOnPage" }, { _tag: "CustomerRefuses" }]),
  scenario(
    "hosted-forged",
    ["hosted", 35],
    [creates, { _tag: "CallbacksForged", status: "completed" }, passes(3 * hour)],
  ),
  scenario(
    "hosted-late",
    ["hosted", 36],
    [
      creates,
      { _tag: "CustomerPaysOnPage" },
      passes(3 * hour),
      { _tag: "OperatorDecides", which: "Newest", completed: true },
    ],
  ),
  scenario(
    "hosted-callbacks-lost",
    ["hosted", 37],
    [
      { _tag: "FaultBegins", fault: { _tag: "CallbackLost" } },
      creates,
      { _tag: "CustomerPaysOnPage" },
      approves,
      passes(2 * minute),
    ],
  ),
  scenario("sms-otp", ["sms_otp", 18], [creates, { _tag: "Merchant", does: "submits_right_code" }]),
  scenario(
    "sms-otp-wrong-then-right",
    ["sms_otp", 19],
    [
      creates,
      { _tag: "Merchant", does: "submits_wrong_code" },
      passes(minute),
      { _tag: "Merchant", does: "submits_right_code" },
    ],
  ),
  scenario(
    "two-tokens-both-complete",
    ["sms_otp", 20],
    [
      creates,
      { _tag: "Merchant", does: "submits_right_code" },
      passes(minute),
      { _tag: "OperatorDecides", which: "Oldest", completed: true },
      passes(hour),
    ],
  ),
  scenario("wallet-pays", ["wallet", 21], [creates, { _tag: "Merchant", does: "submits_right_code" }]),
  scenario(
    "wallet-wrong-then-right",
    ["wallet", 22],
    [
      creates,
      { _tag: "Merchant", does: "submits_wrong_code" },
      passes(minute),
      { _tag: "Merchant", does: "submits_right_code" },
    ],
  ),
  scenario(
    "wallet-otp-answer-lost",
    ["wallet", 23],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["sendWalletOtp"], times: 1 },
      creates,
      callsAgain,
      passes(2 * minute),
      { _tag: "Merchant", does: "submits_right_code" },
    ],
  ),
  scenario("ussd-otp", ["ussd_otp", 24], [{ _tag: "CustomerGetsCode", moreXof: 0 }, creates]),
  scenario(
    "ussd-otp-other-amount",
    ["ussd_otp", 25],
    [{ _tag: "CustomerGetsCode", moreXof: 100 }, creates, passes(20 * minute)],
  ),
  scenario("guided-ussd", ["guided_ussd", 26], [creates, { _tag: "CustomerDials" }]),
]
