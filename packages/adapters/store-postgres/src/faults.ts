/**
 * Errors of Postgres, sorted by what can be done about them, and made safe to log: the messages of a database quote rows, and rows
 * contain numbers and tokens.
 */
import { StoreError } from "@cauri/core"
import { StoreRefused } from "@cauri/core/adapter"
import { Effect } from "effect"
import { UnexpectedColumn } from "./rows.ts"

/** Whatever a promise was rejected with, before it is examined. */
export class Thrown {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** The connection was lost during the commit: whether it was carried out is unknown. */
export class CommitUnknown extends Error {
  readonly transaction: string
  constructor(transaction: string, cause: unknown) {
    super("The connection was lost during the commit.", { cause })
    this.name = "CommitUnknown"
    this.transaction = transaction
  }
}

/** The server answered a commit with a rollback. */
export class RolledBack extends Error {
  override readonly name = "RolledBack"
}

export class Unreachable extends Error {
  override readonly name = "Unreachable"
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "No connection to the server could be opened.", { cause })
  }
}

/** What a host's handler threw: it reaches the host unchanged. */
export class HostFault extends Error {
  override readonly name = "HostFault"
  constructor(cause: unknown) {
    super("The host's handler failed.", { cause })
  }
}

/** What an error means for a write. */
export type Fault =
  /** The connection is gone, and what was not committed with it. */
  | "Lost"
  /** Others were in the way; the same can succeed now. */
  | "Conflict"
  /** No connection is available, or none that may be used. */
  | "Unusable"
  /** The server's files are damaged. */
  | "corrupt"
  /** This will fail again. */
  | "Refused"

interface DatabaseWords {
  readonly code: string
  readonly severity: string
  readonly constraint: string | undefined
}

const wordsOf = (error: unknown): DatabaseWords | null => {
  if (!(error instanceof Error) || !("code" in error) || !("severity" in error)) return null
  const { code, severity } = error
  const constraint = "constraint" in error ? error.constraint : undefined
  return typeof code === "string" && typeof severity === "string"
    ? { code, severity, constraint: typeof constraint === "string" ? constraint : undefined }
    : null
}

/** Deadlock, serialization, lock time-out, and a name that another transaction took at the same moment. */
const conflicts = new Set(["40P01", "40001", "55P03", "23505"])
const damage = new Set(["XX001", "XX002"])

/** Errors that are not the connection's. */
const ours = [UnexpectedColumn, RolledBack, HostFault, TypeError]

/** The kind of a fault. An error that is no answer of the server is a fault of the connection. */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof StoreRefused) return error.reason === "corrupt" ? "corrupt" : "Unusable"
  if (error instanceof Unreachable) return "Unusable"
  const words = wordsOf(error)
  if (words === null) return ours.some((kind) => error instanceof kind) ? "Refused" : "Lost"
  if (damage.has(words.code)) return "corrupt"
  if (conflicts.has(words.code)) return "Conflict"
  return words.code.startsWith("08") || words.severity === "FATAL" || words.severity === "PANIC" ? "Lost" : "Refused"
}

/** The code of the server or of the system behind an error, empty where there is none; its message could quote secrets. */
export const codeOf = (error: unknown): string => {
  let root = error
  for (let depth = 0; depth < 5 && root instanceof Error; depth++) {
    if ("code" in root && typeof root.code === "string" && /^[A-Z0-9_]{3,40}$/.test(root.code)) return root.code
    root = root.cause
  }
  return ""
}

/** The error without anything from a row. */
const withoutRows = (error: unknown): Error => {
  if (
    error instanceof StoreRefused ||
    error instanceof CommitUnknown ||
    error instanceof RolledBack ||
    error instanceof HostFault
  )
    return error
  const words = wordsOf(error)
  if (words === null) return new Error(error instanceof Error ? error.message : "unknown")
  const constraint = words.constraint === undefined ? "" : `, ${words.constraint}`
  return new Error(`Postgres answered ${words.code}${constraint}.`)
}

export const storeError = (operation: string, error: unknown): StoreError =>
  error instanceof StoreError ? error : new StoreError({ operation, cause: withoutRows(error) })

/** Runs work, and turns its failure into core's error. */
export const attempt = <A>(operation: string, work: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({ try: work, catch: (error) => storeError(operation, error) })
