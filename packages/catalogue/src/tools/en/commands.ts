/** What the console’s commands print, in English. */
import { count, duration, money } from "../../format.ts"

/** `pauses`, `pause`, `resume` and `restored`. */
export const pauseCommands = {
  none: "Nothing is paused.",
  scope: "scope",
  since: "since",
  by: "by",
  reason: "reason",
  ended_by: "ended by",
  new_credentials: (command: string) => `new credentials, or ${command}`,
  time: (at: string, command: string) => `itself at ${at}, or ${command}`,
  person: (command: string) => command,
  paused: (scope: string, resume: string) =>
    `${scope} is paused. Callbacks and confirms continue. \`${resume}\` ends it.`,
  already: (scope: string, pause: string) => `${scope} was paused already, ${pause}`,
  not_added:
    "Your pause was not added, and the person who ends the first one does not know of it. Ask them, end it and set yours, or pause another scope as well.",
  set_by: (who: string, since: string, reason: string) => `by ${who} since ${since}: ${reason}`,
  ended: (who: string) => `The pause by ${who} has ended.`,
  continues: (scope: string) => `${scope} continues.`,
  still: (pause: string) => `It is still paused, ${pause}`,
  not_paused: (scope: string) => `${scope} was not paused. \`cauri console pauses\` lists what is.`,
  not_paused_by: (scope: string) => `${scope} was not paused by that name. \`cauri console pauses\` lists what is.`,
  restored: (payouts: number, payins: number, identity: string) =>
    `Payouts are paused. In doubt now, to compare with the service’s statement: ${count(payouts, "en", "payout")} and ${count(payins, "en", "payin")}. Programs may open the store, with STORE_IDENTITY=${identity} if they expect one.`,
  unreadable: "These cannot be read, and nothing was done to them:",
  unreadable_advice:
    "Before you resume payouts, run this again with a program that can read them. `resume` refuses while an unsent payout is among them.",
} as const

export const showCommand = {
  amount: "amount",
  rail: "rail",
  operator: "operator",
  from: "from",
  to: "to",
  customer: "customer",
  description: "description",
  order: "order",
  refund_of: "refund of",
  custom_data: "custom data",
  paid: "paid",
  created: "created",
  ago: (at: string, millis: number) => `${at}, ${duration(millis, "en", 1)} ago`,
  callbacks: "callbacks",
  no_callbacks: "none",
  for_calls: (calls: string) => `for call ${calls}`,
  paused: "Paused:",
  paused_by: (scope: string, since: string, who: string, reason: string) =>
    `no call is made for it while ${scope} is paused, since ${since}, by ${who}: ${reason}`,
  ended_by: (command: string) => `\`${command}\` ends it.`,
  calls: "Calls",
  call_for: "for",
  began: "began",
  outcome: "outcome",
  open_flags: "Open flags",
  history: "History",
  up_to: (event: number) => `up to event ${event}`,
  when: "when",
  who: "who",
  what: "what",
  no_decisions: "Nothing can be decided about it now.",
  decisions: "Can be decided now",
  takes: (needs: string) => `: needs ${needs}`,
  a_reason: "a reason",
  evidence: "evidence",
  the_amount: "the amount",
  the_service: "the service",
  a_second_person: "a second person, who approves it",
  not_now: (why: string) => `; not now: ${why}`,
  unreadable: (payment: string, lines: string) =>
    `${payment}: this program cannot read ${lines}. Use one at least as new as the one that wrote it.`,
  line: (number: number, event: string) => `line ${number} (${event})`,
} as const

/** What a decision comes to, and why there is none. */
export const decisionCommands = {
  stands: (payment: string, status: string, event: number) => `The ${payment} is ${status} now, up to event ${event}.`,
  due: (payment: string, attempts: string) =>
    `The service will be asked about the ${payment} soon, because of the callbacks for call ${attempts}. \`cauri console show\` prints what it answers.`,
  no_callback: (payment: string) =>
    `No callback ever came for the ${payment}: there is nothing to replay. \`cauri console recheck\` asks the service about it now.`,
  undecided: (payment: string, why: string) => `Nothing was decided about the ${payment}. ${why}`,
  not_offered: (state: string, act: string, allowed: string) =>
    `Its status ${state} does not allow ${act}. It allows ${allowed === "" ? "nothing" : allowed}.`,
  incomplete: (failure: string) =>
    `What was printed is incomplete (${failure}). What was decided before stays decided. Make room for the output, and run the command again.`,
} as const

export const listCommand = {
  payment: "payment",
  status: "status",
  amount: "amount",
  rail: "rail",
  operator: "operator",
  party: "party",
  age: "age",
  flags: "flags",
  late: "late",
  unreadable: "cannot be read",
  none: "No matching payments.",
  more: (cursor: string) => `There are more: --after ${cursor}`,
} as const

export const reportCommand = {
  heading: (day: string) => `Payments created on ${day} (UTC), as they stand now`,
  completed: (day: string) => `Payments completed on ${day} (UTC)`,
  none: "None.",
  kind: "kind",
  rail: "rail",
  operator: "operator",
  status: "status",
  count: "count",
  sum: "sum",
  paid: "paid",
  flags: "flags",
  payins: "payins",
  payouts: "payouts",
  in_doubt: "in doubt",
  overdue: "overdue",
  completed_late: "completed late",
  flagged: "flagged",
  unreadable: "cannot be read",
  total: (payments: number, sum: number) => `${count(payments, "en", "payment")}, ${money(sum, "en")}`,
  open_flags: (flags: number) => count(flags, "en", "open flag"),
  missing: "missing in the three lines above",
} as const

/** `undelivered` and `forget`. */
export const deliveryCommands = {
  none: "Every consumer has received its events.",
  consumer: "consumer",
  payment: "payment",
  up_to: "up to event",
  since: "since",
  refusals: "refusals",
  next: "next try",
  alive: (consumer: string) =>
    `${consumer} was not forgotten: a program delivers to it (its last heartbeat is less than a minute old). Stop that program, or take the consumer out of it, and try again a minute later.`,
  forgotten: (consumer: string, waiting: number) =>
    `${consumer} receives nothing more; events of ${count(waiting, "en", "payment")} waited for it. A program that has it registers it again when it starts.`,
} as const

/** `migrate`, `backup`, `archive` and `erase`. */
export const upkeepCommands = {
  migrated: (identity: string) => `The tables of the store are those of this version. Its identity: ${identity}.`,
  copied: (file: string, identity: string) =>
    `The store was copied to ${file}, and the copy is sound: ${identity}. It is marked as a copy. Put in the store’s place, it is refused until \`cauri console restored\` has looked through it.`,
  archived: (payments: number) => `${count(payments, "en", "payment")} archived. Their histories read as before.`,
  erased: (payment: string) =>
    `What the ${payment} held of a person is erased. Files of statements, copies of the store and your own systems may still hold it.`,
} as const

export const deedsCommand = {
  none: "No record yet: nothing was decided, no masked value shown, no consumer or evidence removed.",
  at: "at",
  record: "record",
  by: "by",
  from: "from",
  about: "about",
  reason: "reason",
} as const

export const serveCommand = {
  once: (address: string) => `Open ${address}\nThe address lets in one browser, once. Ctrl-C ends the page.`,
  token: (address: string) => `Open ${address} and enter CONSOLE_TOKEN. Ctrl-C ends the page.`,
  door: (address: string) => `Open ${address} and sign in. Ctrl-C ends the page.`,
} as const
