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
  WrongState: "its state does not allow it; read the payment again and show its next step.",
  NoCodeInThisMode: "its customer enters no code; show its next step.",
  CodeNeeded: "this mode needs the customer's code; ask for it first.",
  TooSoon: "the last one was a moment ago; wait until the time given in `retryAt`.",
  TooOften: "the limit of calls is reached; start a new payin once this one has ended unpaid.",
  AlreadyPaid: "the service says that it is paid; read the payment again.",
  AlreadyFailed: "the service says that it has failed; start a new payin.",
  CannotAsk: "the service did not say what became of the earlier call; try again at the time given in `retryAt`.",
  Paused: "creations like it are paused; the pause says why and since when. Remove the cause, then resume that pause.",
  BreakerOpen: "the service does not answer at the moment; wait until the time given in `retryAt`.",
  Throttled: "the rate limit leaves no call for it at the moment; wait until the time given in `retryAt`.",
  ChangedMeanwhile: "it changed at the same moment; read the payment again.",
  CallbackWithoutToken:
    "the service knows of the earlier call, whose token is missing; look at its flags, and decide with the service's statement.",
  NoMark:
    "the mark of the store is missing or cannot be written, so that an old state of the store could pay twice; mount its disk, and let this program write there.",
  Held: "it waits for a person; look at the payout, then release or cancel it.",
  CallUnderWay: "a call is under way, and its own answer comes first; read the payment again in a moment.",
  NoToken: "the service gave no token to ask with; look at its flags, and decide with the service's statement.",
} as const

/** Why no call is made now. */
export const NotNowReason = Schema.Literals(Struct.keys(sentences))
export type NotNowReason = typeof NotNowReason.Type

/** No call is made for a payment now, and nothing was sent. */
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
  const state = payin.attempts.at(-1)?.outcome._tag === "Refused" ? "Refused" : payin.state._tag
  const sent = sentAttempts(payin.attempts)
  const requests = sent.filter((attempt) => attempt.kind !== "Pay")
  const hasCallback = calledBackWithoutToken({ notes, payment: payin }).length > 0
  switch (wanted) {
    case "SubmitOtp": {
      if (traits.otpFrom === null) return refuse("NoCodeInThisMode")
      if (!hasOtp) return refuse("CodeNeeded")
      const smsUnanswered =
        state === "InDoubt" && payin.attempts.filter(isUnanswered).every(({ kind }) => kind === "SmsOtpRequest")
      if (state !== "AwaitingOtp" && state !== "Pending" && !smsUnanswered) return refuse("WrongState")
      if (hasCallback) return refuse("CallbackWithoutToken")
      const submissions = sent.filter((attempt) => attempt.carriesOtp).length
      return submissions >= policy.limits.maxOtpSubmissions ? refuse("TooOften") : Result.succeed("Pay")
    }
    case "SendOtpAgain": {
      if (traits.first === "Pay") return refuse("NoCodeInThisMode")
      if (state !== "AwaitingOtp" && state !== "Pending") return refuse("WrongState")
      if (hasCallback) return refuse("CallbackWithoutToken")
      if (requests.length >= policy.limits.maxOtpRequests) return refuse("TooOften")
      const retryAt = later(requests.at(-1)?.startedAt ?? payin.createdAt, policy.limits.otpRequestCoolDown)
      return now < retryAt ? refuse("TooSoon", retryAt) : Result.succeed(traits.first)
    }
    case "TryAgain": {
      if (state !== "InDoubt") return refuse("WrongState")
      if (hasCallback) return refuse("CallbackWithoutToken")
      if (rail === "Hosted" && !isLostPage(payin)) return refuse("WrongState")
      if (traits.otpFrom !== null && !hasOtp) return refuse("CodeNeeded")
      // The program's own repetitions of a lost page leave the customer's tries untouched.
      const most = policy.limits.maxTries + (rail === "Hosted" ? policy.limits.maxHostedRetries : 0)
      if (sent.filter((attempt) => attempt.kind === "Pay").length >= most) return refuse("TooOften")
      const retryAt = later(lastSentAt(payin), policy.limits.tryAgainCoolDown)
      return now < retryAt ? refuse("TooSoon", retryAt) : Result.succeed("Pay")
    }
  }
}

/**
 * What the customer must do next; of a payout: wait. An address that came late is never shown (#71, #72). A further code is asked for only
 * where one may be submitted, and nothing while the service knows an attempt whose token is missing.
 */
export const nextStep = (record: Pick<PaymentRecord, "notes" | "payment">, policy: PolicyShape): NextStep => {
  const { payment } = record
  if (payment._tag === "Payin" && calledBackWithoutToken(record).length === 0) return nextStepOf(payment, policy)
  return stateTraits[payment.state._tag].isClosed ? NextStep.cases.Nothing.make({}) : NextStep.cases.Wait.make({})
}

/** The service said once that money came of another amount, or spoke of another payment: the customer pays nothing more. */
const isMoneySeen = ({ flags }: Payin): boolean =>
  flags.some(({ kind }) => kind === "AmountMismatch" || kind === "ReferenceMismatch")

const nextStepOf = (payin: Payin, policy: PolicyShape): NextStep => {
  if (isMoneySeen(payin) && !stateTraits[payin.state._tag].isClosed) return NextStep.cases.Wait.make({})
  const rail = payinRailOf(payin.content)
  const { otpFrom } = modeTraits[rail]
  // Where a further code comes from, if one may be submitted; independent of the time.
  const from = Result.isSuccess(checkFurtherCall(payin, [], "SubmitOtp", true, 0, policy)) ? otpFrom : null
  switch (payin.state._tag) {
    case "Pending": {
      const newest = issuedTokensOf(payin.attempts)[0]
      const outcome = payin.attempts.find((attempt) => attempt.number === newest?.attempt)?.outcome
      const step = stepAfterAcceptance(rail, outcome?._tag === "Accepted" ? outcome.url : null)
      return step._tag === "Wait" && from !== null ? NextStep.cases.WaitOrEnterCode.make({ from }) : step
    }
    case "AwaitingOtp": {
      // A customer is asked for a wallet's code only once the service says that it was sent (#165).
      const isSent = rail !== "Wallet" || payin.attempts.some((attempt) => attempt.outcome._tag === "OtpSent")
      const mayEnter = isSent && (from !== null || otpFrom === null)
      return mayEnter ? NextStep.cases.EnterCode.make({ from: from ?? "Sms" }) : NextStep.cases.Wait.make({})
    }
    case "InDoubt":
      // The request for the code had no answer, but the code may have arrived.
      return from !== null ? NextStep.cases.EnterCode.make({ from }) : NextStep.cases.Wait.make({})
    case "Intended":
    case "Submitting":
      return NextStep.cases.Wait.make({})
    case "Refused":
    case "Completed":
    case "Underpaid":
    case "NotCompleted":
    case "Expired":
    case "Cancelled":
      return NextStep.cases.Nothing.make({})
  }
}
