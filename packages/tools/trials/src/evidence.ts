/**
 * What campaigns leave behind: one line for each run, in a file that is committed.
 */
import { execFileSync } from "node:child_process"
import { appendFileSync, mkdirSync } from "node:fs"

/** The commit that a campaign ran on; null outside a repository. */
export const commit = (): string | null => {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()
  } catch {
    return null
  }
}

export const addEvidence = (campaign: string, line: Readonly<Record<string, unknown>>): void => {
  const evidence = new URL("../evidence/", import.meta.url)
  mkdirSync(evidence, { recursive: true })
  appendFileSync(new URL(`${campaign}.jsonl`, evidence), `${JSON.stringify(line)}\n`)
}
