/** The tables that `src/generate.ts` has written. */
import { readFileSync } from "node:fs"
import type { Table } from "../fill.ts"
import type { InBoth } from "../languages.ts"

/** Their names. */
export const generatedNames = [
  "api",
  "api-data",
  "api-review",
  "api-subpaths",
  "api-simulated",
  "command-line",
  "command-line-console",
] as const
/** One of them. */
export type GeneratedName = (typeof generatedNames)[number]

/** Where they are written, beside what the site is built from. */
export const generatedFile = new URL("../../.generated/tables.json", import.meta.url)

/** The tables, read once they are needed. */
export const generatedTables = (): Readonly<Record<GeneratedName, Table>> => {
  const made: Readonly<Record<GeneratedName, InBoth>> = JSON.parse(readFileSync(generatedFile, "utf8"))
  const named =
    (name: GeneratedName): Table =>
    (language) =>
      made[name][language]
  return {
    api: named("api"),
    "api-data": named("api-data"),
    "api-review": named("api-review"),
    "api-subpaths": named("api-subpaths"),
    "api-simulated": named("api-simulated"),
    "command-line": named("command-line"),
    "command-line-console": named("command-line-console"),
  }
}
