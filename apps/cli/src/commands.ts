/** What `cauri` can be asked for: the program that does it, perhaps with arguments of its own before those that were typed. */
import { type Tools, tools } from "@cauri/catalogue/tools"

type Name = keyof Tools["cauriCommands"]

/** Every command, in the order of the help, with its program. */
export const commands: Readonly<Record<Name, readonly [program: string, ...given: ReadonlyArray<string>]>> = {
  init: ["init"],
  sandbox: ["sandbox"],
  demo: ["demo", "demo"],
  receiver: ["receiver"],
  reconciler: ["reconciler"],
  api: ["api"],
  console: ["console"],
  doctor: ["console", "doctor"],
  migrate: ["console", "migrate"],
  backup: ["console", "backup"],
}

export const isCommand = (name: string): name is Name => Object.hasOwn(tools.en.cauriCommands, name)
