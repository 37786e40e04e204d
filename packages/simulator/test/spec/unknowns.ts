import { readFileSync } from "node:fs"

/** UNKNOWNS.md: what the specification leaves open, and our assumptions. */
export const page = readFileSync(new URL("../../UNKNOWNS.md", import.meta.url), "utf8")

const rowForm = /^\| ([NUW][0-9]+) \| [^|]+ \| [^|]+ \| `([^`|]+)` \| [^|]+ \| [^|]+ \|$/

/** The rows of UNKNOWNS.md: each gap, and the file and the name of the constant that holds our assumption. */
export const unknowns: ReadonlyArray<{ readonly id: string; readonly constant: string }> = page
  .split("\n")
  .filter((line) => /^\| [NUW][0-9]/.test(line))
  .map((line) => {
    const [, id, constant] = rowForm.exec(line) ?? []
    if (id === undefined || constant === undefined) throw new Error(`UNKNOWNS.md has a row of another form: ${line}`)
    return { id, constant }
  })
