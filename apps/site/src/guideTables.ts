/** The tables of the guides: the service's calls and refusals, and the numbers to try at the sandbox. */
import * as en from "@cauri/catalogue/en"
import * as fr from "@cauri/catalogue/fr"
import { type Tools, tools } from "@cauri/catalogue/tools"
import {
  asObserved,
  controlDocument,
  firstCalls,
  magicNumbers,
  type Operator,
  resolveOptions,
  scenarios,
} from "@cauri/simulator"
import { endpoints } from "@cauri/wire"
import { statedSubCodes } from "@cauri/simulator"
import { Schema } from "effect"
import type { Table } from "./fill.ts"
import type { InBoth, Language } from "./languages.ts"
import { code, rowsOf } from "./reference/rows.ts"

type Row = ReadonlyArray<string>

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const heads = {
  calls: { en: ["No.", "Call", "What it does"], fr: ["N°", "Appel", "Ce qu’il fait"] },
  "service-refusals": { en: ["Calls", "`response_text`", "Cause"], fr: ["Appels", "`response_text`", "Cause"] },
  numbers: { en: ["Number", "What its customer does"], fr: ["Numéro", "Ce que fait son client"] },
  grades: {
    en: ["A right integration", "What to change in another"],
    fr: ["Une bonne intégration", "Ce qu’il faut changer sinon"],
  },
  endings: { en: ["Ending", "What happens"], fr: ["Fin", "Ce qui se passe"] },
  control: { en: ["Call", "What it does"], fr: ["Appel", "Ce qu’il fait"] },
  scenarios: {
    en: ["Scenario", "What happens", "How it must end"],
    fr: ["Scénario", "Ce qui se passe", "Comment il doit finir"],
  },
  operators: {
    en: ["Numbers that begin with", "Way to pay", "A customer who pays at once"],
    fr: ["Numéros commençant par", "Moyen de paiement", "Un client qui paie tout de suite"],
  },
} satisfies Record<string, Readonly<Record<Language, Row>>>

const ways = { en: en.ways, fr: fr.ways }

/** One operator of the sandbox for each way to pay. */
const operators = [
  ...new Map(
    resolveOptions({ profile: asObserved })
      .operators.toReversed()
      .map((each) => [each.mode, each]),
  ).values(),
].toReversed()

/** How many digits a number of an operator's country has, where they are not eleven. */
const digits: Readonly<Record<string, number>> = { CI: 13, SN: 12 }

const numberOf = ({ country, prefixes: [prefix = ""] }: Operator, ending: string): string =>
  `${prefix.padEnd((digits[country] ?? 11) - ending.length, "0")}${ending}`

const waits: InBoth = {
  en: "Waits for you, on the sandbox’s phone",
  fr: "Vous attend, sur le téléphone du bac à sable",
}

/** The endings worth a look in every mode: paid, refused, unanswered, without money, late, an answer lost, another amount. */
const shortList = new Set(["90", "92", "93", "94", "96", "80", "88"])

const numbersOf =
  (operator: Operator): Table =>
  (language) =>
    rowsOf(heads.numbers[language], [
      [code(numberOf(operator, "01")), waits[language]],
      ...magicNumbers
        .filter(({ ending }) => shortList.has(ending))
        .map(({ ending }) => [code(numberOf(operator, ending)), capital(payerOf(operator, ending, language))]),
    ])

/** What the customer of a payin does; of payouts this page does not speak. */
const payerOf = ({ mode }: Operator, ending: keyof Tools["magicNumbers"], language: Language): string => {
  const { magicNumbers: texts, magicNumbersOnPage } = tools[language]
  const onPage: Partial<Record<typeof ending, string>> =
    mode === "operator_redirect" || mode === "service_redirect" ? magicNumbersOnPage : {}
  return onPage[ending] ?? texts[ending].replace(/[\s\u00A0]*; (payouts|les versements) .*$/, "")
}

/** The name of a first call's language, as a page colours it. */
const syntaxes: Readonly<Record<string, string>> = { PHP: "php", Python: "python", Dart: "dart", Go: "go" }

const firstCallIn = (language: string): string => {
  const calls = firstCalls("http://localhost:4010", { apiKey: "YOUR_KEY", apiToken: "YOUR_TOKEN" })
  const { code: program = "" } = calls.find((each) => each.language === language) ?? {}
  return `\`\`\`${syntaxes[language] ?? "text"}\n${program}\n\`\`\``
}

const DocumentedPaths = Schema.Record(
  Schema.String,
  Schema.Record(Schema.String, Schema.Struct({ summary: Schema.String, description: Schema.String })),
)

/** The calls of the control API, as its own document describes them. */
const controlCalls = (language: Language): ReadonlyArray<Row> =>
  Object.entries(Schema.decodeUnknownSync(DocumentedPaths)(controlDocument(language)["paths"])).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { description, summary }]) => [
        code(`${method.toUpperCase()} ${path}`),
        `${summary}. ${description}`,
      ]),
  )

export const guideTables: Readonly<Record<string, Table>> = {
  calls: (language) =>
    rowsOf(
      heads.calls[language],
      Object.values(endpoints).map(({ method, name, number, path, query }) => [
        String(number),
        code(`${method} ${path}${query === undefined ? "" : `?${query}=…`}`),
        tools[language].documents.calls[name],
      ]),
    ),
  "service-refusals": (language) => {
    const causes = tools[language].documents.refusals
    return rowsOf(
      heads["service-refusals"][language],
      statedSubCodes.map(({ code: subCode, endpoints: of, meaning }) => [
        of.length === Object.keys(endpoints).length
          ? { en: "all", fr: "tous" }[language]
          : of.map((name) => endpoints[name].number).join(", "),
        code(`Echec (Code${subCode})`),
        causes[meaning],
      ]),
    )
  },
  operators: (language) =>
    rowsOf(
      heads.operators[language],
      operators.map((operator) => [
        operator.prefixes.map(code).join(", "),
        capital(ways[language][operator.mode]),
        code(numberOf(operator, "90")),
      ]),
    ),
  "grade-lines": (language) =>
    rowsOf(
      heads.grades[language],
      Object.values(tools[language].gradeLines).map(({ read, says }) => [says, read]),
    ),
  endings: (language) =>
    rowsOf(
      heads.endings[language],
      magicNumbers.map(({ ending }) => [code(ending), capital(tools[language].magicNumbers[ending])]),
    ),
  "control-calls": (language) => rowsOf(heads.control[language], controlCalls(language)),
  scenarios: (language) => {
    const texts = { en: en.scenarios, fr: fr.scenarios }[language]
    return rowsOf(
      heads.scenarios[language],
      scenarios.map(({ name }) => [code(name), texts[name].title, texts[name].ends]),
    )
  },
  ...Object.fromEntries(operators.map((operator) => [`numbers-${operator.mode}`, numbersOf(operator)])),
  ...Object.fromEntries(
    Object.keys(syntaxes).map((language) => [`first-call-${language.toLowerCase()}`, () => firstCallIn(language)]),
  ),
}
