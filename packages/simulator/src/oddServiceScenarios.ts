/** Scenarios of payins in which the service says something odd, changes its mind, or forgets. */
import type { Scenario } from "./Scenario.ts"
import { approves, creates, hour, minute, passes, scenario } from "./scenarioParts.ts"

/** The scenarios. */
export const oddServiceScenarios: ReadonlyArray<Scenario> = [
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
