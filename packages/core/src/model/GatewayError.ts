/**
 * The one error with which a confirm fails.
 */
import { Schema } from "effect"
import { Operation, Reason, reasonTraits } from "./Reason.ts"

/** A confirm only asks: it moves nothing, whatever becomes of the call. */
const isQuestion = (operation: Operation): boolean => operation === "confirmInvoice" || operation === "confirmPayout"

/** What the service wrote instead of a code may hold a number or a token: neither belongs into a log. */
const withoutSecrets = (text: string): string => text.replace(/[0-9]{7,}|[A-Za-z0-9._~+/=-]{32,}/g, "…")

/**
 * The gateway could not say what became of a payment. Only the two confirm calls fail with it, and a failed confirm changes no
 * state; what a creation call answered is a value ({@link CreationAnswer}), so that nothing can retry it by accident.
 */
export class GatewayError extends Schema.TaggedError<GatewayError>()("GatewayError", {
  operation: Operation,
  reason: Reason,
}) {
  override get message() {
    const { operation, reason } = this
    const details = ["cause" in reason ? reason.cause : "", "code" in reason ? withoutSecrets(reason.code) : ""]
    const detail = details.filter((each) => each !== "").join(", ")
    const next = this.isRetryable
      ? "The payment is unchanged; ask about it again."
      : "The payment is unchanged; correct the cause before you ask again."
    return `${reason._tag}${detail === "" ? "" : ` (${detail})`} on ${operation}. ${next}`
  }
  /** May the same call be made again by a program? A confirm always, unless a person has to correct something first. */
  get isRetryable() {
    const { retry } = reasonTraits[this.reason._tag]
    return isQuestion(this.operation) ? retry !== "whenFixed" : retry === "now" || retry === "later"
  }
  /** May the request have had an effect? */
  get mayHaveReachedService() {
    return reasonTraits[this.reason._tag].mayHaveReachedService
  }
  /** Does it concern the whole project or one payment? */
  get concerns() {
    return reasonTraits[this.reason._tag].concerns
  }
}
