/** What the command lines say about themselves, in English: what can be asked for, and why a command line cannot be followed. */

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
} as const

/** The commands of `cauri`. */
export const cauriCommands = {
  init: "writes a small repository of your own into this folder",
  sandbox: "the service on this machine, with phones to pay from; no money moves",
  demo: "sends hundreds of payments while everything goes wrong, and proves that none is lost",
  receiver: "keeps the callbacks of the service in the store",
  reconciler: "sends, checks and delivers the payments that are due",
  console: "shows payments, and takes the decisions that only a person can take",
  doctor: "looks at settings, credentials, store, clock and workers",
  migrate: "brings the tables of the store up to this version",
  backup: "copies a SQLite store while it is in use",
} as const
