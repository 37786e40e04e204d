/** What people decide about payments, in English: the decisions, why one is refused, and what came of asking the service. */
/** The decisions: the name on a button, what it does, and what is said once it was taken. */
export const decisions = {
  completed: {
    name: "Decide: completed",
    short: "completed",
    operator: "The payment counts as completed from then on. Decide this only with proof that the money has moved.",
    done: "The decision “completed” is saved.",
  },
  not_completed: {
    name: "Decide: not completed",
    short: "not completed",
    operator:
      "The payment counts as not completed from then on. Decide this only with proof that the money has not moved.",
    done: "The decision “not completed” is saved.",
  },
  send_again: {
    name: "Decide: not executed, send again",
    short: "not executed, send again",
    operator:
      "The program sends the payout once more. If the first call was executed after all, the beneficiary is paid twice. Decide this only with a written statement of the service that it executed nothing.",
    done: "The decision is saved. The program sends the payout once more, unless payouts are paused.",
  },
  release: {
    name: "Release",
    short: "released",
    operator: "The program sends the payout at its next run.",
    done: "The payout is released.",
  },
  request: {
    name: "Request",
    short: "requested",
    operator: "The decision waits until another person approves it.",
    done: "The request is saved. Another person must approve it.",
  },
  approve: {
    name: "Approve",
    short: "approved",
    operator:
      "The decision is taken as it was requested, and the money can leave. Compare everything below with your own knowledge first.",
    done: "The decision is approved and taken.",
  },
  withdraw: {
    name: "Withdraw the request",
    short: "request withdrawn",
    operator: "The request to decide ends, and nothing is decided.",
    done: "The request is withdrawn.",
  },
  cancel: {
    name: "Cancel",
    short: "cancelled",
    operator: "The payment is cancelled: nothing will be sent.",
    done: "The payment is cancelled.",
  },
  close_flag: {
    name: "Close a flag",
    short: "flag closed",
    operator: "The flag is closed with your reason. The payment’s state stays as it is.",
    done: "The flag is closed.",
  },
  recheck: {
    name: "Ask the service now",
    short: "asked now",
    operator: "The program asks the service about every call of this payment and saves the answers.",
    done: "The service was asked. Its answer is below.",
  },
} as const

/** Why a decision is refused. Nothing was changed. */
export const refusals = {
  changed: "The payment has changed since you looked. Read what happened meanwhile, then decide again.",
  wrong_state: "The state of the payment does not allow this decision any more. Look at the payment again.",
  no_such_flag: "The payment has no such open flag. Look at the payment again.",
  unread_callback: "A callback came for the payment and was not read yet. Look again in a moment.",
  callback_without_token:
    "A callback came for a call without a token, so the service knows of the payment. Contact the service’s support with the merchant’s reference.",
  accepted_without_token:
    "The service accepted the payment without giving a token. Contact the service’s support with the merchant’s reference.",
  too_early:
    "The payment may still turn up. “Not executed” can be decided three days after the last call, unless your policy sets another time (notExecutedAge).",
  needs_reason: "A decision needs your name and a reason, of at most 2,000 characters.",
  needs_evidence: "This decision needs evidence, such as the service’s statement, of at most 2,000 characters.",
  needs_name: "A decision needs your name.",
  cannot_be_read:
    "A payout cannot be read and may have been sent, so payouts stay paused. Resume them with a program at least as new as the one that wrote it, or in spite of it once you know what became of it.",
  collection_without_token:
    "One of the two collections has no token to ask the service with. Cancel this refund, and pay back with a payout of your own.",
  statement_missing:
    "The store was restored and has forgotten a time. Import the service’s statement over that time first: payouts that the store does not know may have been paid in it. Where the service gives none, set approvals.statementAfterRestore to false in the policy and compare by hand.",
  still_waits: "Its data are still needed. Try again later.",
  not_both_collected:
    "The service does not confirm both collections at the moment. Try again later. If the service’s statement shows both, give this refund up, and pay back with a payout of your own.",
  cannot_ask: "The service did not say whether it knows the call without an answer. Try again in a moment.",
  needs_second_person: "Two people must decide this. Request it, and let another person approve it.",
  no_second_person:
    "Your policy names no second person who could approve this (approvals.approvers). Ask those who keep the policy to add one.",
  one_is_enough: "One person is enough here. Take the decision itself.",
  same_person: "You requested this under the same name, so another person must approve it.",
  not_an_approver: "Your policy does not name you among those who may approve this (approvals.approvers).",
  amount_differs:
    "This is not the amount of the payment. Compare what was paid with your evidence; nothing was decided.",
  needs_service:
    "This decision asks the service, and this console has no access to it. Set SERVICE_URL, the credentials, CALLBACK_BASE and CALLBACK_KEYS.",
} as const

/** Why the service was not asked about a payment. */
export const unasked = {
  throttled: "The service was not asked: other calls use up the shared rate limit. Try again in a moment.",
  call_under_way:
    "The service was not asked: a call is under way and its own answer comes first. Try again in a moment.",
  no_token:
    "The service was not asked: no call brought a token to ask with. Look at the flags of the payment, and decide with the service’s statement.",
} as const

/** The result of asking the service. */
export const asked = {
  all: "The service answered for every token. Its answer is below.",
  some: "The service answered for some of the tokens. Its answers are below; try again in a moment for the others.",
  nothing: "The service was asked and gave no usable answer, so the payment is unchanged. Try again in a moment.",
  thrown_away:
    "Another program changed the payment while the service was asked, so the answer was not kept. Try again in a moment.",
} as const

/** What a pause stops. */
export const scopes = {
  payouts: "All payouts",
  project: (project: string) => `Project ${project}`,
  project_payins: (project: string) => `Payins of ${project}`,
  project_payouts: (project: string) => `Payouts of ${project}`,
  operator: (operator: string, project: string) => `Operator ${operator} of ${project}`,
} as const

/** The words of pages on which people decide. */
export const review = {
  to_decide: "To decide",
  nothing_waits: "Nothing waits for a decision.",
  decide: "Decide",
  outcome: "What became of the money",
  reason: "Reason",
  evidence: "Evidence",
  refund: "Refund",
  refund_of: (amount: string, state: string) => `refund of ${amount}: ${state}`,
  amount: "Amount",
  other_number: "Number, if it is not the one that paid",
  cannot_be_read: "Cannot be read",
} as const
