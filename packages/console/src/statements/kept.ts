/** Account statements as documents: what lists show of one, its file and its lines, and which lines count. */
import { Effect, Option, Schema } from "effect"
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

const Body = Schema.fromJsonString(
  Schema.Struct({
    /** The bytes of the file, in base64. */
    file: Schema.String,
    lines: Schema.Array(
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
    ),
  }),
)
const encodeBody = Schema.encodeSync(Body)
const decodeBody = Schema.decodeOption(Body)

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
    body: new TextEncoder().encode(encodeBody({ file: Buffer.from(bytes).toString("base64"), lines: rows })),
    ...(replaces === null ? {} : { replaces }),
  })
})

/** The lines of these statements in a time that count: each digest once, from the statement with the lowest number. By time. */
export const linesOf = Effect.fnUntraced(function* (
  statements: ReadonlyArray<AccountStatement>,
  from: number,
  before: number,
) {
  const documents = yield* Documents
  const counted = new Map<string, Line>()
  for (const { number } of statements.toSorted((one, other) => one.number - other.number)) {
    const found = yield* documents.find({ kind: "statement", number })
    const body = new TextDecoder().decode(found?.body ?? undefined)
    for (const line of Option.match(decodeBody(body), { onNone: () => [], onSome: ({ lines }) => lines }))
      if (line.at >= from && line.at < before && !counted.has(line.digest))
        counted.set(line.digest, { ...line, statement: number })
  }
  return [...counted.values()].toSorted(
    (one, other) => one.at - other.at || one.statement - other.statement || one.number - other.number,
  )
})
