#!/usr/bin/env node
/**
 * `cauri`: one command line for every program of the house. It loads the program that is asked for into this process, so signals, exit
 * codes and what is typed after the name are the program's own.
 */
import { readFileSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"
import { localeLanguage } from "@cauri/catalogue/tools"
import { commands, isCommand } from "./commands.ts"
import { completions, helpText, unknownText } from "./texts.ts"

// What Node has compiled is kept, so that the next start is faster.
enableCompileCache()

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"))
const [name = "--help", ...given] = process.argv.slice(2)
const language = localeLanguage(process.env)

/** The exit code for a command line that cannot be followed, after sysexits.h. */
const badUsage = 64

const refuse = (sentence: string): void => {
  process.stderr.write(sentence)
  process.exitCode = badUsage
}

if (isCommand(name)) {
  const [folder, ...first] = commands[name]
  const program = new URL(`${folder}/main.js`, import.meta.url)
  process.argv = [process.execPath, fileURLToPath(program), ...first, ...given]
  await import(program.href)
} else if (["--help", "-h", "help"].includes(name)) process.stdout.write(helpText(language))
else if (["--version", "-v"].includes(name)) process.stdout.write(`${version}\n`)
else if (name === "completions") {
  const answer = completions(given[0], language)
  if ("script" in answer) process.stdout.write(answer.script)
  else refuse(answer.problem)
} else refuse(unknownText(name, language))
