/**
 * Four eyes: which decisions need two people, who may approve what another person requested, and what an approval rests on. The rows of
 * payouts ask here.
 */
import type { ApprovableDecision, ApprovalRequest } from "../model/Event.ts"
import { keyText, maskMsisdn } from "../model/Identifiers.ts"
import type { Payment } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { Payout } from "../model/Payout.ts"
import type { PolicyShape } from "../model/Policy.ts"
import type { DecisionRefusal } from "../model/stimulus.ts"

/** A name without what one person could write in two ways: case, spaces, characters that display as nothing. */
const folded = (name: string): string =>
  name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC")

const isSamePerson = (one: string, other: string): boolean => folded(one) === folded(other)

/**
 * Why no one could approve what this person requests, or null.
 *
 * ```ts
 * requestRefusal("The accountant", defaultPolicy) // => "no_second_person"
 * requestRefusal("The accountant", policy) // => null
 * ```
 */
export const requestRefusal = (by: string, { approvals }: PolicyShape): DecisionRefusal | null =>
  approvals.approvers.every((each) => isSamePerson(each, by)) ? "no_second_person" : null

/**
 * Why this person may not approve what the other one requested, or null.
 *
 * ```ts
 * approvalRefusal("the  ACCOUNTANT", "The accountant", policy) // => "same_person"
 * approvalRefusal("The manager", "The accountant", policy) // => null
 * ```
 */
export const approvalRefusal = (
  by: string,
  requestedBy: string,
  { approvals }: PolicyShape,
): DecisionRefusal | null => {
  if (isSamePerson(by, requestedBy)) return "same_person"
  return approvals.approvers.some((each) => isSamePerson(each, by)) ? null : "not_an_approver"
}

const isLarge = ({ content: { amount } }: Payout, { approvals: { payoutsAbove } }: PolicyShape): boolean =>
  payoutsAbove !== null && amount > payoutsAbove

/** May a program send this payout? Above the policy's amount only once two people let it go. */
export const mayLeave = (payout: Payout, policy: PolicyShape): boolean =>
  !isLarge(payout, policy) || payout.approval?._tag === "given"

/**
 * Does the policy ask for two people before this decision is taken on the payment as it is?
 *
 * ```ts
 * const { payment } = yield* payouts.create({ ...payout, amount: 150_000 })
 * needsSecondPerson(payment, "release", policy) // => true
 * needsSecondPerson(payment, "release", defaultPolicy) // => false
 * ```
 */
export const needsSecondPerson = (payment: Payment, decision: ApprovableDecision, policy: PolicyShape): boolean => {
  if (payment._tag === "Payin") return false
  const isRestored = decision === "send_again" && payment.restoredAt !== null
  return isLarge(payment, policy) || (isRestored && policy.approvals.afterRestore)
}

/** The decision that waits for its second person, or null. */
export const openRequest = (payment: Payment): ApprovalRequest | null =>
  payment._tag === "Payout" && payment.approval?._tag === "requested" ? payment.approval : null

/**
 * What a decision about a payout rests on: what is shown to both people, in full, with the policy's approvals. The content of a payment
 * never changes, so its key stands for the whole number.
 */
export const digestFor = (
  payout: Payout,
  newestNote: number,
  decision: ApprovableDecision,
  { approvals: { afterRestore, approvers, payoutsAbove } }: PolicyShape,
): string => {
  const { attempts, content, key, state } = payout
  const held = state._tag === "held" ? state.because : null
  const calls = attempts.map(({ number, outcome }) => [number, outcome._tag])
  const of = [decision, keyText(key), content.amount, maskMsisdn(content.phone), state._tag, held]
  const rules = [payoutsAbove, afterRestore, approvers.map(folded).toSorted()]
  return JSON.stringify([...of, calls, newestNote, ...rules])
}

/** A request as both people see it. */
export interface OpenApproval extends ApprovalRequest {
  /** Something happened since, or the policy is another: it can only be withdrawn, or requested again. */
  readonly isVoid: boolean
}

/**
 * The request that waits for its second person, or null.
 *
 * ```ts
 * const { payment } = yield* payouts.create({ ...payout, amount: 150_000 })
 * const wish = { decision: "release", by: "The manager", reason: "rent", asOf: payment.seq } as const
 * const requested = yield* review.request(payment.key, wish)
 * approvalOf(requested, policy)?.isVoid // => false
 * approvalOf(requested, defaultPolicy)?.isVoid // => true
 * ```
 */
export const approvalOf = ({ newestNote, payment }: PaymentRecord, policy: PolicyShape): OpenApproval | null => {
  const request = openRequest(payment)
  if (payment._tag === "Payin" || request === null) return null
  const { by, decision, digest, evidence, reason } = request
  const isVoid = digest !== digestFor(payment, newestNote, decision, policy)
  return { decision, by, reason, evidence, digest, isVoid }
}
