/** All settings. A wrong one is reported by the variable's name, never by its value. */

const ownAddress = /^(https:\/\/[a-z0-9.-]+|http:\/\/(127\.0\.0\.1|localhost))(:[0-9]+)?$/
const person = String.raw`[\p{L}\p{N}._-]{1,40}:(owner|clerk):[^\s,]{16,}`
const people = new RegExp(`^${person}(,${person})*$`, "u")

/** Every variable: its pattern, the words for it, and its default. */
export const variables = {
  SHOP_URL: [ownAddress, "an https address without a path (http on this machine)"],
  HOST: [/./, "an address of this machine", "127.0.0.1"],
  PORT: [/^[0-9]{1,5}$/, "a port", "8080"],
  SHOP_FILE: [/./, "the path of a file", "./shop.db"],
  STAFF: [people, "name:owner:password or name:clerk:password, with commas between; 16 characters or more"],
  SERVICE_URL: [/^https?:\/\//, "the address of the service"],
  SERVICE_API_KEY: [/./, "the key of your project"],
  SERVICE_API_TOKEN: [/./, "the token of your project"],
  CALLBACK_SECRET: [/^[!-~]{32,512}$/, "at least 32 printable characters"],
} as const satisfies Readonly<Record<string, readonly [RegExp, string, string?]>>

/** What `--help` prints: every variable, what it must be, and its default. */
export const helpText = Object.entries(variables)
  .map(
    ([name, [, expected, ...fallback]]) =>
      `${name}\n    ${expected}; ${fallback.length === 0 ? "required" : `by default ${fallback[0]}`}\n`,
  )
  .join("")

/** Reads and checks the environment; what it throws names everything that is wrong. */
export const readSettings = (environment: Readonly<Record<string, string | undefined>>) => {
  const wrong: Array<string> = []
  const read = Object.entries(variables).map(([name, [shape, expected, fallback = ""]]) => {
    const value = environment[name] ?? fallback
    // What the example says is known to everybody.
    if (!shape.test(value) || value.includes("replace-me")) wrong.push(`${name} must be ${expected}.`)
    return [name, value]
  })
  if (wrong.length > 0) throw new Error(wrong.join("\n"))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name of the table was read
  return Object.fromEntries(read) as Readonly<Record<keyof typeof variables, string>>
}
