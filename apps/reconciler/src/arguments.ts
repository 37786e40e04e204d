/** The command line: its flags, and the help that explains them together with the variables. */
import { Result } from "effect"
import { BadUsage, readFlags, settingsText } from "@cauri/runtime"
import { variables } from "./config.ts"

/** Reads the arguments after the program's name. */
export const readArguments = (given: ReadonlyArray<string>) =>
  Result.filterOrFail(
    readFlags(given, ["once", "json", "help", "version"]),
    (asked) => asked.has("once") || !asked.has("json"),
    () => new BadUsage({ argument: "--json without --once" }),
  )

/** What `--help` prints. */
export const helpText = `Submits, confirms, expires, escalates and announces the payments that are due.

Usage: cauri reconciler [--once [--json]]

  --once      works through what is due, prints a summary and exits
  --json      prints the summary as JSON
  --help      prints this
  --version   prints the version

${settingsText(variables)}`
