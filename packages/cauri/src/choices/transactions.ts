/** Failures in the host's own transaction, in words of this package. */
import type { DeliveredEvent } from "@cauri/core"
import { PaymentsError } from "@cauri/plain"

/**
 * What an adapter throws when it gets no open transaction: its own sentence says what to do, and contains no row. The host gets an error
 * of the database itself unchanged, because the host rolls back.
 */
export const outsideOf = (thrown: unknown): unknown =>
  thrown instanceof Error && thrown.message.startsWith("insertWithin: ")
    ? new PaymentsError({ code: "invalid_input", message: thrown.message, field: "transaction" })
    : thrown

/** A handler where transactions wait for nothing: one that returns a promise is refused, and its writes are rolled back. */
export const atOnce =
  (name: string, handler: (handed: unknown, deliveredEvent: DeliveredEvent) => void | Promise<void>) =>
  (handed: unknown, deliveredEvent: DeliveredEvent): void => {
    const returned: unknown = handler(handed, deliveredEvent)
    if (typeof returned === "object" && returned !== null && "then" in returned) {
      throw new Error(
        `The handler "${name}" returns a promise, and a transaction of this store cannot wait: write synchronously with what it is given, or register it with "on".`,
      )
    }
  }
