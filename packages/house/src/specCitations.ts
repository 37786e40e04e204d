/**
 * Finds the rules of the specification that tests cite in their titles: `#120`, several, or a range as `#133-#140`.
 * Only titles of tests count: no comments, no describe blocks, no skipped tests.
 */

/** A rule that a test's title cites. */
export interface Citation {
  readonly rule: number
  readonly file: string
  /** The title without its numbers. */
  readonly title: string
}

/** What one test file cites, and what stands in the way of trusting it. */
export interface FileCitations {
  readonly citations: ReadonlyArray<Citation>
  readonly problems: ReadonlyArray<string>
}

/** The rules that the titles in one file cite, in the file's order. */
export const citationsOf = (file: string, source: string): FileCitations => {
  const citations: Array<Citation> = []
  const problems: Array<string> = []
  for (const literal of source.matchAll(commentOrString)) {
    const text = literal[0].slice(1, -1)
    if (!cites.test(text) || literal[0].startsWith("/")) {
      continue
    }
    const callee = calleeBefore(source.slice(0, literal.index))
    if (skipped.test(callee)) {
      problems.push(`${file}: a skipped test shows nothing: ${text}`)
    } else if (testCall.test(callee)) {
      const title = text.replaceAll(allCitations, "").trim()
      for (const rule of numbersIn(text)) {
        citations.push({ rule, file, title })
      }
    }
  }
  return { citations, problems }
}

/** The numbers that a title cites, ranges opened. A range that runs backwards holds nothing, so its rules will be missed. */
export const numbersIn = (title: string): ReadonlyArray<number> =>
  [...title.matchAll(allCitations)].flatMap(([, first, last = first]) => {
    const from = Number(first)
    return Array.from({ length: Math.max(0, Number(last) - from + 1) }, (_, index) => from + index)
  })

const cites = /#[0-9]/
const allCitations = /#([0-9]{1,4})(?:-#?([0-9]{1,4}))?/g
const testCall = /^(?:it|test)(?:\.\w+)*$/
const skipped = /^(?:it|test)\b.*\.(?:skip|todo|fails|skipIf|runIf)$/

const commentOrString = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g

/** What is called with the literal as first argument: `it`, `it.effect`, or `it.each` in `it.each(rows)("title")`. */
const calleeBefore = (before: string): string => {
  const opened = before.trimEnd()
  if (!opened.endsWith("(")) {
    return ""
  }
  const called = opened.slice(0, -1)
  const end = called.endsWith(")") ? openingOf(called) : called.length
  return /(?:[\w$]+\.)*[\w$]+$/.exec(called.slice(0, end))?.[0] ?? ""
}

/** The place of the parenthesis that the last one closes. */
const openingOf = (text: string): number => {
  let depth = 0
  for (let index = text.length - 1; index >= 0; index--) {
    const character = text[index]
    depth += character === ")" ? 1 : character === "(" ? -1 : 0
    if (depth === 0) {
      return index
    }
  }
  return 0
}
