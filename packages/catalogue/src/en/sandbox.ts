/** What the simulated service, its phones and its scenarios say, in English. */
import { duration, money } from "../format.ts"

const paid = "Paid, once."
const unpaid = "Not paid."
const expired = "Expired for the customer, and the program keeps asking the service: money may still come."
const flagged = "Paid, and flagged: one call stays unanswered."
const sent = "Paid out, once."
const inDoubt = "Unknown outcome, never sent again: a person decides."

/** The scenarios: what happens, and how it must end. */
export const scenarios = {
  "push-completes": { title: "The customer confirms on the phone", ends: paid },
  "push-refused": { title: "The customer refuses", ends: unpaid },
  "prompt-ignored": { title: "The customer never answers, and the service has no time limit", ends: expired },
  "wrong-pin-then-right": { title: "A wrong PIN, then the right one", ends: paid },
  "late-completion": { title: "Paid after it expired", ends: "Paid, late: the merchant learns of it." },
  "callback-before-answer": { title: "The callback comes before the answer to the creation", ends: paid },
  "callbacks-lost": { title: "No callback ever comes", ends: paid },
  "callbacks-repeated": { title: "Each callback comes four times", ends: paid },
  "callbacks-delayed": { title: "Callbacks are late, then lost", ends: paid },
  "forged-completed": { title: "A forged callback says “completed”, and the customer has not paid", ends: expired },
  "forged-then-refused": { title: "A forged callback, then the customer refuses", ends: unpaid },
  "forged-failure": { title: "A forged callback says “notcompleted”, and the customer pays", ends: paid },
  "answer-lost": {
    title: "The answer to the creation is lost, and the customer pays",
    ends: "Unknown outcome: the callback shows that the service knows it, and a person decides.",
  },
  "answer-lost-tried-again": { title: "The answer is lost; the customer asks for another try and pays", ends: flagged },
  "hosted-answer-lost": { title: "The answer of a payment page is lost, and another page is made", ends: flagged },
  "hosted-pays": { title: "The customer pays on the page", ends: paid },
  "hosted-cancelled": { title: "The customer cancels on the page, and the service says nothing", ends: expired },
  "hosted-refused": { title: "The customer chooses on the page, and refuses on the phone", ends: unpaid },
  "hosted-forged": { title: "A forged callback says “completed”, and the page is unpaid", ends: expired },
  "hosted-late": { title: "A payment page is paid hours later", ends: "Paid, late: the merchant learns of it." },
  "hosted-callbacks-lost": { title: "The customer pays on the page, and no callback comes", ends: paid },
  "sms-otp": { title: "The code by SMS", ends: paid },
  "sms-otp-wrong-then-right": { title: "A wrong code, then the right one", ends: paid },
  "two-tokens-both-complete": {
    title: "Two tokens, and both are paid",
    ends: "Paid once, the second collection is flagged, and a refund waits for a person.",
  },
  "wallet-pays": { title: "The wallet and its code", ends: paid },
  "wallet-wrong-then-right": { title: "Wallet: a wrong code, then the right one", ends: paid },
  "wallet-otp-answer-lost": { title: "Wallet: the answer to the request for a code is lost", ends: paid },
  "ussd-otp": { title: "The customer dials first, and the code goes with the creation", ends: paid },
  "ussd-otp-other-amount": { title: "A code for another amount, and the service stays silent", ends: expired },
  "guided-ussd": { title: "The customer dials what the SMS says", ends: paid },
  "amount-differs": { title: "The confirmed amount is one franc less", ends: "Never credited; flagged for a person." },
  "unknown-status": {
    title: "The service says an unknown word, then the right one",
    ends: "Paid once the word is exact, and flagged.",
  },
  "terminal-contradiction": {
    title: "Paid, and an hour later the service says the opposite",
    ends: "Stays paid; the contradiction is flagged.",
  },
  "completed-after-failure": {
    title: "Not paid, and paid an hour later",
    ends: "Stays not paid; the late money is flagged.",
  },
  "token-dies": {
    title: "The service forgets the token",
    ends: "Expired, and flagged: there is nothing left to ask with.",
  },
  "daily-limit": {
    title: "The customer has reached the daily limit",
    ends: "Refused: another try is another payment.",
  },
  "keys-reissued": {
    title: "The service issues new credentials",
    ends: "Paid after the keys were changed, and nothing is lost.",
  },
  "payout-arrives": { title: "The payout arrives", ends: sent },
  "payout-fails": { title: "The operator refuses the payout", ends: "Not paid out, after two confirms that say so." },
  "payout-answer-lost": { title: "The answer to a payout is lost after the execution", ends: inDoubt },
  "payout-reset-before": { title: "The connection is reset before the execution", ends: inDoubt },
  "payout-page-503": { title: "An HTML page with status 503 after the execution", ends: inDoubt },
  "payout-empty-token": { title: "Success without a token", ends: inDoubt },
  "payout-unknown-code": { title: "An unknown code, and yet executed", ends: inDoubt },
  "payout-truncated": { title: "Truncated JSON after the execution", ends: inDoubt },
  "payout-slow": { title: "The payout takes more than a day", ends: "Paid out; flagged as overdue in between." },
  "payout-contradiction": {
    title: "Paid out, and an hour later the service says the opposite",
    ends: "Stays paid out; the contradiction is flagged.",
  },
  "low-balance": {
    title: "The balance at one operator is too low",
    ends: "Nothing has left: the payout waits, and goes out by itself once the pause ends.",
  },
  "payouts-ip-denied": {
    title: "The IP address is not on the whitelist, then it is",
    ends: "Nothing has left: payouts stay paused until a person resumes them.",
  },
  "payout-twin": {
    title: "The same payout under another id",
    ends: "Paid out once; the second payout waits for a person.",
  },
  "payout-callbacks-forged": {
    title: "A forged callback says that a payout arrived",
    ends: "Still pending: a callback proves nothing.",
  },
  "wallet-payout": { title: "A payout to a wallet", ends: sent },
} as const

/** The payment that the reader of a scenario creates. */
export const scenarioPayments = {
  hosted: "a payin on the payment page",
  ussd_push: "a USSD push payin",
  guided_ussd: "a guided USSD payin",
  ussd_otp: "a USSD code payin",
  sms_otp: "an SMS code payin",
  wallet: "a wallet payin",
  wallet_payout: "a wallet payout",
  mobile_money_payout: "a mobile money payout",
} as const

/** What the reader's own program does. */
export const merchantActs = {
  creates: "Your program creates the payment",
  creates_twin: "Your program creates the same payout under another id",
  submits_right_code: "Your program submits the code that came",
  submits_wrong_code: "Your program submits the code 000000",
  tries_again: "Your program tries once more, because the customer asks",
  calls_again: "Your program repeats the call that got no answer",
  takes_new_keys: "Your program switches to the new credentials",
} as const

/** The steps of scenarios. */
export const scenarioSteps = {
  create: (what: string, francs: number, phone: string) => `Create ${what} of ${money(francs, "en")}, number ${phone}.`,
  expected: (end: string) => `Expected: ${end}`,
  stopped: (because: string) => `Stopped: ${because}`,
  fault_begins: (fault: string) => `A fault begins: ${fault}`,
  faults_end: "The faults end",
  customer_is: (behaviour: string) => `The customer ${behaviour}`,
  customer_approves: "The customer confirms",
  customer_refuses: "The customer refuses",
  customer_enters_wrong_pin: "The customer enters a wrong PIN",
  customer_dials: "The customer dials what the SMS says",
  customer_gets_code: "The customer dials the menu and gets a code",
  customer_gets_other_code: "The customer gets a code for another amount",
  customer_pays_on_page: "The customer chooses the operator on the page",
  customer_cancels_on_page: "The customer cancels on the page",
  operator_decides: (status: string) => `The operator decides: ${status}`,
  operator_decides_oldest: (status: string) => `The operator decides about the first one: ${status}`,
  callbacks_forged: (status: string) => `A forged callback says ${status}`,
  callbacks_lost: "The callbacks are lost",
  callbacks_delayed: (millis: number) => `The callbacks are ${duration(millis, "en")} late`,
  callbacks_repeated: "The callbacks come again",
  credentials_reissued: "The service issues new credentials",
  whitelist_emptied: "The service allows no IP address any more",
  whitelist_restored: "The service allows the IP addresses again",
  balance_set: (francs: number) => `The balance at the operator is ${money(francs, "en")}`,
  time_passes: (millis: number) => `${duration(millis, "en")} pass`,
} as const

/** The faults that people switch on. */
export const faults = {
  "answer-dropped": "The answer never comes",
  "reset-before": "Connection reset before the execution",
  "reset-after": "Connection reset after the execution",
  slow: "Answer after twenty seconds",
  "page-503": "HTML page 503, executed",
  "page-429": "HTML page 429, nothing executed",
  truncated: "Truncated JSON",
  "empty-token": "Success without a token",
  "failure-with-token": "Failure with a token",
  "code-00": "Credentials refused (Code00)",
  "code-99": "Unknown code, executed",
  "odd-status": "Unknown status in a confirm",
  "odd-amount": "Amount one franc less",
  "confirm-refused": "Confirm refused (Code04)",
  "final-moves": "The final status changes after an hour",
  "token-expires": "The token expires after a minute",
  "callback-lost": "Callbacks lost",
  "callback-early": "Callbacks before the answer",
  "callback-single": "JSON callback only",
  "callback-repeated": "Callbacks three times more",
  "callback-reordered": "JSON callback before the form",
  "callback-late": "Callbacks ten minutes late",
  "callback-held": "Callbacks held back until you send them",
  "callback-forged": "Forged callback “completed”",
} as const

/** What a simulated customer does. */
export const behaviours = {
  waits: "waits for you to act",
  pays_at_once: "pays at once",
  pays_in_a_minute: "pays after a minute",
  pays_in_two_days: "pays after two days",
  refuses: "refuses",
  never_answers: "never answers",
  cannot_pay: "has no money",
  over_daily_limit: "has reached the daily limit",
} as const

/** What the operator decides. */
export const operatorDecisions = {
  completed: "paid",
  refused: "refused by the customer",
  no_funds: "not enough money",
  failed: "failed",
} as const

/** What the simulator writes into histories and onto phones. */
export const simulated = {
  created: "created",
  given: (values: string) => `Given: ${values}.`,
  attempt: (operator: string) => `the customer tries to pay with operator ${operator}`,
  confirmed: "the operator confirmed",
  decided: (decision: string) => `the operator answered: ${decision}`,
  not_definite: (decision: string) => `the operator answered: ${decision}; that is not final`,
  cancelled: "the customer cancelled",
  moved: "the operator changed its mind",
  arrived: "the money arrived",
  onward_arrived: "the onward transfer arrived",
  onward_failed: "the onward transfer failed",
  onward_ends: "the failed onward transfer ends the payout",
  payment_code: (code: string, francs: number) => `Your payment code is ${code} for ${money(francs, "en")}.`,
  code: (code: string, francs: number) => `Your code is ${code} for ${money(francs, "en")}.`,
  dial: (dial: string, francs: number, shop: string) =>
    `Dial ${dial} and enter your PIN to pay ${money(francs, "en")} to ${shop}.`,
} as const

/** Why the simulator does not do what it was asked. */
export const simulatorRefusals = {
  no_phone: "This is not a phone number. Enter the country code and the number, digits only, such as 22660000002.",
  no_menu: "The operator of this phone has no menu that gives codes. Use a phone of another operator.",
  menu_amount: "The menu accepts only whole francs above zero. Enter an amount such as 1500.",
  menu_pin: "The menu says that the PIN is wrong. Enter 1234, or the one that the seed file sets.",
  unknown_code: "The operator does not know this code. Dial what the SMS says.",
  nothing_asked: "Nothing on this phone waits for an answer. Create a payment first.",
  dial_first: "The phone has to dial what its SMS says first.",
  balance: "A balance is zero or more whole francs. Enter one such as 50000.",
  no_operator:
    "No operator serves this phone. Use a number that begins with a prefix of an operator; the control API lists the operators, and the page of the phones has a phone of each.",
  project_exists: "A project with this id exists already. Choose another id.",
  not_an_operator:
    "This is not an operator. It is written as JSON: id, name and country as texts, mode (ussd_otp, ussd_push, guided_ussd, sms_otp, wallet, service_redirect or operator_redirect), prefixes as a list of texts, bounds, dailyLimitXof, payinFee, payoutFee and payoutDelay. Copy one of the page of the projects, or of the control API, and change it.",
  not_a_project:
    "This is not a project. Its id and its name are texts, amounts are whole francs, and a whitelist takes at most three IP addresses, ranges such as 172.16.0.0/12, or “any”, separated by commas. The control API lists the projects as they are written.",
  no_project: "There is no such project. Take the id of one on the page of the projects.",
  no_project_or_balance:
    "There is no such project or operator, or the balance is not zero or more whole francs. Take both ids from the page of the projects, and enter a balance such as 50000.",
  time_factor:
    "A time factor is a number from 0 to 1000000; zero stops time, and 60 makes an hour of a minute. Enter one.",
  not_pending:
    "The payment is not pending, so the operator cannot decide about it. Take a pending one of the list, or dispute this one.",
  no_operator_yet: "No customer has chosen an operator yet. Choose one on the payment page first.",
  final_stays: "The assumption finalStatusesMove is off. Switch it on first.",
  not_final: "The payment is not final yet. Let the operator decide first.",
  not_a_rule:
    "This is not a fault rule. It has an id and a fault with its _tag, such as AnswerDropped. Conditions are optional: endpoints by their names, phone and transactionId as texts, amountXof, nth and times as whole numbers, probability from 0 to 1.",
  too_many_rules: "There are too many fault rules. Remove some.",
  no_payment: "There is no such payment. Take the token of one in the list of payments.",
  no_callback: "There is no such callback, or not any more. Choose one of the list.",
  not_an_address: "This is not an http or https address without a query. Enter one such as http://localhost/orders.",
  no_page: "This payment has no page. Only a payin that was created with a payment page has one.",
  delay:
    "A span of time is a whole number of milliseconds from 1 to 316224000000, which is ten years. Enter one such as 60000.",
  no_scenario: "There is no such scenario. Choose one of the list.",
  not_playing: "No such scenario is playing. Start it again.",
  replaced:
    "A newer scenario has taken this phone number, or this amount on the payment page. Start this one again when the other is over.",
  merchant_strayed:
    "The payment of this scenario is not there, because the merchant did something else. Start the scenario again.",
  not_a_state: "This is not a saved state of this version. Save one with this version.",
  bad_form:
    "A field of the form cannot be used. Amounts, counts and milliseconds are whole numbers such as 1500, a probability lies between 0 and 1, and every other field holds what its hint says.",
  bad_request:
    "The request is not as its document (openapi-control.json at this address) describes it. Correct these fields:",
  not_sure: "Nothing was forgotten. Tick the box that says so, and send the form again.",
} as const
