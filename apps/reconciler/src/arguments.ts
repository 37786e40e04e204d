/** The command line: its flags, and the help that explains them together with the variables. */
import { Result } from "effect"
import type { Language } from "@cauri/catalogue"
import { inBoth, tools } from "@cauri/catalogue/tools"
import { BadUsage, programHelp, readFlags } from "@cauri/runtime"
import { variables } from "./config.ts"

/** Reads the arguments after the program's name. */
export const readArguments = (given: ReadonlyArray<string>) =>
  Result.filterOrFail(
    readFlags(given, ["once", "json", "help", "version"]),
    (asked) => asked.has("once") || !asked.has("json"),
    () => new BadUsage({ problem: inBoth(({ endings }) => endings.json_needs_once) }),
  )

export const helpText = (language: Language): string => {
  const { about, json, once } = tools[language].reconcilerHelp
  const flags = [
    ["--once", once],
    ["--json", json],
  ] as const
  return programHelp(language, { about, usage: "cauri reconciler [--once [--json]]", flags }, variables)
}
