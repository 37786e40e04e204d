/** What the programs say about themselves: the help of each, and of each command of the console, as a person reads it. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Tools, tools } from "@cauri/catalogue/tools"
import type { Language } from "../languages.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

const locales: Readonly<Record<Language, string>> = { en: "en_GB.UTF-8", fr: "fr_FR.UTF-8" }

const helpOf = async (language: Language, main: string, ...given: ReadonlyArray<string>): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [`${root}${main}`, ...given, "--help"], {
    env: {
      ...process.env,
      LC_ALL: locales[language],
      NODE_COMPILE_CACHE: `${root}apps/site/node_modules/.cache/compiled`,
    },
  })
  return stdout.trimEnd()
}

const shown = (heading: string, help: string): string => `${heading}\n\n\`\`\`text\n${help}\n\`\`\``

const commandsIn = (help: string, { consoleHelp }: Tools): ReadonlyArray<string> =>
  Object.keys(consoleHelp.commands).filter((name) => new RegExp(`^  ${name} +`, "m").test(help))

/** The help of a command without its last paragraph, which is the console's own. */
const withoutCodes = (help: string, { help: { codes } }: Tools): string => help.replace(codes, "").trimEnd()

const programs = [
  ["receiver", "apps/receiver/src/main.ts"],
  ["reconciler", "apps/reconciler/src/main.ts"],
  ["sandbox", "apps/sandbox/src/main.ts"],
  ["init", "packages/create-cauri/src/main.ts"],
] as const

/** The commands of `cauri`, and the help of every program but the console. */
export const commandLine = async (language: Language): Promise<string> => {
  const words = tools[language]
  const list = Object.entries(words.cauriCommands).map(([name, about]) => `| \`cauri ${name}\` | ${about} |`)
  const parts = ["| | |", "|---|---|", ...list].join("\n")
  const sections: Array<string> = [parts]
  for (const [name, main] of programs) sections.push(shown(`## cauri ${name}`, await helpOf(language, main)))
  sections.push(shown("## cauri demo", await helpOf(language, "apps/demo/src/main.ts", "demo")))
  return sections.join("\n\n")
}

export const consoleCommands = async (language: Language): Promise<string> => {
  const words = tools[language]
  const ofConsole = await helpOf(language, "apps/console/src/main.ts")
  const sections = [shown("## cauri console", ofConsole)]
  for (const name of commandsIn(ofConsole, words)) {
    const help = await helpOf(language, "apps/console/src/main.ts", name)
    sections.push(shown(`### cauri console ${name}`, withoutCodes(help, words)))
  }
  return sections.join("\n\n")
}
