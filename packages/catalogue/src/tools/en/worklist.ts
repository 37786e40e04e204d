/** What the console’s pages say around the worklist, in English: its order, the search, decisions taken together, what each one does and what to ask support. */
import { count } from "../../format.ts"

export const worklistOrder = {
  label: "Order:",
  money: "Most money first",
  age: "Oldest first",
  atRisk: (sum: string, payments: number) =>
    `${sum} may have left or may be owed, in ${count(payments, "en", "payment")}`,
  atLeast: (sum: string) => `at least ${sum}`,
} as const

export const search = {
  title: "Search",
  label: "Search",
  hint: "What the customer says: an amount and an hour, the last digits of a number, a name, an id, a reference or a token of the service.",
  understood: "How the search understood it",
  readings: {
    payment: (name: string) => `the payment ${name}`,
    amount: (sum: string) => `an amount of ${sum}`,
    ending: (digits: string) => `a number that ends with ${digits}`,
    reference: (text: string) => `the reference, request or token ${text}`,
    name: (text: string) => `the name ${text}`,
  },
  or: " or ",
  tooShort: (text: string) => `${text} is too short to search for`,
  window: (from: string, before: string) => `Created between ${from} and ${before}`,
  days: (days: number) => `Only the last ${count(days, "en", "day")} were searched, unless the text is an id.`,
  earlier: "Search the 30 days before",
  most: (date: string) => `The search stopped at ${date}, after as many payments as one search reads.`,
  goOn: "Search further back",
  more: (rows: number) => `The ${rows} newest are shown. Say more to find fewer.`,
  found: (payments: number) => count(payments, "en", "payment"),
  caption: "Payments that match",
  nothing: ["No payment matches", "Check the digits with the customer, or search further back."],
  empty: "Type what the customer says.",
} as const

export const together = {
  title: "Decide together",
  pick: (name: string) => `Choose ${name}`,
  picked: "With the chosen payments",
  open: "See what would happen",
  explained:
    "One reason for all of them. Each is decided on its own, as you see it here; one that has changed since is left alone.",
  none: ["Nothing is chosen", "Tick payments in the worklist first."],
  will: "These are decided",
  alone: "These need a page of their own",
  aloneBecause: {
    not_allowed: "Its state does not allow this decision.",
    several_flags: "It has several open flags: close each with its own reason.",
    amount: "Its amount must be typed again.",
    second_person: "A second person must approve it.",
    gone: "It cannot be read, or it is not in this store.",
  },
  confirm: (payments: number) => `Decide ${count(payments, "en", "payment")}`,
  results: "What came of it",
  done: "Decided",
  refused: "Not decided",
  back: "Back to the worklist",
  tooMany: (most: number) => `At most ${most} payments at once. The first ${most} are shown.`,
} as const

/** What a decision does, before it is taken. `null`: the kind has no such decision. */
export const consequences = {
  title: "What this decision does",
  headings: { money: "Money", events: "Your programs", closed: "Not possible any more", undo: "Undoing it" },
  none: "They receive no event.",
  receive: (events: string) => `They receive the event ${events}.`,
  if_full: (events: string) => `If you accept the amount as full, they receive ${events} instead.`,
  later: "They receive later events as usual.",
  completed: {
    money: { payin: "None moves. The payin counts as collected.", payout: "None moves. The payout counts as paid." },
    closed: {
      payin: "This payin is not asked of the customer again.",
      payout: "This payout is not sent again.",
    },
    undo: "Not possible. If the service says the opposite later, the payment is flagged.",
  },
  not_completed: {
    money: {
      payin: "None moves. The payin counts as not collected.",
      payout: "None moves. The payout counts as not paid.",
    },
    closed: {
      payin: "This payin is not asked of the customer again.",
      payout: "This payout is not sent again: pay with a new one, under a new id.",
    },
    undo: "Not possible. If the service says the opposite later, the payment is flagged.",
  },
  send_again: {
    money: {
      payin: null,
      payout: "It leaves again at the next run: a second time, if the first call was executed after all.",
    },
    closed: { payin: null, payout: "Once it is sent again, it cannot be cancelled." },
    undo: "Only until it is sent: pause payouts, then cancel it.",
  },
  release: {
    money: { payin: null, payout: "It leaves at the next run, unless payouts are paused." },
    closed: { payin: null, payout: "Once it is sent, it cannot be cancelled." },
    undo: "Only until it is sent: pause payouts, then cancel it.",
  },
  cancel: {
    money: { payin: "None moves. The customer is not asked to pay.", payout: "None moves. Nothing is sent." },
    closed: { payin: "This payin cannot be sent any more.", payout: "This payout cannot be sent any more." },
    undo: "Not possible. A new payment needs a new id.",
  },
  close_flag: {
    money: { payin: "None moves.", payout: "None moves." },
    closed: {
      payin: "The flag leaves the worklist; it stays in the history.",
      payout: "The flag leaves the worklist; it stays in the history.",
    },
    undo: "Not possible. New evidence raises the flag again.",
  },
  recheck: {
    money: {
      payin: "None moves. The service says whether it has moved.",
      payout: "None moves. The service says whether it has moved.",
    },
    closed: { payin: "Nothing.", payout: "Nothing." },
    undo: "Not needed: asking changes nothing at the service.",
  },
  held: {
    needs_approval: "It is above the amount from which a second person must approve.",
    twin: "Another payout of this amount went to this number: both are paid.",
    stale: "It waited too long to be sent by itself: check that it is still owed.",
    attempts: "Every call before was turned away or not sent: none of them was executed.",
    refund_draft: "The service is asked first; it leaves only if both collections are confirmed.",
    refund_too_high:
      "The refunds would exceed their payin, so it is held again unless another refund ended without payment.",
  },
} as const

/** What is known of a payment, and what to ask the service’s support. */
export const support = {
  title: "What is known, and what to ask",
  known: "Known",
  unknown: "Not known",
  ask: "What to ask",
  copy: "Text for the service’s support",
  copyHint: "Select and copy it. Numbers and tokens are masked here until you ask to see them.",
  nothingSent: "Nothing was sent yet.",
  nothingKnown: "The backup knows of no call. One may have been made since.",
  restored: [
    "The store was restored from a backup, and only what the backup holds is known.",
    "Whether it was sent after the backup: then it may be paid, and the service’s statement has it.",
    "Whether they have a transaction with this reference, number and amount, at any time until today.",
  ],
  states: {
    intended: ["Nothing was sent yet.", "Nothing is missing.", "Nothing: it is sent at the next run."],
    submitting: [
      "A call is under way.",
      "Whether the service has executed it.",
      "Nothing yet: wait for the answer, which comes within a minute.",
    ],
    awaiting_otp: [
      "The customer was asked for a code; no money can move without it.",
      "Whether the customer received the code.",
      "Whether the code was sent, and to which number.",
    ],
    pending: [
      "The service accepted it and gave a token.",
      "Whether the money has moved.",
      "Whether the transaction behind this token was executed, and if not, until when it can still be.",
    ],
    in_doubt: [
      "A call left and its answer is missing.",
      "Whether the service executed it: the money may have moved.",
      "Whether they have a transaction with this reference, number and amount at this time, its status, and a written answer if they executed nothing.",
    ],
    held: [
      "It was not accepted by the service, and waits for a person.",
      "Whether it is still owed, and not paid otherwise.",
      "Nothing.",
    ],
    completed: [
      "The service says that it is completed, or a person decided so with proof.",
      "Nothing, unless a flag is open.",
      "Nothing, unless the customer says otherwise: then the operator’s reference and the time.",
    ],
    underpaid: [
      "The service says that less than the amount was paid, and a person decided so.",
      "Nothing, unless a flag is open.",
      "Nothing, unless the customer says otherwise: then the operator’s reference and the time.",
    ],
    not_completed: [
      "The service says that it is not completed, or a person decided so with proof.",
      "Nothing, unless a flag is open.",
      "Nothing, unless the customer was debited: then the time and the operator’s reference.",
    ],
    refused: [
      "The service refused it before execution.",
      "Nothing.",
      "Why it was refused, if the reason is not clear.",
    ],
    expired: [
      "Its deadline passed without a completion. The program keeps asking for a while.",
      "Whether the customer still pays late.",
      "Whether the transaction can still be executed.",
    ],
    cancelled: ["It was cancelled before anything was executed.", "Nothing.", "Nothing."],
  },
  flagged: "A flag is open: what it asks for stands beside it.",
  hello: "Hello, please tell us what became of this transaction.",
  line: (name: string, text: string) => `${name}: ${text}`,
  lines: {
    reference: "Our reference",
    kind: "Kind",
    amount: "Amount",
    number: "Number",
    way: "Way",
    created: "Created",
    call: (number: number) => `Call ${number}`,
    token: "token",
    request: "request_id",
    transaction: "your reference",
    noToken: "no token",
    lastAnswer: "Your last answer",
    callbacks: "Callbacks that came",
    question: "Our question",
    hidden: "hidden until revealed",
  },
  local: (time: string, zone: string) => `${time} local time (${zone})`,
} as const

export const figures = {
  title: "Figures",
  explained: "Payments by the time at which they were created (UTC), as they stand now.",
  windows: "Time",
  lastDay: "24 hours",
  lastWeek: "7 days",
  lastMonth: "30 days",
  moneyOf: (rail: string) => `Money over time · ${rail}`,
  completion: "Time to completion",
  answers: "Answers of the service to creations",
  doubt: "Payments with an unanswered call, and their share",
  asTable: "The figures as a table",
  hour: "Hour",
  day: "Day",
  share: "Share",
  unanswered: "Unanswered",
  time: "Time",
  within: (time: string) => `up to ${time}`,
  longer: "longer",
  empty: ["No payments in this time", "Choose a longer time."],
} as const
