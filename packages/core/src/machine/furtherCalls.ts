/**
 * When a customer, or the merchant for them, may make a further call on a payin: submit a code, request another one, or retry an unanswered
 * payment; and so what the customer must do next. Rows P9, P10, P11 and P16. The service says nothing about wrong codes, so these rules are
 * ours.
 */
import { Result, Schema, Struct } from "effect"
import { issuedTokensOf, isUnanswered, sentAttempts } from "../model/Attempt.ts"
import { payinRailOf } from "../model/Content.ts"
import { keyText, PaymentKey } from "../model/Identifiers.ts"
import type { Payin } from "../model/Payin.ts"
import { lastSentAt, stateTraits } from "../model/Payment.ts"
import { calledBackWithoutToken, type PaymentRecord } from "../model/PaymentRecord.ts"
import { later, type PolicyShape } from "../model/Policy.ts"
import { type AttemptKind, modeTraits, NextStep, stepAfterAcceptance } from "../model/ValidationMode.ts"
import { isLostPage } from "./schedule.ts"

const sentences = {
  wrong_state: "its state does not allow it; read the payment again and show its next step.",
  no_code_in_this_mode: "its customer enters no code; show its next step.",
  code_needed: "this mode needs the customer's code; ask for it first.",
  too_soon: "the last one was a moment ago; wait until the time given in `retryAt`.",
  too_often: "the limit of calls is reached; start a new payin once this one has ended unpaid.",
  already_paid: "the service says that it is paid; read the payment again.",
  already_failed: "the service says that it has failed; start a new payin.",
  cannot_ask: "the service did not say what became of the earlier call; try again at the time given in `retryAt`.",
  paused: "creations like it are paused; the pause says why and since when. Remove the cause, then resume that pause.",
  breaker_open: "the service does not answer at the moment; wait until the time given in `retryAt`.",
  throttled: "the rate limit leaves no call for it at the moment; wait until the time given in `retryAt`.",
  changed_meanwhile: "it changed at the same moment; read the payment again.",
  callback_without_token:
    "the service knows of the earlier call, whose token is missing; look at its flags, and decide with the service's statement.",
  no_mark:
    "the mark of the store is missing or cannot be written, so that an old state of the store could pay twice; mount its disk, and let this program write there.",
  held: "it waits for a person; look at the payout, then release or cancel it.",
  call_under_way: "a call is under way, and its own answer comes first; read the payment again in a moment.",
  no_token: "the service gave no token to ask with; look at its flags, and decide with the service's statement.",
} as const

/**
 * Why no call is made now.
 *
 * ```ts
 * NotNowReason.literals.includes("too_often") // => true
 * ```
 */
export const NotNowReason = Schema.Literals(Struct.keys(sentences))
export type NotNowReason = typeof NotNowReason.Type

/**
 * No call is made for a payment now, and nothing was sent.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const refused = yield* Effect.flip(payins.submitOtp(payment.key, Redacted.make("123456")))
 * refused._tag === "NotNow" && [refused.because, refused.retryAt] // => ["no_code_in_this_mode", null]
 * ```
 */
export class NotNow extends Schema.TaggedError<NotNow>()("NotNow", {
  key: PaymentKey,
  because: NotNowReason,
  /** When to try again; null: another state, or a person, must come first. */
  retryAt: Schema.NullOr(Schema.Int),
}) {
  override get message() {
    return `No call is made for the ${keyText(this.key)} now: ${sentences[this.because]}`
  }
}

export type FurtherCall = "SubmitOtp" | "SendOtpAgain" | "TryAgain"

/** The attempt that a try would make, or why not. The caller confirms the tokens first (row P9's guard). */
export const checkFurtherCall = (
  payin: Payin,
  notes: PaymentRecord["notes"],
  wanted: FurtherCall,
  hasOtp: boolean,
  now: number,
  policy: PolicyShape,
): Result.Result<AttemptKind, NotNow> => {
  const refuse = (because: NotNowReason, retryAt: number | null = null) =>
    Result.fail(new NotNow({ key: payin.key, because, retryAt }))
  const rail = payinRailOf(payin.content)
  const traits = modeTraits[rail]
  // No further call mends the reason of a refusal, even while an earlier call may still be paid.
  const state = payin.attempts.at(-1)?.outcome._tag === "refused" ? "refused" : payin.state._tag
  const sent = sentAttempts(payin.attempts)
  const requests = sent.filter((attempt) => attempt.kind !== "pay")
  const hasCallback = calledBackWithoutToken({ notes, payment: payin }).length > 0
  switch (wanted) {
    case "SubmitOtp": {
      if (traits.otpFrom === null) return refuse("no_code_in_this_mode")
      if (!hasOtp) return refuse("code_needed")
      const smsUnanswered =
        state === "in_doubt" && payin.attempts.filter(isUnanswered).every(({ kind }) => kind === "sms_otp_request")
      if (state !== "awaiting_otp" && state !== "pending" && !smsUnanswered) return refuse("wrong_state")
      if (hasCallback) return refuse("callback_without_token")
      const submissions = sent.filter((attempt) => attempt.carriesOtp).length
      return submissions >= policy.limits.maxOtpSubmissions ? refuse("too_often") : Result.succeed("pay")
    }
    case "SendOtpAgain": {
      if (traits.first === "pay") return refuse("no_code_in_this_mode")
      if (state !== "awaiting_otp" && state !== "pending") return refuse("wrong_state")
      if (hasCallback) return refuse("callback_without_token")
      if (requests.length >= policy.limits.maxOtpRequests) return refuse("too_often")
      const retryAt = later(requests.at(-1)?.startedAt ?? payin.createdAt, policy.limits.otpRequestCoolDown)
      return now < retryAt ? refuse("too_soon", retryAt) : Result.succeed(traits.first)
    }
    case "TryAgain": {
      if (state !== "in_doubt") return refuse("wrong_state")
      if (hasCallback) return refuse("callback_without_token")
      if (rail === "hosted" && !isLostPage(payin)) return refuse("wrong_state")
      if (traits.otpFrom !== null && !hasOtp) return refuse("code_needed")
      // The program's own repetitions of a lost page leave the customer's tries untouched.
      const most = policy.limits.maxTries + (rail === "hosted" ? policy.limits.maxHostedRetries : 0)
      if (sent.filter((attempt) => attempt.kind === "pay").length >= most) return refuse("too_often")
      const retryAt = later(lastSentAt(payin), policy.limits.tryAgainCoolDown)
      return now < retryAt ? refuse("too_soon", retryAt) : Result.succeed("pay")
    }
  }
}

/**
 * What the customer must do next; of a payout: wait. An address that came late is never shown (#71, #72). A further code is asked for only
 * where one may be submitted, and nothing while the service knows an attempt whose token is missing.
 *
 * ```ts
 * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, mode: "guided_ussd" } })
 * nextStep({ payment, notes: [] }, policy) // => { _tag: "confirm_on_phone", how: "follow_sms" }
 * ```
 */
export const nextStep = (record: Pick<PaymentRecord, "notes" | "payment">, policy: PolicyShape): NextStep => {
  const { payment } = record
  if (payment._tag === "Payin" && calledBackWithoutToken(record).length === 0) return nextStepOf(payment, policy)
  return stateTraits[payment.state._tag].isClosed ? NextStep.cases.nothing.make({}) : NextStep.cases.wait.make({})
}

/** The service said once that money came of another amount, or spoke of another payment: the customer pays nothing more. */
const isMoneySeen = ({ flags }: Payin): boolean =>
  flags.some(({ kind }) => kind === "amount_mismatch" || kind === "reference_mismatch")

const nextStepOf = (payin: Payin, policy: PolicyShape): NextStep => {
  if (isMoneySeen(payin) && !stateTraits[payin.state._tag].isClosed) return NextStep.cases.wait.make({})
  const rail = payinRailOf(payin.content)
  const { otpFrom } = modeTraits[rail]
  // Where a further code comes from, if one may be submitted; independent of the time.
  const from = Result.isSuccess(checkFurtherCall(payin, [], "SubmitOtp", true, 0, policy)) ? otpFrom : null
  switch (payin.state._tag) {
    case "pending": {
      const newest = issuedTokensOf(payin.attempts)[0]
      const outcome = payin.attempts.find((attempt) => attempt.number === newest?.attempt)?.outcome
      const step = stepAfterAcceptance(rail, outcome?._tag === "accepted" ? outcome.url : null)
      return step._tag === "wait" && from !== null ? NextStep.cases.wait_or_enter_code.make({ from }) : step
    }
    case "awaiting_otp": {
      // A customer is asked for a wallet's code only once the service says that it was sent (#165).
      const isSent = rail !== "wallet" || payin.attempts.some((attempt) => attempt.outcome._tag === "otp_sent")
      const mayEnter = isSent && (from !== null || otpFrom === null)
      return mayEnter ? NextStep.cases.enter_code.make({ from: from ?? "sms" }) : NextStep.cases.wait.make({})
    }
    case "in_doubt":
      // The request for the code had no answer, but the code may have arrived.
      return from !== null ? NextStep.cases.enter_code.make({ from }) : NextStep.cases.wait.make({})
    case "intended":
    case "submitting":
      return NextStep.cases.wait.make({})
    case "refused":
    case "completed":
    case "underpaid":
    case "not_completed":
    case "expired":
    case "cancelled":
      return NextStep.cases.nothing.make({})
  }
}
