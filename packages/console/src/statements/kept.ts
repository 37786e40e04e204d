/** Account statements as documents: what lists show of one, its file and its lines, and which lines count. */
import { Effect, Option, Predicate, Schema } from "effect"
import { Documents, type DocumentsQuery, type KeptDocument } from "@cauri/core/adapter"
import type { Line } from "./match.ts"
import type { ReadStatement } from "./readStatement.ts"

/** More statements than a project has. */
export const mostStatements = 1_000

const Head = Schema.fromJsonString(
  Schema.Struct({
    fileName: Schema.String,
    by: Schema.String,
    /** The operators whose balances it opens and closes; empty text: the one balance of a project. */
    covers: Schema.Array(Schema.String),
    lines: Schema.Int,
  }),
)
const encodeHead = Schema.encodeSync(Head)
const decodeHead = Schema.decodeOption(Head)

const Lines = Schema.Array(
  Schema.Struct({
    number: Schema.Int,
    at: Schema.Int,
    amount: Schema.Int,
    digest: Schema.String,
    span: Schema.Finite,
    kind: Schema.Literals(["payin", "payout", "other"]),
    reference: Schema.String,
    phone: Schema.NullOr(Schema.String),
    operator: Schema.String,
    moved: Schema.Literals(["yes", "no", "unknown"]),
  }),
)
const decodeLines = Schema.decodeUnknownOption(Lines)
const decodeList = Schema.decodeOption(Schema.fromJsonString(Schema.Array(Schema.Unknown)))

const lineFeed = 10

/** The lines as one line of JSON, and behind it the file as it came. */
const bodyOf = (file: Uint8Array, lines: typeof Lines.Type): Uint8Array =>
  Buffer.concat([Buffer.from(JSON.stringify(lines)), Uint8Array.of(lineFeed), file])

const isOutside = (line: unknown, from: number, before: number): boolean =>
  Predicate.hasProperty(line, "at") && typeof line.at === "number" && (line.at < from || line.at >= before)

/** The lines of a time; none where they cannot all be read. What is not of that time is not looked at closely. */
const linesIn = (body: Uint8Array, from: number, before: number): Option.Option<typeof Lines.Type> =>
  Option.flatMap(decodeList(new TextDecoder().decode(body.subarray(0, body.indexOf(lineFeed)))), (lines) =>
    decodeLines(lines.filter((line) => !isOutside(line, from, before))),
  )

/** A statement, without its file and its lines. */
export interface AccountStatement {
  readonly number: number
  /** The digest of its file. */
  readonly file: string
  readonly fileName: string
  readonly project: string
  /** The first millisecond of its period, and the first after it. */
  readonly from: number
  readonly before: number
  readonly covers: ReadonlyArray<string>
  readonly by: string
  readonly at: number
  readonly lines: number
  readonly replaces: number | null
  /** The statement that replaced it; null: it counts. */
  readonly replacedBy: number | null
}

const toStatement = ({ at, before, digest, from, head, number, project, replacedBy, replaces }: KeptDocument) =>
  Option.match(decodeHead(head), {
    onNone: () => [],
    onSome: (read): ReadonlyArray<AccountStatement> =>
      project === null || from === null || before === null
        ? []
        : [{ ...read, number, file: digest, project, from, before, at, replaces, replacedBy }],
  })

/** The statements that fit, the newest first. */
export const statementsIn = Effect.fnUntraced(function* (query: Omit<DocumentsQuery, "kind">) {
  return (yield* (yield* Documents).list({ kind: "statement", ...query })).flatMap(toStatement)
})

/** A statement to keep, as it was read from its file. */
interface Given {
  readonly file: string
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly project: string
  readonly read: ReadStatement
  readonly by: string
  readonly at: number
  readonly replaces: number | null
}

/** Keeps a statement with its file and its lines. */
export const keepStatement = Effect.fnUntraced(function* ({
  at,
  by,
  bytes,
  file,
  fileName,
  project,
  read,
  replaces,
}: Given) {
  const { before, covers, from, rows } = read
  return yield* (yield* Documents).keep({
    kind: "statement",
    digest: file,
    at,
    project,
    from,
    before,
    head: encodeHead({ fileName, by, covers, lines: rows.length }),
    body: bodyOf(bytes, rows),
    ...(replaces === null ? {} : { replaces }),
  })
})

/**
 * The lines of these statements in a time that count: each digest once, from the statement with the lowest number. By time. A statement whose
 * lines cannot be read is left out of `statements`: it covers nothing.
 */
export const linesOf = Effect.fnUntraced(function* (
  statements: ReadonlyArray<AccountStatement>,
  from: number,
  before: number,
) {
  const documents = yield* Documents
  const counted = new Map<string, Line>()
  const readable = new Set<AccountStatement>()
  for (const statement of statements.toSorted((one, other) => one.number - other.number)) {
    const found = yield* documents.find({ kind: "statement", number: statement.number })
    const lines = linesIn(found?.body ?? new Uint8Array(), from, before)
    if (Option.isNone(lines)) continue
    readable.add(statement)
    for (const line of lines.value)
      if (!counted.has(line.digest)) counted.set(line.digest, { ...line, statement: statement.number })
    // A file is read in one go; others get their turn between two.
    yield* Effect.yieldNow
  }
  const lines = [...counted.values()].toSorted(
    (one, other) => one.at - other.at || one.statement - other.statement || one.number - other.number,
  )
  return { lines, statements: statements.filter((statement) => readable.has(statement)) }
})
