/**
 * What a creation call can answer. The outcome of a creation is a value, never an error: there is nothing to catch and so nothing to retry.
 * Anything that is not clear is `no_answer`.
 */
import { Schema } from "effect"
import { asSubCode, longestDetail, NoAnswerCause, NotSentCause, CallFailure, CallFailureDetail } from "./CallFailure.ts"
import { CreationToken, storableText, webAddressPattern } from "./Identifiers.ts"
import { type AttemptKind } from "./ValidationMode.ts"

const longestAddress = 8_192
const longestCode = 200
const longestType = 200
const longestEvidence = 2_048

/** What came instead of an answer, without secrets: for the person who must decide. */
const AnswerEvidence = Schema.Struct({
  status: Schema.Int,
  contentType: Schema.String.check(Schema.isMaxLength(longestType)),
  text: Schema.String.check(Schema.isMaxLength(longestEvidence)),
})

/**
 * The outcome of one creation call. History stores these fields unchanged, so longer texts are cut or left out when the reply is read: an
 * answer that could not be stored would be lost, and its token with it.
 *
 * ```ts
 * const answer = CreationAnswer.cases.accepted.make({ token: CreationToken.make("token-1"), url: null })
 * CreationAnswer.guards.no_answer(answer) // => false
 * ```
 */
export const CreationAnswer = Schema.TaggedUnion({
  /** The service took it. `url` is where the customer must go, when the service answered with an address. */
  accepted: { token: CreationToken, url: Schema.NullOr(Schema.String.check(Schema.isMaxLength(longestAddress))) },
  /** The wallet's code is on its way; no money can move yet. */
  otp_sent: {},
  /** The service said no, for a reason that precedes execution. */
  refused: { reason: CallFailure },
  /** "Not now", for a cause that concerns more than this payment: nothing was executed, and no attempt is used up. */
  turned_away: { reason: CallFailure },
  /** Nothing left this machine: safe to send again. */
  not_sent: { cause: NotSentCause },
  /** The outcome is unknown. A token that came with a contradictory answer is kept, to confirm with. */
  no_answer: {
    cause: NoAnswerCause,
    code: Schema.String.check(Schema.isMaxLength(longestCode)),
    detail: CallFailureDetail,
    token: Schema.NullOr(CreationToken),
    evidence: Schema.optionalKey(AnswerEvidence),
  },
})
export type CreationAnswer = typeof CreationAnswer.Type

/**
 * An answer with an unknown outcome, perhaps with a token to confirm with.
 *
 * ```ts
 * noAnswer("unrecognised_code", "Code77") // => { _tag: "no_answer", cause: "unrecognised_code", code: "Code77", token: null }
 * ```
 */
export const noAnswer = (cause: NoAnswerCause, code = "", token: CreationToken | null = null) =>
  CreationAnswer.cases.no_answer.make({ cause, code: asSubCode(code), token })

/**
 * An answer that says that nothing was sent.
 *
 * ```ts
 * notSent("connection_refused") // => { _tag: "not_sent", cause: "connection_refused" }
 * ```
 */
export const notSent = (cause: NotSentCause): CreationAnswer => CreationAnswer.cases.not_sent.make({ cause })

/**
 * The text as an address to open, or null.
 *
 * ```ts
 * asWebAddress("https://pay.example/1") // => "https://pay.example/1"
 * asWebAddress("javascript:alert(1)") // => null
 * ```
 */
export const asWebAddress = (text: string): string | null =>
  text.length <= longestAddress && webAddressPattern.test(text) ? text : null

const asToken = (text: string): CreationToken | null => (Schema.is(CreationToken)(text) ? text : null)

/** The texts shown to operators, cut so that they can be stored. */
const fitWords = <A extends { readonly code: string; readonly detail?: string }>(given: A): A => ({
  ...given,
  code: asSubCode(given.code),
  ...(given.detail === undefined ? {} : { detail: storableText(given.detail, longestDetail) }),
})

const fitEvidence = ({ contentType, status, text }: typeof AnswerEvidence.Type): typeof AnswerEvidence.Type => ({
  status: Number.isSafeInteger(status) ? status : 0,
  contentType: storableText(contentType, longestType),
  text: storableText(text, longestEvidence),
})

const fit = (given: CreationAnswer): CreationAnswer => {
  switch (given._tag) {
    case "accepted": {
      const token = asToken(given.token)
      if (token === null) return noAnswer("token_missing")
      const url = given.url === null ? null : asWebAddress(given.url)
      return CreationAnswer.cases.accepted.make({ token, url })
    }
    case "no_answer":
      return {
        ...fitWords(given),
        token: given.token && asToken(given.token),
        ...(given.evidence === undefined ? {} : { evidence: fitEvidence(given.evidence) }),
      }
    case "refused":
    case "turned_away": {
      if (!("code" in given.reason)) return given
      const reason = fitWords(given.reason)
      if (reason._tag !== "unrecognised") return { ...given, reason }
      const { code, detail } = reason
      return { ...noAnswer("unrecognised_code", code), ...(detail === undefined ? {} : { detail }) }
    }
    case "not_sent":
    case "otp_sent":
      return given
  }
}

/**
 * The answer of a gateway, made fit to store. What is no valid answer to such a call counts as no answer: a gateway that others wrote must
 * not be able to lose an answer or have a payment sent twice.
 */
export const asAnswer = (given: CreationAnswer, kind: AttemptKind, carriesOtp = false): CreationAnswer => {
  const answer = fit(given)
  if (!Schema.is(CreationAnswer)(answer)) return noAnswer("unreadable")
  // A sent code is no answer to a call that moves money.
  if (answer._tag === "otp_sent" && kind !== "wallet_otp_request") return noAnswer("unreadable")
  // No customer's code mends what the project may not do. Denied credentials and addresses get mended, and then a new code is accepted.
  const isOver = answer._tag === "turned_away" && answer.reason._tag === "payin_not_enabled" && carriesOtp
  return isOver ? CreationAnswer.cases.refused.make({ reason: answer.reason }) : answer
}
