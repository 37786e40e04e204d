/** What `cauri demo` says, in English. The service is "there", our store is "here". */
import { count, money, number } from "../../format.ts"

/** The columns of the table, by what became of payments. */
export const demoColumns = {
  pending: "pending",
  completed: "completed",
  refused: "refused",
  expired: "expired",
  in_doubt: "in doubt",
  held: "held",
} as const

/** The rails, as a merchant would name them, in a few letters. */
export const demoRails = {
  hosted: "payment page",
  ussd_push: "push",
  guided_ussd: "guided USSD",
  ussd_otp: "dialled code",
  sms_otp: "code by SMS",
  operator_redirect: "operator’s page",
  service_redirect: "service’s page",
  wallet: "wallet",
  wallet_payout: "to wallets",
  mobile_money_payout: "to mobile money",
} as const

/** What goes wrong, in a word or two. */
export const demoFaults = {
  answers_lost: "answers lost",
  connections_cut: "connections cut",
  error_pages: "error pages",
  no_token: "no token",
  unknown_codes: "unknown codes",
  callbacks_lost: "callbacks lost",
  callbacks_repeated: "repeated",
  callbacks_swapped: "swapped",
  callbacks_early: "too early",
  callbacks_forged: "forged",
  records_wrong: "wrong records",
  statuses_changed: "statuses changed",
  codes_wrong: "wrong codes",
} as const

export const demoPhases = {
  starting: "starting the programs",
  sending: "sending payments",
  resting: "waiting until no payment has anything left to do",
  days_later: "three days later",
} as const

export const demoNews = {
  reconcilers_begin: "two reconcilers begin to work on the same SQLite file",
  killed: (process: string) => `${process} was killed in the middle of its work (SIGKILL)`,
  works_again: (process: string) => `${process} works again`,
  days_pass: "three days pass at once: late customers pay, and a few payments change their status",
} as const

/** Why a person must look. */
export const demoWaiting = {
  timed_out: "in doubt: no answer came",
  connection_lost: "in doubt: the connection was cut",
  unreadable: "in doubt: the answer could not be read",
  token_missing: "in doubt: the answer had no token",
  unrecognised_code: "in doubt: the answer had an unknown code",
  worker_lost: "in doubt: the process that sent it was killed",
  held: "held: the same wage under another id",
  unanswered: "one of its calls got no answer",
  callback_without_token: "no token came, and a callback says that one exists",
  accepted_without_token: "accepted, and no token came",
  amount_mismatch: "another amount was paid",
  unknown_status: "its status is an unknown word",
  terminal_contradiction: "the service said so, and then the opposite",
} as const

export const disagreements = {
  only_there: "the service knows it, and our store does not",
  moved_otherwise: (there: number, here: number, state: string) =>
    `${money(there, "en")} moved at the service, ${money(here, "en")} here (${state}), and no flag says so`,
  paid_out: (times: number) => `it was paid out ${times} times`,
  calls_repeated: (calls: number) => `${count(calls, "en", "call")} arrived more than once`,
  calls_unrecorded: (arrived: number, recorded: number) =>
    `${count(arrived, "en", "call")} arrived, and ${recorded} were recorded before they left`,
  completions: (events: number, state: string) =>
    `the host received ${count(events, "en", "completion")} of it, and it is ${state} here`,
  amount_received: "the host received another amount",
} as const

export const proof = {
  title: "The proof",
  legend: "there: the service’s own ledger · here: our store, read past the library",
  payins: "payins",
  payouts: "payouts",
  double_payouts: "double payouts",
  calls: "calls",
  events: "announcements",
  forged: "forged callbacks",
  collected: (there: number, here: number, person: number) => sums("collected", there, here, person),
  paid: (there: number, here: number, person: number) => sums("paid out", there, here, person),
  doubles: (doubles: number, payouts: number, open: number) =>
    `${doubles} of ${payouts} (${open} still under way, there and here)`,
  arrived: (calls: number, repeated: number) =>
    `${number(calls, "en")} creations arrived there, ${repeated === 0 ? "none" : repeated} of them twice`,
  completions: (completions: number, francs: number, again: number) =>
    `${count(completions, "en", "completion")}, ${money(francs, "en")}: the host received each once${again === 0 ? "" : ` (${again} again, under the same id)`}`,
  believed: (forged: number) => `${forged} came, none was believed`,
  person: "For a person",
  person_legend: "none of these is sent again by itself; the service’s ledger tells what each person will find",
  payin: (payins: number) => count(payins, "en", "payin"),
  payout: (payouts: number) => count(payouts, "en", "payout"),
  nothing_moved: "no money moved",
  all_moved: "money moved",
  some_moved: (payments: number) => `money moved for ${payments}`,
  agrees: "Everything agrees, franc by franc.",
  run: (payments: number, time: string, seed: number) => `${count(payments, "en", "payment")}, ${time}, seed ${seed}.`,
  disagrees: (disagreements: number) => `${count(disagreements, "en", "disagreement")}.`,
  repeat: (seed: number) => `Run it with --seed ${seed} to get the same payments and faults again.`,
} as const

const sums = (verb: string, there: number, here: number, person: number): string =>
  `${money(there, "en")} ${verb} there = ${money(here, "en")} completed here ${person < 0 ? "-" : "+"} ${money(Math.abs(person), "en")} for a person`

export const picture = {
  title: "Cauri: payments while everything goes wrong",
  seed: (seed: number, time: string) => `seed ${seed} · ${time}`,
  sent: (sent: number, total: number) => `${number(sent, "en")} of ${number(total, "en")} sent`,
  at_rest: (resting: number, total: number) => `${number(resting, "en")} of ${number(total, "en")} at rest`,
  sent_column: "sent",
  payins: "payins",
  payouts: "payouts",
  all: "all",
  faults: "what has gone wrong so far",
} as const
