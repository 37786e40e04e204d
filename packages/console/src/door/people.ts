/**
 * The people of the console and what each may do: one JSON file, `{ "<name>": { "may": ["look", …], "password": "…" } }`. It is read at every
 * request, so that a change counts at once and on every machine, without a signal.
 */
import { readFile } from "node:fs/promises"
import { Effect, Result, Schema, SchemaIssue } from "effect"
import type { Language, Texts } from "@cauri/catalogue"
import { inBoth, tools } from "@cauri/catalogue/tools"
import { isPersonsText } from "@cauri/core/model"
import { Misconfigured } from "@cauri/runtime"
import { permissions } from "../frame/Visitor.ts"
import { PasswordHash } from "./passwords.ts"

const PersonEntry = Schema.Struct({
  may: Schema.Array(Schema.Literals(permissions)),
  password: Schema.optionalKey(PasswordHash),
})

/** What a person may do, and their password where they sign in with one. */
type PersonEntry = typeof PersonEntry.Type

/** The people of the console, by their names. */
export type People = ReadonlyMap<string, PersonEntry>

const decode = Schema.decodeUnknownResult(Schema.Record(Schema.String, PersonEntry), {
  onExcessProperty: "error",
  errors: "all",
})
const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Names are kept for ever and compared letter by letter; `cauri` is the program's own. */
const isName = (name: string): boolean =>
  isPersonsText(name) && name.length <= 200 && name === name.trim() && !/[\r\n]/.test(name) && name !== "cauri"

type Rule = keyof (typeof tools)["en"]["peopleFile"]["rules"]

/** What is wrong, and where: never with a value. */
interface Mistake {
  readonly place: ReadonlyArray<string>
  readonly rule: Rule
}

const ruleAt = ([, key]: ReadonlyArray<string>): Rule => {
  if (key === undefined) return "person"
  return key === "may" || key === "password" ? key : "no_key"
}

const textOf = (mistakes: ReadonlyArray<Mistake>, language: Language): string => {
  const { mistakes: listed, rules } = tools[language].peopleFile
  const each = new Map(mistakes.map(({ place, rule }) => [JSON.stringify([place, rule]), { place, rule }] as const))
  const lines = Array.from(each.values(), ({ place, rule }) =>
    place.length === 0
      ? rules.whole(permissions.join(", "))
      : `${place.join(".")} ${rules[rule](permissions.join(", "))}`,
  )
  return listed(lines.join("; "))
}

const refused = (problem: Texts) =>
  new Misconfigured({
    variable: "CONSOLE_PEOPLE_FILE",
    expected: inBoth(({ variables }) => variables.CONSOLE_PEOPLE_FILE),
    problem,
  })

const jsonIn = (text: string): Result.Result<unknown, null> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: () => null })

/** The people of a file's text, or everything that is wrong with it. */
export const peopleIn = (text: string): Result.Result<People, Misconfigured> => {
  const json = jsonIn(text)
  if (Result.isFailure(json)) return Result.fail(refused(inBoth(({ peopleFile }) => peopleFile.no_json)))
  const decoded = decode(json.success)
  const names = Object.keys(Object(json.success)).filter((name) => !isName(name))
  const mistakes: ReadonlyArray<Mistake> = [
    ...(Array.isArray(json.success) ? [{ place: [], rule: "whole" as const }] : []),
    ...names.map((name) => ({ place: [JSON.stringify(name)], rule: "name" as const })),
    ...(Result.isSuccess(decoded)
      ? []
      : format(decoded.failure.issue).issues.map(({ path = [] }) => {
          const [name, ...rest] = path.map(String)
          const place = name === undefined ? [] : [JSON.stringify(name), ...rest]
          return { place, rule: place.length === 0 ? ("whole" as const) : ruleAt(place) }
        })),
  ]
  return mistakes.length > 0 || Result.isFailure(decoded)
    ? Result.fail(refused(inBoth((_, language) => textOf(mistakes, language))))
    : Result.succeed(new Map(Object.entries(decoded.success)))
}

export const readPeople = (path: string): Effect.Effect<People, Misconfigured> =>
  Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: () => refused(inBoth(({ peopleFile }) => peopleFile.unreadable)),
  }).pipe(Effect.flatMap((text) => Effect.fromResult(peopleIn(text))))

/** The people now. Fails at the start without a good file; later a bad one changes nothing, and the log says what is wrong with it. */
export const watchPeople = Effect.fnUntraced(function* (path: string) {
  let people = yield* readPeople(path)
  let alarm = ""
  return Effect.matchEffect(readPeople(path), {
    onSuccess: (read) =>
      Effect.sync(() => {
        alarm = ""
        people = read
        return people
      }),
    onFailure: ({ message }) =>
      Effect.gen(function* () {
        if (message !== alarm) {
          yield* Effect.logError(
            `The file of people was not taken, and who could sign in before still can: ${message} Correct it; it is read again by itself.`,
          )
        }
        alarm = message
        return people
      }),
  })
})
