/** What `audit` and `doctor` say, in English. */
import { count, duration, number } from "../../format.ts"

/** What must hold in every store, under the names of the lifecycle and the threat model. */
export const invariants = {
  S2: "at most one call of a payout may have left, unless a person decided that one was not executed",
  S4: "a confirm of one of its own calls, or a person, completed what is completed",
  S5: "a completed payin has the amount that was asked for, or at most the fees more",
  S6: "a payment ends once",
  S7: "no token is lost",
  S14: "the history has no gaps and adds up to the payment",
  L1: "an open payment that can be confirmed has a time for its next confirm",
  L4: "another worker takes over what a stopped worker left behind",
  L6: "nothing waits for more than an hour after it is due",
  twins: "two equal payouts to one number are open only if a person released the later one",
  refunds: "the refunds of a payin do not exceed it",
  doubles: "of two completed payins of one order the later one is flagged",
  readable: "everything stored can be read",
  high_water: "the store has counted as many events as it holds",
  tables: "the tables agree with each other",
} as const

export const findings = {
  calls_may_have_left: (calls: string) => `more than one call may have left: ${calls}`,
  observation_not_completed: "the answer that completed it does not say completed",
  completed_without_token: (call: number) => `call ${number(call, "en")} completed it, and has no token`,
  completed_by_nothing: "nothing in its history completed it",
  completed_without_amount: (wanted: number, fees: number) =>
    `it was completed without an amount instead of ${wanted} XOF; today’s fees are at most ${fees} XOF`,
  completed_with_other_amount: (paid: number, wanted: number, fees: number) =>
    `it was completed with ${paid} XOF instead of ${wanted} XOF; today’s fees are at most ${fees} XOF`,
  ended_twice: (events: string) => `more than one event ended it: ${events}`,
  tokens_lost: (tokens: number) => `its history has ${count(tokens, "en", "token")} that none of its calls has`,
  event_missing: (event: number) => `event ${number(event, "en")} is missing`,
  events_miscounted: (found: number, counted: number) =>
    `it has ${count(found, "en", "event")} and counts ${number(counted, "en")}`,
  history_impossible: "its history is not one that the lifecycle allows",
  history_differs: "its history adds up to something else",
  no_confirm_planned: "it is open, and no confirm is planned",
  call_left_behind: (since: string) => `its call began at ${since} and was left behind`,
  due_too_long: (since: string) => `it has been due since ${since}`,
  row_unreadable: (state: string) => `its row cannot be read (${state}); nothing else was checked`,
  lines_unreadable: (lines: string) =>
    `its history has lines that cannot be read: ${lines}; it was compared with other payments, and nothing else was checked`,
  twin_open: "another payout of this amount to this number is open",
  double_unflagged:
    "another payin of its order is completed, and it has no flag: compare both with the service’s statement, and pay one back if the customer paid twice",
  refunds_exceed: (refunded: number, amount: number) => `its refunds come to ${refunded} of ${amount} XOF`,
  store_miscounted: (found: number, counted: number) =>
    `${count(found, "en", "event")} found, and the store counted ${number(counted, "en")}`,
  undelivered_too_long: (consumer: string, event: number, due: string) =>
    `${consumer} has not received its events up to ${event}; they have been due since ${due}`,
  tables_differ: (what: string) =>
    `${what}; stop every program on the store, keep a copy of it, and find out who wrote to its tables`,
} as const

const statement = (typed: string) =>
  `Compare it with the service’s statement; \`cauri console show ${typed}\` prints its calls and tokens.`
const damaged = (_payment: string, typed: string, issues: string) =>
  `Decide nothing about it before you have compared it with the service’s statement: \`cauri console export-evidence ${typed}\` prints all that is kept. Keep a copy of the store, and find out who wrote to its tables; if that was no person, report it at ${issues}.`
const unproven = (payment: string, typed: string, issues: string) =>
  `Deliver nothing for it on this alone. ${damaged(payment, typed, issues)}`
const reconciler = (payment: string) =>
  `Start a reconciler with the credentials of its project, or look in its log for ${payment}; \`cauri console pauses\` says what is paused. Send nothing again by hand.`

/** What to do about each finding. A payment is named, and typed as a command takes it. */
export const findingSteps: Readonly<
  Record<keyof typeof findings, (payment: string, typed: string, issues: string) => string>
> = {
  calls_may_have_left: (_, typed) =>
    `The beneficiary may have been paid twice. ${statement(typed)} If both calls were executed, ask the service to reverse one. Send nothing again.`,
  observation_not_completed: unproven,
  completed_without_token: unproven,
  completed_by_nothing: unproven,
  completed_without_amount: (_, typed) =>
    `${statement(typed)} Deliver only what was paid; if today’s fees are not those of then, correct merchant.fees in the policy.`,
  completed_with_other_amount: (_, typed) =>
    `${statement(typed)} Deliver only what was paid, or pay it back; if today’s fees are not those of then, correct merchant.fees in the policy.`,
  ended_twice: damaged,
  tokens_lost: (payment, typed, issues) =>
    `Ask the service’s support what became of these tokens. ${damaged(payment, typed, issues)}`,
  event_missing: damaged,
  events_miscounted: damaged,
  history_impossible: damaged,
  history_differs: damaged,
  no_confirm_planned: (_, typed, issues) =>
    `Run \`cauri console recheck ${typed}\`, which asks the service and plans the next confirm. If the audit finds it again, report it at ${issues}.`,
  call_left_behind: reconciler,
  due_too_long: reconciler,
  row_unreadable: (payment) =>
    `Run the audit with a program as new as the one that wrote it. If this one is, keep a copy of the store, restore the newest backup in which ${payment} can be read, and run \`cauri console restored\`.`,
  lines_unreadable: (payment) =>
    `Run the audit with a program as new as the one that wrote them. If this one is, keep a copy of the store, and compare ${payment} with the service’s statement before you decide about it.`,
  twin_open: (_, typed) =>
    `Ask the person who ordered it whether both are meant. If not, run \`cauri console cancel ${typed}\` before it leaves; if it has left, ask the service to stop it.`,
  double_unflagged: (_, typed) => statement(typed),
  refunds_exceed: (_, typed) =>
    `Cancel the refunds that have not left, and ask the beneficiary to give back what is too much. ${statement(typed)}`,
  store_miscounted: (_, __, issues) =>
    `Run the audit again while no program writes. If the counts differ again, stop every program on the store, keep a copy, and compare it with the newest backup; if no person wrote to its tables, report it at ${issues}.`,
  undelivered_too_long: () =>
    "Start the program of this consumer, or look in its log why it refuses; the events follow by themselves. `cauri console forget` removes a consumer that no program has any more.",
  tables_differ: (_, __, issues) =>
    `Only when the cause is found, start the programs again. If no person wrote to its tables, report it at ${issues}.`,
}

export const audit = {
  invariant: "rule",
  where: "where",
  what: "problem",
  rule: "what should hold",
  store: "the store",
  steps: "What to do:",
  step: (where: string, step: string) => `${where}: ${step}`,
  found: (problems: number, payments: number, events: number, rules: number) =>
    `${problems === 0 ? "No problem" : count(problems, "en", "problem")} found (${count(payments, "en", "payment")}, ${count(events, "en", "event")}, ${count(rules, "en", "rule")}).`,
} as const

/** What `doctor` looks at. */
export const checks = {
  settings: "settings",
  service: "service",
  user: "user",
  policy: "policy",
  credentials: "credentials",
  store: "store",
  mark: "mark",
  tables: "tables",
  clock: "clock",
  workers: "workers",
  reconciler: "reconciler",
  receiver: "receiver",
  queue: "queue",
  worklist: "worklist",
  consumer: "consumer",
  pause: "pause",
  project: "project",
  callbacks: "callbacks",
  people: "people",
  provider: "sign-in",
} as const

export const healths = { ok: "ok", look: "look", ill: "bad" } as const

export const doctor = {
  failed: (sentence: string) => sentence,
  failed_unforeseen: (issues: string) =>
    `The check failed for an unknown reason. Run it again; if it fails again, report it at ${issues}.`,
  settings_fine: "every variable that is set can be read",
  service_missing:
    "not configured here, so `recheck` and the release of refund drafts are refused: set the variables of the service and of callbacks where they are needed",
  user_missing: "CONSOLE_USER is not set: every decision needs --by",
  people_listed: (people: number) => `CONSOLE_PEOPLE_FILE lists ${count(people, "en", "person", "people")}`,
  provider_answers: "the OpenID provider answers",
  provider_silent: "the OpenID provider does not answer as one: check CONSOLE_OIDC_ISSUER, and the way from here to it",
  policy_default: "the defaults",
  policy_file: "POLICY_FILE can be read",
  credentials_in_file: "CREDENTIALS_FILE can be read",
  credentials_of: (projects: string) => `present for ${projects}; the next call shows whether the service takes them`,
  store_opens: (identity: string) => `it opens; STORE_IDENTITY=${identity}`,
  mark_elsewhere: "in a folder of its own",
  mark_beside:
    "in the folder of the store: where that folder is put back, both are old, and payouts are sent again. Name a file on another disk with STORE_MARK_FILE",
  no_mark: "none: an old state of the store that is put back sends payouts again. Name a file with STORE_MARK_FILE",
  tables_agree: "they agree with each other",
  tables_differ: (what: string) =>
    `${what}; stop every program on the store, keep a copy of it, and find out who wrote to its tables`,
  clock_differs: (millis: number) =>
    `this machine and the store differ by ${duration(millis, "en", 1)}: set the clocks`,
  clock_agrees: "this machine and the store agree",
  clock_ahead: (process: string, millis: number) =>
    `the clock of ${process} is ${duration(millis, "en", 1)} ahead of this one: set the clocks`,
  never_worked: (role: string) =>
    `no ${role} has ever worked on this store: start one, with STORE_URL naming this store`,
  works: (process: string) => `${process} works`,
  silent: (role: string, millis: number, process: string) =>
    `no ${role} has given a sign of life for ${duration(millis, "en", 1)}; the last was ${process}: start it`,
  undelivered: (consumer: string, payments: number, millis: number) =>
    `${consumer} has not received the events of ${count(payments, "en", "payment")}, the oldest for ${duration(millis, "en", 1)}: start its program, or look in its log why it refuses; \`cauri console undelivered\` lists them`,
  nothing_due: "nothing is due",
  due: (payments: number, millis: number) =>
    `${count(payments, "en", "payment")} due, the oldest for ${duration(millis, "en", 1)}; when this grows, start a reconciler or look at its log`,
  nothing_waits: "no payment waits for a person",
  waiting_for_people: (inDoubt: number, flagged: number, held: number) =>
    `${number(inDoubt, "en")} in doubt, ${number(flagged, "en")} flagged, ${number(held, "en")} held; \`cauri console list\` shows them`,
  paused: (scope: string, millis: number, by: string, command: string) =>
    `creations of ${scope} have been paused for ${duration(millis, "en", 1)}, by ${by}; \`cauri console pauses\` says why, and \`${command}\` ends it`,
  project_waits: (project: string, payments: number, millis: number) =>
    `${count(payments, "en", "payment")} of ${project} waiting for a worker, the oldest for ${duration(millis, "en", 1)}: start a reconciler with its credentials`,
  receiver_answers: "the receiver answers at CALLBACK_BASE",
  stranger_answers: (status: number) =>
    `something other than the receiver answers at CALLBACK_BASE, with ${status}: check the proxy and the address`,
  receiver_silent: "no receiver answers at CALLBACK_BASE: start it, or check the address",
} as const

export const doctorWords = { what: "check", result: "result" } as const
