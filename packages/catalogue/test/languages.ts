/** The catalogue as tests walk it: every sentence with the way to it. */
import * as en from "../src/en.ts"
import type { Language } from "../src/format.ts"
import * as fr from "../src/fr.ts"
import { tools } from "../src/tools.ts"

export const languages = { en, fr } as const satisfies Readonly<Record<Language, unknown>>

/** What a sentence with parameters is called with: it is a number, a text, and an object of both. */
const parameter: unknown = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name === Symbol.toPrimitive || name === "toString") return () => "1234567"
      return "1234567"
    },
  },
)

/** One sentence, and the codes that lead to it. */
export interface Sentence {
  readonly path: ReadonlyArray<string>
  readonly text: string
  /** The plain parameters that it shows. */
  readonly parts: ReadonlyArray<string>
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const walk = (value: unknown, path: ReadonlyArray<string>): ReadonlyArray<Sentence> => {
  if (typeof value === "string") return [{ path, text: value, parts: [] }]
  if (typeof value === "function") {
    const marks = [0, 1, 2].map((place) => `<${place}>`)
    const parts = String(Reflect.apply(value, null, marks)).match(/<[012]>/g) ?? []
    return [
      { path, text: String(Reflect.apply(value, null, [parameter, parameter, parameter])), parts: parts.toSorted() },
    ]
  }
  return isTable(value) ? Object.entries(value).flatMap(([name, each]) => walk(each, [...path, name])) : []
}

/** Every sentence of a language; those of the tools stand under `tools`. */
export const sentencesOf = (language: Language): ReadonlyArray<Sentence> =>
  walk({ ...languages[language], tools: { ...tools[language] } }, [])
