/** Scenarios of the other ways to pay in: the page, codes by SMS, wallets, and what is dialled. */
import type { Scenario } from "./Scenario.ts"
import { approves, callsAgain, completed, creates, expired, hour, minute, passes, scenario } from "./scenarioParts.ts"

/** The scenarios. */
export const wayScenarios: ReadonlyArray<Scenario> = [
  scenario(
    "hosted-answer-lost",
    [
      "La réponse à une page se perd : une autre page est faite",
      "The answer of a hosted page is lost: another page is made",
    ],
    ["Hosted", 15],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["createHostedInvoice"], times: 1 },
      creates,
      callsAgain,
      { _tag: "CustomerPaysOnPage" },
      approves,
    ],
    ["Payé, et signalé : un essai reste sans réponse.", "Paid, and flagged: one attempt stays unanswered."],
  ),
  scenario(
    "hosted-pays",
    ["Le client paie sur la page", "The customer pays on the page"],
    ["Hosted", 16],
    [creates, { _tag: "CustomerPaysOnPage" }, approves],
    completed,
  ),
  scenario(
    "hosted-cancelled",
    [
      "Le client annule sur la page : le service ne dit rien",
      "The customer cancels on the page: the service says nothing",
    ],
    ["Hosted", 17],
    [creates, { _tag: "CustomerCancelsOnPage" }, passes(3 * hour)],
    expired,
  ),
  scenario(
    "sms-otp",
    ["Le code par SMS", "The code by SMS"],
    ["SmsOtp", 18],
    [creates, { _tag: "Merchant", does: "SubmitsRightCode" }],
    completed,
  ),
  scenario(
    "sms-otp-wrong-then-right",
    ["Un code faux, puis le bon", "A wrong code, then the right one"],
    ["SmsOtp", 19],
    [
      creates,
      { _tag: "Merchant", does: "SubmitsWrongCode" },
      passes(minute),
      { _tag: "Merchant", does: "SubmitsRightCode" },
    ],
    completed,
  ),
  scenario(
    "two-tokens-both-complete",
    ["Deux jetons, et les deux sont payés", "Two tokens, and both complete"],
    ["SmsOtp", 20],
    [
      creates,
      { _tag: "Merchant", does: "SubmitsRightCode" },
      passes(minute),
      { _tag: "OperatorDecides", which: "Oldest", completed: true },
      passes(hour),
    ],
    [
      "Payé une fois, le double est signalé, et un remboursement attend une personne.",
      "Paid once, the double is flagged, and a refund waits for a person.",
    ],
  ),
  scenario(
    "wallet-pays",
    ["Le portefeuille et son code", "The wallet and its code"],
    ["Wallet", 21],
    [creates, { _tag: "Merchant", does: "SubmitsRightCode" }],
    completed,
  ),
  scenario(
    "wallet-wrong-then-right",
    ["Portefeuille : un code faux, puis le bon", "Wallet: a wrong code, then the right one"],
    ["Wallet", 22],
    [
      creates,
      { _tag: "Merchant", does: "SubmitsWrongCode" },
      passes(minute),
      { _tag: "Merchant", does: "SubmitsRightCode" },
    ],
    completed,
  ),
  scenario(
    "wallet-otp-answer-lost",
    ["Portefeuille : la réponse à la demande de code se perd", "Wallet: the answer to the code's request is lost"],
    ["Wallet", 23],
    [
      { _tag: "FaultBegins", fault: { _tag: "AnswerDropped" }, endpoints: ["sendWalletOtp"], times: 1 },
      creates,
      callsAgain,
      passes(2 * minute),
      { _tag: "Merchant", does: "SubmitsRightCode" },
    ],
    completed,
  ),
  scenario(
    "ussd-otp",
    [
      "Le client compose d'abord, le code accompagne la création",
      "The customer dials first, the code goes with the creation",
    ],
    ["UssdOtp", 24],
    [{ _tag: "CustomerGetsCode", moreXof: 0 }, creates],
    completed,
  ),
  scenario(
    "ussd-otp-other-amount",
    ["Un code pour un autre montant : le service se tait", "A code for another amount: the service stays silent"],
    ["UssdOtp", 25],
    [{ _tag: "CustomerGetsCode", moreXof: 100 }, creates, passes(20 * minute)],
    expired,
  ),
  scenario(
    "guided-ussd",
    ["Le client compose ce que dit le SMS", "The customer dials what the message says"],
    ["GuidedUssd", 26],
    [creates, { _tag: "CustomerDials" }],
    completed,
  ),
]
