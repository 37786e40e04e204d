/**
 * Finds the rules of the specification that tests cite in their titles: `#120`, several, or a range as `#133-#140` or `#133 to #140`.
 * A title is the first argument of a test, or a key in a table of cases. Comments, describe blocks and skipped tests do not count.
 */
import { type Node, parseSync, Visitor } from "oxc-parser"

/** A rule that a test's title cites. */
export interface Citation {
  readonly rule: number
  readonly file: string
  /** The title without its numbers; `…` in place of computed values. */
  readonly title: string
  /** The test, or a block around it, is skipped on some condition. */
  readonly mayBeSkipped: boolean
}

/** The citations of one test file, and the reasons not to trust them. */
export interface FileCitations {
  readonly citations: ReadonlyArray<Citation>
  readonly problems: ReadonlyArray<string>
}

/** The rules that the titles in one file cite, in the file's order. */
export const citationsOf = (file: string, source: string): FileCitations => {
  const citations: Array<Citation> = []
  const problems: Array<string> = []
  const { errors, program } = parseSync(file, source)
  if (errors.length > 0) problems.push(`${file}: cannot be read`)
  /** The words of the calls around the place that is visited, such as `describe.skipIf`. */
  const around: Array<ReadonlyArray<string>> = []
  const cite = (node: Node | undefined) => {
    const text = node === undefined ? "" : textOf(node)
    const rules = numbersIn(text)
    if (rules.length === 0) return
    const words = around.flat()
    if (words.some((word) => skips.includes(word))) {
      problems.push(`${file}: a skipped test shows nothing: ${text}`)
      return
    }
    const mayBeSkipped = words.some((word) => maySkip.includes(word))
    citations.push(...rules.map((rule) => ({ rule, file, title: titleOf(text), mayBeSkipped })))
  }
  new Visitor({
    CallExpression: (node) => {
      const words = wordsOf(node.callee)
      around.push(blocks.includes(words[0] ?? "") ? words : [])
      if (tests.includes(words[0] ?? "")) cite(node.arguments[0])
    },
    "CallExpression:exit": () => void around.pop(),
    Property: ({ key }) => cite(key),
  }).visit(program)
  return { citations, problems }
}

/** The numbers that a title cites, with ranges expanded. A backwards range is empty, so its rules count as missing. */
export const numbersIn = (title: string): ReadonlyArray<number> =>
  [...title.matchAll(citation)].flatMap(([, first, last = first]) => {
    const from = Number(first)
    return Array.from({ length: Math.max(0, Number(last) - from + 1) }, (_, index) => from + index)
  })

const citation = /,?\s*#([0-9]{1,4})(?:(?:-#?| to #)([0-9]{1,4}))?/g

const titleOf = (text: string): string =>
  text
    .replaceAll(citation, "")
    .replaceAll(/\(,\s*/g, "(")
    .replaceAll(/\s*\(\)/g, "")
    .trim()

const tests: ReadonlyArray<string> = ["it", "test"]
const blocks: ReadonlyArray<string> = [...tests, "describe"]
const skips: ReadonlyArray<string> = ["skip", "todo", "fails"]
const maySkip: ReadonlyArray<string> = ["skipIf", "runIf"]

/** The words of a callee: `it`, `it.effect`, or `it.each` in `it.each(rows)("title")`. */
const wordsOf = (callee: Node): ReadonlyArray<string> => {
  if (callee.type === "Identifier") return [callee.name]
  if (callee.type === "CallExpression") return wordsOf(callee.callee)
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return []
  return [...wordsOf(callee.object), callee.property.name]
}

/** The text of a literal; empty for any other node. */
const textOf = (node: Node): string => {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : ""
  return node.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.cooked).join("…") : ""
}
