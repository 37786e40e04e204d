/** What the programs say about themselves: the help of each, and of each command of the console, as a person reads it. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Tools, tools } from "@cauri/catalogue/tools"
import { bundleAway } from "@cauri/programs"
import type { InBoth, Language } from "../languages.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

const locales: Readonly<Record<Language, string>> = { en: "en_GB.UTF-8", fr: "fr_FR.UTF-8" }

/** The program of a name, bundled; `init` starts from its sources, where it is `create-cauri`. */
const mainOf = (programs: string, name: string): string =>
  name === "init" ? `${root}packages/create-cauri/src/main.ts` : join(programs, name, "main.js")

type HelpOf = (name: string, ...given: ReadonlyArray<string>) => Promise<string>

const helpFrom =
  (programs: string, language: Language): HelpOf =>
  async (name, ...given) => {
    const { stdout } = await promisify(execFile)(process.execPath, [mainOf(programs, name), ...given, "--help"], {
      env: { ...process.env, LC_ALL: locales[language] },
    })
    return stdout.trimEnd()
  }

const shown = (heading: string, help: string): string => `${heading}\n\n\`\`\`text\n${help}\n\`\`\``

const commandsIn = (help: string, { consoleHelp }: Tools): ReadonlyArray<string> =>
  Object.keys(consoleHelp.commands).filter((name) => new RegExp(`^  ${name} +`, "m").test(help))

/** The help of a command without its last paragraph, which is the console's own. */
const withoutCodes = (help: string, { help: { codes } }: Tools): string => help.replace(codes, "").trimEnd()

/** The commands of `cauri`, and the help of every program but the console. */
const commandLine = async (language: Language, helpOf: HelpOf): Promise<string> => {
  const list = Object.entries(tools[language].cauriCommands).map(([name, about]) => `| \`cauri ${name}\` | ${about} |`)
  const sections = [["| | |", "|---|---|", ...list].join("\n")]
  for (const name of ["receiver", "reconciler", "api", "sandbox", "init"])
    sections.push(shown(`## cauri ${name}`, await helpOf(name)))
  sections.push(shown("## cauri demo", await helpOf("demo", "demo")))
  return sections.join("\n\n")
}

const consoleCommands = async (language: Language, helpOf: HelpOf): Promise<string> => {
  const words = tools[language]
  const ofConsole = await helpOf("console")
  const sections = [shown("## cauri console", ofConsole)]
  for (const name of commandsIn(ofConsole, words))
    sections.push(shown(`### cauri console ${name}`, withoutCodes(await helpOf("console", name), words)))
  return sections.join("\n\n")
}

/** The help of all programs, and of all commands of the console, in both languages. */
export const commandLines = async (): Promise<Readonly<Record<"command-line" | "command-line-console", InBoth>>> => {
  const { programs, remove } = await bundleAway()
  const inBoth = async (made: typeof commandLine): Promise<InBoth> => {
    const [en, fr] = await Promise.all((["en", "fr"] as const).map((each) => made(each, helpFrom(programs, each))))
    return { en: en ?? "", fr: fr ?? "" }
  }
  const all = await inBoth(commandLine)
  const ofConsole = await inBoth(consoleCommands)
  remove()
  return { "command-line": all, "command-line-console": ofConsole }
}
