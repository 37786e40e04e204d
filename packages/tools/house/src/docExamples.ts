/**
 * The examples in doc comments: each fence of TypeScript is one. An example is 1 to 6 lines; a statement followed by `// => value` gives that
 * value, which its test asserts. An example needs no import: it uses the exports of its package and what its test puts beside them.
 */
import { deepStrictEqual } from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { parseSync, type Statement } from "oxc-parser"

/** One example, and the place at which it stands. */
export interface Example {
  readonly file: string
  readonly line: number
  /** As it stands there. */
  readonly text: string
}

const fence = /^[ *]*```ts\n([^]*?)^[ *]*```$/gm

/** The examples in the doc comments of a source. */
export const examplesIn = (file: string, source: string): ReadonlyArray<Example> =>
  [...source.matchAll(/\/\*\*[^]*?\*\//g)].flatMap(({ 0: comment, index: at }) =>
    [...comment.matchAll(fence)].map(({ 1: body = "", index }) => ({
      file,
      line: source.slice(0, at + index).split("\n").length + 1,
      text: body.replace(/^ *\* ?/gm, "").trimEnd(),
    })),
  )

/** The examples in all sources of a folder. */
export const examplesUnder = (folder: string): ReadonlyArray<Example> =>
  globSync("**/*.ts", { cwd: folder })
    .toSorted()
    .flatMap((file) => examplesIn(file, readFileSync(join(folder, file), "utf8")))

/** A program may wait with `await` or with `yield*`. */
const opening = "async function* example() {\n"

/** What a statement gives: its own value, or that of the only name that it declares. */
const valueOf = (statement: Statement): readonly [start: number, end: number] | null => {
  if (statement.type === "ExpressionStatement") return [statement.expression.start, statement.expression.end]
  if (statement.type !== "VariableDeclaration") return null
  const [only, ...more] = statement.declarations
  return only?.init == null || only.id.type !== "Identifier" || more.length > 0
    ? null
    : [only.init.start, only.init.end]
}

/** The example with an assertion for each value that it shows. Throws where a value stands behind nothing that could be asserted. */
export const asserting = ({ file, line, text }: Example): string => {
  const source = `${opening}${text}\n}`
  const wrong = (what: string) => new Error(`${file}:${line} ${what}:\n${text}`)
  const { comments, errors, program } = parseSync("example.ts", source)
  if (errors[0] !== undefined) throw wrong(errors[0].message)
  const [example] = program.body
  const statements = example?.type === "FunctionDeclaration" ? (example.body?.body ?? []) : []
  const shown = comments.filter(({ value }) => value.trim().startsWith("=>"))
  if (shown.length === 0) throw wrong("The example shows no value (`// => …`)")
  const edits = shown.flatMap((comment) => {
    const statement = statements.find(({ end }) => end < comment.start && /^ *$/.test(source.slice(end, comment.start)))
    const range = statement === undefined ? null : valueOf(statement)
    if (range === null) throw wrong(`Nothing gives \`${comment.value.trim()}\``)
    const [start, end] = range
    const expected = comment.value.trim().slice(2).trim()
    return [
      { at: start, text: "shows((" },
      { at: end, text: `), (${expected}))` },
    ]
  })
  return edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((code, edit) => `${code.slice(0, edit.at)}${edit.text}${code.slice(edit.at)}`, source)
    .slice(opening.length, -2)
}

/** The value that a statement gives, asserted. */
export const shows = <A>(actual: A, expected: unknown): A => {
  deepStrictEqual(actual, expected)
  return actual
}

/** Those of these names that the example uses. */
export const usedIn = (names: ReadonlyArray<string>, { text }: Example): ReadonlyArray<string> => {
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g))
  return names.filter((name) => words.has(name))
}

/** The example as a function: a generator of effects, or an async function. `scope` holds what it uses and does not declare. */
export const runnable = (
  kind: "function*" | "async function",
  example: Example,
  scope: Readonly<Record<string, unknown>>,
): (() => unknown) => {
  const names = usedIn(Object.keys(scope), example)
  const typed = `(${kind} () {\n${asserting(example)}\n})`
  // oxlint-disable-next-line typescript/no-implied-eval -- the examples are texts of this repository
  const make = new Function("shows", ...names, `"use strict"; return ${stripTypeScriptTypes(typed)}`)
  return make(shows, ...names.map((name) => scope[name]))
}

/** The title of an example's test. It keeps when other lines of the file change. */
export const titleOf = ({ file, text }: Example): string => `${file} ${text.split("\n").at(0)}`

/** How the compiler reads a package's examples. */
export interface Typing {
  readonly kind: "function*" | "async function"
  /** The names that an example may import, types too, by their modules. */
  readonly modules: Readonly<Record<string, ReadonlyArray<string>>>
  /** The file whose `makeScope` makes everything else. */
  readonly world: string
  readonly others: ReadonlyArray<string>
}

/** The example as a module for the compiler. */
export const typedModule = (example: Example, { kind, modules, others, world }: Typing): string => {
  const imports = Object.entries(modules).map(
    ([module, names]) => `import { ${usedIn(names, example).join(", ")} } from "${module}"`,
  )
  const [scope, open, close] =
    kind === "function*"
      ? ["Effects.Success<typeof makeScope>", "Effects.gen(function* () {", "})"]
      : ["Awaited<ReturnType<typeof makeScope>>", "async () => {", "}"]
  return [
    ...imports,
    'import { Effect as Effects } from "effect"',
    `import type { makeScope } from "${world}"`,
    "declare const shows: <A>(actual: A, expected: unknown) => A",
    `export const example = ({ ${usedIn(others, example).join(", ")} }: ${scope}) => ${open}`,
    asserting(example),
    close,
  ].join("\n")
}
