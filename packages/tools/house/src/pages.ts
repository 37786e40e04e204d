/** Generated pages: written, or in check mode compared with the files. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** A file below the root, and the whole of its text. */
export interface Page {
  readonly path: string
  readonly text: string
}

/** The output of a command, and whether it fails. */
export interface Outcome {
  readonly lines: ReadonlyArray<string>
  readonly failed: boolean
}

/** Writes the pages that differ. With `check` it writes nothing, and fails when one differs. */
export const settle = (root: string, pages: ReadonlyArray<Page>, check: boolean, command: string): Outcome => {
  const stale = pages.filter(({ path, text }) => {
    const file = join(root, path)
    return !existsSync(file) || readFileSync(file, "utf8") !== text
  })
  if (!check) {
    for (const { path, text } of stale) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  const lines = stale.map(({ path }) => (check ? `${path} is out of date: run ${command}` : `wrote ${path}`))
  return { lines, failed: check && stale.length > 0 }
}

/** Prints the output of a command, and fails the process when the command failed. */
export const report = ({ failed, lines }: Outcome): void => {
  for (const line of lines) process.stdout.write(`${line}\n`)
  process.exitCode = failed ? 1 : 0
}
