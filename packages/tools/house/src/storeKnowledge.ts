/**
 * Finds knowledge of a store behind the ports: SQL, the name of one of its tables, and, on request, the scheme of its address. Only the
 * program's texts are checked; comments may mention anything.
 */
import { type Node, parseSync, Visitor } from "oxc-parser"

/** What a program must not know. */
export interface Forbidden {
  /** Names of tables, as they stand in SQL. */
  readonly tables: ReadonlyArray<string>
  readonly schemes: ReadonlyArray<string>
}

const statement =
  /^\s*(?:with\s[\s\S]+\sas\s*\(|select\s[\s\S]+\sfrom\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|(?:create|alter|drop)\s+(?:table|index|trigger|schema)\s|pragma\s)/i

/** The knowledge in one source, a sentence for each text. */
export const knowledgeIn = (file: string, source: string, { schemes, tables }: Forbidden): ReadonlyArray<string> => {
  const { errors, program } = parseSync(file, source)
  if (errors.length > 0) return [`${file}: cannot be read`]
  const found: Array<string> = []
  const look = (node: Node, text: string) => {
    const line = source.slice(0, node.start).split("\n").length
    const table = tables.find((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text))
    const scheme = schemes.find((each) => text.includes(each))
    if (statement.test(text)) found.push(`${file}:${line} holds SQL`)
    else if (table !== undefined) found.push(`${file}:${line} names the table ${table}`)
    if (scheme !== undefined) found.push(`${file}:${line} names the scheme ${scheme}`)
  }
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === "string") look(node, node.value)
      else if ("regex" in node) look(node, node.regex.pattern)
    },
    TemplateLiteral: (node) => look(node, node.quasis.map(({ value }) => value.cooked).join("…")),
  }).visit(program)
  return found
}

/** The tables that a migration makes, as SQL over them writes their names. */
export const tablesIn = (migration: string): ReadonlyArray<string> =>
  [...migration.matchAll(/^create table (?:if not exists )?((?:"\w+"\.)?\w+)/gim)].map(([, name = ""]) => name)

/** The texts in a list under this name, as in `schemes: ["mine:"]`. */
export const listedUnder = (key: string, file: string, source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  new Visitor({
    Property: (node) => {
      if (node.key.type !== "Identifier" || node.key.name !== key || node.value.type !== "ArrayExpression") return
      for (const element of node.value.elements)
        if (element?.type === "Literal" && typeof element.value === "string") found.push(element.value)
    },
  }).visit(parseSync(file, source).program)
  return found
}
