/** Scenarios of payins. Each has a number and an amount of its own, so several can be played at the same time. */
import type { Scenario, ScenarioPaymentKind, ScenarioStep } from "./Scenario.ts"

const minute = 60_000
const hour = 60 * minute
const creates: ScenarioStep = { _tag: "Merchant", does: "Creates" }
const callsAgain: ScenarioStep = { _tag: "Merchant", does: "CallsAgain" }
const approves: ScenarioStep = { _tag: "CustomerApproves" }
const passes = (millis: number): ScenarioStep => ({ _tag: "TimePasses", millis })

/** The prefix of a number that the operator of this kind serves. */
const prefixes: Readonly<Record<ScenarioPaymentKind, string>> = {
  Hosted: "22660",
  UssdPush: "22660",
  GuidedUssd: "22650",
  UssdOtp: "22670",
  SmsOtp: "22640",
  Wallet: "22699",
  WalletPayout: "22699",
  MobileMoneyPayout: "22660",
}

/** A number that acts by itself in no way, and an amount that nothing else uses. */
const payment = (kind: ScenarioPaymentKind, number: number): Scenario["payment"] => ({
  kind,
  phone: `${prefixes[kind]}${String(100_000 + number * 100 + 1)}`,
  amountXof: 3_000 + number,
})

type Texts = readonly [french: string, english: string]

/** Writes a scenario down. */
export const scenario = (
  name: string,
  [fr, en]: Texts,
  about: readonly [kind: ScenarioPaymentKind, number: number],
  steps: ReadonlyArray<ScenarioStep>,
  [endsFr, endsEn]: Texts,
): Scenario => ({ name, title: { fr, en }, payment: payment(...about), steps, ends: { fr: endsFr, en: endsEn } })

const completed: Texts = ["Payé, une seule fois.", "Paid, once."]
const expired: Texts = [
  "Expiré pour le client, mais encore écouté : l'argent peut venir.",
  "Expired for the customer, and still listened to: money may come.",
]

/** The scenarios. */
export const payinScenarios: ReadonlyArray<Scenario> = [
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
  scenario(
    "amount-differs",
    ["Le montant confirmé est plus petit d'un franc", "The confirmed amount is one franc less"],
    ["UssdPush", 27],
    [{ _tag: "FaultBegins", fault: { _tag: "OtherAmount", byXof: -1 } }, creates, approves, passes(2 * minute)],
    ["Jamais crédité ; signalé à une personne.", "Never credited; flagged for a person."],
  ),
  scenario(
    "unknown-status",
    ["Le service dit un mot inconnu, puis le bon", "The service says an unknown word, then the right one"],
    ["UssdPush", 28],
    [
      { _tag: "FaultBegins", fault: { _tag: "OtherStatus", text: "COMPLETED" } },
      creates,
      approves,
      passes(minute),
      { _tag: "FaultsEnd" },
    ],
    ["Payé quand le mot est exact, et signalé.", "Paid once the word is exact, and flagged."],
  ),
  scenario(
    "terminal-contradiction",
    [
      "Payé, et une heure plus tard le service dit le contraire",
      "Completed, and an hour later the service says the opposite",
    ],
    ["UssdPush", 29],
    [
      { _tag: "FaultBegins", fault: { _tag: "FinalStatusMoves", afterMillis: hour } },
      creates,
      approves,
      passes(2 * hour),
    ],
    ["Reste payé ; la contradiction est signalée.", "Stays paid; the contradiction is flagged."],
  ),
  scenario(
    "completed-after-failure",
    ["Non payé, et une heure plus tard payé", "Not completed, and completed an hour later"],
    ["UssdPush", 30],
    [
      { _tag: "FaultBegins", fault: { _tag: "FinalStatusMoves", afterMillis: hour } },
      creates,
      { _tag: "CustomerRefuses" },
      passes(3 * hour),
    ],
    ["Reste non payé ; l'argent tardif est signalé.", "Stays not paid; the late money is flagged."],
  ),
  scenario(
    "token-dies",
    ["Le service oublie le jeton", "The service forgets the token"],
    ["UssdPush", 31],
    [{ _tag: "FaultBegins", fault: { _tag: "TokenExpires", afterMillis: minute } }, creates, passes(30 * minute)],
    ["Expiré, et signalé : il n'y a plus rien à demander.", "Expired, and flagged: there is nothing left to ask with."],
  ),
  scenario(
    "daily-limit",
    ["Le client a atteint la limite du jour", "The customer has reached the daily limit"],
    ["UssdPush", 32],
    [{ _tag: "CustomerIs", behaviour: "OverDailyLimit" }, creates],
    ["Refusé : un autre essai est un autre paiement.", "Refused: another try is another payment."],
  ),
  scenario(
    "keys-reissued",
    ["Les identifiants sont émis de nouveau", "The credentials are issued anew"],
    ["UssdPush", 33],
    [
      { _tag: "CredentialsReissued" },
      creates,
      passes(10_000),
      { _tag: "Merchant", does: "TakesNewKeys" },
      passes(minute),
      approves,
    ],
    ["Payé après le changement de clés, rien de perdu.", "Paid after the keys were changed, nothing lost."],
  ),
]
