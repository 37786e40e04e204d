/** What the console’s commands print, in English. */
import { count, duration } from "../../format.ts"

/** `pauses`, `pause`, `resume` and `restored`. */
export const pauseCommands = {
  none: "Nothing is paused.",
  scope: "scope",
  since: "since",
  by: "by",
  reason: "reason",
  ended_by: "ended by",
  new_credentials: "new credentials",
  person: "a person",
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
  restored: (held: number, unanswered: number, identity: string) =>
    `Payouts are paused. Waiting for a release: ${count(held, "en", "payout")}. With an unanswered call: ${count(unanswered, "en", "payment")}. Programs may open the store, with STORE_IDENTITY=${identity} if they expect one.`,
  unreadable: "These cannot be read, and nothing was done to them:",
  unreadable_advice:
    "Before you resume payouts, run this again with a program that can read them. `resume` refuses while an unsent payout is among them.",
} as const

/** `show`. */
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
  created: "created",
  ago: (at: string, millis: number) => `${at}, ${duration(millis, "en", 1)} ago`,
  callbacks: "callbacks",
  no_callbacks: "none",
  for_calls: (calls: string) => `for call ${calls}`,
  paused: "Paused:",
  paused_by: (scope: string, since: string, who: string, reason: string) =>
    `no call is made for it while ${scope} is paused, since ${since}, by ${who}: ${reason}`,
  nothing_sent: "Nothing was sent yet.",
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
  not_now: (why: string) => `; not now: ${why}`,
  unreadable: (payment: string, lines: string) =>
    `${payment}: this program cannot read ${lines}. Use one at least as new as the one that wrote it.`,
  line: (number: number, event: string) => `line ${number} (${event})`,
} as const
