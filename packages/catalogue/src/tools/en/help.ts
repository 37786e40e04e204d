/** What the programs say about themselves, in English: `--help`, and their first and last lines. */

export const help = {
  usage: "Usage:",
  variables: "Variables:",
  required: "; required",
  help: "prints this",
  version: "prints the version",
  codes:
    "Exit codes: 0 fine, 1 something needs a person, 64 bad usage or configuration, 70 a defect, 74 the store is damaged, 75 the store or a port cannot be used now: try again.",
} as const

export const receiverHelp = {
  about:
    "Receives the callbacks of the service and stores each before it answers. A callback changes no payment: the reconciler asks the service.",
} as const

export const reconcilerHelp = {
  about: "Works on the payments that are due: sends, confirms, expires and flags them, and delivers their events.",
  once: "works through what is due, prints a summary and exits",
  json: "prints the summary as JSON",
} as const

export const sandboxHelp = {
  about: "The whole service on this machine, with phones and a control room to play with. No money moves.",
  scenario: "plays one from the start and prints its steps; `list` prints the catalogue",
  json: "prints where it listens and the credentials, or the catalogue, as one line of JSON",
  ephemeral: "for tests: any free port, nothing kept, and an end with the program that started it",
  grade:
    "plays all scenarios, or one, against your program and prints the verdict; ends with 1 where a line is red or nothing was seen",
  amount: "a price of your shop, for every payment of the scenarios",
  phone: "numbers separated by commas; a scenario takes the first that its operator can play",
  hook: "an address of your program that is posted what to do, as JSON: does, scenario, kind, amountXof, phone, order, code",
  probe:
    "an address that answers the state of an order: paid, failed, or anything else; {order} and {token} are filled in",
  visit: "the return address of an order, which a stranger opens with another token; {order} and {token} are filled in",
  patience: "how many seconds your program has for its part, and for learning the end; by default 30",
  junit: "a file for the verdict as JUnit; --json prints it as one line",
  seed_file: "projects, credentials, assumptions and rates of a team, from a file such as sandbox.json",
  listen: "gives a callback address that looks public, and forwards what the running sandbox posts there",
  run: "starts a Node program whose requests to this host go to the sandbox; refuses where NODE_ENV is production",
  codes:
    "Exit codes: 0 fine, also after Ctrl-C; 1 a red line of --grade; 64 bad usage or configuration; 70 a defect; 75 the port or the file cannot be used now.",
} as const

export const sandboxListen = {
  address: (address: string, target: string) =>
    `Callback address for your program: ${address}\nWhat the sandbox posts there goes to ${target}. Ctrl-C stops it.`,
  form: "form",
  forged: "forged",
  no_answer: "no answer",
} as const

export const sandboxStart = {
  title: "Sandbox: no money moves here.",
  service: "Service",
  program_adds: (path: string) => `where a program adds ${path}`,
  face: "Face",
  faces: {
    strict: "strict: takes what the service’s documents say (SANDBOX_FACE=as-observed takes more)",
    "as-observed": "as-observed: also takes the forms that public clients send (SANDBOX_FACE)",
  },
  pages: "Pages",
  documents: "Documents",
  control: "Control API",
  control_at: (url: string, header: string, token: string) => `${url} with ${header}: ${token}`,
  project: (id: string) => `Project ${id}`,
  stop: "Ctrl-C stops it.",
} as const

export const demoHelp = {
  about:
    "Sends a few hundred payments through the sandbox while everything goes wrong, and proves that nothing was lost.",
  seed: "the same payments and the same faults again; by default another seed each time",
  json: "prints the result as one JSON line, and nothing else",
  programs:
    "It starts a sandbox, a receiver and two reconcilers as processes on one SQLite file in a temporary folder. No money moves.",
  codes: "Exit codes: 0 everything agrees, 1 something does not, 64 bad usage, 70 a program failed, 130 Ctrl-C.",
} as const

export const startHelp = {
  about: "Starts the sandbox, a receiver, a reconciler, the shop and the console’s page on this machine, until Ctrl-C.",
  fresh: "starts over; by default it continues with what the folder holds",
  folder:
    "Data, secrets and ports are kept in .cauri, or in the folder that CAURI_HOUSE names. If a port is in use, it takes another. No money moves.",
  codes:
    "Exit codes: 0 after Ctrl-C, 64 bad usage or a folder that cannot be used, 70 a program failed, 75 another start works on the folder.",
} as const

/** What `pnpm start` prints. */
export const started = {
  starting: "Starting …",
  continuing: (folder: string) => `Continuing with what ${folder} holds …`,
  shop: "Shop",
  shop_is: "buy something; pay with a number of the sandbox’s phones",
  admin: (password: string) => `any name, password ${password}`,
  sandbox: "Sandbox",
  sandbox_is: "the service: phones, payments, callbacks, faults, scenarios",
  console: "Console",
  console_is: "decisions about the shop’s payments",
  receiver: "Receiver",
  receiver_is: "receives callbacks for payments of the store below",
  reconciler: "Reconciler",
  process: (pids: string) => `process ${pids}`,
  reconciler_is: "works on the store below",
  store: "Store",
  store_is: "for programs of yours; the shop has one of its own",
  port_moved: (program: string, port: number, now: string) =>
    `${program}: port ${port} is in use or was moved before; using ${now}.`,
  kept: (folder: string, keys: string) =>
    `No money moves. Data are kept in ${folder}; ${keys} stops everything, and pnpm start continues with them.`,
  stopping: "Stopping … Ctrl-C again ends everything at once.",
  stopped: "Everything has stopped.",
} as const
