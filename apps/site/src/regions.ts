/**
 * Pieces of files that tests compile and run. A file marks a piece by lines that hold `#region name` and `#endregion`; without a name the
 * whole file is meant.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Removes the indentation that all lines share. */
const flush = (lines: ReadonlyArray<string>): string => {
  const depths = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)?.[0].length ?? 0)
  const depth = Math.min(...depths)
  return lines.map((line) => line.slice(depth)).join("\n")
}

const isMark = (line: string): boolean => /#(end)?region\b/.test(line)

/** The piece that `path#name` names, below the root; or what is wrong with the name. */
export const regionOf = (root: string, named: string): { readonly text: string } | { readonly wrong: string } => {
  const [path = "", name] = named.split("#")
  const file = join(root, path)
  if (!existsSync(file)) return { wrong: `there is no file ${path}` }
  const lines = readFileSync(file, "utf8").trimEnd().split("\n")
  if (name === undefined) return { text: lines.filter((line) => !isMark(line)).join("\n") }
  const from = lines.findIndex((line) => line.trimEnd().endsWith(`#region ${name}`))
  const to = lines.findIndex((line, index) => index > from && line.includes("#endregion"))
  if (from === -1 || to === -1) return { wrong: `${path} has no region ${name}` }
  return { text: flush(lines.slice(from + 1, to).filter((line) => !isMark(line))) }
}
