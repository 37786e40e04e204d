/**
 * Writes the tables that take a while to make: the API, for which the compiler reads every declaration, and the help of every program, which
 * is run for it. `build` does this first, in a process of its own, so that the site itself is built without a compiler.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import type { InBoth, Language } from "./languages.ts"
import { type PublicName, publicNames, type Subpath } from "./reference/api.ts"
import { commandLine, consoleCommands } from "./reference/commandLine.ts"
import { generatedFile, type GeneratedName } from "./reference/generated.ts"
import { say } from "./reference/rows.ts"

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
  const links = exported.map(({ name }) => `[\`${name}\`](#${name.toLowerCase()})`)
  return [`${links.join(", ")}.`, ...exported.map(declared(level))].join("\n\n")
}

const othersOf = (names: ReadonlyArray<PublicName>, language: Language): string => {
  const others = names.flatMap(({ declaration, isExported }) => (isExported ? [] : [declaration]))
  return others.length === 0 ? "" : `${alsoNamed[language]}\n\n\`\`\`ts\n${others.join("\n\n")}\n\`\`\``
}

const textOf = ({ names, path }: Subpath, language: Language): string =>
  [`## ${path}`, exportedOf(names, "###"), othersOf(names, language)].join("\n\n")

/** What people decide has a page of its own. */
const ofReview = new Set(["Review", "ApprovalInput", "Rechecked", "RequestInput", "Resolution"])

const [{ names }, ...subpaths] = publicNames()
const data = names.filter(({ file, isExported }) => isExported && ["inputs.ts", "plain.ts", "events.ts"].includes(file))
const review = names.filter(({ name }) => ofReview.has(name))
const others = names.filter(({ isExported }) => !isExported)
const simulated = subpaths.filter(({ path }) => path === "cauri/simulated")
const inBoth = (make: (language: Language) => string): InBoth => ({ en: make("en"), fr: make("fr") })
const several = (some: ReadonlyArray<Subpath>): InBoth =>
  inBoth((language) => some.map((subpath) => textOf(subpath, language)).join("\n\n"))

const [en, fr, consoleEn, consoleFr] = await Promise.all([
  commandLine("en"),
  commandLine("fr"),
  consoleCommands("en"),
  consoleCommands("fr"),
])
const made: Readonly<Record<GeneratedName, InBoth>> = {
  api: inBoth(() => exportedOf(names.filter((name) => !data.includes(name) && !review.includes(name)))),
  "api-data": inBoth(() => exportedOf(data)),
  // What declarations mention and no entry exports stands on the lightest page: each page has its bound.
  "api-review": inBoth((language) => [exportedOf(review), othersOf(others, language)].join("\n\n")),
  "api-subpaths": several(subpaths.filter((subpath) => !simulated.includes(subpath))),
  "api-simulated": several(simulated),
  "command-line": { en, fr },
  "command-line-console": { en: consoleEn, fr: consoleFr },
}

const file = fileURLToPath(generatedFile)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, JSON.stringify(made))
