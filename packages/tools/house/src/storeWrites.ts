/** Finds code that uses the writing steps of a payment store, by its syntax: `store.save`, `store["claim"]`, `const { insert } = store`. */
import { type Node, parseSync, Visitor } from "oxc-parser"

const steps: ReadonlySet<string> = new Set(["save", "claim", "insert"])

const nameOf = (key: Node, isComputed: boolean): string | undefined => {
  if (key.type === "Identifier") return isComputed ? undefined : key.name
  return key.type === "Literal" && typeof key.value === "string" ? key.value : undefined
}

/** Where one source uses a writing step, a sentence each. A step that is passed on without a call counts too. */
export const writesIn = (file: string, source: string): ReadonlyArray<string> => {
  const { errors, program } = parseSync(file, source)
  if (errors.length > 0) return [`${file}: cannot be read`]
  const found: Array<string> = []
  const look = (key: Node, isComputed: boolean) => {
    const name = nameOf(key, isComputed)
    if (name === undefined || !steps.has(name)) return
    found.push(`${file}:${source.slice(0, key.start).split("\n").length} uses ${name}: only the writer saves payments`)
  }
  new Visitor({
    MemberExpression: ({ computed, property }) => look(property, computed),
    ObjectPattern: ({ properties }) => {
      for (const each of properties) if (each.type === "Property") look(each.key, each.computed)
    },
  }).visit(program)
  return found
}
