/** Why something did not happen, in English: what the service answered, what was not sent, what is refused, what failed. */

const checking = "We are checking your payment. Do not pay a second time."
const unknown =
  "Something went wrong, and we do not know how your payment stands. Do not pay a second time, and contact us."
const wait = "That cannot be done right now. Wait a moment on this page; do not pay a second time."
const look = "This payment has moved on. Look at how it stands before you do anything else; do not pay a second time."
const unlessPaid = "If money has left your account, do not pay a second time and contact us; otherwise"

/** What is read while the program is still to send a payment by itself: the last call left nothing, an earlier one may have. */
export const delayed = {
  payin: "Your payment is delayed. Do not pay a second time.",
  payout: "This transfer is delayed. Do not ask for it a second time.",
  operator: "The program sends it by itself once nothing stops it any more.",
} as const

/** Why the service, or the way to it, did not do what was asked. A reason without a text for customers says nothing beside the state. */
export const reasons = {
  authentication_failed: {
    name: "credentials refused",
    operator:
      "Check the project’s two credentials; if they were re-issued or have expired, ask the service for new ones.",
  },
  ip_denied: {
    name: "IP address not allowed",
    operator:
      "Ask the service to put this server’s address on the project’s whitelist (at most three), then resume the project’s payments.",
  },
  payin_not_enabled: {
    name: "payins not enabled",
    operator: "Ask the service to enable payins on this project, then resume its payins.",
  },
  payout_not_enabled: {
    name: "payouts not enabled",
    operator: "Ask the service to enable payouts on this project, then resume its payouts.",
  },
  amount_refused: {
    name: "amount refused",
    operator:
      "The amount is outside the limits, or the customer has reached the daily limit of the operator: use another amount, day or operator.",
    customer: `This amount is not accepted, or your daily limit is reached. ${unlessPaid} choose another amount or another way to pay.`,
  },
  not_found: {
    name: "unknown to the service",
    operator:
      "The service does not know this token: check that the credentials are those of the creation, then contact the service’s support.",
  },
  beneficiary_without_wallet: {
    name: "beneficiary without a wallet",
    operator: "The beneficiary has no wallet at the service: send a mobile money payout instead.",
    customer: "This beneficiary has no wallet, and nothing was sent. Choose a transfer to their mobile money number.",
  },
  balance_too_low: {
    name: "balance too low",
    operator:
      "Top up the merchant’s balance at this operator: balances are kept per operator. Its payouts pause for the time in the policy, or until a person resumes them.",
  },
  otp_not_sent: {
    name: "code not sent",
    operator:
      "The service could not send the code: check that the number has a wallet, and ask the customer for no code.",
    customer: `The code could not be sent to this number. ${unlessPaid} check the number or choose another way to pay.`,
  },
  declined: {
    name: "declined",
    operator:
      "The service refused with a code that your policy reads as final (merchant.subCodes): look up what it means before you start a new payment.",
    customer: `This payment was not accepted. ${unlessPaid} choose another way to pay.`,
  },
  unrecognised: {
    name: "unknown refusal code",
    operator:
      "The service refused with a code that its specification does not list: look the code up, or contact the service’s support, before you send anything again.",
  },
  not_sent: {
    name: "not sent",
    operator: "Nothing reached the service: check the network if it happens often.",
  },
  no_answer: {
    name: "no answer",
    operator:
      "It is unknown whether the service executed the payment: do not send it again before a confirm or a person has decided.",
  },
} as const

/** Why nothing left, so that sending again is safe. */
export const notSentCauses = {
  invalid_request: "invalid request",
  invalid_callback_address: "invalid callback address",
  name_not_resolved: "host name not found",
  connection_refused: "connection refused",
  connect_timeout: "connection timed out",
  tls_failure: "TLS failure",
  throttled: "rate limit reached",
  lease_over: "the worker’s lease ran out",
  no_mark: "the mark of the store could not be written",
} as const

/** Why it is unknown what the service did. */
export const noAnswerCauses = {
  timed_out: "time-out",
  connection_lost: "connection lost",
  cut_off: "answer cut off",
  redirected: "redirected elsewhere",
  web_page: "a web page instead of an answer",
  unreadable: "unreadable answer",
  token_missing: "token missing",
  contradictory: "contradictory answer",
  unrecognised_code: "unknown code",
  worker_lost: "worker lost",
} as const

/** Why no call is made for a payment now. */
export const notNow = {
  wrong_state: {
    operator: "The state of the payment does not allow it: read the payment again and show its next step.",
    customer: look,
  },
  no_code_in_this_mode: {
    operator: "This way to pay uses no code: read the payin again and show its next step.",
    customer: "No code is needed for this payment. Look at how it stands; do not pay a second time.",
  },
  code_needed: {
    operator: "This way to pay needs the customer’s code: ask for it first.",
    customer: "Enter the code that you received.",
  },
  too_soon: {
    operator: "The last call was a moment ago: wait until the time given.",
    customer: "A request left a moment ago. Wait on this page; do not pay a second time.",
  },
  too_often: {
    operator: "The limit of tries is reached: let this payin run out before the customer starts a new one.",
    customer: "You have used all tries for this payment. We are checking it; do not pay a second time.",
  },
  already_paid: {
    operator: "The service says that the payin is paid: read it again.",
    customer: "This payment is already made. Do not pay a second time.",
  },
  already_failed: {
    operator: "The service says that the payin has failed: start a new one.",
    customer: `This payment did not go through. ${unlessPaid} you can start a new payment.`,
  },
  cannot_ask: {
    operator:
      "The service could not say what became of the earlier call, so nothing was sent. Do the same again in a moment.",
    customer: checking,
  },
  paused: {
    operator:
      "Payments of this scope are paused; the list of pauses says why and since when. Remove the cause, then resume them.",
    customer: wait,
  },
  breaker_open: {
    operator: "The service does not answer at the moment: wait until the time given.",
    customer: wait,
  },
  throttled: { operator: "The rate limit is reached: wait until the time given.", customer: wait },
  no_mark: {
    operator:
      "The file that notes how far the store has come is missing or cannot be written. The log names it and says what to do.",
    customer: wait,
  },
  changed_meanwhile: {
    operator: "The payment changed at the same moment. Read it again to see how it stands.",
    customer: look,
  },
  callback_without_token: {
    operator:
      "A callback proves that the service knows an earlier call, and its token is missing: decide with the service’s statement.",
    customer: checking,
  },
  held: {
    operator: "The payout waits for a person: look at why it is held, then release or cancel it.",
    customer: "This transfer is being checked before it is sent.",
  },
  call_under_way: {
    operator: "A call is under way and its own answer comes first: read the payment again in a moment.",
    customer: checking,
  },
  no_token: {
    operator: "No call brought a token to ask the service with: look at the flags of the payment.",
    customer: checking,
  },
} as const

/** Why a call of a program failed. */
export const failures = {
  invalid_input: {
    operator: "A field is not valid, and nothing was stored or sent. Correct the field that the error names.",
    customer: "Please check what you entered.",
  },
  content_conflict: {
    operator:
      "Another payment has this id already, and nothing was sent. A new id is for a new payment, and never for the same debt.",
    customer: "This payment exists already. Look at how it stands; do not pay a second time.",
  },
  not_found: {
    operator: "There is no such payment. Check its project and its id.",
    customer: "This payment was not found. Check the address, or contact us; do not pay a second time.",
  },
  not_allowed: {
    operator:
      "The payment does not allow another call now, and nothing was sent. Read it again and show its next step.",
    customer: look,
  },
  decision_refused: {
    operator: "The decision was refused, and nothing was changed. Read the payment again before you decide.",
    customer: look,
  },
  store_failed: {
    operator: "The database did not answer. Look at how the payment stands before you try again.",
    customer: unknown,
  },
  store_refused: {
    operator: "The database must not be used as it is. The log says why, and what to do.",
    customer: unknown,
  },
  misconfigured: {
    operator: "A setting keeps the program from working. The log names it.",
    customer: unknown,
  },
  too_late: {
    operator: "A handler was registered after the worker had started. Register every handler first.",
    customer: unknown,
  },
  webhook_refused: {
    operator:
      "A webhook was refused: its signature, its time or its content is wrong. Compare WEBHOOK_SECRET on both sides, and check the clock of this machine.",
    customer: unknown,
  },
  closed: { operator: "The program is stopping. Try again in a moment.", customer: unknown },
  unexpected: {
    operator:
      "An unexpected error happened. Look at how the payment stands before you try again, and report the error where its message says.",
    customer: unknown,
  },
  /** Whatever failed, after something may have left. */
  may_have_left: {
    operator:
      "The call failed, and the service may have received it. Look at how the payment stands before you try again.",
    customer: checking,
  },
} as const

/** Why a text is no phone number. */
export const phoneProblems = {
  empty: "Enter a phone number.",
  not_a_number: "Enter the number alone, in digits: no letters and no other text.",
  country_needed: "Add the country code in front of the number, for example +226.",
  country_unknown: "There is no such country code. Check how the number begins.",
  too_short: "Some digits of this number are missing. Check it and complete it.",
  too_long: "This number has too many digits. Check it and correct it.",
  wrong_length: "This number does not have the right number of digits. Check it and correct it.",
  not_mobile: "This is not a mobile number. Check each digit.",
} as const
