/**
 * What the records of one round prove, taken by themselves: whose money they speak of, how much of it, and whether two of them speak
 * of the same.
 *
 * Spec: status records (#79 to #110).
 */
import { isUnanswered, tokenOf } from "../model/Attempt.ts"
import { railOf } from "../model/Content.ts"
import type { HandleReply, Observation } from "../model/Observation.ts"
import type { Payin } from "../model/Payin.ts"
import type { Payment } from "../model/Payment.ts"
import { feesOn, type PolicyShape } from "../model/Policy.ts"
import type { HandleMemory } from "../model/PaymentRecord.ts"

/** The records among the replies. */
export const observed = (replies: ReadonlyArray<HandleReply>): ReadonlyArray<Observation> =>
  replies.flatMap((reply) => (reply._tag === "Observed" ? [reply.observation] : []))

/** The records that say that money moved. */
export const completions = (replies: ReadonlyArray<HandleReply>): ReadonlyArray<Observation> =>
  observed(replies).filter(({ record }) => record.status === "completed")

/** Does a record speak of this payment? A payout's names its token, a payin's may name our id (#82, #104). */
export const referenceIsOurs = (payment: Payment, { record }: Observation): boolean =>
  payment._tag === "Payout"
    ? record.tokenIsOurs
    : record.transactionId === null || record.transactionId === payment.content.id

/**
 * Does a payin's `external_id` name this payin? The service joins it of several values (#90), so it need only contain our id. What
 * becomes of a hosted payin's own `external_id` is unknown, so that one counts as well (#43).
 */
export const externalIdIsOurs = ({ content }: Payin, { record }: Observation): boolean => {
  const own = content.method._tag === "Hosted" ? content.method.externalId : undefined
  return [content.id, own].some((id) => id !== undefined && record.externalId.includes(id))
}

/** Is the amount the expected one, or above it by no more than the fees that the customer pays? */
export const amountFits = (payin: Payin, { record }: Observation, policy: PolicyShape): boolean => {
  const expected = payin.content.amount
  const { amount, montant } = record
  if (amount === null || amount !== montant) return false
  return (
    amount >= expected && amount <= expected + feesOn(policy, payin.content.project, railOf(payin.content), expected)
  )
}

/** Do two handles stand for one transaction of the service? */
export const sameCollection = (one: HandleMemory, other: HandleMemory): boolean =>
  (one.oreference !== "" && one.oreference === other.oreference) ||
  (one.requestId !== "" && one.requestId === other.requestId)

/** Are these attempts known by one token, and so one handle? */
export const sameHandle = (payment: Payment, one: number, other: number): boolean => {
  const tokens = payment.attempts.flatMap((each) =>
    each.number === one || each.number === other ? [tokenOf(each)] : [],
  )
  return one === other || (tokens.length === 2 && tokens[0] === tokens[1])
}

/** Has every handle said `notcompleted`, with nothing failed and nothing unanswered? */
export const allFailed = (payment: Payment, replies: ReadonlyArray<HandleReply>): boolean =>
  replies.length > 0 &&
  observed(replies).length === replies.length &&
  observed(replies).every((each) => each.record.status === "notcompleted" && referenceIsOurs(payment, each)) &&
  !payment.attempts.some(isUnanswered)
