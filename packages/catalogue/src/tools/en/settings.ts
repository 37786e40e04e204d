/** Why a program does not start, or ends, in English; and what each of its variables must be. */

const either = (one: string, other: string) =>
  `set together with ${one}, required unless ${other} is set: the two are the project’s credentials`
const secret = "whsec_ and 24 to 64 bytes in base64"

/** What each variable must be; a variable is never shown with its value. `<PROJECT>` stands for the name of each project. */
export const variables = {
  HOST: "an address of this machine, where callbacks arrive, or the requests of the API; by default 127.0.0.1",
  PORT: "a port from 1 to 65535, or 0 for any that is free, where callbacks arrive, or the requests of the API; by default 8080 of a receiver and 8090 of the API",
  API_COUNTRY:
    "the two letters of the country whose local phone numbers the API takes, such as BF; by default none, and it takes numbers with their country code alone",
  API_PROXIES:
    "the addresses or ranges of the proxies before the API, separated by commas: their X-Forwarded-For says from where a request comes; by default none",
  STORE_CREATE: "never (the default), which refuses to start without a store, or if-missing, which makes it",
  STORE_IDENTITY:
    "the identity that `cauri migrate` prints: the id of the expected store, perhaps with @ and the highest event number that was seen; by default what the mark says",
  STORE_MARK_FILE:
    "the path of a file in an existing folder, where the programs that send write how far the store has come: on another disk than the store, because one folder that is put back takes both back; or none. By default it is beside the file of a SQLite store",
  STORE_ACCEPT_TIMELINE:
    "the timeline of Postgres that the refusal names, once a person is sure that no payment is missing; by default none",
  LOG_LEVEL: "the least that is logged: debug, info, warn or error; by default info, and warn of the console",
  LOG_FORMAT: "the form of the log’s lines: json or pretty; by default json, and pretty of the console",
  OTLP_URL: "the http or https address of an OpenTelemetry collector for traces and metrics; by default none get any",
  OPERATIONS_HOST: "an address of this machine, for health and metrics; by default 127.0.0.1",
  OPERATIONS_PORT:
    "a port from 1 to 65535, or 0 for any that is free, for health and metrics; by default 9464 of a reconciler, 9465 of a receiver and 9466 of the API",
  PROCESS_NAME:
    "the name of the process among the heartbeats: 1 to 64 printable characters without spaces, different in every process; by default its role, host and process number",
  CALLBACK_BASE: "the public http or https address of the receiver, without /callbacks",
  CALLBACK_KEYS:
    "the keys of callback addresses, the same in every process: name:secret pairs separated by commas, each secret 32 random printable characters or more. The first signs, all verify",
  SERVICE_URL: "the https address of the service (http on this machine only)",
  CREDENTIALS_FILE:
    "the path of a readable JSON file with the credentials of all projects: { project: { apiKey, apiToken } }; required unless API_KEY_<PROJECT> is set",
  "API_KEY_<PROJECT>": either("API_TOKEN_<PROJECT>", "CREDENTIALS_FILE"),
  "API_TOKEN_<PROJECT>": either("API_KEY_<PROJECT>", "CREDENTIALS_FILE"),
  EGRESS_PROXY: "the http or https address of the proxy through which payins and payouts leave; by default none",
  POLICY_FILE: "the path of a JSON file that overrides parts of the policy; by default none are overridden",
  OUTCOMES:
    "webhook, which repeats an event until your program takes it, or log, which is for people: an event is a line, once",
  WEBHOOK_URL:
    "the http or https address, without user info, to which events are posted; required with OUTCOMES=webhook",
  WEBHOOK_SECRET: `what signs webhooks: ${secret}; required with OUTCOMES=webhook`,
  WEBHOOK_SECRET_PREVIOUS: `the secret before, while your program changes to the new one, and both sign: ${secret}; by default none`,
  CONSOLE_USER: "the name of the person who decides; by default none, and --by names that person",
  CONSOLE_TOKEN:
    "what opens the pages to one person: 24 to 256 letters, digits, hyphens and underscores, hard to guess; by default a new one at every start",
  CONSOLE_DOOR: "how several people sign in: accounts, proxy or oidc; by default one person does, with a token",
  CONSOLE_ORIGIN:
    "the https address at which browsers open the console, without a path (http on this machine only); required with CONSOLE_DOOR",
  CONSOLE_PEOPLE_FILE:
    "the path of a JSON file that gives under each person’s name the list of what they may do (may); required with CONSOLE_DOOR",
  CONSOLE_SECRET:
    "what seals the sessions: 32 random printable characters or more, the same on every machine; several are separated by commas, and the first seals; required with CONSOLE_DOOR=accounts or oidc",
  CONSOLE_PROXY_ADDRESSES:
    "the addresses or ranges of the proxies before the console, separated by commas; by default none, and then CONSOLE_DOOR=proxy needs CONSOLE_PROXY_SECRET",
  CONSOLE_PROXY_HEADER: "the name of the header in which the proxy names the person; required with CONSOLE_DOOR=proxy",
  CONSOLE_PROXY_SECRET:
    "32 to 256 random printable characters that the proxy sends in the header x-cauri-proxy; by default none",
  CONSOLE_OIDC_ISSUER:
    "the https address of the OpenID provider (http on this machine only); required with CONSOLE_DOOR=oidc",
  CONSOLE_OIDC_CLIENT_ID:
    "the client id that the OpenID provider gave to this console; required with CONSOLE_DOOR=oidc",
  CONSOLE_OIDC_CLIENT_SECRET:
    "the client secret that the OpenID provider gave to this console; required with CONSOLE_DOOR=oidc",
  CONSOLE_OIDC_CLAIM: "the name of the claim that names the person; by default email",
} as const

/** What each variable of the sandbox must be. */
export const sandboxVariables = {
  SANDBOX_HOST: "an address of this machine, where it listens; by default 127.0.0.1",
  SANDBOX_PORT: "a port from 1 to 65535, or 0 for any that is free, where it listens; by default 4010",
  SANDBOX_URL: "the http or https address under which programs reach the sandbox; by default the one where it listens",
  SANDBOX_NAMES: "further host names that it answers for, separated by commas, without ports; by default none",
  SANDBOX_API_KEY:
    "what the first project sends in the header Apikey: printable characters without spaces, and SANDBOX_API_TOKEN with it; by default a new one, kept where SANDBOX_FILE is set",
  SANDBOX_API_TOKEN:
    "what the first project sends in the header Authorization, after Bearer: printable characters without spaces, and SANDBOX_API_KEY with it; by default a new one, kept where SANDBOX_FILE is set",
  SANDBOX_WHITELIST:
    "from where the first project may ask for payouts: one to three IP addresses, CIDR ranges such as 172.16.0.0/12, or any, separated by commas; by default this machine",
  SANDBOX_CALLBACK_HOSTS:
    "where callbacks may go beside this machine: host names, or suffixes such as .shop.example, separated by commas, each perhaps with a port; by default nowhere",
  SANDBOX_CALLBACK_RATE: "how many callbacks a host gets in a second: a number above 0, at most 10000; by default 20",
  SANDBOX_FILE:
    "the path of a file in a folder that exists, which keeps everything for the next start; by default nothing is kept",
  SANDBOX_SEED_FILE:
    "the path of a JSON file with the projects, credentials and rates of a team, such as sandbox.json; by default none",
  SANDBOX_CONTROL_TOKEN:
    "what opens the pages and the control API: 16 or more printable characters without spaces; by default a new one at every start",
  SANDBOX_FACE:
    "strict (the default), the specification to the letter, or as-observed, which takes the forms of public code as well",
  SANDBOX_REASON_HEADER:
    "on (the default) or off: whether a refusal says why in a header that the service does not send",
  SANDBOX_SEED: "what codes, tokens and delays are drawn from: a whole number; by default 1",
  SANDBOX_TIME_FACTOR: "how much faster its time runs than the clock: a number above 0, at most 1000000; by default 1",
} as const

export const storeAddresses = {
  sqlite: (scheme: string) => `${scheme}<path of the file>`,
  postgres: (form: string) => `${form}, with %25 for each %`,
} as const

/** What is wrong with a setting: whole sentences, and what follows the name of the variable. */
export const settings = {
  or: "or",
  store_url: (forms: string) => `${forms}, where payments are kept`,
  must_be: (name: string, expected: string) => `${name} must be ${expected}.`,
  not_set: (expected: string) => `is not set: it must be ${expected}`,
  unfit: (expected: string) => `cannot be used as it is: it must be ${expected}`,
  no_address: (example: string) =>
    `is no http or https address: set the public address of the receiver, such as ${example}`,
  names_user: "names a user: everybody sees this address, so leave user and password out",
  has_query:
    "has a query or a fragment, and a path is added to it: leave out the question mark or the hash, and what follows",
  has_callbacks: (path: string) => `has ${path} in its path, which is added to it: leave it out, and what follows`,
  empty_part: "has an empty part in its path: write one slash between two parts",
  dots: "has dots for a part of its path, which others fold: write the path that they lead to",
  not_plain: "is no plain address: leave out spaces, backslashes and letters beyond ASCII",
  package_missing: (scheme: string, name: string) =>
    `begins with ${scheme}, and the package ${name} is not installed here: deploy this program with it (npm install ${name}), or name another store`,
  unset_beside_keys: "unset while API_KEY_<PROJECT> is set",
  a_policy: (problems: string) => `a policy: ${problems}`,
  server_only:
    "is there, as in a browser: run this program on a server, because credentials never belong into a browser",
  mark_missing:
    "names a file that is not there, and no payment is sent without it: mount its disk. For a store that never had a mark, `cauri migrate --new-mark` makes it, once",
  no_mark:
    "The store has no mark outside of it: an old state of it that is put back sends again what was sent since. Name a file on another disk with STORE_MARK_FILE.",
  mark_unreadable: "names a file that cannot be read: let this program’s user read it",
  mark_foreign:
    "names a file in which no program wrote how far the store has come: check that the path is the right one. Name another path if the file is something else; if it is the damaged mark, make sure that the store was not put back to an old state, then remove it",
  mark_unwritable: "names a file that cannot be written: its folder must take new files from this program’s user",
  mark_of_other: (store: string) =>
    `names the mark of the store ${store}, and STORE_IDENTITY names another: \`cauri migrate\` prints the identity of the store that you mean; correct the other`,
  port_refused_by_fetch: "has a port that fetch never calls: choose another port",
  host_behind_door:
    "an address of the loopback; another one needs CONSOLE_DOOR and CONSOLE_ORIGIN with an https address",
} as const

/** Why a port cannot be opened, and what to do. `host` and `setting` are what sets its address and its number. */
export const portRefusals = {
  EADDRINUSE: (port: string, setting: string) =>
    `it cannot open port ${port}, because another program uses it. End that program, or set ${setting} to a free port, or to 0 for any that is free.`,
  EACCES: (port: string, setting: string) =>
    `it cannot open port ${port}, because this user may not: ports below 1024 need a right of their own. Set ${setting} to a port from 1024 to 65535, or start it with that right.`,
  EADDRNOTAVAIL: (port: string, setting: string, host: string) =>
    `it cannot open port ${port}, because its address is none of this machine. Set ${host} to an address of this machine, such as 127.0.0.1, beside ${setting}.`,
  other: (port: string, setting: string, host: string) =>
    `it cannot open port ${port}. Check that ${host} names an address of this machine and ${setting} a free port.`,
} as const

export const endings = {
  does_not_start: (program: string, why: string) => `The ${program} does not start: ${why}`,
  unknown_option: (option: string) => `Unknown option: ${option}.`,
  json_needs_once: "--json needs --once.",
  bad_seed: "--seed needs a whole number of at most nine digits.",
  run_with_help: (problem: string) => `${problem} Run with --help.`,
  policy_refused: (problems: string) => `the policy is refused. Correct in POLICY_FILE: ${problems}.`,
  store_failed: (operation: string) =>
    `The payment store failed during ${operation}. Check that it is reachable and has room, then start the program again; nothing that it confirmed is lost.`,
  store_refused: (reason: string, advice: string, found: string) =>
    `The payment store is refused (${reason}): ${advice} Found: ${found}`,
  defect: (program: string, issues: string, place: string) =>
    `The ${program} ends because of a defect in it. The store keeps what it confirmed; a call that was under way counts as in doubt, and is never sent again by itself. Start the program again, look at \`cauri console list --status in_doubt\`, and report it at ${issues} with the version and this place: ${place}`,
  stopped_early: (program: string) =>
    `The ${program} was stopped before it had finished: its work may be done in part. Check what was done, and run it again.`,
} as const

/** Why a store cannot be used, and what to do. */
export const storeRefusals = {
  durability:
    "it could lose a payment in a power cut. Set what is named below as it must be, in the settings of the database.",
  network_file_system: "its file is on a network. Put it on a local disk.",
  aliased:
    "its file has a second name, and so could have a second log. Stop every program on it, mount its folder and never the file alone, remove every other name, and open the one that is left.",
  missing:
    "there is no store here. Check which disk or database STORE_URL names. Only the first store ever is created, with STORE_CREATE=if-missing: in an empty one every payment looks new and could be sent again.",
  invalid_name: "no store may have this name. Name another file or schema: a schema of its own, such as cauri.",
  foreign:
    "it is another store than the expected one. Check which file or database STORE_URL names: with another store every payment looks new and could be sent again.",
  restored:
    "an old state of it was put back. Stop every program on it and run `cauri console restored`: no program then sends what may have been sent since.",
  newer_schema:
    "a newer version has changed its tables. Start the newer version of the program; an older one could spoil what it does not know.",
  broken_migration:
    "its tables are not as the migrations made them. Stop every program on it and keep a copy. Restore the newest backup and run `cauri console restored`.",
  corrupt:
    "its files are damaged, or the disk fails. Stop every program on it, keep a copy as it is, and look for the cause; restore the newest backup only if the copy is damaged.",
  shared_session:
    "a pooler gives each transaction another session. Connect to the server itself, or to the pooler in session mode.",
  permissions:
    "other users of this machine may read the payments, or this one may not write them. Give the file to the user of this program alone (mode 0600), in a folder that others cannot write.",
  disk_low:
    "too little room is left for a new payment. Make room on the disk; nothing was sent, and answers of requests already sent are still stored.",
  busy: "others held its lock for too long. Commit or roll back the transaction that is open on it, or end the program that holds it.",
  clock_ahead:
    "its time has got ahead of the program’s. Correct the clocks of this machine and of the store, and start the program again.",
  unavailable:
    "it cannot be opened or reached. Check that the folder or the server is there, that it lets this program in, and that it was not closed.",
} as const

/** Why the sandbox does not start, and what its commands refuse. */
export const sandboxEndings = {
  defect: (issues: string, place: string) =>
    `The sandbox ends because of a defect in it. No money moves here; what SANDBOX_FILE keeps stays. Start it again, and report it at ${issues} with the version and this place: ${place}`,
  unknown_argument: (argument: string) => `Unknown argument: ${argument}.`,
  no_scenario_name: "`scenario` needs a name; `cauri sandbox scenario list` prints them.",
  unknown_scenario: (name: string) => `There is no scenario ${name}; \`cauri sandbox scenario list\` prints all.`,
  bad_flag: (flag: string) =>
    `${flag} is missing its value, has one that it cannot have, or belongs to another command.`,
  junit_unwritable: (file: string) =>
    `The verdict cannot be written to ${file}: name a file in a folder that this program may write.`,
  file_unusable:
    "the file of SANDBOX_FILE cannot be opened or written. Check its folder and rights, or name another one.",
  file_busy: "the file of SANDBOX_FILE is in use by another program. End that program, or name another file.",
  file_foreign: "the file of SANDBOX_FILE is something else. Name another one.",
  file_other_version:
    "the file of SANDBOX_FILE was kept by another version. Name another one, or remove it to begin without its payments.",
  not_kept:
    "The state cannot be written into the file of SANDBOX_FILE; it is tried again at each change. Make room on the disk, or let the sandbox write the file: until then a restart loses what changed.",
  seed_file: (file: string) => `correct its seed file ${file}.`,
  production:
    "NODE_ENV is production, and no money moves in a sandbox. Use the service’s own address there, or unset NODE_ENV.",
  no_redirect_in_production:
    "The program does not start: NODE_ENV is production, and there no request may go to a sandbox. Unset it, or start the program without `cauri sandbox run`.",
  no_program:
    "The program does not start: it was not found. Name it after --, such as `cauri sandbox run --redirect api.example -- node app.js`.",
  silent: (url: string) => `No sandbox answers at ${url}. Start it with \`cauri sandbox\`, or set SANDBOX_URL.`,
  denied: (url: string) =>
    `The sandbox at ${url} has another control token. Set SANDBOX_CONTROL_TOKEN to the one that it printed.`,
  refused: (url: string, target: string) =>
    `The sandbox at ${url} cannot forward to ${target}. Name an http or https address without a query.`,
} as const

/** What is wrong with a seed file, entry by entry. */
export const seedFile = {
  unreadable: "It cannot be read. Check its path and its rights.",
  not_json: (where: string) => `It is not JSON${where}.`,
  no_object: "It must be an object.",
  unknown_key: (key: string) => `${key}: the sandbox has no such setting.`,
  missing: (key: string) => `${key} is missing.`,
  wrong: (key: string, given: string, rule: string) => `${key} is ${given}; it ${rule}.`,
} as const
