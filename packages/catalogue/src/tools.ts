/**
 * What only the people who run payments read: the sandbox's pages, the console and the command lines. No browser of a customer loads it.
 */
import type { Translated } from "./Catalogue.ts"
import type { Language } from "./format.ts"
import type { Texts } from "./index.ts"
import * as en from "./tools/en.ts"
import * as fr from "./tools/fr.ts"

export { type Coded, codedData, say } from "./coded.ts"
export { helpPage } from "./helpPage.ts"
export { asLanguage, localeLanguage, preferredLanguage } from "./locale.ts"

/** Where a defect of Cauri is reported. */
export const issuePage = "https://github.com/cauri-dev/cauri/issues"

/** Everything that the tools say in one language. */
export type Tools = Translated<typeof en>

/** Everything that the tools say, by language. */
export const tools: Readonly<Record<Language, Tools>> = { fr, en }

/** One sentence of the tools in both languages: `inBoth(({ settings }) => settings.or)`. */
export const inBoth = (choose: (words: Tools, language: Language) => string): Texts => ({
  fr: choose(fr, "fr"),
  en: choose(en, "en"),
})

/** A text in both languages; plain where it is the same in both, or where only English exists. */
export type Wording = string | Texts

/** The text in this language. */
export const wordingIn = (wording: Wording, language: Language): string =>
  typeof wording === "string" ? wording : wording[language]

const required: ReadonlySet<string> = new Set(["CALLBACK_BASE", "CALLBACK_KEYS", "OUTCOMES", "SERVICE_URL"])

/** The variables of a program as `--help` prints them, each with what it must be. `unset`: what follows one that has no default. */
export const variableLines = (
  variables: Readonly<Record<string, Wording>>,
  language: Language,
  unset = tools[language].help.required,
): ReadonlyArray<string> =>
  Object.entries(variables).map(([name, expected]) => {
    const rest = name === "STORE_URL" ? tools[language].help.required : required.has(name) ? unset : ""
    return `  ${name}\n      ${wordingIn(expected, language)}${rest}`
  })

/** What these variables must be, for the settings of a program and its `--help`. */
export const variableTexts = <const Name extends keyof Tools["variables"]>(
  ...names: ReadonlyArray<Name>
): Readonly<Record<Name, Texts>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name has its entry
  Object.fromEntries(
    names.map((name: keyof Tools["variables"]) => [name, inBoth(({ variables }) => variables[name])]),
  ) as Record<Name, Texts>
