/** What the entries of a package export, read from their sources: where each name is declared, its doc comment, and what it is made of. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Comment, type Node, parseSync, type Program, Visitor } from "oxc-parser"

/** A name that a package declares. */
export interface Declared {
  readonly file: string
  readonly name: string
}

/** A name that an entry exports. */
export interface ExportedName {
  /** As the entry names it. */
  readonly name: string
  readonly declared: Declared
  /** A class, a schema and a function are values; a name that is exported as a type only is none. */
  readonly isValue: boolean
  /** Its doc comment; empty where it has none. */
  readonly comment: string
}

interface Source {
  readonly text: string
  readonly program: Program
  readonly comments: ReadonlyArray<Comment>
  /** Outside of the bodies of functions. */
  readonly identifiers: ReadonlyArray<{ readonly name: string; readonly start: number }>
}

const identifiersOf = (program: Program): Source["identifiers"] => {
  const bodies: Array<Node> = []
  const found: Array<{ readonly name: string; readonly start: number }> = []
  const skip = ({ body }: { readonly body: Node | null }) => void (body !== null && bodies.push(body))
  new Visitor({
    ArrowFunctionExpression: skip,
    FunctionDeclaration: skip,
    FunctionExpression: skip,
    Identifier: (node) => void found.push(node),
  }).visit(program)
  return found.filter(({ start }) => !bodies.some((body) => body.start <= start && start < body.end))
}

const sources = new Map<string, Source>()

const sourceOf = (file: string): Source => {
  const known = sources.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, "utf8")
  const { comments, program } = parseSync(file, text)
  const read = { text, program, comments, identifiers: identifiersOf(program) }
  sources.set(file, read)
  return read
}

/** The doc comment that stands directly before this place. */
const commentBefore = ({ comments, text }: Source, start: number): string =>
  comments.find(
    ({ end, type, value }) =>
      type === "Block" && value.startsWith("*") && end <= start && /^\s*$/.test(text.slice(end, start)),
  )?.value ?? ""

const nameOf = (node: Node | null | undefined): string => (node?.type === "Identifier" ? node.name : "")

/** A statement, or what it exports. */
const declarationOf = (statement: Node): Node =>
  statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement

/** The names that a statement declares. */
const namesIn = (statement: Node): ReadonlyArray<string> => {
  const declaration = declarationOf(statement)
  if (declaration.type === "VariableDeclaration") return declaration.declarations.map(({ id }) => nameOf(id))
  return "id" in declaration ? [nameOf(declaration.id)] : []
}

const declarationsOf = ({ file, name }: Declared): ReadonlyArray<Node> =>
  sourceOf(file).program.body.filter((statement) => namesIn(statement).includes(name))

const isType = (statement: Node): boolean =>
  ["TSInterfaceDeclaration", "TSTypeAliasDeclaration"].includes(declarationOf(statement).type)

const exported = (declared: Declared, name: string, onlyType: boolean): ExportedName => {
  const statements = declarationsOf(declared)
  const values = statements.filter((statement) => !isType(statement))
  const [first] = [...values, ...statements]
  if (first === undefined) throw new Error(`${declared.file} does not declare ${declared.name}`)
  const comment = commentBefore(sourceOf(declared.file), first.start)
  return { name, declared, isValue: values.length > 0 && !onlyType, comment }
}

/** Every name that this file exports. What another package exports, and this one only passes on, is documented there. */
export const exportedNames = (file: string): ReadonlyArray<ExportedName> =>
  sourceOf(file).program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return []
    const { exportKind, source, specifiers } = statement
    if (source === null) {
      const isFirst = (name: string) => declarationsOf({ file, name })[0] === statement
      return namesIn(statement)
        .filter(isFirst)
        .map((name) => exported({ file, name }, name, false))
    }
    if (!source.value.startsWith(".")) return []
    const from = join(dirname(file), source.value)
    return specifiers.map((specifier) =>
      exported(
        { file: from, name: nameOf(specifier.local) },
        nameOf(specifier.exported),
        exportKind === "type" || specifier.exportKind === "type",
      ),
    )
  })

/** Where the names are declared that a file imports from its own package. */
const importsOf = (file: string): ReadonlyMap<string, Declared> =>
  new Map(
    sourceOf(file).program.body.flatMap((statement) => {
      if (statement.type !== "ImportDeclaration" || !statement.source.value.startsWith(".")) return []
      const from = join(dirname(file), statement.source.value)
      return statement.specifiers.flatMap((specifier) =>
        specifier.type === "ImportSpecifier"
          ? [[specifier.local.name, { file: from, name: nameOf(specifier.imported) }] as const]
          : [],
      )
    }),
  )

/** The identifiers of a declaration, without those of the bodies of functions: what goes in, what comes out, what a schema is made of. */
const identifiersIn = (file: string, { end, start }: Node): ReadonlyArray<string> =>
  sourceOf(file)
    .identifiers.filter((each) => start <= each.start && each.start < end)
    .map(({ name }) => name)

/** Every declaration of the package that these are made of, themselves included. */
export const reachedFrom = (places: ReadonlyArray<Declared>): ReadonlyArray<Declared> => {
  const reached = new Map<string, Declared>()
  const visit = (place: Declared): void => {
    const id = `${place.file} ${place.name}`
    const statements = reached.has(id) ? [] : declarationsOf(place)
    if (statements.length === 0) return
    reached.set(id, place)
    const imports = importsOf(place.file)
    for (const name of statements.flatMap((statement) => identifiersIn(place.file, statement)))
      visit(imports.get(name) ?? { file: place.file, name })
  }
  places.forEach(visit)
  return [...reached.values()]
}

/** A member of an interface, or of the shape of a service, with its doc comment. */
export interface Member {
  readonly name: string
  readonly comment: string
}

const membersIn = (source: Source, nodes: ReadonlyArray<Node>): ReadonlyArray<Member> =>
  nodes.flatMap((node) => {
    const isMember = node.type === "TSMethodSignature" || node.type === "TSPropertySignature"
    if (!isMember || node.computed) return []
    const type = node.type === "TSPropertySignature" ? node.typeAnnotation?.typeAnnotation : undefined
    const isEffect = type?.type === "TSTypeReference" && type.typeName.type === "TSQualifiedName"
    const isCalled = node.type === "TSMethodSignature" || type?.type === "TSFunctionType" || isEffect
    return isCalled ? [{ name: nameOf(node.key), comment: commentBefore(source, node.start) }] : []
  })

/** The members of the type literals in this type. */
const literalsIn = (type: Node): ReadonlyArray<Node> => {
  if (type.type === "TSTypeLiteral") return type.members
  return type.type === "TSIntersectionType" ? type.types.flatMap(literalsIn) : []
}

/** What can be called of an interface, or of a service whose shape is written in its class. */
export const calledOf = (place: Declared): ReadonlyArray<Member> => {
  const source = sourceOf(place.file)
  return declarationsOf(place).flatMap((statement) => {
    const node = declarationOf(statement)
    if (node.type === "TSInterfaceDeclaration") return membersIn(source, node.body.body)
    const call = node.type === "ClassDeclaration" && node.superClass?.type === "CallExpression" ? node.superClass : null
    const [, shape] = call?.callee.type === "CallExpression" ? (call.callee.typeArguments?.params ?? []) : []
    return shape === undefined ? [] : membersIn(source, literalsIn(shape))
  })
}
