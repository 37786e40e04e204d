/** The documents of the sandbox: the service’s calls, callbacks and refusals, and the control API. */
export const documents = {
  title: "The service, simulated",
  about: "Amounts are whole XOF. Phone numbers are country code and local number, digits only.",
  answer: "The service’s envelope, success and failure alike: `response_code` tells them apart.",
  callback_explained:
    "Each event is posted twice, once as a form and once as JSON. Anyone can post one: ask for the status with the token that the creation gave; the token in the callback is another one.",
  received: "Received. The service reads no body.",
  calls: {
    createHostedInvoice: "Create a payin that the customer pays on a page",
    confirmInvoice: "Ask for the status of a payin",
    createDirectInvoice: "Create a payin that the customer confirms on the phone",
    sendWalletOtp: "Wallet payin, step 1: send the customer a code",
    submitWalletInvoice: "Wallet payin, step 2: pay with the code",
    createWalletPayout: "Create a payout to a wallet",
    createDirectPayout: "Create a payout to mobile money",
    confirmPayout: "Ask for the status of a payout",
  },
  webhooks: { payinCallback: "A payin was decided", payoutCallback: "A payout was decided" },
  refusals: {
    authentication_failed: "Authentication failure: bad, expired or missing credentials",
    payin_not_enabled: "Payin feature not enabled",
    amount_refused:
      "Wrong amount: below 9, above 2,000,000, not an integer, or beyond the customer’s daily operator limit",
    ip_denied: "IP denied",
    not_found: "Invoice not found",
    payout_not_enabled: "Payout feature not enabled",
    beneficiary_without_wallet: "Customer not registered on the platform",
    balance_too_low: "Merchant balance low on the relevant operator",
    field: "A field is missing or wrong",
    phone: "The phone number is wrong",
    operator: "No operator serves the number",
    payout_amount: "The amount is not a positive integer, or is out of the operator’s bounds",
    wallet_number: "The number is a wallet’s",
    no_wallet: "The number has no wallet",
    no_otp_request: "No OTP was requested for this number and amount",
    wrong_otp: "The OTP is wrong, used or expired",
    no_token: "The token is missing",
    payout_not_found: "Payout not found",
    unknown_address: "No such address or method",
  },
  control_title: "The control API of the sandbox",
  control_about:
    "What the service’s team, the operators and the customers do, and a view of the sandbox. It is no part of the service. Every call carries the control token, and writes are application/json.",
  control: {
    saveState: {
      summary: "Read the whole state",
      description: "One JSON value; PUT takes it back. Nothing in it is masked.",
    },
    restoreState: { summary: "Replace the whole state", description: "With a value that GET gave." },
    reset: { summary: "Start over", description: "Everything is forgotten, except the time." },
    time: { summary: "Read simulated time", description: "In milliseconds since 1970, and how fast it runs." },
    passTime: {
      summary: "Move simulated time ahead",
      description:
        "Everything on the way happens, and every callback has been handed over and answered before this call answers.",
    },
    setTimeFactor: {
      summary: "Set the pace of simulated time",
      description: "0 stops it, 60 makes an hour a minute. Earlier time passed at the old pace.",
    },
    ledger: { summary: "Read every balance and movement", description: "The balances add up to zero." },
    payments: { summary: "List the newest payments", description: "The newest first, with the tokens that acts take." },
    operators: { summary: "List the operators", description: "With their prefixes, fees and bounds." },
    projects: { summary: "List the projects", description: "With their credentials." },
    act: {
      summary: "Act as the team, an operator or a forger",
      description:
        "Decide payments, change projects, hold back, send, repeat, forge or lose callbacks, move the time of one project or payment.",
    },
    phone: { summary: "Look at a phone", description: "Its messages, codes and prompts." },
    phoneAct: { summary: "Act as a customer", description: "Dial, confirm with the PIN, refuse." },
    faults: { summary: "List the faults in force", description: "With how often each struck." },
    putFault: {
      summary: "Switch a fault on",
      description: "It strikes every call that its conditions fit. The same id replaces it.",
    },
    removeFault: { summary: "Switch a fault off", description: "By its id." },
    scenarios: { summary: "List the scenarios", description: "Each with its payment and its steps." },
    scenarioRuns: { summary: "List running and finished scenarios", description: "The newest first." },
    startScenario: {
      summary: "Start a scenario",
      description: "Perhaps with an amount and phones of yours: it takes the first phone that its operator can play.",
    },
    goOnWithScenario: { summary: "Go on with the next step", description: "Without further waiting." },
    grades: {
      summary: "Grade the merchant",
      description: "What it did right and wrong, weighed by the money at risk.",
    },
    merchantSays: {
      summary: "Pass on what the merchant says of an order",
      description: "What a program believes is not on the wire; without this, those lines stay “not seen”.",
    },
    callbacks: {
      summary: "List the callbacks that were sent",
      description: "The oldest first, each with its result and how long it took; secrets are masked.",
    },
    callback: {
      summary: "Read one callback",
      description: "As it was posted, nothing masked: sent, planned or held back.",
    },
    requests: {
      summary: "List the requests that came",
      description: "Each with everything that was wrong with it; secrets are masked.",
    },
    requestCounts: {
      summary: "Count the requests of one transaction_id",
      description: "By endpoint, answered or not.",
    },
    requestAttempts: {
      summary: "Count the attempts of one transaction_id",
      description: "Requests that name one callback address are one attempt.",
    },
  },
} as const
