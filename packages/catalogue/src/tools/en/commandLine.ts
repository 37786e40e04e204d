/** What the command lines say about themselves, in English: what can be asked for, and why a command line cannot be followed. */
import { flags, rails, states } from "../../en/payments.ts"

const scopes = "payouts, project/…, project/…/payins, project/…/payouts or operator/<project>/…"

/** `cauri --help`, and what is wrong with a command. */
export const cauri = {
  title: "Mobile money in West and Central Africa, without losing any.",
  command: "command",
  given: "arguments",
  rest: "`cauri <command> --help` says what a command takes. `cauri completions bash|zsh|fish` prints a completion script.",
  unknown: (name: string) => `There is no command “${name}”.`,
  near: (name: string) => `Did you mean “cauri ${name}”?`,
  shells: "cauri completions needs the name of a shell: bash, zsh or fish.",
  list: "cauri --help lists the commands.",
  completions: "prints a completion script for bash, zsh or fish",
} as const

export const cauriCommands = {
  init: "writes a small repository of your own into this folder",
  sandbox: "the service on this machine, with phones to pay from; no money moves",
  demo: "sends hundreds of payments while everything goes wrong, and proves that none is lost",
  receiver: "keeps the callbacks of the service in the store",
  reconciler: "sends, checks and delivers the payments that are due",
  api: "payments over HTTP, for programs in any language, and the keys that open it",
  console: "shows payments, and takes the decisions that only a person can take",
  doctor: "looks at settings, credentials, store, clock and workers",
  migrate: "brings the tables of the store up to this version",
  backup: "copies a SQLite store while it is in use",
} as const

/** `cauri console --help`, and the page of each of its commands. */
export const consoleHelp = {
  about: "People’s decisions about payments. `doctor` checks the variables.",
  options: "[flags]",
  required_to_ask: "; required by the commands that ask the service",
  examples: "Examples:",
  completions: "prints a completion script for bash, zsh, fish or powershell",
  commands: {
    list: "Lists payments, the oldest first",
    show: "Shows one payment: its calls, flags and history, the pauses that stop it, and what can be decided now",
    recheck: "Asks the service about a payment now; ends with 75 when it could not be asked or did not answer",
    resolve: "Decides what became of a payment that the service cannot be asked about",
    release: "Lets a held payout go",
    approve: "Approves what another person requested, as `show` prints it: then the decision is taken",
    withdraw: "Takes a request back that waits for a second person",
    cancel: "Cancels a payment of which nothing has left",
    "close-flag": "Closes a flag that a person has looked into",
    "replay-notes": "Schedules another check for the callbacks received: the service is asked about the payment soon",
    pauses: "Lists what is paused, since when, by whom and why",
    pause: "Stops creations of payouts, of a project or of an operator, in every process",
    resume: "Ends a pause",
    undelivered: "Lists the events that consumers have not received, the oldest first",
    forget: "Removes a consumer that no program has any more, with its undelivered events",
    report: "Counts and sums of one day (UTC) by kind, rail, operator and status",
    "export-evidence":
      "Prints everything that is kept of a payment as JSON: calls, events, flags, callbacks as received",
    audit: "Checks every rule that the store can be asked; ends with 1 when one is broken",
    deeds:
      "Lists who decided, saw what is masked, imported a statement, or removed a consumer or evidence, and from where, the newest first",
    doctor: "Checks settings, credentials, store, clock, workers and the receiver; ends with 1 when one is bad",
    restored: "After a restore, before any worker starts: puts everything in doubt that may have been sent meanwhile",
    migrate: "Brings the tables of the store up to this version, and prints the store’s identity",
    backup: "Copies a store that copies itself, such as a SQLite file, while it is used; checks the copy",
    archive: "Moves the histories and callbacks of old payments together, where they take less room; nothing is lost",
    erase:
      "Erases what a closed payment holds of a person: number, name, address, description, custom data and callbacks; amounts and states stay",
    account:
      "Asks for a person’s password, or reads it from standard input, and prints their entry for CONSOLE_PEOPLE_FILE",
    serve: "Serves the same as pages: on this machine behind a token, or for several people behind CONSOLE_DOOR",
    batch:
      "Checks or brings a list of payouts (`check`, `add`), lists batches (`list`), shows one (`show`), decides about it (`start`, `approve`, `pause`, `resume`, `cancel`) or prints its lines with what became of them (`result`)",
    statement:
      "Imports a statement of the service (`import`), lists what was imported (`list`), or compares a period with the payments (`compare`); it decides nothing",
  },
  flags: {
    id: "The payment: order-17 or shop/order-17",
    kind: "Only this kind: payin or payout",
    project: "Only this project",
    json: "Print JSON, for programs",
    csv: "Print CSV, for spreadsheets",
    by: "Who does it; by default CONSOLE_USER, and always the operating system’s user where the policy asks for two people",
    "as-of":
      "The number of the newest event that you saw, as `show` prints it; the decision is refused if more has happened",
    amount: "The amount in XOF, typed again; where the service says what was paid, that",
    "accept-as-full": "Less than the amount was paid, and you accept it as full: it is announced as completed",
    digest: "The digest of the request that you saw; the approval is refused if anything differs now",
    reason: "Why you do it; it is recorded with your name",
    evidence: "What it rests on, such as the service’s written statement",
    to: "What became of the money: completed, not_completed or send_again (not executed, so a payout is sent once more)",
    flag: `Which flag: ${Object.keys(flags).join(", ")}`,
    subject: "What tells it from others of its kind, as `show` prints it",
    reveal: "Show numbers, names and tokens in full; it needs --reason, and is recorded",
    language: "The language of the texts, en or fr; by default that of the locale",
    flagged: "Only payments with an open flag",
    overdue: "Only payments that take longer than their rail promises",
    status: `One or more, separated by commas: ${Object.keys(states).join(", ")}`,
    rail: `Only this rail: ${Object.keys(rails).join(", ")}`,
    operator: "Only payouts of this operator",
    order: "Only payins of this order",
    "refund-of": "Only refunds of this payin",
    from: "From this day (UTC) on: when payments were created, or the first day that is compared",
    until: "Before this day (UTC): when payments were created, or the first day behind what is compared",
    what: "What to do: the description of the command names the words",
    batch: "The batch: 1 to 24 letters, digits or hyphens",
    country: "The country of local numbers, such as BF",
    description: "What a payout is for whose line does not say it",
    replaces: "The number of a statement that was read wrongly, and counts no longer",
    limit: "How many at most, 1 to 1000",
    after: "Continue where the page before ended",
    fail: "End with 1 when there is anything in the list",
    day: "The day (UTC); by default today",
    scope: scopes,
    "despite-unreadable": "Resume `payouts` although unsent ones cannot be read: you know what became of each",
    "paused-by": "Whose pause, where a person and the program both paused one scope",
    consumer: "Its name, as `cauri console undelivered` prints it",
    file: "The file to read; for a copy one that is not there yet",
    before: "Payments that were closed before this day (UTC)",
    "new-mark":
      "Makes the mark of a store that has payments and never had one; only where no old state of it was put back",
    name: "The name under which the person decides",
    may: "What the person may do, separated by commas: look, decide, release, reveal, import, approve; by default look",
    host: "The address to listen on: of the loopback, unless CONSOLE_DOOR and CONSOLE_ORIGIN are set",
    port: "The port; 0 takes any that is free",
  },
  examplesOf: {
    list: ["Payments with an unknown outcome", "For a monitor: 1 when a flag is open"],
    show: ["Everything about a payment, masked", "With numbers and names; it is recorded"],
    recheck: ["Asks, and prints the state afterwards"],
    resolve: ["Decides that a payout in doubt was paid"],
    release: ["Releases one payout; the pause on a scope is ended with `cauri console resume`"],
    approve: ["Approves the release of a large payout"],
    withdraw: ["The payout stays held"],
    cancel: ["Cancels a held payout"],
    "close-flag": ["Closes the one open flag of this kind"],
    "replay-notes": ["After a time in which the service could not be asked"],
    pauses: ["Everything that stops creations"],
    pause: ["No payout leaves from now on", "No payin of one project"],
    resume: ["Payouts continue"],
    undelivered: ["Consumers that refuse, or do not run"],
    forget: ["After OUTCOMES was changed"],
    report: ["The figures of a day", "For a spreadsheet"],
    "export-evidence": ["Masked", "In full; the document says who asked for it"],
    audit: ["After a restore, and once a day"],
    deeds: ["For an auditor"],
    doctor: ["Before going live, and when something is odd"],
    restored: ["May be run again when it broke off"],
    migrate: ["Before programs of a new version start; each of them does it too", "For a store from before its mark"],
    backup: ["As often as a day"],
    archive: ["The reconciler does this once a day, by `store.archiveAfter` of the policy"],
    erase: ["When a customer or beneficiary asks for it"],
    account: ["Asks for the password twice"],
    statement: [
      "Imports a file, by a guessed form; nothing is imported while a line cannot be read",
      "The newest statements of a project",
      "What is in both, in ours alone and in theirs alone; 1 when something needs a person",
    ],
    batch: [
      "What a list would do; nothing is stored",
      "Keeps it, and sends nothing yet",
      "Sends it; above the policy’s sum another person approves it with `batch approve`",
      "The same list with state, reference and reason",
    ],
    serve: ["Prints the address to open"],
  },
} as const

/** Why a command line of the console cannot be followed. */
export const usageErrors = {
  unknown_flag: (flag: string) => `Unknown option: ${flag}.`,
  unknown_command: (name: string) => `There is no command “${name}”.`,
  near: (name: string) => `Did you mean ${name}?`,
  missing_flag: (flag: string) => `--${flag} is missing.`,
  missing_argument: (name: string) => `<${name}> is missing.`,
  unexpected: (given: string) => `Nothing more can be given here: ${given}.`,
  bad_value: (name: string, value: string) => `${name} cannot be “${value}”.`,
  meaning: (name: string, about: string) => `${name}: ${about}.`,
  duplicate_flag: (flag: string, issues: string) =>
    `Two commands of this program have the option ${flag}, so it cannot run. That is a defect: report it at ${issues}.`,
  unfit_together: "These values do not go together. Nothing was done.",
  failed: (issues: string) =>
    `The command failed before it was finished. Look at the payment before you run it again; if it fails again, report it at ${issues}.`,
  try_help: (command: string) => `Try ${command} --help.`,
  wrong: (name: string, expected: string) => `${name} must be ${expected}. Nothing was done.`,
} as const

/** What an input of the console must be. */
export const expected = {
  between: (low: number, high: number) => `from ${low} to ${high}`,
  one_at_a_time: "given one at a time: leave one of them out",
  one_of: (words: string) => `one of ${words}`,
  name: "the name of the person who does it, left out only where CONSOLE_USER is set",
  own_user: (user: string) =>
    user === ""
      ? "left out, by a user of the operating system who has a name: where the policy asks for two people, no other name counts"
      : `left out, or ${user}: where the policy asks for two people, the operating system’s user decides, and no other name counts`,
  person: "the name of a person; `cauri` is the program’s own",
  text: "a text in 1 to 2,000 characters, with a letter or a digit and without control characters other than line breaks",
  payment: "an id such as order-17 or shop/order-17",
  same: (flag: string, said: string, typed: string) => `the same as --${flag} ${said}, and it says ${typed}`,
  password: (shortest: number, longest: number) => `${shortest} to ${longest} characters long`,
  password_again: "the same twice",
  id: "an id in 1 to 64 letters, digits, hyphens and underscores",
  project: "a project in 1 to 64 letters, digits, hyphens and underscores",
  operator: "an operator in 1 to 64 printable ASCII characters",
  order: "a reference in 1 to 128 printable ASCII characters without spaces",
  day: "a day such as 2026-01-31 (UTC)",
  day_begun: "a day that has begun (UTC)",
  cursor: "what the page before printed",
  scope: scopes,
  held_payout: (scope: string) => `a held payout; the pause on ${scope} is ended with \`cauri console resume\``,
  new_file: (file: string) => `a file that is not there yet: ${file} is`,
  readable_file: "a file that this program can read",
  copies_itself: (command: string) =>
    `a store that copies itself${command === "" ? "" : `; copy this one with \`${command}\``}`,
} as const

/** Why there is no payment to act on. */
export const unfound = {
  none: (what: string) => `This store has no payment ${what}. Check the id, the project and STORE_URL.`,
  several: (id: string, payments: string) =>
    `More than one payment has the id ${id}: ${payments}. Say which, with --kind and --project.`,
  unreadable: (payment: string) =>
    `The ${payment} is in this store and cannot be read by this program. Use one that is as new as what wrote it.`,
  row: (payment: string) =>
    `The ${payment} cannot be read. Use a program as new as the one that wrote it; if this one is, \`cauri console audit\` lists what is damaged.`,
} as const
