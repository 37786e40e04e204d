/**
 * What goes wrong where the host's own transaction is used, in words of this package.
 */
import type { Announced } from "@cauri/core"
import { PaymentsError } from "./PaymentsError.ts"

/**
 * What an adapter throws when it is handed no open transaction: its own sentence says what to do, and holds no row. What the database
 * itself says goes to the host as it is, who rolls back.
 */
export const outsideOf = (thrown: unknown): unknown =>
  thrown instanceof Error && thrown.message.startsWith("insertWithin: ")
    ? new PaymentsError({ code: "invalid_input", message: thrown.message, field: "transaction" })
    : thrown

/** A handler where transactions wait for nothing: one that returns a promise is refused, and what it wrote is undone with it. */
export const atOnce =
  (name: string, handler: (handed: unknown, announced: Announced) => void | Promise<void>) =>
  (handed: unknown, announced: Announced): void => {
    const returned: unknown = handler(handed, announced)
    if (typeof returned === "object" && returned !== null && "then" in returned) {
      throw new Error(`The handler "${name}" returns a promise; a transaction of this store cannot wait.`)
    }
  }
