/** The command line: its flags, and the help that explains them together with the variables. */
import { Result } from "effect"
import { BadUsage, readFlags, settingsText } from "@cauri/runtime"
import { variables } from "./config.ts"

/** Reads the arguments after the program's name. */
export const readArguments = (given: ReadonlyArray<string>) =>
  Result.filterOrFail(
    readFlags(given, ["once", "json", "help", "version"]),
    (asked) => asked.has("once") || !asked.has("json"),
    () => new BadUsage({ problem: "--json needs --once" }),
  )

/** What `--help` prints. */
export const helpText = `Works on the payments that are due: sends, confirms, expires and flags them, and delivers their events.

Usage: cauri reconciler [--once [--json]]

  --once      works through what is due, prints a summary and exits
  --json      prints the summary as JSON
  --help      prints this
  --version   prints the version

${settingsText(variables)}`
