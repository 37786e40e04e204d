/** What a log may say about a failure: our own message, or only the name of an error that others made. */
import { Cause, Data, Predicate } from "effect"
import { IllegalTransition, issuePage } from "../machine/decide.ts"
import { DeliveryRefused } from "../ports/Consumers.ts"
import { UnreadableRow } from "../ports/PaymentRow.ts"
import { PaymentNotFound } from "../ports/PaymentStore.ts"
import { StoreError } from "../ports/PaymentStoreDriver.ts"
import { StoreRefused } from "../ports/StoreRefused.ts"

const isName = (text: unknown): text is string => typeof text === "string" && /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(text)

/** The error codes of databases: SQLITE_FULL, 23505. */
const isCode = (text: unknown): text is string => typeof text === "string" && /^[A-Z0-9_]{1,40}$/.test(text)

/** The work on a payment took longer than its lease. */
export class LeaseOver extends Data.TaggedError("LeaseOver")<{}> {
  override readonly message = "The call or the store took longer than its lease."
}

/** The errors whose message we wrote: what happened and what to do, with nothing of others in it. */
const ourErrors = [
  DeliveryRefused,
  IllegalTransition,
  LeaseOver,
  PaymentNotFound,
  StoreError,
  StoreRefused,
  UnreadableRow,
]

const fieldOf = (error: unknown, name: string): unknown =>
  Predicate.hasProperty(error, name) ? error[name] : undefined

/** What went wrong, in a sentence for the log: our own message, or only the name of an error that others made. */
export const describeError = (error: unknown): string => {
  const cause = fieldOf(error, "cause")
  if (cause instanceof StoreRefused) return cause.message
  if (error instanceof Error && ourErrors.some((ours) => error instanceof ours)) {
    const code = fieldOf(cause, "code")
    return isCode(code) ? `${code}: ${error.message}` : error.message
  }
  const name = [fieldOf(error, "_tag"), fieldOf(error, "name")].find(isName) ?? "an unnamed error"
  return `It failed with ${name}; look in your own consumers and adapters for what threw it, or report it at ${issuePage}.`
}

/**
 * Everything that went wrong, each in its sentence.
 *
 * ```ts
 * describeCause(Cause.die("a text of others")).startsWith("It failed with an unnamed error;") // => true
 * ```
 */
export const describeCause = (cause: Cause.Cause<unknown>): string => {
  const sentences = cause.reasons.map((reason) => {
    if (Cause.isFailReason(reason)) return describeError(reason.error)
    return Cause.isDieReason(reason) ? describeError(reason.defect) : "It was interrupted."
  })
  return [...new Set(sentences)].join(" ")
}
