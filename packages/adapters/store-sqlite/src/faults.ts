/**
 * Errors of SQLite, sorted by what to do about them. Nothing from a row goes into a message: errors of SQLite name tables and columns,
 * never values.
 */
import { StoreError } from "@cauri/core"
import { type RefusalReason, StoreRefused } from "@cauri/core/adapter"

/** What to do about a fault: wait and retry, make room, stop for good, or tell the caller. */
export type Fault = "busy" | "Full" | "Fatal" | "Plain"

const isWrapper = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && !(thrown instanceof StoreRefused) && !("code" in thrown) && thrown.cause !== undefined

/** SQLite's own error, or what was thrown if there is none; drizzle wraps some of them. */
const rootOf = (thrown: unknown): unknown => {
  let root = thrown
  for (let depth = 0; depth < 5 && isWrapper(root); depth++) root = root.cause
  return root
}

const codeOf = (thrown: unknown): string => {
  const root = rootOf(thrown)
  return root instanceof Error && "code" in root && typeof root.code === "string" ? root.code : ""
}

/** Reasons for which the store is not the one that it was, or not whole. */
const notOurs: ReadonlySet<RefusalReason> = new Set(["foreign", "restored", "broken_migration", "corrupt"])

export const faultOf = (thrown: unknown): Fault => {
  if (thrown instanceof StoreRefused) {
    if (thrown.reason === "busy") return "busy"
    return notOurs.has(thrown.reason) ? "Fatal" : "Plain"
  }
  const code = codeOf(thrown)
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "busy"
  // The second one comes when a file is opened on a full disk: the shared memory lies in a file, too, and that cannot grow.
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE") return "Full"
  // A disk that fails to read, write or sync gives no second chance: what it kept is unknown.
  return /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(code) ? "Fatal" : "Plain"
}

/**
 * SQLite recognises only one error of the system as a full disk. A used-up quota looks to it like a failing disk, and restoring a backup
 * for that would cost payments.
 */
const hintAt = (code: string): string =>
  /^SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE)$/.test(code)
    ? " A used-up quota gives the same code: check it, and make room, before you suspect the disk."
    : ""

/** The refusal of a damaged store, or of one on a failing disk. */
const corrupt = (thrown: unknown): StoreRefused => {
  const code = codeOf(thrown)
  return new StoreRefused({
    reason: "corrupt",
    detail: `SQLite reports ${code}; nothing is written any more.${hintAt(code)}`,
    cause: rootOf(thrown),
  })
}

/** The refusal of a store that cannot be opened or set up. */
export const refusalOf = (thrown: unknown, doing: string): StoreRefused => {
  if (thrown instanceof StoreRefused) return thrown
  switch (faultOf(thrown)) {
    case "Fatal":
      return corrupt(thrown)
    case "busy":
      return new StoreRefused({ reason: "busy", detail: `Others held the lock while ${doing}.`, cause: rootOf(thrown) })
    case "Full":
      return new StoreRefused({ reason: "disk_low", detail: `The disk is full while ${doing}.`, cause: rootOf(thrown) })
    case "Plain":
      return new StoreRefused({
        reason: "unavailable",
        detail: `It failed while ${doing} (${codeOf(thrown) || "no code"}).`,
        cause: rootOf(thrown),
      })
  }
}

/** The error of a failed step, for its caller. */
export const storeError = (operation: string, thrown: unknown): StoreError =>
  new StoreError({ operation, cause: rootOf(thrown) })
