/** Tables from several files. */
import type { Table } from "./fill.ts"

/** All of these tables. Two under one name would hide one of them, so they are an error. */
export const oneOfEach = (
  ...groups: ReadonlyArray<Readonly<Record<string, Table>>>
): Readonly<Record<string, Table>> => {
  const entries = groups.flatMap((group) => Object.entries(group))
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two tables are named ${twice}.`)
  return Object.fromEntries(entries)
}
