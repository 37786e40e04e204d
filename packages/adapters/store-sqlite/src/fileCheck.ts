/**
 * Whether the file of a store is still where it was, and under that name alone. A file that is deleted, or replaced by a backup, while a
 * program has it open lives on without a name: SQLite still writes to it, and all acknowledged payments are lost when the last program
 * closes it (S18). SQLite reports that itself only without a write-ahead log.
 */
import { statSync } from "node:fs"
import { resolve } from "node:path"
import { StoreRefused } from "@cauri/core/adapter"
import type { Connection } from "./connection.ts"
import { manyNames } from "./place.ts"

/** The file that a name leads to, and how many names it has; null: none; undefined: that is unknown at the moment. */
const lookAt = (file: string): { readonly number: string; readonly names: bigint } | null | undefined => {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? null : { number: `${found.dev}:${found.ino}`, names: found.nlink }
  } catch {
    return undefined
  }
}

/** Compares the file and its log with those at the beginning; the check returns what is wrong, or null. */
export const makeFileCheck = ({
  borrowed,
  file,
}: Pick<Connection, "borrowed" | "file">): (() => StoreRefused | null) => {
  if (file === "") return () => null
  const place = resolve(file)
  // A host may remove the log of its own file while it works.
  const places = borrowed ? [place] : [place, `${place}-wal`]
  const known = places.flatMap((each) => {
    const found = lookAt(each)
    return found ? [[each, found.number] as const] : []
  })
  return () => {
    for (const [each, number] of known) {
      const now = lookAt(each)
      if (now === undefined) continue
      if (now !== null && now.names > 1n) return manyNames(each, now.names)
      if (now?.number === number) continue
      const what = now === null ? "is not there any more" : "is another file than it was"
      const detail = `${each} ${what}, although programs work on it. Stop every program, and put the file back.`
      return new StoreRefused({ reason: "foreign", detail })
    }
    return null
  }
}
