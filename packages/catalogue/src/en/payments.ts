/** What payments are, how they stand and what happened to them, in English. Customers read how a payin stands; operators read all of it. */
import { money, number } from "../format.ts"

const sendOnce =
  "If money has left your account, do not pay a second time and contact us; otherwise you can start again."
const starting = "Your payment is being prepared. Do not pay a second time."

/** The states: a name, what it means for the money, and what a customer reads. A payout's beneficiary reads none of it. */
export const states = {
  intended: { name: "To be sent", operator: "It is saved and waits to be sent.", customer: starting },
  held: { name: "Held", operator: "It waits for a person before it is sent." },
  submitting: { name: "Being sent", operator: "A call to the service is under way.", customer: starting },
  awaiting_otp: {
    name: "Waiting for a code",
    operator: "The customer has yet to enter a code.",
    customer: "We are waiting for your code.",
  },
  pending: {
    name: "Pending",
    operator: "The service accepted it; the outcome is not known yet.",
    customer: "Your payment is waiting for its confirmation. Do not pay a second time.",
  },
  completed: {
    name: "Completed",
    operator: "The service confirmed it, or a person decided so.",
    customer: "Your payment has been received. Thank you!",
  },
  underpaid: {
    name: "Underpaid",
    operator: "Less than its amount was paid.",
    customer: "The amount paid is not enough. Do not pay a second time and contact us.",
  },
  not_completed: {
    name: "Not completed",
    operator: "The service confirmed that it failed, or a person decided so.",
    customer: `The payment did not go through. ${sendOnce}`,
  },
  refused: {
    name: "Refused",
    operator: "The service refused it.",
    customer: `The payment was not accepted. ${sendOnce}`,
  },
  in_doubt: {
    name: "Unknown outcome",
    operator:
      "The service gave no usable answer: the money may have moved or not. Do not create it again under another id.",
    customer: "We are checking your payment. Do not pay a second time.",
  },
  expired: {
    name: "Expired",
    operator:
      "The time to pay is over: you may give the order up. The service is still asked, and money that comes late is reported.",
    customer:
      "The time for this payment is over. If you confirmed it, do not pay a second time: it may still reach us.",
  },
  cancelled: {
    name: "Cancelled",
    operator: "It was cancelled before the service accepted it.",
    customer: `This payment was cancelled. ${sendOnce}`,
  },
} as const

/** How a payout stands, for its beneficiary. */
export const transfers = {
  intended: "This transfer is being prepared. Do not ask for it a second time.",
  held: "This transfer is being checked before it is sent. Do not ask for it a second time.",
  submitting: "This transfer is being sent. Do not ask for it a second time.",
  pending: "This transfer is on its way. Do not ask for it a second time.",
  completed: "This transfer has been made.",
  not_completed: "This transfer did not go through. Contact us about it.",
  refused: "This transfer was not accepted, and nothing was sent. Contact us about it.",
  in_doubt: "We are checking this transfer. Do not ask for it a second time.",
  cancelled: "This transfer was cancelled. Contact us about it.",
} as const

/** What is said beside the meaning of a state. */
export const asides = {
  not_sent_again: "Nothing is sent again until a person decides.",
  wallet_credited: "The wallet was credited; what its owner did with the money is not known.",
  unreadable:
    "This program cannot read the payment, so it neither works on it nor accepts decisions about it. Use a program at least as new as the one that wrote it. Until then start no other payment in its place.",
} as const

/** The kinds of payments. */
export const kinds = { payin: "Payin", payout: "Payout" } as const

/** The ways that money travels. */
export const rails = {
  hosted: "Hosted page",
  ussd_otp: "USSD code",
  ussd_push: "USSD push",
  guided_ussd: "Guided USSD",
  sms_otp: "SMS code",
  operator_redirect: "Operator’s page",
  service_redirect: "Service’s page",
  wallet: "Wallet",
  wallet_payout: "Wallet payout",
  mobile_money_payout: "Mobile money payout",
} as const

/** What a call was for. */
export const attemptKinds = {
  pay: "payment",
  sms_otp_request: "request for a code by SMS",
  wallet_otp_request: "request for a wallet’s code",
} as const

/** How a call ended. */
export const outcomes = {
  in_flight: "Under way",
  not_executed: "Decided: not executed",
  accepted: "Accepted",
  otp_sent: "Code sent",
  refused: "Refused",
  turned_away: "Turned away",
  not_sent: "Not sent",
  no_answer: "No answer",
} as const

/** Why a payout waits for a person. */
export const heldBecause = {
  twin: "another payout sends the same amount to the same number at about the same time",
  stale: "it waited too long to be sent without a person",
  attempts: "every attempt to send it was used",
  refund_draft: "it is the draft of a refund",
  refund_too_high: "the refunds of this payin would exceed it",
  needs_approval: "its amount is so high that two people must release it",
} as const

/** Why a payment was cancelled. */
export const cancelledBecause = {
  too_old: "too old to be sent",
  attempts: "every attempt was used",
  code_unsent: "the customer’s code was never sent",
  asked: "asked for",
} as const

/** What happened, as the title of a line of history. */
export const events = {
  intended: "The merchant asked for the payment.",
  attempt_started: "A call to the service began.",
  accepted: "The service accepted the payment.",
  otp_requested: "A code for the customer was requested.",
  attempt_refused: "The service refused the call.",
  attempt_not_sent: "The service executed nothing.",
  attempt_unanswered: "The call got no usable answer.",
  answered_late: "The answer to a call arrived late.",
  reopened: "A callback came for a call that counted as not executed.",
  refused: "The payment was refused.",
  restored: "The store was restored from a backup: what followed this line is forgotten.",
  in_doubt: "The outcome of the payment is unknown.",
  completed: "The service confirmed the payment as completed.",
  not_completed: "The service confirmed that the payment was not completed.",
  expired: "The time for the payment ran out; the service is still asked.",
  cancelled: "The payment was cancelled.",
  held: "The payout now waits for a person.",
  released: "A person released the payout.",
  resolved: "A person decided what became of the money.",
  approval_requested: "A person requested a decision that needs two people.",
  approval_withdrawn: "The request was withdrawn.",
  completion_seen: "A confirm agreed with the decision.",
  flagged: "A flag was raised.",
  flag_closed: "A person closed a flag.",
  unreadable: "This program cannot read this line.",
} as const

/** What a line of history says beside its title. */
export const details = {
  amount: (francs: number) => money(francs, "en"),
  attempt: (count: number) => `call ${number(count, "en")}`,
  payin: (id: string) => `payin ${id}`,
  named: (name: string) => `“${name}”`,
  reason: (text: string) => `reason: ${text}`,
  evidence: (text: string) => `evidence: ${text}`,
  approved: (name: string) => `approved by ${name}`,
  seen: (event: number) => `decided on event ${number(event, "en")}`,
  because: (what: string, why: string) => `${what}: ${why}`,
  paid: (francs: number) => `${money(francs, "en")} paid`,
  received: (status: number, contentType: string) =>
    `received: HTTP ${status}${contentType === "" ? "" : `, ${contentType}`}`,
  late: "late",
  token: "token",
} as const

/** Those who are no person. */
export const roles = { merchant: "the merchant", service: "the service", cauri: "the program" } as const

/** The flags: a name, and what to do. */
export const flags = {
  no_payment_url: {
    name: "No page to open",
    operator:
      "Offer the customer another way to pay: the service gave no page to open. Look out for a second collection, because the service did accept this payin.",
  },
  accepted_without_token: {
    name: "Accepted without a token",
    operator:
      "Contact the service’s support with the merchant’s reference: the service accepted the payment and gave no token. Send nothing again before you have their answer.",
  },
  unanswered: {
    name: "Unanswered",
    operator:
      "Ask the service’s support, with the merchant’s reference, whether they know this payin. While it is pending there, it can be paid.",
  },
  late_answer: {
    name: "Late answer",
    operator:
      "Compare the decision with the service’s answer, which arrived after it. If a payout was sent again, contact the service’s support now.",
  },
  callback_without_token: {
    name: "Callback without a token",
    operator:
      "Contact the service’s support with the merchant’s reference: the service knows a transaction of this call.",
  },
  token_lost: {
    name: "Token unknown to the service",
    operator:
      "Ask the service’s support what became of this token; the service’s dashboard shows the merchant’s reference.",
  },
  confirm_denied: {
    name: "Confirm denied",
    operator:
      "Check the credentials of this payment’s project: the service refused them when it was asked about this payment. Close this flag once a confirm succeeds.",
  },
  unknown_status: {
    name: "Unknown status",
    operator: "Ask the service’s support what this status means; until then the payment counts as pending.",
  },
  amount_mismatch: {
    name: "Another amount",
    operator:
      "The customer paid another amount. Decide “completed” to save what was paid; less is underpaid, unless you accept it as full.",
  },
  reference_mismatch: {
    name: "Another reference",
    operator:
      "The service’s record belongs to another payment: contact the service’s support, and credit nothing before they answer.",
  },
  external_id_mismatch: {
    name: "Another external id",
    operator: "Compare the service’s record with the order: its external id is another one, its own reference fits.",
  },
  terminal_contradiction: {
    name: "Contradicted by the service",
    operator:
      "Get a written answer from the service’s support: it, or its statement, contradicts how the payment stands here.",
  },
  completed_after_not_completed: {
    name: "Money after failure",
    operator: "Money came after the payment had failed: credit or refund it by hand, then close the flag.",
  },
  double_collection: {
    name: "Paid twice by the customer",
    operator: "The customer paid twice: check both collections, then release the refund draft.",
  },
  double_payout: {
    name: "Paid out twice",
    operator: "The beneficiary was paid twice: ask the service’s support to reverse one of the transfers.",
  },
  overdue: {
    name: "Overdue",
    operator: "The payout is late: contact the service’s support about it, and do not send it again.",
  },
  delivery_parked: {
    name: "Announcement parked",
    operator: "A consumer keeps refusing an event of this payment: repair the consumer, then recheck the payment.",
  },
} as const

/** What a flag is about. */
export const about = {
  attempt: (count: number) => `about call ${number(count, "en")}`,
  level: (level: number) => `level ${number(level, "en")}`,
  payin: (id: string) => `about payin ${id}`,
  other: (subject: string) => `about ${subject}`,
} as const
