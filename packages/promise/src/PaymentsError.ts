/**
 * The one error with which calls fail. Its message is for operators, `customerMessage` for end users; neither holds a number, a token or a
 * credential, and what a database or a driver said is left out, because it may quote a row. What the service refuses is no error: it is
 * a state of the payment, with a `problem`.
 */
import { type Catalogue, catalogue, type Language } from "@cauri/catalogue"

/** What went wrong. These texts are stable: programs may compare them. */
export type PaymentsErrorCode =
  /** A field is not as it must be: see `field` and `expected`. Nothing was stored or sent. */
  | "invalid_input"
  /** The id is taken by a payment with another content. Nothing was sent. */
  | "content_conflict"
  /** There is no such payment. */
  | "not_found"
  /** A code, a repetition or a further try is not allowed now: see `reason` and `retryAt`. Nothing was sent. */
  | "not_allowed"
  /** The state of the payment does not allow it. Nothing was changed. */
  /** A person's decision was not taken, the message says why. Nothing was changed. */
  | "decision_refused"
  /** The store did not answer as it should; not `retryable`: it holds what only a newer program can read. */
  | "store_failed"
  /** The store must not be used as it is: another one, damaged, restored, without room … */
  | "store_refused"
  /** A setting keeps the payments from starting: see `field`. */
  | "misconfigured"
  /** A handler was registered after the worker had started. */
  | "too_late"
  /** These payments were closed. */
  | "closed"
  /** A mistake in the library or in an adapter. */
  | "unexpected"

/** What an error is made of. */
export interface ErrorParts {
  readonly code: PaymentsErrorCode
  readonly message: string
  readonly retryable?: boolean
  readonly mayHaveReachedService?: boolean
  readonly field?: string
  readonly expected?: string
  readonly reason?: string
  readonly retryAt?: string | null
  readonly payment?: { readonly kind: "payin" | "payout"; readonly project: string; readonly id: string }
}

type Entry = { readonly operator: string; readonly customer: string }

const entryOf = ({ code, mayHaveReachedService, reason }: PaymentsError, { failures, notNow }: Catalogue): Entry => {
  if (mayHaveReachedService) return failures.may_have_left
  const tries: Readonly<Record<string, Entry>> = code === "not_allowed" ? notNow : {}
  return tries[reason ?? ""] ?? failures[code]
}

/** Whose turn it is when a call failed: 4xx the caller's, 503 a later call's, 500 ours. */
const statuses: Readonly<Record<PaymentsErrorCode, number>> = {
  invalid_input: 400,
  not_found: 404,
  content_conflict: 409,
  not_allowed: 409,
  decision_refused: 409,
  closed: 503,
  store_failed: 500,
  store_refused: 500,
  misconfigured: 500,
  too_late: 500,
  unexpected: 500,
}

const statusesByReason: Readonly<Record<string, number>> = { code_needed: 400, too_soon: 429, changed_meanwhile: 409 }

/** The one error with which calls fail. */
export class PaymentsError extends Error {
  override readonly name = "PaymentsError"
  /** What went wrong; stable. */
  readonly code: PaymentsErrorCode
  /** The HTTP status that suits it, for the answer of a route: `new Response(error.customerMessage("fr"), { status: error.status })`. */
  readonly status: number
  /** May the same call be made again by a program? With the same id that is always safe. */
  readonly retryable: boolean
  /** May the service have received something? Then nobody may be asked to pay again before the payment is known. */
  readonly mayHaveReachedService: boolean
  /** The field that is at fault, such as `amount` or `items[2]`, and what it must be. */
  readonly field: string | null
  readonly expected: string | null
  /** Why a further call is not allowed or a decision is refused, such as `too_soon`; null for other codes. */
  readonly reason: string | null
  /** When it will be allowed, in ISO 8601. */
  readonly retryAt: string | null
  /** The payment that it is about. */
  readonly payment: { readonly kind: "payin" | "payout"; readonly project: string; readonly id: string } | null

  constructor(parts: ErrorParts) {
    super(parts.message)
    this.code = parts.code
    this.retryable = parts.retryable ?? false
    this.mayHaveReachedService = parts.mayHaveReachedService ?? false
    this.field = parts.field ?? null
    this.expected = parts.expected ?? null
    this.reason = parts.reason ?? null
    this.retryAt = parts.retryAt ?? null
    this.payment = parts.payment ?? null
    const byReason = Object.hasOwn(statusesByReason, this.reason ?? "")
      ? statusesByReason[this.reason ?? ""]
      : undefined
    this.status = byReason ?? (this.retryable ? 503 : statuses[this.code])
  }

  /** What happened and what to do, for an operator. `message` says it in English, with the name of the payment or the field. */
  operatorMessage(language: Language): string {
    const refusals: Readonly<Record<string, string>> =
      this.code === "decision_refused" ? catalogue[language].refusals : {}
    return refusals[this.reason ?? ""] ?? entryOf(this, catalogue[language]).operator
  }

  /** What an end user may be shown. It never asks a customer who may have paid to pay again. */
  customerMessage(language: Language): string {
    return entryOf(this, catalogue[language]).customer
  }

  /** All of it, with its message, which `JSON.stringify` would leave out. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, code, status, message, retryable, mayHaveReachedService } = this
    const { field, expected, reason, retryAt, payment } = this
    return { name, code, status, message, retryable, mayHaveReachedService, field, expected, reason, retryAt, payment }
  }
}

/** Something that was handed in is not as it must be. */
export const invalidInput = (field: string, expected: string): PaymentsError =>
  new PaymentsError({
    code: "invalid_input",
    message: `${field} must be ${expected}. Nothing was stored or sent.`,
    field,
    expected,
  })

/** These payments were closed. */
export const closedError = (): PaymentsError =>
  new PaymentsError({ code: "closed", message: "These payments were closed; open them again with createPayments." })
