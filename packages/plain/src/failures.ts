/**
 * Turns failures of core and of the adapters into errors of this package, each with its code. It recognises a failure by its tag: then no
 * adapter has to be loaded, and a store of one's own may fail with the classes of another copy of core.
 */
import type {
  ContentConflict,
  DecisionRefused,
  InvalidInput,
  NotNow,
  NotNowReason,
  PaymentNotFound,
  StoreError,
} from "@cauri/core"
import { issuePage, UnreadableRow } from "@cauri/core/adapter"
import { Cause, DateTime, Predicate } from "effect"
import { type ErrorParts, invalidInput, PaymentsError } from "./PaymentsError.ts"

export const isoOf = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** The refusals that pass without a person. */
const passing: ReadonlyArray<NotNowReason> = [
  "too_soon",
  "cannot_ask",
  "paused",
  "breaker_open",
  "throttled",
  "no_mark",
  "changed_meanwhile",
]

/** What an adapter refuses to start with, or to go on with. Their messages are our own sentences, without a secret. */
const startupCodes: Readonly<Record<string, ErrorParts["code"]>> = {
  StoreRefused: "store_refused",
  GatewayMisconfigured: "misconfigured",
  CallbacksMisconfigured: "misconfigured",
  PolicyRefused: "misconfigured",
  ProductionRefused: "misconfigured",
}

/** Core names no command: what the console does about a store that is refused. */
const commands: Readonly<Record<string, string>> = {
  restored: " With the console: `cauri console restored`.",
  broken_migration: " With the console: `cauri console restored`.",
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const textIn = (value: unknown, name: string): string | null => {
  const found = isRecord(value) ? value[name] : null
  return typeof found === "string" ? found : null
}

const isA = <Failure extends { readonly _tag: string }>(failure: unknown, tag: Failure["_tag"]): failure is Failure =>
  Predicate.isTagged(failure, tag)

const errorPartsOf = (failure: unknown, sending: boolean): ErrorParts | null => {
  if (isA<ContentConflict>(failure, "ContentConflict")) {
    const { fields, key, message } = failure
    return { code: "content_conflict", message, payment: key, ...(fields[0] !== undefined && { field: fields[0] }) }
  }
  if (isA<PaymentNotFound>(failure, "PaymentNotFound"))
    return { code: "not_found", message: failure.message, payment: failure.key }
  if (isA<NotNow>(failure, "NotNow")) {
    const { message, key, because, retryAt } = failure
    return {
      code: "not_allowed",
      message,
      payment: key,
      reason: because,
      retryable: passing.includes(because),
      retryAt: retryAt === null ? null : isoOf(retryAt),
    }
  }
  if (isA<DecisionRefused>(failure, "DecisionRefused")) {
    const { because, key, message } = failure
    return { code: "decision_refused", message, payment: key, reason: because }
  }
  if (isA<StoreError>(failure, "StoreError")) {
    const { cause, message } = failure
    // Only a clock that lags refuses the program as a whole; a lock or a full disk passes.
    return textIn(cause, "reason") === "clock_ahead"
      ? { code: "store_refused", message: textIn(cause, "message") ?? message, mayHaveReachedService: sending }
      : { code: "store_failed", message, retryable: true, mayHaveReachedService: sending }
  }
  if (UnreadableRow.is(failure)) {
    return { code: "store_failed", message: failure.message, retryable: false, mayHaveReachedService: sending }
  }
  const tag = textIn(failure, "_tag") ?? ""
  const message = `${textIn(failure, "message") ?? tag}${commands[textIn(failure, "reason") ?? ""] ?? ""}`
  const code = Object.hasOwn(startupCodes, tag) ? startupCodes[tag] : undefined
  if (code === undefined) return null
  const field = textIn(failure, "setting")
  // What passes without a person says so by the exit code that it asks for.
  const retryable = isRecord(failure) && failure["exitCode"] === 75
  return { code, message, retryable, ...(field === null ? {} : { field }) }
}

/** Makes any failure an error of this package. `sending`: the call that failed may have sent something. */
export const errorFrom = (failure: unknown, sending: boolean): PaymentsError => {
  if (failure instanceof PaymentsError) return failure
  if (isA<InvalidInput>(failure, "InvalidInput")) {
    return invalidInput(failure.field === "callbackBase" ? "callbacks.base" : failure.field, failure.expected)
  }
  const parts = errorPartsOf(failure, sending)
  if (parts !== null) return new PaymentsError(parts)
  const name = textIn(failure, "name") ?? ""
  const what = /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name) ? name : "an unnamed error"
  return new PaymentsError({
    code: "unexpected",
    message: `An unexpected error (${what}) ended this call. ${sending ? "The payment may have reached the service: read it again before anything else, and do not create it under another id." : "Nothing was sent, and the payment is as it was."} Look in your own store, gateway and handlers for what threw it, or report it with its stack at ${issuePage}.`,
    mayHaveReachedService: sending,
  })
}

/** The same for a fibre's end. */
export const errorFromCause = (cause: Cause.Cause<unknown>, sending: boolean): PaymentsError =>
  errorFrom(Cause.squash(cause), sending)
