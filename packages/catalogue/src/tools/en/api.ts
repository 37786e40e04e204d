/** What the program of the HTTP API and the commands of its keys say, in English. */

export const apiHelp = {
  about:
    "Payments over HTTP, for programs in any language; GET /openapi.json describes it. It stores and sends what it is asked to create, and the reconciler does all that follows. `cauri api key` makes the keys that open it.",
  name: "the name of a key, which no other key in use has: 1 to 40 letters, digits, hyphens and underscores",
  project: "the project of its payments: a key has exactly one",
  may: "what it may do, separated by commas: read, collect, pay_out, refund",
  expires: "the day (UTC) from which on it opens nothing, such as 2027-01-01: one to come; by default never",
  from: "the addresses or ranges from which it opens, at most 100, separated by commas, such as 10.0.0.0/8; by default all",
  per_minute: "how often in a minute it may create, change or ask the service: 1 to 100000; by default without a limit",
  replaces:
    "the name of the key in whose place this one comes: it may do the same and goes on with the same events, and the old one ends",
  old_until: "the day (UTC) from which on the old key opens nothing, or now; by default after 24 hours",
  json: "prints keys as JSON, for programs",
} as const

export const apiKeys = {
  needs_command: "`cauri api key` needs add, list or revoke.",
  needs_name: "`cauri api key revoke` needs the name of one key.",
  exists: (name: string) =>
    `A key ${name} is in use, and nothing was made. For a new secret: cauri api key add --name <another> --replaces ${name}. To end this key: cauri api key revoke ${name}`,
  not_found: (name: string) => `No key ${name} is in use, and nothing was changed. cauri api key list lists the keys.`,
  added: (name: string, project: string, may: string) => `Key ${name} of the project ${project} may: ${may}.`,
  no_credentials: (project: string) =>
    `Warning: these settings have no credentials of the project ${project}. The key is made; the API sends nothing for ${project} until API_KEY_${project} and API_TOKEN_${project}, or CREDENTIALS_FILE, name its credentials.`,
  secret: (header: string) =>
    `Its secret is the last line. It is shown once and kept nowhere: give it to your program, which sends it with each request as ${header}`,
  lacks: (scope: string, may: string) =>
    `This key may not do this: it lacks the scope ${scope}, and has ${may}. Use a key that has it; cauri api key add makes one.`,
  revoked: (name: string) => `Key ${name} is revoked: every program refuses the next request with it.`,
  none: "There is no key. cauri api key add makes one.",
  columns: {
    name: "Key",
    project: "Project",
    may: "May",
    since: "Since",
    until: "Until",
    from: "From",
    per_minute: "Per minute",
  },
  never: "no end",
  revoked_at: (moment: string) => `revoked ${moment}`,
  everywhere: "everywhere",
  unlimited: "no limit",
} as const
