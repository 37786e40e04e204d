/** The table's text for a code, or the code itself when the table has none: lists and figures come with plain texts. */
export const nameOf = (table: Readonly<Record<string, string | { readonly name: string }>>, code: string): string => {
  const entry = Object.hasOwn(table, code) ? table[code] : undefined
  if (entry === undefined) return code
  return typeof entry === "string" ? entry : entry.name
}
