/**
 * What a log may say about something that went wrong: names, and sentences of our own. What a driver, a gateway or a host wrote may
 * hold rows, numbers and tokens, so nothing of it is repeated.
 */
import { Cause } from "effect"
import { IllegalTransition } from "../machine/decide.ts"
import { StoreError } from "../ports/PaymentStoreDriver.ts"

const isName = (text: unknown): text is string => typeof text === "string" && /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(text)

/** What databases call their errors by: SQLITE_FULL, 23505. */
const isCode = (text: unknown): text is string => typeof text === "string" && /^[A-Z0-9_]{1,40}$/.test(text)

/** What an answer over HTTP says of itself in three digits. */
const isStatus = (status: unknown): status is number =>
  typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 599

interface Named {
  readonly _tag?: unknown
  readonly name?: unknown
  readonly code?: unknown
  readonly status?: unknown
}

const fieldsOf = (error: unknown): Named => (typeof error === "object" && error !== null ? error : {})

/** What went wrong, by name and status; by its own sentence where that is ours. */
export const nameOf = (error: unknown): string => {
  if (error instanceof IllegalTransition) return error.message
  if (error instanceof StoreError) {
    const { code } = fieldsOf(error.cause)
    return isCode(code) ? `${code}: ${error.message}` : error.message
  }
  const { _tag, name, status } = fieldsOf(error)
  const named = [_tag, name].find(isName) ?? "an unnamed error"
  return isStatus(status) ? `${named} ${status}` : named
}

/** Everything that went wrong, each by its name. */
export const troubleOf = (cause: Cause.Cause<unknown>): string => {
  const names = cause.reasons.map((reason) => {
    if (Cause.isFailReason(reason)) return nameOf(reason.error)
    return Cause.isDieReason(reason) ? nameOf(reason.defect) : "it was interrupted"
  })
  return [...new Set(names)].join("; ")
}
