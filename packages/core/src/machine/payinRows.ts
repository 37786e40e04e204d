/**
 * The machine of payins: rows P1 to P22, in the order in which they are tried. `expired` means closed for the merchant and still asked
 * about: the service knows no expiry, so money may arrive after ours (#120, #121, #248). A wrong or expired code never ends a payin (#119);
 * only a confirm does.
 */
import { hasOpenFlag, PaymentEvent } from "../model/Event.ts"
import { keyText } from "../model/Identifiers.ts"
import { intentLimitOf, payinStates, type PayinStateTag, stateTraits } from "../model/Payment.ts"
import type { Payin } from "../model/Payin.ts"
import { isLostPage, needsCallersOtp } from "./schedule.ts"
import * as answer from "./answering.ts"
import * as confirm from "./confirming.ts"
import * as person from "./requests.ts"
import { type DecidingRow, flagOnce, rowsOf } from "./table.ts"

const events = PaymentEvent.cases
const row = rowsOf<Payin, PayinStateTag>((payment) => payment._tag === "Payin")
const all = payinStates
const notFinal = all.filter((state) => state !== "submitting" && !stateTraits[state].isFinal)
/** The states that a late answer still changes: not while another call is under way, and not once the payin is expired or final. */
const movable = notFinal.filter((state) => state !== "expired")
const rests = ["intended", "awaiting_otp", "pending", "in_doubt", "refused"] as const
const decidable = ["in_doubt", "pending", "awaiting_otp", "expired", "refused", "cancelled"] as const

/**
 * The rows of payins.
 *
 * ```ts
 * const [asked] = payinRows.filter(({ on }) => on === "Cancelled")
 * const row = [asked?.row, asked?.from, asked?.to] // => ["P3", ["intended", "in_doubt"], ["cancelled"]]
 * ```
 */
export const payinRows: ReadonlyArray<DecidingRow<PayinStateTag>> = [
  row("P1", "Created", null, "intended", ["intended"], {
    when: "create",
    rules: [35, 243, 244],
    make: ({ is: { content } }) => events.intended.make({ content }),
  }),
  row("P2", "Started", ["intended"], "attempt_started", ["submitting"], {
    when: "claim",
    rules: [2, 18],
    make: person.attemptStarted,
  }),
  row("P9", "Started", ["awaiting_otp", "in_doubt"], "attempt_started", ["submitting"], {
    when: "the customer submits the code",
    rules: [156, 167, 170],
    guard: person.mayCall("SubmitOtp"),
    make: person.attemptStarted,
  }),
  row("P10", "Started", ["awaiting_otp", "pending"], "attempt_started", ["submitting"], {
    when: "the code is sent again",
    rules: [162],
    guard: (facts) => person.mayCall("SendOtpAgain")(facts) || person.mayCallAgain(facts),
    make: person.attemptStarted,
  }),
  row("P11", "Started", ["pending"], "attempt_started", ["submitting"], {
    when: "another code after a wrong or expired one",
    rules: [119, 120],
    guard: person.mayCall("SubmitOtp"),
    make: person.attemptStarted,
  }),
  row("P16", "Started", ["in_doubt"], "attempt_started", ["submitting"], {
    when: "a new attempt where the rail allows one",
    rules: [3, 150],
    guard: (facts) => person.mayCall("TryAgain")(facts) || person.mayCallAgain(facts),
    make: person.attemptStarted,
  }),
  row("P4", "Answered", ["submitting"], "attempt_not_sent", ["intended", "awaiting_otp", "pending", "in_doubt"], {
    when: "nothing was sent, or the service turned it away",
    rules: [188, 229],
    make: answer.answeredInTime("attempt_not_sent"),
  }),
  row("P5", "Answered", ["submitting"], "accepted", ["pending"], {
    when: "accepted: the token is in the same write",
    rules: [71, 73, 78],
    make: answer.answeredInTime("accepted"),
  }),
  row("P6", "Answered", ["submitting"], "otp_requested", ["awaiting_otp", "pending"], {
    when: "a code is on its way",
    rules: [154, 155, 163],
    make: answer.answeredInTime("otp_requested"),
  }),
  row("P7", "Answered", ["submitting"], "attempt_refused", ["refused", "pending", "in_doubt"], {
    when: "refused",
    rules: [142, 226, 227, 228],
    make: answer.answeredInTime("attempt_refused"),
  }),
  row("P8", "Answered", ["submitting"], "attempt_unanswered", ["in_doubt", "awaiting_otp", "pending"], {
    when: "no answer, or the lease is over",
    rules: [241],
    make: answer.answeredInTime("attempt_unanswered"),
  }),
  row("P18", "Answered", movable, "answered_late", rests, {
    when: "our own attempt's late answer",
    rules: [78],
    drawn: [],
    make: answer.lateAnswerMovingState,
  }),
  row("P18", "Answered", all, "answered_late", "same", {
    when: "our own attempt's late answer, which changes no state",
    rules: [78],
    make: answer.lateAnswerKeepingState,
  }),
  row("P17", "Answered", ["intended"], "reopened", ["in_doubt"], {
    when: "it counts as unsent, and a callback came for it",
    rules: [205],
    drawn: [],
    make: confirm.reopened,
  }),
  row("P7", "Answered", ["refused"], "refused", "same", {
    when: "refused, and no other attempt is open",
    rules: [216],
    guard: answer.ledToCurrentState,
    make: answer.refusal,
  }),
  row("P8", "Answered", ["in_doubt"], "in_doubt", "same", {
    when: "unanswered, and no other attempt is open",
    rules: [241],
    guard: answer.isNewlyInDoubt,
    make: () => events.in_doubt.make({}),
  }),
  row("P3", "Answered", ["intended"], "cancelled", ["cancelled"], {
    when: "out of attempts, or only the caller had the code",
    rules: [121],
    guard: answer.isGivenUp,
    make: ({ is }) => events.cancelled.make({ because: needsCallersOtp(is) ? "code_unsent" : "attempts", by: null }),
  }),
  row("P5", "Answered", ["pending"], "flagged", "same", {
    when: "accepted without an address, where the customer needs one",
    rules: [71],
    guard: answer.lacksPaymentUrl,
    make: answer.flagAttempt("no_payment_url"),
  }),
  row("P18", "Answered", all, "flagged", "same", {
    when: "a person decided without this answer",
    rules: [78],
    guard: answer.cameAfterDecision,
    make: answer.flagAttempt("late_answer"),
  }),
  row("P18", "Answered", all, "flag_closed", "same", {
    when: "the answer that was missing arrived",
    rules: [78],
    guard: answer.answersFlaggedAttempt,
    make: ({ stimulus: { attempt } }) =>
      events.flag_closed.make({
        kind: "unanswered",
        subject: String(attempt),
        by: "cauri",
        reason: "The service's answer arrived.",
      }),
  }),
  row("P8", "Answered", all, "flagged", "same", {
    when: "accepted without a token",
    rules: [78, 241],
    guard: answer.acceptedWithoutToken,
    make: answer.flagAttempt("accepted_without_token"),
  }),
  row("P8", "Answered", all, "flagged", "same", {
    when: "money may have moved, and no answer says so",
    rules: [241],
    guard: answer.isOutcomeUnknown,
    make: answer.flagAttempt("unanswered"),
  }),
  row("P17", "Answered", all, "flagged", "same", {
    when: "no token, and a callback came for it",
    rules: [200, 205],
    make: confirm.callbacksWithoutToken,
  }),
  row("P13", "Confirmed", notFinal, "flagged", "same", {
    when: "a record that is not pending belongs to another payment",
    rules: [90],
    make: confirm.foreignRecords,
  }),
  row("P13", "Confirmed", notFinal, "flagged", "same", {
    when: "a confirm says completed, with another amount",
    rules: [88],
    make: confirm.otherAmounts,
  }),
  row("P12", "Confirmed", notFinal, "completed", ["completed"], {
    when: "a confirm says completed, with the expected amount",
    rules: [80, 88, 113, 207],
    drawn: ["awaiting_otp", "pending", "expired"],
    make: confirm.completed,
  }),
  row("P14", "Confirmed", ["pending", "awaiting_otp", "expired"], "not_completed", ["not_completed"], {
    when: "every token says notcompleted",
    rules: [114, 115],
    guard: confirm.hasFailed,
    make: confirm.notCompleted,
  }),
  row("P15", "Confirmed", ["pending", "awaiting_otp", "in_doubt"], "expired", ["expired"], {
    when: "the deadline has passed, and every token, if any, answered a confirm that began after it",
    rules: [121, 122, 248],
    guard: confirm.isExpired,
    make: () => events.expired.make({}),
  }),
  row("P21", "Confirmed", ["completed", "underpaid"], "completion_seen", "same", {
    when: "the first completion seen after a decision without one",
    rules: [113],
    make: confirm.completionSeen,
  }),
  row("P21", "Confirmed", ["completed", "underpaid"], "flagged", "same", {
    when: "a second collection completes on this payin",
    rules: [146],
    make: confirm.secondTransfers,
  }),
  row("P20", "Confirmed", ["completed", "underpaid", "not_completed"], "flagged", "same", {
    when: "the service contradicts a final state, twice",
    rules: [130],
    make: confirm.contradictions,
  }),
  row("P22", "Confirmed", all, "flagged", "same", {
    when: "a status outside the specification",
    rules: [112],
    make: confirm.unknownStatuses,
  }),
  row("P22", "Confirmed", all, "flagged", "same", {
    when: "`external_id` does not name this payin",
    rules: [90, 91],
    make: confirm.foreignIds,
  }),
  row("P22", "Confirmed", all, "flagged", "same", {
    when: "the service does not know the token any more",
    rules: [103],
    make: confirm.lostTokens,
  }),
  row("P22", "Confirmed", all, "flagged", "same", {
    when: "our credentials were refused for this payment alone",
    rules: [192],
    make: confirm.denial,
  }),
  row("P17", "Confirmed", ["intended"], "reopened", ["in_doubt"], {
    when: "a callback for an attempt that counts as unsent",
    rules: [205],
    drawn: [],
    make: confirm.reopened,
  }),
  row("P17", "Confirmed", ["in_doubt"], "in_doubt", "same", {
    when: "in doubt after all",
    rules: [205, 241],
    guard: answer.ledToCurrentState,
    make: () => events.in_doubt.make({}),
  }),
  row("P17", "Confirmed", all, "flagged", "same", {
    when: "a callback for an attempt without a token",
    rules: [200, 205],
    make: confirm.callbacksWithoutToken,
  }),
  row("P8", "Restored", ["intended", "awaiting_otp", "in_doubt"], "restored", ["in_doubt"], {
    when: "the store was restored: the customer may have paid since",
    rules: [241],
    drawn: [],
    guard: person.hasNoToken,
    make: () => events.restored.make({}),
  }),
  row("P8", "Restored", ["in_doubt"], "in_doubt", "same", {
    when: "newly in doubt",
    rules: [241],
    guard: answer.ledToCurrentState,
    make: () => events.in_doubt.make({}),
  }),
  row("P8", "Restored", ["in_doubt"], "flagged", "same", {
    when: "money may have moved, and no answer says so",
    rules: [241],
    guard: ({ is }) => !hasOpenFlag(is.flags, "unanswered"),
    make: () => events.flagged.make({ kind: "unanswered", subject: "" }),
  }),
  row("P19", "Decided", decidable, "resolved", ["completed", "underpaid", "not_completed"], {
    when: "a person decides",
    rules: [205],
    drawn: ["in_doubt"],
    guard: person.mayDecide,
    make: person.decidedPayin,
  }),
  row("P19", "FlagClosed", all, "flag_closed", "same", {
    when: "a person closes a flag",
    rules: [205],
    guard: person.hasFlag,
    make: person.closeFlag,
  }),
  row("P3", "Cancelled", ["intended", "in_doubt"], "cancelled", ["cancelled"], {
    when: "cancel: nothing was sent, or no customer saw the lost page",
    rules: [121],
    guard: (facts) => (facts.is.state._tag === "intended" || isLostPage(facts.is)) && person.mayCancel(facts),
    make: person.cancelled,
  }),
  row("P3", "TimePassed", ["intended"], "cancelled", ["cancelled"], {
    when: "older than the limit",
    rules: [121],
    guard: ({ is, now, policy }) => now >= intentLimitOf(is, policy),
    make: ({ is }) => events.cancelled.make({ because: needsCallersOtp(is) ? "code_unsent" : "too_old", by: null }),
  }),
  row("P21", "PaidTwice", ["completed"], "flagged", "same", {
    when: "another payin of its order was completed before",
    rules: [146],
    make: ({ is, stimulus: { earlier } }) => flagOnce(is, "double_collection", `payin ${earlier}`),
  }),
  row("P13", "TokenShared", all, "flagged", "same", {
    when: "another payment has a token of it too",
    rules: [78],
    make: ({ is, stimulus: { other } }) => flagOnce(is, "reference_mismatch", keyText(other)),
  }),
  row("P22", "Contradicted", all, "flagged", "same", {
    when: "a statement of the service says the opposite",
    rules: [130],
    make: ({ is, stimulus: { line } }) => flagOnce(is, "terminal_contradiction", line),
  }),
  row("P22", "Parked", all, "flagged", "same", {
    when: "a consumer refused an event too often",
    rules: [],
    guard: ({ is, stimulus: { consumer } }) => !hasOpenFlag(is.flags, "delivery_parked", consumer),
    make: ({ stimulus: { consumer } }) => events.flagged.make({ kind: "delivery_parked", subject: consumer }),
  }),
]
