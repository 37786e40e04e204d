/**
 * What the page of a payment and its forms say, in English.
 */
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
  attempts: "Calls to the service",
  noAttempts: "Nothing was sent yet.",
  flags: "Flags",
  noFlags: "No flag was ever raised.",
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
  problem: "Nothing was decided",
  stale: "The payment has changed since you looked",
  staleHint: "What you typed is still here. Read what happened meanwhile, and decide again if you still want to.",
  staleEvents: "Since then:",
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
