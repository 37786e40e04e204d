/**
 * The one error of all calls. Its message is for operators, `customerMessage` for end users; neither contains a number, a token or a
 * credential, nor what a database or a driver said, because that may quote a row. A refusal by the service is no error: it is a state of
 * the payment, with a `problem`.
 */
import { type Catalogue, catalogue, type Language } from "@cauri/catalogue"

/** What went wrong. These codes are stable: programs may compare them. */
export type PaymentsErrorCode =
  /** A field is invalid: see `field` and `expected`. Nothing was stored or sent. */
  | "invalid_input"
  /** The id belongs to a payment with another content: see `field`. Nothing was sent. */
  | "content_conflict"
  /** There is no such payment. */
  | "not_found"
  /** A code, a repetition or another try is not allowed now: see `reason` and `retryAt`. Nothing was sent. */
  | "not_allowed"
  /** A person's decision was refused; `reason` and the message say why. Nothing was changed. */
  | "decision_refused"
  /** The store failed; not `retryable`: it contains what only a newer program can read. */
  | "store_failed"
  /** The store must not be used as it is: another one, damaged, restored, full … */
  | "store_refused"
  /** A setting prevents the start: see `field`. */
  | "misconfigured"
  /** A handler was registered after the worker had started. */
  | "too_late"
  /** A webhook is not one of ours, or its event cannot be read; `reason` says why. Answer 4xx: the reconciler sends it again. */
  | "webhook_refused"
  /** These payments were closed. */
  | "closed"
  /** A bug in the library or in an adapter. */
  | "unexpected"

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

/** Who must act when a call failed: 4xx the caller, 503 a later call, 500 the library. */
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
  webhook_refused: 400,
  unexpected: 500,
}

const statusesByReason: Readonly<Record<string, number>> = { code_needed: 400, too_soon: 429, changed_meanwhile: 409 }

/**
 * The one error with which calls fail.
 *
 * ```ts
 * const wrong = await payments.payins.create({ ...payin, amount: 5 }).catch((error: unknown) => error)
 * wrong instanceof PaymentsError && [wrong.code, wrong.field, wrong.status] // => ["invalid_input", "amount", 400]
 * ```
 */
export class PaymentsError extends Error {
  /** Always `PaymentsError`. */
  override readonly name = "PaymentsError"
  /** What went wrong, as a code that programs may compare; the message says it for operators. */
  readonly code: PaymentsErrorCode
  /** The matching HTTP status, for the answer of a route: `new Response(error.customerMessage("fr"), { status: error.status })`. */
  readonly status: number
  /** May a program repeat the call? With the same id that is always safe. */
  readonly retryable: boolean
  /** May the service have received something? Then ask no customer to pay again before the payment is known. */
  readonly mayHaveReachedService: boolean
  /** The invalid field, such as `amount` or `items[2]`, or the first that differs from the payment that is there. */
  readonly field: string | null
  /** What the field must be. */
  readonly expected: string | null
  /** Why another call is not allowed or a decision is refused, such as `too_soon`; null for other codes. */
  readonly reason: string | null
  /** When it will be allowed, in ISO 8601. */
  readonly retryAt: string | null
  /** The payment concerned. */
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

  /**
   * What happened and what to do, for an operator. `message` says it in English, with the name of the payment or the field.
   *
   * ```ts
   * const error = new PaymentsError({ code: "closed", message: "" })
   * error.operatorMessage("en") // => "The program is stopping. Try again in a moment."
   * ```
   */
  operatorMessage(language: Language): string {
    const refusals: Readonly<Record<string, string>> =
      this.code === "decision_refused" ? catalogue[language].refusals : {}
    return refusals[this.reason ?? ""] ?? entryOf(this, catalogue[language]).operator
  }

  /**
   * What an end user may be shown. It never asks a customer who may have paid to pay again.
   *
   * ```ts
   * const error = new PaymentsError({ code: "not_allowed", reason: "too_soon", message: "" })
   * error.customerMessage("fr").startsWith("Une demande vient de partir.") // => true
   * ```
   */
  customerMessage(language: Language): string {
    // The beneficiary of a payout pays nothing.
    return this.payment?.kind === "payout" && this.code !== "not_found"
      ? catalogue[language].transfers.in_doubt
      : entryOf(this, catalogue[language]).customer
  }

  /** All of it, with its message, which `JSON.stringify` would leave out. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, code, status, message, retryable, mayHaveReachedService } = this
    const { field, expected, reason, retryAt, payment } = this
    return { name, code, status, message, retryable, mayHaveReachedService, field, expected, reason, retryAt, payment }
  }
}

export const invalidInput = (field: string, expected: string): PaymentsError =>
  new PaymentsError({
    code: "invalid_input",
    message: `${field} must be ${expected}. Nothing was stored or sent.`,
    field,
    expected,
  })

/** The error after `close`. */
export const closedError = (): PaymentsError =>
  new PaymentsError({ code: "closed", message: "These payments were closed; open them again with createPayments." })
