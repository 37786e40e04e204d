/** What a schema refuses, field by field, with what was given there: for the person who wrote it. No credential is repeated. */
import { SchemaIssue } from "effect"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

export interface WrongField {
  /** `projects[0].whitelist[1]`; empty: the whole. */
  readonly name: string
  readonly given: string
  readonly message: string
}

const named = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((key) => (typeof key === "number" || /^[0-9]+$/.test(String(key)) ? `[${String(key)}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "")

/** The value at a path; credentials are left out, and a long value is cut. */
const shown = (value: unknown, path: ReadonlyArray<PropertyKey>): string => {
  if (["apiKey", "apiToken"].includes(String(path.at(-1)))) return "a credential"
  const found = path.reduce<unknown>(
    (within, key) => (typeof within === "object" && within !== null ? Reflect.get(within, key) : undefined),
    value,
  )
  if (typeof found === "object" && found !== null) return Array.isArray(found) ? "a list" : "an object"
  const text = JSON.stringify(found) ?? "missing"
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Every field that is wrong. */
export const wrongFieldsOf = (issue: SchemaIssue.Issue, value: unknown): ReadonlyArray<WrongField> =>
  format(issue).issues.map(({ message, path = [] }) => {
    const keys = path.map((part) => (typeof part === "object" ? part.key : part))
    return { name: named(keys), given: shown(value, keys), message }
  })

/** What the schema says, as the end of a sentence about the field. */
export const ruleIn = (message: string): string =>
  message
    .replace(/, (?:got|actual) .*$/s, "")
    .replaceAll(/\{ readonly "_tag": "(\w+)"(?:, \.\.\.)? \}/g, "$1")
    .replace("Missing key", "is missing")
    .replace("Expected", "must be")
    .replaceAll(" | ", " or ")

/** The rule of each field, once for each: `fault must be AnswerDropped or Delay`. */
export const rulesOf = (fields: ReadonlyArray<WrongField>): ReadonlyArray<string> =>
  [...Map.groupBy(fields, ({ name }) => name)].map(([name, each]) => {
    const [first = "", ...others] = each.map(({ message }) => ruleIn(message))
    return [name, first, ...others.map((rule) => rule.replace(/^must be /, "or "))].join(" ").trim()
  })

/** What was given in each of these fields: `whitelist[1] = "10.0.0.0/33"`. */
export const givenIn = (fields: ReadonlyArray<WrongField>): ReadonlyArray<string> => [
  ...new Set(fields.map(({ given, name }) => (name === "" ? given : `${name} = ${given}`))),
]
