/**
 * An input read by its schema, or its first wrong field named with what was expected. An error never repeats a value, because it may be a
 * phone number. What is expected stands at each schema as its description, so that every face of the library says the same.
 */
import { Predicate, Result, Schema, SchemaAST, SchemaIssue } from "effect"
import { isPersonsText } from "./Content.ts"

/**
 * A field of the input is invalid. Nothing was stored and nothing was sent.
 *
 * ```ts
 * const wrong = yield* Effect.flip(payins.create({ ...payin, amount: 5 }))
 * wrong.message // => "amount must be a whole number of francs (XOF) from 9 to 2,000,000. Nothing was stored or sent."
 * ```
 */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  field: Schema.String,
  expected: Schema.String,
}) {
  override get message() {
    return `${this.field} must be ${this.expected}. Nothing was stored or sent.`
  }
}

/** Fails with `InvalidInput` for this field. */
export const wrong = (field: string, expected: string) => Result.fail(new InvalidInput({ field, expected }))

/** The person's name, or why it is invalid. */
export const readBy = (by: string): Result.Result<string, InvalidInput> =>
  isPersonsText(by)
    ? Result.succeed(by)
    : wrong("by", "a name in 1 to 2,000 characters, with a letter or a digit and without control characters")

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const pairsIn = (name: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2).toLowerCase())

/** How similar two names are: the share of their pairs of letters, from 0 to 1. */
const likeness = (one: string, other: string): number => {
  const [pairs, others] = [pairsIn(one), pairsIn(other)]
  const common = pairs.filter((pair) => others.includes(pair)).length
  return (2 * common) / Math.max(1, pairs.length + others.length)
}

const noCurrency =
  "left out: amounts are whole francs (XOF). The service takes no other currency, so the merchant converts an amount before this call"

/**
 * What to say of a field that there is not: a mistyped one that is ignored makes a payment other than the one that was meant.
 *
 * ```ts
 * strayField("amout", ["id", "amount"]) // => "left out: there is no such field; the nearest is amount. What there is: id, amount"
 * ```
 */
export const strayField = (stray: string, known: ReadonlyArray<string>): string => {
  if (/^(currency|devise)$/i.test(stray)) return noCurrency
  const nearest = known.toSorted((one, other) => likeness(stray, other) - likeness(stray, one))[0] ?? ""
  const near = likeness(stray, nearest) > 0 ? `; the nearest is ${nearest}` : ""
  return `left out: there is no such field${near}. What there is: ${known.join(", ")}`
}

/**
 * A name in an input may be anything, even a phone number: only what looks like a name is repeated.
 *
 * ```ts
 * shownName("orderRef") // => "orderRef"
 * shownName("+226 70 00 00 01") // => "…"
 * ```
 */
export const shownName = (name: string): string => (/^[A-Za-z_$][\w$-]{0,63}$/.test(name) ? name : "…")

const shownPath = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((shown, key) => {
    if (typeof key === "number") return `${shown}[${key}]`
    const name = shownName(String(key))
    return shown === "" ? name : `${shown}.${name}`
  }, "")

/** Of a union, the member that a value is meant for: the only one that is something, or the one that has the value's `type`. */
const meant = (ast: SchemaAST.AST, value: unknown): SchemaAST.AST => {
  if (!SchemaAST.isUnion(ast)) return ast
  const [only, ...more] = ast.types.filter((type) => !SchemaAST.isNull(type) && !SchemaAST.isUndefined(type))
  if (only !== undefined && more.length === 0) return meant(only, value)
  const hasType = (type: SchemaAST.AST) =>
    SchemaAST.isObjects(type) &&
    type.propertySignatures.some(
      (field) => SchemaAST.isLiteral(field.type) && isObject(value) && value[String(field.name)] === field.type.literal,
    )
  return ast.types.find(hasType) ?? ast
}

const literalsIn = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.LiteralValue> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap((type) => (SchemaAST.isLiteral(type) ? [type.literal] : [])) : []

/** What a schema says that it expects. */
const expectedBy = (ast: SchemaAST.AST): string | undefined => {
  const one = meant(ast, undefined)
  const literals = literalsIn(one)
  return (
    SchemaAST.resolveDescription(ast) ??
    SchemaAST.resolveDescription(one) ??
    (literals.length > 1 ? `one of ${literals.join(", ")}` : undefined)
  )
}

/** Of a union, the member that has what was passed as `type` in another field, as it should be written. */
const misplaced = (ast: SchemaAST.AST, value: unknown): string => {
  const tag = isObject(value) ? value["type"] : undefined
  for (const member of SchemaAST.isUnion(ast) ? ast.types : []) {
    const fields = SchemaAST.isObjects(member) ? member.propertySignatures : []
    const name = String(fields.find((field) => literalsIn(field.type).some((each) => each === tag))?.name ?? "")
    const type = fields.flatMap((field) => (SchemaAST.isLiteral(field.type) ? [field.type.literal] : []))[0]
    if (name !== "") return `; ${String(tag)} is a value of ${name}: ${JSON.stringify({ type, [name]: tag })}`
  }
  return ""
}

/** The first wrong field: the innermost on this path of which a schema says what it expects. */
const invalidAt = (root: SchemaAST.AST, input: unknown, path: ReadonlyArray<PropertyKey>): InvalidInput => {
  let [ast, value] = [root, input]
  let invalid = new InvalidInput({ field: "input", expected: expectedBy(root) ?? "an object" })
  for (const [index, key] of path.entries()) {
    const node = meant(ast, value)
    const field = shownPath(path.slice(0, index + 1))
    const fields = SchemaAST.isObjects(node) ? node.propertySignatures : []
    const next = SchemaAST.isArrays(node)
      ? node.rest[0]
      : (fields.find(({ name }) => name === key)?.type ??
        (SchemaAST.isObjects(node) ? node.indexSignatures[0]?.type : undefined))
    if (next === undefined) {
      const known = fields.map(({ name }) => String(name))
      return new InvalidInput({ field, expected: strayField(shownName(String(key)), known) })
    }
    const expected = expectedBy(next)
    value = isObject(value) ? value[String(key)] : undefined
    if (expected !== undefined) invalid = new InvalidInput({ field, expected: expected + misplaced(next, value) })
    ast = next
  }
  return invalid
}

const pathsOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** An array, or what shows its fields: a promise, a date or a map has none to show, so what is in it would be lost. */
const isShown = (value: Readonly<Record<string, unknown>>): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  // Of any realm: the prototype of a plain object has none itself.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return Array.isArray(value) || (!Predicate.isIterable(value) && (isPlain || Object.keys(value).length > 0))
}

/** The fields of a line of an order lie there; no input has a list or an object that deep. */
const deepest = 3

/**
 * Without undefined fields and null, which programs often write for missing ones. Entries of custom data stay: what is
 * written there was meant. What is nothing that an input may have is undefined, which every schema refuses.
 */
const present = (value: unknown, depth = 0, all = false): unknown => {
  if (!isObject(value)) return value
  if (depth === deepest || !isShown(value)) return undefined
  if (Array.isArray(value)) return Array.from(value, (each) => present(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      Predicate.isNullish(each) && !all ? [] : [[name, present(each, depth + 1, name === "customData")]],
    ),
  )
}

/**
 * Reads an input by its schema. Fails with its first field that is unknown or wrong; what is expected stands at each schema as its
 * description.
 *
 * ```ts
 * const read = readerOf(Schema.Struct({ limit: Schema.Int.annotate({ description: "a whole number" }) }))
 * const refused = read({ limit: 0.5 })
 * Result.isFailure(refused) && refused.failure.message // => "limit must be a whole number. Nothing was stored or sent."
 * ```
 */
export const readerOf = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  return (given: I): Result.Result<A, InvalidInput> => {
    const input = present(given)
    return Result.mapError(decode(input), ({ issue }) => {
      const [first] = pathsOf(issue).issues
      const path = (first?.path ?? []).map((part) => (typeof part === "object" ? part.key : part))
      return invalidAt(schema.ast, input, path)
    })
  }
}
