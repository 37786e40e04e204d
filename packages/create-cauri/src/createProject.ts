/** Writes a repository into a folder that is empty or not there yet; it never overwrites anything. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** What an empty folder may hold: what version control and editors put there. */
const harmless = new Set([".git", ".idea", ".vscode", ".DS_Store"])

/** Why a folder cannot be written into. */
export type FolderProblem =
  | { readonly reason: "notEmpty" | "isFile" }
  | { readonly reason: "cannotWrite"; readonly code: string }

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown"

/** Why nothing can be written there, or null. */
export const folderProblem = (folder: string): FolderProblem | null => {
  try {
    return readdirSync(folder).every((name) => harmless.has(name)) ? null : { reason: "notEmpty" }
  } catch (error) {
    const code = codeOf(error)
    if (code === "ENOENT") return null
    return code === "ENOTDIR" ? { reason: "isFile" } : { reason: "cannotWrite", code }
  }
}

/** Writes the files, each by its path, or says why nothing was written. */
export const createProject = (folder: string, files: ReadonlyMap<string, string>): FolderProblem | null => {
  const problem = folderProblem(folder)
  if (problem !== null) return problem
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      // Fails where another program has put a file there meanwhile.
      writeFileSync(join(folder, path), text, { flag: "wx" })
    }
  } catch (error) {
    return { reason: "cannotWrite", code: codeOf(error) }
  }
  return null
}
