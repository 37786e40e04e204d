/** Scenarios of the other ways to pay in: the page, codes by SMS, wallets, and dialled codes. */
import type { Scenario } from "./Scenario.ts"
import { approves, callsAgain, creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

export const wayScenarios: ReadonlyArray<Scenario> = [
  scenario(
    "hosted-answer-lost",
    ["Hosted", 15],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createHostedInvoice"], times: 1 },
      creates,
      callsAgain,
      { _tag: "CustomerPaysOnPage" },
      approves,
    ],
  ),
  scenario("hosted-pays", ["Hosted", 16], [creates, { _tag: "CustomerPaysOnPage" }, approves]),
  scenario("hosted-cancelled", ["Hosted", 17], [creates, { _tag: "CustomerCancelsOnPage" }, passes(3 * hour)]),
  scenario("hosted-refused", ["Hosted", 34], [creates, { _tag: "CustomerPaysOnPage" }, { _tag: "CustomerRefuses" }]),
  scenario(
    "hosted-forged",
    ["Hosted", 35],
    [creates, { _tag: "CallbacksForged", status: "completed" }, passes(3 * hour)],
  ),
  scenario(
    "hosted-late",
    ["Hosted", 36],
    [
      creates,
      { _tag: "CustomerPaysOnPage" },
      passes(3 * hour),
      { _tag: "OperatorDecides", which: "Newest", completed: true },
    ],
  ),
  scenario(
    "hosted-callbacks-lost",
    ["Hosted", 37],
    [
      { _tag: "FaultBegins", fault: { _tag: "CallbackLost" } },
      creates,
      { _tag: "CustomerPaysOnPage" },
      approves,
      passes(2 * minute),
    ],
  ),
  scenario("sms-otp", ["SmsOtp", 18], [creates, { _tag: "Merchant", does: "SubmitsRightCode" }]),
  scenario(
    "sms-otp-wrong-then-right",
    ["SmsOtp", 19],
    [
      creates,
      { _tag: "Merchant", does: "SubmitsWrongCode" },
      passes(minute),
      { _tag: "Merchant", does: "SubmitsRightCode" },
    ],
  ),
  scenario(
    "two-tokens-both-complete",
    ["SmsOtp", 20],
    [
      creates,
      { _tag: "Merchant", does: "SubmitsRightCode" },
      passes(minute),
      { _tag: "OperatorDecides", which: "Oldest", completed: true },
      passes(hour),
    ],
  ),
  scenario("wallet-pays", ["Wallet", 21], [creates, { _tag: "Merchant", does: "SubmitsRightCode" }]),
  scenario(
    "wallet-wrong-then-right",
    ["Wallet", 22],
    [
      creates,
      { _tag: "Merchant", does: "SubmitsWrongCode" },
      passes(minute),
      { _tag: "Merchant", does: "SubmitsRightCode" },
    ],
  ),
  scenario(
    "wallet-otp-answer-lost",
    ["Wallet", 23],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["sendWalletOtp"], times: 1 },
      creates,
      callsAgain,
      passes(2 * minute),
      { _tag: "Merchant", does: "SubmitsRightCode" },
    ],
  ),
  scenario("ussd-otp", ["UssdOtp", 24], [{ _tag: "CustomerGetsCode", moreXof: 0 }, creates]),
  scenario(
    "ussd-otp-other-amount",
    ["UssdOtp", 25],
    [{ _tag: "CustomerGetsCode", moreXof: 100 }, creates, passes(20 * minute)],
  ),
  scenario("guided-ussd", ["GuidedUssd", 26], [creates, { _tag: "CustomerDials" }]),
]
