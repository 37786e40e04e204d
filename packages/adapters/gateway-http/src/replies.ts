/**
 * What a reply of the service means, in core's words.
 *
 * Spec: envelope (#22, #23, #25, #26), wallet OTP (#163), refusals (#216 to #237). HTTP statuses are not shown (#241), so
 * nothing is decided on them; anything that is not clear is `no_answer`.
 */
import { Schema } from "effect"
import { asSubCode, asWebAddress, CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CallFailure, callFailureTraits, CreationToken } from "@cauri/core/model"
import { type EndpointName, meaningOfSubCode } from "@cauri/wire"

/** The reason behind a sub-code of an endpoint. A code that is not stated is kept as it came, a text that is no code is not. */
export const failureOfSubCode = (endpoint: EndpointName, subCode: string): CallFailure =>
  CallFailure.cases[meaningOfSubCode(endpoint, subCode) ?? "unrecognised"].make({ code: asSubCode(subCode) })

/** The envelope of a creation reply, reduced to what has a meaning. */
export interface CreationReply {
  /** `response_code` as it came. */
  readonly code: string
  /** `token` as it came, empty when there was none. */
  readonly token: string
  /** `response_text` as it came. */
  readonly text: string
  /** The sub-code in the text (`Code02`), empty when there was none. */
  readonly subCode: string
}

const asToken = (text: string): CreationToken | null => (Schema.is(CreationToken)(text) ? text : null)

const refusal = (reason: CallFailure): CreationAnswer =>
  CreationAnswer.cases[callFailureTraits[reason._tag].retry === "whenFixed" ? "turned_away" : "refused"].make({
    reason,
  })

/** What the reply of a creation that can move money means (endpoints 1, 3, 5, 6, 7). */
export const meaningOfCreation = (endpoint: EndpointName, reply: CreationReply): CreationAnswer => {
  const token = asToken(reply.token)
  if (reply.code === "00") {
    // A token that cannot be stored counts as missing: the service took the payment, and there is nothing to confirm with.
    return token === null
      ? noAnswer("token_missing")
      : CreationAnswer.cases.accepted.make({ token, url: asWebAddress(reply.text) })
  }
  if (token !== null) return noAnswer("contradictory", reply.subCode, token)
  if (reply.token !== "") return noAnswer("unreadable", reply.subCode)
  const reason = failureOfSubCode(endpoint, reply.subCode)
  // Only a stated failure is taken to precede execution. Any code but 00 is one of a payout (#23), and only 01 of a payin (#22).
  const isStated = reason._tag !== "unrecognised" && (endpoint.endsWith("Payout") || reply.code === "01")
  return isStated ? refusal(reason) : noAnswer("unrecognised_code", reply.subCode)
}

/** What the reply of the wallet OTP request means (endpoint 4): only `false` says that a code was sent. */
export const meaningOfOtp = (error: unknown, subCode: string): CreationAnswer => {
  if (error === false) return CreationAnswer.cases.otp_sent.make({})
  if (error !== true) return noAnswer("unreadable")
  const reason = failureOfSubCode("sendWalletOtp", subCode)
  return refusal(
    reason._tag === "unrecognised" ? CallFailure.cases.otp_not_sent.make({ code: asSubCode(subCode) }) : reason,
  )
}
