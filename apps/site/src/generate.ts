/**
 * `pnpm generate`: writes what the house generates, and fills the pages of `docs`. It takes a while: the compiler reads every declaration of
 * the API, and every program is run for its help. `--check` writes nothing and fails when a file is out of date.
 */
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { runGenerate } from "@cauri/house/generate"
import { report, settle } from "@cauri/house/pages"
import { figures } from "./figures.ts"
import { fill } from "./fill.ts"
import type { InBoth, Language } from "./languages.ts"
import { sourcesBelow } from "./prepare.ts"
import { type PublicName, publicNames, type Subpath } from "./reference/api.ts"
import { commandLines } from "./reference/commandLine.ts"
import type { SlowName } from "./reference/slowNames.ts"
import { say } from "./reference/rows.ts"
import { stories } from "./stories.ts"
import { tables } from "./tables.ts"

const declared =
  (level: "##" | "###") =>
  ({ declaration, name }: PublicName): string =>
    `${level} ${name}\n\n\`\`\`ts\n${declaration}\n\`\`\``

const alsoNamed = say(
  "The declarations mention these, which cannot be imported.",
  "Les déclarations mentionnent celles-ci, qui ne s’importent pas.",
)

const exportedOf = (names: ReadonlyArray<PublicName>, level: "##" | "###" = "##"): string => {
  const exported = names.filter(({ isExported }) => isExported)
  if (exported.length === 0) throw new Error("A page of the reference would be empty: its files have other names.")
  const links = exported.map(({ name }) => `[\`${name}\`](#${name.toLowerCase()})`)
  return [`${links.join(", ")}.`, ...exported.map(declared(level))].join("\n\n")
}

const othersOf = (names: ReadonlyArray<PublicName>, language: Language): string => {
  const others = names.flatMap(({ declaration, isExported }) => (isExported ? [] : [declaration]))
  return others.length === 0 ? "" : `${alsoNamed[language]}\n\n\`\`\`ts\n${others.join("\n\n")}\n\`\`\``
}

const onOtherPages = say("Declared on other pages:", "Déclarés sur d’autres pages :")

const textOf = ({ names, path }: Subpath, language: Language): string =>
  [`## ${path}`, exportedOf(names, "###"), othersOf(names, language)].join("\n\n")

/** What people decide has a page of its own. */
const ofReview = new Set(["Review", "Rechecked"])

const [{ names }, ...subpaths] = publicNames()
/** What goes in, and what comes out. */
const dataFiles = ["inputs.ts", "plain.ts", "events.ts"]
const otherData = new Set([
  "ApprovalInput",
  "CreatePayinOptions",
  "CreatePayoutOptions",
  "PayinInput",
  "PayoutInput",
  "RefundInput",
  "RequestInput",
  "Resolution",
])
const data = names.filter(
  ({ file, isExported, name }) => isExported && (otherData.has(name) || dataFiles.includes(basename(file))),
)
const review = names.filter(({ name }) => ofReview.has(name))
const errorFiles = ["PaymentsError.ts", "readWebhook.ts"]
const errors = names.filter(({ file, isExported }) => isExported && errorFiles.includes(basename(file)))
const others = names.filter(({ isExported }) => !isExported)
const calls = names.filter((name) => ![data, errors, others, review].some((some) => some.includes(name)))
const simulated = subpaths.filter(({ path }) => path === "cauri/simulated")
const inBoth = (make: (language: Language) => string): InBoth => ({ en: make("en"), fr: make("fr") })
/** What these declarations say, without their comments, word by word. */
const wordsOf = (names: ReadonlyArray<PublicName>): ReadonlySet<string> =>
  new Set(names.flatMap(({ declaration }) => declaration.replaceAll(/\/\*[^]*?\*\//g, "").match(/\w+/g) ?? []))

const namedBy = (some: ReadonlyArray<PublicName>) => others.filter(({ name }) => wordsOf(some).has(name))
const ofData = namedBy([...data, ...namedBy(data)])
const ofOthers = others.filter((name) => !ofData.includes(name))
const homes = { api: calls, "api-errors": [...errors, ...ofData], "api-review": review }

/** Links to what the data mentions and another page declares. */
const elsewhere = Object.entries(homes).flatMap(([page, declared]) =>
  declared
    .filter(({ name }) => wordsOf(data).has(name) && !data.some((own) => own.name === name))
    .map(({ name }) => `[\`${name}\`](./${page}.md#${name.toLowerCase()})`),
)

const several = (some: ReadonlyArray<Subpath>): InBoth =>
  inBoth((language) => some.map((subpath) => textOf(subpath, language)).join("\n\n"))

const slow: Readonly<Record<SlowName, InBoth>> = {
  api: inBoth(() => exportedOf(calls)),
  "api-data": inBoth((language) => `${onOtherPages[language]} ${elsewhere.join(", ")}.\n\n${exportedOf(data)}`),
  // What declarations mention and no entry exports stands on the two lightest pages: each page has its bound.
  "api-errors": inBoth((language) =>
    [exportedOf(errors), alsoNamed[language], ...ofData.map(declared("##"))].join("\n\n"),
  ),
  "api-review": inBoth((language) => [exportedOf(review), othersOf(ofOthers, language)].join("\n\n")),
  "api-subpaths": several(subpaths.filter((subpath) => !simulated.includes(subpath))),
  "api-simulated": several(simulated),
  ...(await commandLines()),
}

const slowTables = Object.fromEntries(
  Object.entries(slow).map(([name, texts]) => [name, (language: Language) => texts[language]]),
)

const root = fileURLToPath(new URL("../../..", import.meta.url))
const { pages, wrong } = sourcesBelow(root)
const sources = { root, tables: { ...tables, ...slowTables }, figures, stories }
const filled = pages.map((page) => ({ path: page.path, ...fill(page, sources) }))
const faults = [...wrong, ...filled.flatMap((page) => page.wrong.map((fault) => `${page.path}: ${fault}`))]
const check = process.argv.includes("--check")
const [house, docs] = [await runGenerate(root, check), settle(root, filled, check, "pnpm generate")]
const unchecked = filled.flatMap((page) => page.unchecked.map((why) => `- ${page.path}: ${why}`))
const checked = filled.reduce((sum, page) => sum + page.checked, 0)
const counts = `Of ${checked + unchecked.length} code blocks in docs, tests run ${checked}; the others:`
report({
  failed: house.failed || docs.failed || faults.length > 0,
  lines: [...house.lines, ...docs.lines, ...faults, counts, ...unchecked],
})
