/**
 * What Postgres throws, told apart by what can be done about it, and made fit to be logged: the words of a database quote rows, and rows
 * hold numbers and tokens.
 */
import { StoreError } from "@cauri/core"
import { StoreRefused } from "@cauri/core/adapter"
import { Effect } from "effect"
import { UnreadableRow } from "./rows.ts"

/** Whatever a promise was rejected with, before anybody has looked at it. */
export class Thrown {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** The connection was lost while the commit was under way: nobody told whether it was carried out. */
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

/** No connection could be had. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "No connection could be had.", { cause })
  }
}

/** What a host's handler threw: it is the host's own, and is told as it is. */
export class HostFault extends Error {
  override readonly name = "HostFault"
  constructor(cause: unknown) {
    super("The host's handler failed.", { cause })
  }
}

/** What an error means for whoever wrote. */
export type Fault =
  /** The connection is gone, and what was not committed with it. */
  | "Lost"
  /** Others were in the way; the same can succeed now. */
  | "Conflict"
  /** No connection can be had, or none that may be used. */
  | "Unusable"
  /** The server's files are damaged. */
  | "Corrupt"
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

/** Deadlock, serialization, lock time-out, and a name that somebody else took at the same moment. */
const conflicts = new Set(["40P01", "40001", "55P03", "23505"])
const damage = new Set(["XX001", "XX002"])

/** Errors that are not the connection's. */
const ours = [UnreadableRow, RolledBack, HostFault, TypeError]

/** What kind of fault it is. What is no answer of the server is a fault of the connection. */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof StoreRefused) return error.reason === "Corrupt" ? "Corrupt" : "Unusable"
  if (error instanceof Unreachable) return "Unusable"
  const words = wordsOf(error)
  if (words === null) return ours.some((kind) => error instanceof kind) ? "Refused" : "Lost"
  if (damage.has(words.code)) return "Corrupt"
  if (conflicts.has(words.code)) return "Conflict"
  return words.code.startsWith("08") || words.severity === "FATAL" || words.severity === "PANIC" ? "Lost" : "Refused"
}

/** The code of the server or of the system behind an error, empty where there is none; its words could name what nobody should read. */
export const codeOf = (error: unknown): string => {
  let root = error
  for (let depth = 0; depth < 5 && root instanceof Error; depth++) {
    if ("code" in root && typeof root.code === "string" && /^[A-Z0-9_]{3,40}$/.test(root.code)) return root.code
    root = root.cause
  }
  return ""
}

/** The error without anything that a row holds. */
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

/** The error as core hears it. */
export const storeError = (operation: string, error: unknown): StoreError =>
  error instanceof StoreError ? error : new StoreError({ operation, cause: withoutRows(error) })

/** Runs work, and tells its failure as core hears it. */
export const attempt = <A>(operation: string, work: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({ try: work, catch: (error) => storeError(operation, error) })
