/** The grades of an integration: what each line means, what to read where it failed, and what was seen. */

/** The lines: what a right integration does, and what to change in one that does not. */
export const gradeLines = {
  forged_believed: {
    says: "A forged callback changes nothing.",
    read: "Anyone can post to a callback address. Read a callback as a wake-up, ask for the status with the stored token, and believe the answer only.",
  },
  stand_in: {
    says: "Only the service says that an order is paid.",
    read: "This order is paid, and the service has never heard of it. Take the stand-in out of the program, and stop it when credentials are missing.",
  },
  strangers_token: {
    says: "The return address takes no token from the browser.",
    read: "A stranger opened the return address with the token of another payment. Look the order up in your own store, and ask with the token stored there.",
  },
  code_is_not_status: {
    says: "An order is paid when its status is completed.",
    read: "A response_code of 00 says that the request was understood. Look at status, and wait while it is anything but completed or notcompleted.",
  },
  asked_first: {
    says: "Every paid order was asked about.",
    read: "The order was marked as paid, and no answer of the service said so. Ask for the status before you deliver.",
  },
  payout_once: {
    says: "A payout is sent once.",
    read: "An answer that did not come is no refusal: the money may be on its way. Wait for the callback, or ask the service’s team, before you send another one.",
  },
  one_creation: {
    says: "Each attempt is created once.",
    read: "An answer that did not come is no refusal: the customer may have a prompt already. Create again only when the customer asks for it, as a new attempt.",
  },
  amount_checked: {
    says: "The confirmed amount is compared with the order.",
    read: "The service confirmed less than the order costs. Compare the amount of the record before you deliver.",
  },
  booked_once: {
    says: "A payment is booked once.",
    read: "Each event comes as two POSTs, and may be repeated. Book the change of the order’s state, never the callback.",
  },
  completion_taken: {
    says: "A payment that completed is taken.",
    read: "A customer has paid, and the order does not say so. Ask again until the status is final, also where no callback comes.",
  },
  late_completion: {
    says: "A payment that completes late is taken too.",
    read: "An operator may settle after hours or days. Keep asking about open payments, and accept a completion after the order was closed.",
  },
  not_failed_early: {
    says: "A payment has failed when its status is notcompleted.",
    read: "The order was marked as failed while it could still be paid. A refused status request, a time-out, an unknown word and pending all mean: not known yet.",
  },
  asked_after_callback: {
    says: "After a callback the program asks for the status.",
    read: "A callback arrived, and the program did not ask for the status. Ask for the status after each callback, until it is final.",
  },
  asked_again: {
    says: "A status request without an answer is repeated.",
    read: "A status request was lost or refused. Repeat it later, and create nothing meanwhile.",
  },
  own_token: {
    says: "The program asks for the status with the token of the creation.",
    read: "The token of a callback is empty or another one. Store the token that the creation answered, and find the order by an address of its own or by your transaction_id.",
  },
  callbacks_taken: {
    says: "Genuine callbacks are not turned away.",
    read: "The service signs nothing. Ask for no signature, find the order without the callback’s token, and read both encodings.",
  },
  callbacks_answered: {
    says: "Callbacks are answered with 200, quickly.",
    read: "Store the callback, answer 200, and work afterwards.",
  },
} as const

export const gradeEvidence = {
  created: "The payment was created.",
  created_without_answer: "The payment was created, and the answer was lost.",
  created_again: "It was created again.",
  confirm_said: (status: string) => `A confirm said “${status}”.`,
  confirm_without_record: "A confirm brought no record.",
  strange_token: "A confirm asked with a token that no creation had returned.",
  forged: "A forged callback was posted.",
  callback_answered: (status: number) => `A callback was answered with ${status}.`,
  callback_unanswered: "A callback got no answer.",
  payment_is: (status: string, amountXof: number) => `The payment over ${amountXof} XOF is ${status}.`,
  says_paid: "The merchant says: paid.",
  says_failed: "The merchant says: failed.",
  says_open: "The merchant says: not decided.",
  unmatched:
    "Could not be judged, because no payment can be found for this order: the program sends no transaction_id. Name the order by the token of its payment.",
}

/** What `cauri sandbox --grade` prints while it plays. */
export const gradeRun = {
  your_turn: "Now your program does this; the sandbox waits.",
  left_out: "Your program did not do its part; the scenario is left out.",
  at_risk: (francs: string) => `At risk: ${francs}`,
  not_graded: {
    unplayable: (scenarios: string) => `Not played, because your program would need other keys meanwhile: ${scenarios}`,
    inactive: (scenarios: string) => `Left out, because your program did not do its part: ${scenarios}`,
    unknown_order: (orders: string) => `Could not be judged, because --probe does not know the order: ${orders}`,
  },
}
