/** What the console says to people who sign in, and about the file that lists them, in English. */

export const doors = {
  signIn: "Sign in",
  explained: "In this console people decide about payments, each under their own name.",
  explainedProvider:
    "In this console people decide about payments, each under their own name. You sign in where your company signs in.",
  name: "Name",
  password: "Password",
  toProvider: "Go to the sign-in",
  wrong: "Name and password do not belong together. Type both again.",
  tooMany: "Too many tries. Wait a minute.",
  failed: "The sign-in did not succeed. Begin it again.",
  silent: "The sign-in service does not answer. Try again in a minute.",
  unlisted: "You have no rights here",
  unlistedHint: (name: string) =>
    `You are signed in as ${name}, and this console does not list you. Ask the people who run it to add you.`,
  missing: (right: string) =>
    `Nothing was changed: you do not have the right ${right}. Ask the people who manage access here, or a colleague who has it.`,
  unnamed:
    "Nothing was changed: here everyone types a name, so one person could be both. Let people sign in under names of their own (CONSOLE_DOOR), or approve on the command line.",
  rights: {
    look: "“look” (see the payments)",
    decide: "“decide” (take decisions)",
    release: "“release” (let money leave)",
    reveal: "“reveal” (see what is masked)",
    import: "“import” (bring in statements)",
    approve: "“approve” (approve what another person requested)",
  },
} as const

export const peopleFile = {
  unreadable: "names a file that cannot be read: check its path, and that this program may read it",
  no_json: "holds no JSON: give under each person’s name the list of what they may do (may)",
  mistakes: (listed: string) => `has mistakes: ${listed}`,
  rules: {
    whole: (_permissions: string) =>
      "it must be an object that gives under each name a list of what that person may do (may)",
    name: (_permissions: string) =>
      "must be a name: 1 to 200 characters on one line, with a letter or a digit, and not cauri",
    person: (_permissions: string) => "must be an object with the key may",
    may: (permissions: string) => `must be a list of ${permissions}`,
    password: (_permissions: string) => "must be what `cauri console account` prints",
    no_key: (_permissions: string) => "is no key here: a person has may and password",
  },
} as const

export const accountCommand = {
  ask: (name: string) => `Password of ${name}: `,
  again: "The same again: ",
} as const
