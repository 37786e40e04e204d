/** The command line from its arguments to its exit code, for `npm create cauri` and for `cauri init`. */
import { basename, resolve } from "node:path"
import { localeLanguage } from "@cauri/catalogue/tools"
import { readArguments } from "./arguments.ts"
import { type Choices, type PartialChoices, possibleAnswers, questionNames } from "./choices.ts"
import { createProject, folderProblem, type FolderProblem } from "./createProject.ts"
import { filesOf, nameFrom } from "./files.ts"
import { managerOf, managers } from "./manager.ts"
import { helpText, words } from "./words.ts"
import { ownVersion } from "./versions.ts"

/** The exit codes: 64 and 73 after sysexits.h, 130 as a shell counts Ctrl-C. */
const codes = { fine: 0, open: 2, badUsage: 64, cannotCreate: 73, stopped: 130 } as const

/** What the command line stands on. */
export interface Surroundings {
  readonly typed: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** `init` writes into the present folder unless another is named. */
  readonly mode: "create" | "init"
  readonly isTerminal: boolean
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const withDefaults = (given: PartialChoices): Choices => {
  const chosen: Record<string, string | undefined> = { ...given }
  for (const name of questionNames) chosen[name] ??= possibleAnswers(name, chosen)[0]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every answer is one of the table
  return chosen as unknown as Choices
}

const inShell = (folder: string): string =>
  /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`

/** Asks, writes, and returns the exit code. */
export const run = async ({ environment, err, isTerminal, mode, out, typed }: Surroundings): Promise<number> => {
  const shown = localeLanguage(environment)
  const asked = readArguments(typed, shown)
  if ("problem" in asked) {
    err(`${asked.problem}\n`)
    return codes.badUsage
  }
  const manager = managerOf(environment)
  const spelling = managers[manager]
  const say = words[shown]
  if (asked.help) {
    out(helpText(shown, mode === "init" ? "npx cauri init" : "npm create -y cauri@latest --"))
    return codes.fine
  }
  if (asked.version) {
    out(`${ownVersion()}\n`)
    return codes.fine
  }

  const refuse = (folder: string, problem: FolderProblem): number => {
    err(`${problem.reason === "cannotWrite" ? say.cannotWrite(folder, problem.code) : say[problem.reason](folder)}\n`)
    return codes.cannotCreate
  }
  const named = asked.folder ?? (mode === "init" ? "." : null)
  if (named !== null) {
    const problem = folderProblem(named)
    if (problem !== null) return refuse(named, problem)
  }

  let folder = named ?? "shop"
  let choices = withDefaults({ language: shown, ...asked.given })
  const isOpen = named === null || questionNames.some((name) => asked.given[name] === undefined)
  if (isOpen && !asked.yes) {
    if (!isTerminal) {
      const options = questionNames.map((name) => `--${name} ${choices[name]}`).join(" ")
      const place = inShell(folder)
      const command = mode === "create" ? spelling.create(place, options) : spelling.init(place, options)
      err(`${say.noTerminal(command)}\n`)
      return codes.open
    }
    const { ask } = await import("./ask.ts")
    const answers = await ask(shown, named, asked.given)
    if (answers === null) {
      err(`${say.stopped}\n`)
      return codes.stopped
    }
    folder = answers.folder
    choices = withDefaults(answers.choices)
  }

  const files = filesOf({ choices, manager, name: nameFrom(basename(resolve(folder))) })
  const problem = createProject(folder, files)
  if (problem !== null) return refuse(folder, problem)
  const steps = [
    ...(resolve(folder) === resolve(".") ? [] : [`cd ${inShell(folder)}`]),
    spelling.install,
    `${spelling.script} test`,
    `${spelling.script} dev`,
  ]
  out(`${say.written(resolve(folder))}\n\n${steps.map((step) => `  ${step}`).join("\n")}\n\n${say.readme}\n`)
  return codes.fine
}
