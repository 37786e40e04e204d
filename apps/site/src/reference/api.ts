/**
 * The public names of `cauri` and of its subpaths, as their declarations say them: name, signature and doc comment of each. Where a public
 * declaration names another one of ours, that one is listed too, so that nothing is left open.
 */
import { fileURLToPath } from "node:url"
import ts from "typescript"

export interface PublicName {
  readonly name: string
  readonly declaration: string
  /** False: it cannot be imported, and stands here because a public declaration mentions it. */
  readonly isExported: boolean
  /** The file of `cauri` that declares it; another package's have none. */
  readonly file: string
}

export interface Subpath {
  readonly path: string
  readonly about: string
  readonly names: ReadonlyArray<PublicName>
}

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const folder = `${root}packages/cauri/src/`
/** What the facade shares with the HTTP API, and exports as its own. */
const shared = `${root}packages/plain/src/`
const entries = ["index", "sqlite", "postgres", "https", "simulated", "own", "console"] as const

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts"],
  types: ["node"],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
  // As sources, so that their declarations are emitted too.
  paths: {
    "@cauri/plain": [`${shared}index.ts`],
    "@cauri/runtime/listener": [`${root}packages/runtime/src/nodeListenerOf.ts`],
  },
}

type Named = ts.Statement & { readonly name?: ts.Node }

const namesOf = (statement: ts.Statement): ReadonlyArray<string> => {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText())
  const { name }: Named = statement
  return name === undefined ? [] : [name.getText()]
}

/** A declaration without what stands before every one. */
const bare = (declaration: string): string => declaration.replaceAll(/^export (?:declare )?/gm, "")

/** The declarations of a file of ours by name, as they are emitted for its users. */
const declarationsIn = (program: ts.Program, file: ts.SourceFile): ReadonlyMap<string, string> => {
  let text = ""
  program.emit(file, (_, written) => void (text = written), undefined, true)
  const found = new Map<string, string>()
  for (const statement of ts.createSourceFile("emitted.d.ts", text, ts.ScriptTarget.Latest, true).statements) {
    const shown = bare(statement.getFullText().trim())
    for (const name of namesOf(statement)) found.set(name, found.has(name) ? `${found.get(name)}\n${shown}` : shown)
  }
  return found
}

/** The first paragraph of a file's comment. */
const aboutOf = (file: ts.SourceFile): string =>
  file.text
    .slice(0, file.text.indexOf("*/"))
    .replaceAll(/^[/ ]\*+ ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()

const ours = (symbol: ts.Symbol): ts.Declaration | undefined =>
  symbol.declarations?.find((declaration) => {
    const { fileName } = declaration.getSourceFile()
    return fileName.startsWith(`${root}packages/`) && !fileName.includes("/node_modules/")
  })

export const publicNames = (): readonly [main: Subpath, ...others: ReadonlyArray<Subpath>] => {
  const program = ts.createProgram(
    entries.map((entry) => `${folder}${entry}.ts`),
    options,
  )
  const checker = program.getTypeChecker()
  const emitted = new Map<ts.SourceFile, ReadonlyMap<string, string>>()
  const seen = new Set<ts.Symbol>()

  const target = (symbol: ts.Symbol): ts.Symbol =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)

  const textOf = (symbol: ts.Symbol): string | undefined => {
    const declaration = ours(symbol)
    if (declaration === undefined) return undefined
    const file = declaration.getSourceFile()
    const known = emitted.get(file) ?? declarationsIn(program, file)
    emitted.set(file, known)
    // The compiler emits nothing for another package. Its types are shown as they are written.
    const isType = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)
    return known.get(symbol.name) ?? (isType ? bare(declaration.getFullText().trim()) : undefined)
  }

  /** The names of ours that this declaration mentions. */
  const mentioned = (symbol: ts.Symbol): ReadonlyArray<ts.Symbol> => {
    const found: Array<ts.Symbol> = []
    const visit = (node: ts.Node): void => {
      if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
        const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression
        const at = checker.getSymbolAtLocation(name)
        if (at !== undefined) found.push(target(at))
      }
      // What a function does inside is not its declaration.
      if (!ts.isBlock(node) && !ts.isArrowFunction(node)) ts.forEachChild(node, visit)
    }
    for (const declaration of symbol.declarations ?? []) ts.forEachChild(declaration, visit)
    return found.filter((each) => textOf(each) !== undefined)
  }

  const subpathOf = (entry: (typeof entries)[number]): Subpath => {
    const file = program.getSourceFile(`${folder}${entry}.ts`)
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file)
    if (file === undefined || module === undefined) throw new Error(`${entry}.ts is no module of cauri.`)
    const names: Array<PublicName> = []
    const exported = checker.getExportsOfModule(module).map(target)
    const queue = [...exported]
    for (const symbol of queue) {
      const declaration = seen.has(symbol) ? undefined : textOf(symbol)
      if (declaration === undefined) {
        if (!seen.has(symbol) && (symbol.flags & ts.SymbolFlags.TypeParameter) === 0)
          throw new Error(`${symbol.name} of ${entry}.ts has no declaration to show.`)
        continue
      }
      seen.add(symbol)
      const { fileName } = ours(symbol)?.getSourceFile() ?? file
      const home = [folder, shared].find((each) => fileName.startsWith(each))
      const own = home === undefined ? "" : fileName.slice(home.length)
      names.push({ name: symbol.name, declaration, isExported: exported.includes(symbol), file: own })
      queue.push(...mentioned(symbol).filter((each) => (each.flags & ts.SymbolFlags.TypeParameter) === 0))
    }
    return { path: entry === "index" ? "cauri" : `cauri/${entry}`, about: aboutOf(file), names }
  }
  const [first, ...rest] = entries
  return [subpathOf(first), ...rest.map(subpathOf)]
}
