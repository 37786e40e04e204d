/**
 * What the page of a payment and its forms say, in English.
 */
import type { Heard, NotNowBecause } from "@cauri/core"
import type { Act } from "../decisions.ts"
import type { Branch } from "./Branch.ts"

/** The page of a payment. */
export const payment = {
  back: "Worklist",
  facts: "What was asked for",
  project: "Project",
  created: "Created",
  rail: "Rail",
  operator: "Operator",
  party: { payin: "Customer’s number", payout: "Beneficiary’s number" },
  customer: "Customer",
  description: "Description",
  orderRef: "Order",
  refundOf: "Refund of",
  customData: "Custom data",
  decisions: "What can be decided",
  noDecisions: "Nothing can be decided about this payment now.",
  noLine: "Not possible here: this console has no way to the service.",
  obstacle: "Not possible:",
  stopped: "On hold: no call is made for it while this is in force",
  toHolds: "See the holds",
  life: "Life",
  pictureLabel: "The states of this payment over time; the list below says the same in words.",
  pictureCaption: "Bars grow with the logarithm of time; beside each state stands its true time.",
  untilNow: "now",
  events: "Events, the newest last",
  earlier: (count: string) => `${count} earlier events are not shown here; “console show” lists them all.`,
  gap: (time: string) => `${time} later`,
  by: (who: string) => `by ${who}`,
  who: { merchant: "the merchant", service: "the service", cauri: "the program" },
  attempts: "Calls to the service",
  noAttempts: "Nothing was sent yet.",
  call: (number: number, kind: string) => `Call ${number}: ${kind}`,
  flags: "Flags",
  noFlags: "No flag was ever raised.",
  about: (subject: string) => `about ${subject}`,
  aboutCall: (number: string) => `about call ${number}`,
  aboutLevel: (level: string) => `level ${level}`,
  raised: "raised",
  closed: (by: string) => `Closed by ${by}`,
  closeThis: "Close this flag",
  notes: "Callbacks",
  noNotes: "No callback came.",
  note: (attempt: number, newest: number) => `For call ${attempt}; the newest is number ${newest}.`,
  notesMeaning: "A callback only makes the service be asked sooner. It never decides anything.",
  reveal: "See what is masked",
  revealed: (by: string) => `Everything is shown to ${by}. This was recorded.`,
  revealedHide: "Mask it again",
  done: {
    Completed: "The ruling “completed” was recorded.",
    NotCompleted: "The ruling “not completed” was recorded.",
    SendAgain: "The ruling was recorded, and the payout is sent again.",
    Release: "The payout was released.",
    Cancel: "The payment was cancelled.",
    CloseFlag: "The flag was closed.",
    Recheck: "The service was asked. What it answered stands below.",
  } satisfies Record<Act, string>,
  unasked: {
    Throttled: "The service was not asked: others use up the rate that all processes share. Try again in a moment.",
    CallUnderWay:
      "The service was not asked: a call is under way, and its own answer comes first. Try again in a moment.",
    NoToken: "The service was not asked: no call brought a token to ask with.",
  } satisfies Partial<Record<NotNowBecause, string>>,
  heard: {
    Some: "The service answered for some of its tokens and not for all. What it answered stands below. Try again in a moment.",
    Nothing:
      "The service was asked and gave no answer that can be used, so the payment is as it was. Try again in a moment.",
    ThrownAway:
      "Others changed the payment while the service was asked, so its answer was not kept. Try again in a moment.",
  } satisfies Record<Exclude<Heard, "All">, string>,
} as const satisfies Branch

/** The form of a decision. */
export const decision = {
  about: "The decision is about",
  by: "Your name",
  byHint: "It is written into the payment’s history.",
  reason: "Reason",
  reasonHint: "Why you decide so, in a sentence that somebody else understands in a year.",
  reasonFlag: "What you found, and what was done about it.",
  evidence: "Evidence",
  evidenceHint:
    "What proves it: a statement of the service with its date, a line of its dashboard, an account statement.",
  amount: "Amount, typed again",
  amountHint: (currency: string) => `In ${currency}, as it stands on your evidence. It is compared with the payment.`,
  flag: "Which flag",
  confirm: "Record the decision",
  back: "Back without deciding",
  needName: "Write your name.",
  needReason: "Write a reason.",
  needEvidence: "Say what proves it.",
  needAmount: "Type the amount again.",
  needFlag: "Choose the flag that you close.",
  tooLong: "At most 2,000 characters.",
  unprintable: "There are characters in it that cannot be kept.",
  amountDiffers: "This is not the amount of the payment. Compare it with your evidence; nothing was decided.",
  problem: "Nothing was decided",
  stale: "The payment has changed since you looked",
  staleHint: "What you typed is still here. Read what happened meanwhile, and decide again if you still want to.",
  staleEvents: "Since then:",
  refused: "The desk refused the decision:",
  notOffered: "Its state does not allow this decision any more.",
  needsService: "This decision asks the service, and this console has no way to it.",
  late: "It is not sure whether it was recorded: look at the payment before you try again.",
} as const satisfies Branch

/** The form behind which everything is shown. */
export const reveal = {
  title: "See what is masked",
  explained:
    "Numbers, tokens, names and addresses of this payment are shown to you once. It is recorded that you asked.",
  reasonHint: "What you need it for.",
  confirm: "Show everything",
} as const satisfies Branch
