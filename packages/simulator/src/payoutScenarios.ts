/** Scenarios of payouts: where being wrong costs money twice. */
import type { Scenario, ScenarioStep } from "./Scenario.ts"
import { creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

/** Without it the operator decides by itself, after seconds or days. */
const silence: ScenarioStep = { _tag: "CustomerIs", behaviour: "NeverAnswers" }
const arrives: ScenarioStep = { _tag: "OperatorDecides", which: "Newest", completed: true }
const lost = (fault: Extract<ScenarioStep, { _tag: "FaultBegins" }>["fault"]): ScenarioStep => ({
  _tag: "FaultBegins",
  fault,
  endpoints: ["createDirectPayout"],
  times: 1,
})

const inDoubt = [
  "En doute, jamais renvoyé : une personne décide.",
  "In doubt, never sent again: a person decides.",
] as const

/** The scenarios. */
export const payoutScenarios: ReadonlyArray<Scenario> = [
  scenario(
    "payout-arrives",
    ["Le versement arrive", "The payout arrives"],
    ["MobileMoneyPayout", 41],
    [silence, creates, passes(minute), arrives],
    ["Versé, une seule fois.", "Paid out, once."],
  ),
  scenario(
    "payout-fails",
    ["L'opérateur refuse le versement", "The operator refuses the payout"],
    ["MobileMoneyPayout", 42],
    [silence, creates, { _tag: "OperatorDecides", which: "Newest", completed: false }, passes(10 * minute)],
    ["Non versé, après deux confirmations qui le disent.", "Not paid out, after two confirms that say so."],
  ),
  scenario(
    "payout-answer-lost",
    ["La réponse à un versement se perd après l'exécution", "A payout's answer is lost after the execution"],
    ["MobileMoneyPayout", 43],
    [silence, lost({ _tag: "AnswerDropped" }), creates, passes(minute), arrives, passes(hour)],
    inDoubt,
  ),
  scenario(
    "payout-reset-before",
    ["La connexion est coupée avant l'exécution", "The connection is reset before the execution"],
    ["MobileMoneyPayout", 44],
    [silence, lost({ _tag: "ConnectionReset", executed: false }), creates, passes(hour)],
    inDoubt,
  ),
  scenario(
    "payout-page-503",
    ["Une page HTML 503 après l'exécution", "An HTML page 503 after the execution"],
    ["MobileMoneyPayout", 45],
    [silence, lost({ _tag: "HtmlPage", status: 503, executed: true }), creates, arrives, passes(hour)],
    inDoubt,
  ),
  scenario(
    "payout-empty-token",
    ["Succès sans jeton", "Success without a token"],
    ["MobileMoneyPayout", 46],
    [silence, lost({ _tag: "EmptyToken" }), creates, arrives, passes(hour)],
    inDoubt,
  ),
  scenario(
    "payout-unknown-code",
    ["Un code que personne ne connaît, et pourtant exécuté", "A code that nobody knows, and yet executed"],
    ["MobileMoneyPayout", 47],
    [silence, lost({ _tag: "SubCode", code: "77", executed: true }), creates, arrives, passes(hour)],
    inDoubt,
  ),
  scenario(
    "payout-truncated",
    ["Du JSON tronqué après l'exécution", "Truncated JSON after the execution"],
    ["MobileMoneyPayout", 48],
    [silence, lost({ _tag: "TruncatedJson" }), creates, arrives, passes(hour)],
    inDoubt,
  ),
  scenario(
    "payout-slow",
    ["Le versement met plus d'un jour", "The payout takes more than a day"],
    ["MobileMoneyPayout", 49],
    [silence, creates, passes(25 * hour), arrives, passes(4 * hour)],
    ["Versé ; entre-temps signalé comme en retard.", "Paid out; flagged as overdue in between."],
  ),
  scenario(
    "payout-contradiction",
    [
      "Versé, et une heure plus tard le service dit le contraire",
      "Paid out, and an hour later the service says the opposite",
    ],
    ["MobileMoneyPayout", 50],
    [
      silence,
      { _tag: "FaultBegins", fault: { _tag: "FinalStatusMoves", afterMillis: hour } },
      creates,
      arrives,
      passes(3 * hour),
    ],
    ["Reste versé ; la contradiction est signalée.", "Stays paid out; the contradiction is flagged."],
  ),
  scenario(
    "low-balance",
    ["Le solde manque chez un opérateur", "The balance of one operator is too low"],
    ["MobileMoneyPayout", 51],
    [silence, { _tag: "BalanceSet", balanceXof: 0 }, creates, passes(minute)],
    ["Refusé ; rien n'est parti.", "Refused; nothing has left."],
  ),
  scenario(
    "payouts-ip-denied",
    ["L'adresse IP n'est pas admise, puis elle l'est", "The IP address is not whitelisted, then it is"],
    ["MobileMoneyPayout", 52],
    [
      silence,
      { _tag: "WhitelistEmptied" },
      creates,
      passes(minute),
      { _tag: "WhitelistRestored" },
      passes(10 * minute),
    ],
    [
      "Rien n'est parti : les versements s'arrêtent jusqu'à ce qu'une personne les reprenne.",
      "Nothing has left: payouts are on hold until a person lifts it.",
    ],
  ),
  scenario(
    "payout-twin",
    ["Le même versement sous un autre nom", "The same payout under another name"],
    ["MobileMoneyPayout", 53],
    [silence, creates, { _tag: "Merchant", does: "CreatesTwin" }, passes(minute), arrives, passes(10 * minute)],
    ["Versé une fois ; le jumeau attend une personne.", "Paid out once; the twin waits for a person."],
  ),
  scenario(
    "payout-callbacks-forged",
    ["Un faux rappel dit qu'un versement est arrivé", "A forged callback says that a payout arrived"],
    ["MobileMoneyPayout", 54],
    [silence, creates, { _tag: "CallbacksForged", status: "completed" }, passes(10 * minute)],
    ["Toujours en attente : un rappel ne prouve rien.", "Still pending: a callback proves nothing."],
  ),
  scenario(
    "wallet-payout",
    ["Un versement au portefeuille", "A payout to a wallet"],
    ["WalletPayout", 55],
    [creates, passes(minute)],
    ["Versé, une seule fois.", "Paid out, once."],
  ),
]
