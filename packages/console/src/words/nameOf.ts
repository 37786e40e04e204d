/** Where core's tags become codes of the catalogue. */
import { wordOf } from "@cauri/catalogue"

/** The table's text for a tag of core, or the tag itself when the table has none: lists and figures come with plain texts. */
export const nameOf = (table: Readonly<Record<string, string | { readonly name: string }>>, tag: string): string => {
  const code = wordOf(tag)
  const entry = Object.hasOwn(table, code) ? table[code] : undefined
  if (entry === undefined) return tag
  return typeof entry === "string" ? entry : entry.name
}
