/** What an editor shows of the most used names, and that it says something about every public one. */
import { assert, describe, expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import ts from "typescript"

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const sources = path("../src/")
const consumer = fileURLToPath(new URL("fixtures/hovered.ts", import.meta.url))
const entries = ["index", "https", "own", "postgres", "simulated", "sqlite"].map((name) => `${sources}${name}.ts`)

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts"],
  types: ["node"],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
}

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [consumer, ...entries],
  getScriptVersion: () => "1",
  getScriptSnapshot: (file) => {
    const text = ts.sys.readFile(file)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => path("../"),
  getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  fileExists: (file) => ts.sys.fileExists(file),
  readFile: (file) => ts.sys.readFile(file),
  directoryExists: (folder) => ts.sys.directoryExists(folder),
  getDirectories: (folder) => ts.sys.getDirectories(folder),
  realpath: (file) => ts.sys.realpath?.(file) ?? file,
})

/** The compiler lists the texts of a union in the order in which it first saw them, which other files change. */
const inOrder = (type: string): string =>
  type.replaceAll(/"\w+"(?: \| "\w+")+/g, (texts) => texts.split(" | ").toSorted().join(" | "))

/** What stands behind a mark of the consumer, as an editor shows it. */
const hovers = (): ReadonlyArray<string> =>
  [...readFileSync(consumer, "utf8").matchAll(/\/\*\^\*\/\s*\.?/g)].map(({ 0: mark, index }) => {
    const shown = service.getQuickInfoAtPosition(consumer, index + mark.length)
    const type = ts.displayPartsToString(shown?.displayParts).replace(/^\(alias\) |\nimport .*$/g, "")
    return `${inOrder(type)}\n${ts.displayPartsToString(shown?.documentation)}`.trim()
  })

const isOurs = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((declaration) => declaration.getSourceFile().fileName.startsWith(sources))

/** Every exported name without a comment, and every member of ours without one. */
const silent = (): ReadonlyArray<string> => {
  const program = service.getProgram()
  if (program === undefined) return ["no program"]
  const checker = program.getTypeChecker()
  const saysNothing = (symbol: ts.Symbol) => isOurs(symbol) && symbol.getDocumentationComment(checker).length === 0
  const membersOf = (type: ts.Type) =>
    (type.isUnion() ? type.types : [type]).flatMap((each) => checker.getPropertiesOfType(each))
  return entries
    .flatMap((entry) => {
      const file = program.getSourceFile(entry)
      const module = file === undefined ? undefined : checker.getSymbolAtLocation(file)
      return module === undefined ? [] : checker.getExportsOfModule(module)
    })
    .map((symbol) => ((symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)))
    .flatMap((symbol) => {
      const declares = ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias
      const members = (symbol.flags & declares) === 0 ? [] : membersOf(checker.getDeclaredTypeOfSymbol(symbol))
      return [
        ...(saysNothing(symbol) ? [symbol.name] : []),
        // The comment of a union's part says what its `type` means.
        ...members
          .filter((member) => saysNothing(member) && member.name !== "type" && !member.name.startsWith("__@"))
          .map((member) => `${symbol.name}.${member.name}`),
      ]
    })
}

describe("an editor", () => {
  it("shows the most used names so", () => {
    expect(hovers().join("\n\n----\n\n")).toMatchSnapshot()
  })

  it("finds no mistake in the program that it shows them in", () => {
    assert.deepStrictEqual(
      service.getSemanticDiagnostics(consumer).map(({ messageText }) => messageText),
      [],
    )
  })

  it("has something to say about every public name and member", () => {
    assert.deepStrictEqual(silent(), [])
  })
})
