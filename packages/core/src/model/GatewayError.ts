/**
 * A reason in words, and the one error with which a confirm fails.
 */
import { Schema } from "effect"
import { checking, type Language, Operation, Reason, reasonTraits } from "./Reason.ts"

/** A confirm only asks: it moves nothing, whatever becomes of the call. */
const isQuestion = (operation: Operation): boolean => operation === "confirmInvoice" || operation === "confirmPayout"

/** What to do when a confirm brought nothing. What is said of a creation, to send it again or not to, would mislead here. */
const askedAgain =
  "The payment is as it was and is asked about again by itself: look at the network if it happens often, or ask the service what its answer means."

const advice = (operation: Operation, { _tag: tag }: Reason): string =>
  isQuestion(operation) && (tag === "NotSent" || tag === "NoAnswer" || tag === "Unrecognised")
    ? askedAgain
    : reasonTraits[tag].operator

/** What the service wrote instead of a code may hold a number or a token: neither belongs into a log. */
const withoutSecrets = (text: string): string => text.replace(/[0-9]{7,}|[A-Za-z0-9._~+/=-]{32,}/g, "…")

/** The reason in words for operators: what happened, with the sub-code where there is one, and what to do. */
export const describeReason = (operation: Operation, reason: Reason): string => {
  const details = ["cause" in reason ? reason.cause : "", "code" in reason ? withoutSecrets(reason.code) : ""]
  const detail = details.filter((each) => each !== "").join(", ")
  return `${reason._tag}${detail === "" ? "" : ` (${detail})`} on ${operation}. ${advice(operation, reason)}`
}

/** What an end user may be shown for the reason of a creation. */
export const customerMessage = (reason: Reason, language: Language): string =>
  reasonTraits[reason._tag].customer[language]

/**
 * The gateway could not say what became of a payment. Only the two confirm calls fail with it, and a failed confirm changes no
 * state; what a creation call answered is a value ({@link CreationAnswer}), so that nothing can retry it by accident.
 */
export class GatewayError extends Schema.TaggedError<GatewayError>()("GatewayError", {
  operation: Operation,
  reason: Reason,
}) {
  override get message() {
    return describeReason(this.operation, this.reason)
  }
  /** May the same call be made again by a program? A confirm always, unless somebody must mend something first. */
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
  /** What an end user may be shown. Whoever waits for a confirm may have paid already and is never sent to pay again. */
  customerMessage(language: Language) {
    return isQuestion(this.operation) ? checking[language] : customerMessage(this.reason, language)
  }
}
