/** Reads requests within limits, and says what is wrong with them in the words of the library. */
import { InvalidInput } from "@cauri/core"
import { readerOf } from "@cauri/core/adapter"
import { Effect, Predicate, Result, Schema, SchemaAST, type SchemaIssue } from "effect"
import { RequestRefused } from "./problems.ts"

/** The largest body, in bytes; that of a list of payouts holds more than 10,000 lines. */
const largestBody = 65_536
export const largestList = 2_097_152
/** How deep a body may be nested: it is an object itself. */
const deepest = 8

/** The text of a body; null: it is too large. Throws when it is no UTF-8, or does not arrive. */
const read = async ({ body, headers }: Request, largest: number): Promise<string | null> => {
  if (Number(headers.get("content-length") ?? 0) > largest) return null
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let [length, text] = [0, ""]
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > largest) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const isShallow = (value: unknown, levels = deepest): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)))

const isJson = ({ headers }: Request): boolean =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(headers.get("content-type") ?? "") &&
  /^(identity)?$/i.test(headers.get("content-encoding") ?? "")

/** The object in the body of a request; an empty body is an empty object. */
export const bodyOf = Effect.fnUntraced(function* (request: Request, largest = largestBody) {
  const malformed = new RequestRefused({ code: "malformed_json" })
  const text = yield* Effect.tryPromise({ try: () => read(request, largest), catch: () => malformed })
  if (text === null) return yield* new RequestRefused({ code: "payload_too_large" })
  if (text === "") return {}
  if (!isJson(request)) return yield* new RequestRefused({ code: "unsupported_media_type" })
  const value = yield* Effect.try({ try: (): unknown => JSON.parse(text), catch: () => malformed })
  if (!Predicate.isObject(value) || Array.isArray(value) || !isShallow(value)) return yield* malformed
  return value
})

/** What a program passed, as a reader takes it: the reader refuses whatever is wrong. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what it reads
export const unread = <Input>(value: unknown): Input =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read by its schema next
  value as Input

/** What a schema refuses, at the innermost value. */
const innermost = (issue: SchemaIssue.Issue): SchemaIssue.Issue => {
  if ("issue" in issue) return innermost(issue.issue)
  return "issues" in issue && issue.issues[0] !== undefined ? innermost(issue.issues[0]) : issue
}

/** The field of a body that a schema refuses first. */
const firstField = (issue: SchemaIssue.Issue): string => {
  if ("path" in issue) return String(issue.path[0])
  if ("issue" in issue) return firstField(issue.issue)
  return "issues" in issue && issue.issues[0] !== undefined ? firstField(issue.issues[0]) : ""
}

/** The JSON type of a schema that a value has not: forms give numbers in quotes, databases phone numbers without, PHP empty lists. */
const missedType = (issue: SchemaIssue.Issue): string | null => {
  if (!("ast" in issue)) return null
  const types = SchemaAST.isUnion(issue.ast) ? issue.ast.types.filter((type) => !SchemaAST.isNull(type)) : [issue.ast]
  const given = typeof issue.input
  if (types.every(SchemaAST.isObjects) && Array.isArray(issue.input))
    return "a JSON object, {} where it is empty, which PHP writes of (object) []"
  if (types.every(SchemaAST.isNumber) && given === "string") return "a JSON number, without quotes"
  return types.every(SchemaAST.isString) && (given === "number" || given === "boolean")
    ? "a JSON text, in quotes"
    : null
}

/** Refuses a body whose first wrong value has another JSON type than its field. All else is for who reads it. */
export const checkTypes = (top: Schema.Top) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no schema of a body needs a service
  const schema = top as Schema.Codec<unknown>
  const decode = Schema.decodeUnknownResult(schema, { reportInput: true })
  return (body: unknown): Result.Result<unknown, InvalidInput> => {
    const decoded = decode(body)
    if (Result.isSuccess(decoded)) return Result.void
    const { issue } = decoded.failure
    const type = missedType(innermost(issue))
    if (type === null) return Result.void
    return Result.mapError(readerOf(schema)(body), ({ expected, field }) => {
      // The reader may name another field first, such as one that there is not.
      const isOfField = field.split(/[.[]/)[0] === firstField(issue)
      return new InvalidInput({ field, expected: isOfField ? `${type}: ${expected}` : expected })
    })
  }
}

/** A text as the schema of its parameter means it. What is no number or no word of ours stays a text, which the schema refuses. */
const meant = (ast: SchemaAST.AST | undefined, texts: ReadonlyArray<string>): unknown => {
  const [text = ""] = texts
  if (ast !== undefined && SchemaAST.isArrays(ast)) return texts
  if (ast !== undefined && SchemaAST.isNumber(ast)) return /^[0-9]{1,9}$/.test(text) ? Number(text) : text
  if (ast !== undefined && SchemaAST.isBoolean(ast)) return text === "true" ? true : text === "false" ? false : text
  return text
}

/** Reads a query. Fails with its first parameter that is unknown, wrong, or given twice. */
export const queryIn = <A, I>(schema: Schema.Codec<A, I>, search: URLSearchParams) => {
  const fields = SchemaAST.isObjects(schema.ast) ? schema.ast.propertySignatures : []
  const given = new Map<string, unknown>()
  for (const name of new Set(search.keys())) {
    const texts = search.getAll(name)
    const value = meant(fields.find((field) => field.name === name)?.type, texts)
    if (texts.length > 1 && !Array.isArray(value) && fields.some((field) => field.name === name))
      return Effect.fail(new InvalidInput({ field: name, expected: "given once" }))
    given.set(name, value)
  }
  return Effect.fromResult(readerOf(schema)(unread(Object.fromEntries(given))))
}

/** The preferred wait of a creation in seconds (RFC 7240); null: until it is answered. */
export const preferredWait = ({ headers }: Request): number | null => {
  const preferences = (headers.get("prefer") ?? "").toLowerCase().split(",")
  const waits = preferences.flatMap((each) => /^\s*wait\s*=\s*"?([0-9]{1,5})"?\s*(;|$)/.exec(each)?.[1] ?? [])
  const seconds = Math.min(60, Number(waits[0] ?? 0))
  if (seconds > 0) return seconds
  return preferences.some((each) => /^\s*respond-async\s*(;|$)/.test(each)) ? 0 : null
}
