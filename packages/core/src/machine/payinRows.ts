/**
 * The machine of payins: rows P1 to P23, in the order in which they are tried. `Expired` means closed for the merchant and still asked
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
const notFinal = all.filter((state) => state !== "Submitting" && !stateTraits[state].isFinal)
/** The states that a late answer still changes: not while another call is under way, and not once the payin is expired or final. */
const movable = notFinal.filter((state) => state !== "Expired")
const rests = ["Intended", "AwaitingOtp", "Pending", "InDoubt", "Refused"] as const
const decidable = ["InDoubt", "Pending", "AwaitingOtp", "Expired", "Refused", "Cancelled"] as const

const answered = (attempt: number, reason: string) =>
  events.FlagClosed.make({ kind: "Unanswered", subject: String(attempt), by: "cauri", reason })

/** The rows of payins. */
export const payinRows: ReadonlyArray<DecidingRow<PayinStateTag>> = [
  row("P1", "Created", null, "Intended", ["Intended"], {
    when: "create",
    rules: [35, 243, 244],
    make: ({ is: { content } }) => events.Intended.make({ content }),
  }),
  row("P2", "Started", ["Intended"], "AttemptStarted", ["Submitting"], {
    when: "claim",
    rules: [2, 18],
    make: person.attemptStarted,
  }),
  row("P9", "Started", ["AwaitingOtp", "InDoubt"], "AttemptStarted", ["Submitting"], {
    when: "the customer submits the code",
    rules: [156, 167, 170],
    guard: person.mayCall("SubmitOtp"),
    make: person.attemptStarted,
  }),
  row("P10", "Started", ["AwaitingOtp", "Pending"], "AttemptStarted", ["Submitting"], {
    when: "the code is sent again",
    rules: [162],
    guard: (facts) => person.mayCall("SendOtpAgain")(facts) || person.mayCallAgain(facts),
    make: person.attemptStarted,
  }),
  row("P11", "Started", ["Pending"], "AttemptStarted", ["Submitting"], {
    when: "another code after a wrong or expired one",
    rules: [119, 120],
    guard: person.mayCall("SubmitOtp"),
    make: person.attemptStarted,
  }),
  row("P16", "Started", ["InDoubt"], "AttemptStarted", ["Submitting"], {
    when: "a new attempt where the rail allows one",
    rules: [3, 150],
    guard: (facts) => person.mayCall("TryAgain")(facts) || person.mayCallAgain(facts),
    make: person.attemptStarted,
  }),
  row("P4", "Answered", ["Submitting"], "AttemptNotSent", ["Intended", "AwaitingOtp", "Pending", "InDoubt"], {
    when: "nothing was sent, or the service turned it away",
    rules: [188, 229],
    make: answer.answeredInTime("AttemptNotSent"),
  }),
  row("P5", "Answered", ["Submitting"], "Accepted", ["Pending"], {
    when: "accepted: the token is in the same write",
    rules: [71, 73, 78],
    make: answer.answeredInTime("Accepted"),
  }),
  row("P6", "Answered", ["Submitting"], "OtpRequested", ["AwaitingOtp", "Pending"], {
    when: "a code is on its way",
    rules: [154, 155, 163],
    make: answer.answeredInTime("OtpRequested"),
  }),
  row("P7", "Answered", ["Submitting"], "AttemptRefused", ["Refused", "Pending", "InDoubt"], {
    when: "refused",
    rules: [142, 226, 227, 228],
    make: answer.answeredInTime("AttemptRefused"),
  }),
  row("P8", "Answered", ["Submitting"], "AttemptUnanswered", ["InDoubt", "AwaitingOtp", "Pending"], {
    when: "no answer, or the lease is over",
    rules: [241],
    make: answer.answeredInTime("AttemptUnanswered"),
  }),
  row("P18", "Answered", movable, "AnsweredLate", rests, {
    when: "our own attempt's late answer",
    rules: [78],
    drawn: [],
    make: answer.lateAnswerMovingState,
  }),
  row("P18", "Answered", all, "AnsweredLate", "same", {
    when: "our own attempt's late answer, which changes no state",
    rules: [78],
    make: answer.lateAnswerKeepingState,
  }),
  row("P17", "Answered", ["Intended"], "Reopened", ["InDoubt"], {
    when: "it counts as unsent, and a callback came for it",
    rules: [205],
    drawn: [],
    make: confirm.reopened,
  }),
  row("P7", "Answered", ["Refused"], "Refused", "same", {
    when: "refused, and no other attempt is open",
    rules: [216],
    guard: answer.ledToCurrentState,
    make: answer.refusal,
  }),
  row("P8", "Answered", ["InDoubt"], "InDoubt", "same", {
    when: "unanswered, and no other attempt is open",
    rules: [241],
    guard: answer.isNewlyInDoubt,
    make: () => events.InDoubt.make({}),
  }),
  row("P3", "Answered", ["Intended"], "Cancelled", ["Cancelled"], {
    when: "out of attempts, or only the caller had the code",
    rules: [121],
    guard: answer.isGivenUp,
    make: ({ is }) => events.Cancelled.make({ because: needsCallersOtp(is) ? "CodeUnsent" : "Attempts", by: null }),
  }),
  row("P5", "Answered", ["Pending"], "Flagged", "same", {
    when: "accepted without an address, where the customer needs one",
    rules: [71],
    guard: answer.lacksPaymentUrl,
    make: answer.flagAttempt("NoPaymentUrl"),
  }),
  row("P18", "Answered", all, "Flagged", "same", {
    when: "a person decided without this answer",
    rules: [78],
    guard: answer.cameAfterDecision,
    make: answer.flagAttempt("LateAnswer"),
  }),
  row("P18", "Answered", all, "FlagClosed", "same", {
    when: "the answer that was missing arrived",
    rules: [78],
    guard: answer.answersFlaggedAttempt,
    make: ({ stimulus: { attempt } }) => answered(attempt, "The service's answer arrived."),
  }),
  row("P8", "Answered", all, "Flagged", "same", {
    when: "accepted without a token",
    rules: [78, 241],
    guard: answer.acceptedWithoutToken,
    make: answer.flagAttempt("AcceptedWithoutToken"),
  }),
  row("P8", "Answered", all, "Flagged", "same", {
    when: "money may have moved, and no answer says so",
    rules: [241],
    guard: answer.isOutcomeUnknown,
    make: answer.flagAttempt("Unanswered"),
  }),
  row("P17", "Answered", all, "Flagged", "same", {
    when: "no token, and a callback came for it",
    rules: [200, 205],
    make: confirm.callbacksWithoutToken,
  }),
  row("P23", "Found", ["InDoubt"], "AnsweredLate", ["Pending", "AwaitingOtp"], {
    when: "in doubt, and the service knows a token by our id",
    rules: [],
    drawn: [],
    make: answer.tokenFound,
  }),
  row("P23", "Found", all, "FlagClosed", "same", {
    when: "the token says what the missing answer would have said",
    rules: [],
    guard: answer.findsFlaggedAttempt,
    make: ({ stimulus: { attempt } }) => answered(attempt, "The service was asked by our id."),
  }),
  row("P13", "Confirmed", notFinal, "Flagged", "same", {
    when: "a record that is not pending belongs to another payment",
    rules: [90],
    make: confirm.foreignRecords,
  }),
  row("P13", "Confirmed", notFinal, "Flagged", "same", {
    when: "a confirm says completed, with another amount",
    rules: [88],
    make: confirm.otherAmounts,
  }),
  row("P12", "Confirmed", notFinal, "Completed", ["Completed"], {
    when: "a confirm says completed, with the expected amount",
    rules: [80, 88, 113, 207],
    drawn: ["AwaitingOtp", "Pending", "Expired"],
    make: confirm.completed,
  }),
  row("P14", "Confirmed", ["Pending", "AwaitingOtp", "Expired"], "NotCompleted", ["NotCompleted"], {
    when: "every token says notcompleted",
    rules: [114, 115],
    guard: confirm.hasFailed,
    make: confirm.notCompleted,
  }),
  row("P15", "Confirmed", ["Pending", "AwaitingOtp", "InDoubt"], "Expired", ["Expired"], {
    when: "the deadline has passed, and every token, if any, answered a confirm that began after it",
    rules: [121, 122, 248],
    guard: confirm.isExpired,
    make: () => events.Expired.make({}),
  }),
  row("P21", "Confirmed", ["Completed", "Underpaid"], "CompletionSeen", "same", {
    when: "the first completion seen after a decision without one",
    rules: [113],
    make: confirm.completionSeen,
  }),
  row("P21", "Confirmed", ["Completed", "Underpaid"], "Flagged", "same", {
    when: "a second collection completes on this payin",
    rules: [146],
    make: confirm.secondTransfers,
  }),
  row("P20", "Confirmed", ["Completed", "Underpaid", "NotCompleted"], "Flagged", "same", {
    when: "the service contradicts a final state, twice",
    rules: [130],
    make: confirm.contradictions,
  }),
  row("P22", "Confirmed", all, "Flagged", "same", {
    when: "a status outside the specification",
    rules: [112],
    make: confirm.unknownStatuses,
  }),
  row("P22", "Confirmed", all, "Flagged", "same", {
    when: "`external_id` does not name this payin",
    rules: [90, 91],
    make: confirm.foreignIds,
  }),
  row("P22", "Confirmed", all, "Flagged", "same", {
    when: "the service does not know the token any more",
    rules: [103],
    make: confirm.lostTokens,
  }),
  row("P22", "Confirmed", all, "Flagged", "same", {
    when: "our credentials were refused for this payment alone",
    rules: [192],
    make: confirm.denial,
  }),
  row("P17", "Confirmed", ["Intended"], "Reopened", ["InDoubt"], {
    when: "a callback for an attempt that counts as unsent",
    rules: [205],
    drawn: [],
    make: confirm.reopened,
  }),
  row("P17", "Confirmed", ["InDoubt"], "InDoubt", "same", {
    when: "in doubt after all",
    rules: [205, 241],
    guard: answer.ledToCurrentState,
    make: () => events.InDoubt.make({}),
  }),
  row("P17", "Confirmed", all, "Flagged", "same", {
    when: "a callback for an attempt without a token",
    rules: [200, 205],
    make: confirm.callbacksWithoutToken,
  }),
  row("P8", "Restored", ["Intended", "AwaitingOtp", "InDoubt"], "Restored", ["InDoubt"], {
    when: "the store was restored: the customer may have paid since",
    rules: [241],
    drawn: [],
    guard: person.hasNoToken,
    make: () => events.Restored.make({}),
  }),
  row("P8", "Restored", ["InDoubt"], "InDoubt", "same", {
    when: "newly in doubt",
    rules: [241],
    guard: answer.ledToCurrentState,
    make: () => events.InDoubt.make({}),
  }),
  row("P8", "Restored", ["InDoubt"], "Flagged", "same", {
    when: "money may have moved, and no answer says so",
    rules: [241],
    guard: ({ is }) => !hasOpenFlag(is.flags, "Unanswered"),
    make: () => events.Flagged.make({ kind: "Unanswered", subject: "" }),
  }),
  row("P19", "Decided", decidable, "Resolved", ["Completed", "Underpaid", "NotCompleted"], {
    when: "a person decides",
    rules: [205],
    drawn: ["InDoubt"],
    guard: person.mayDecide,
    make: person.decidedPayin,
  }),
  row("P19", "FlagClosed", all, "FlagClosed", "same", {
    when: "a person closes a flag",
    rules: [205],
    guard: person.hasFlag,
    make: person.closeFlag,
  }),
  row("P3", "Cancelled", ["Intended", "InDoubt"], "Cancelled", ["Cancelled"], {
    when: "cancel: nothing was sent, or no customer saw the lost page",
    rules: [121],
    guard: (facts) => (facts.is.state._tag === "Intended" || isLostPage(facts.is)) && person.mayCancel(facts),
    make: person.cancelled,
  }),
  row("P3", "TimePassed", ["Intended"], "Cancelled", ["Cancelled"], {
    when: "older than the limit",
    rules: [121],
    guard: ({ is, now, policy }) => now >= intentLimitOf(is, policy),
    make: ({ is }) => events.Cancelled.make({ because: needsCallersOtp(is) ? "CodeUnsent" : "TooOld", by: null }),
  }),
  row("P21", "PaidTwice", ["Completed"], "Flagged", "same", {
    when: "another payin of its order was completed before",
    rules: [146],
    make: ({ is, stimulus: { earlier } }) => flagOnce(is, "DoubleCollection", `payin ${earlier}`),
  }),
  row("P13", "TokenShared", all, "Flagged", "same", {
    when: "another payment has a token of it too",
    rules: [78],
    make: ({ is, stimulus: { other } }) => flagOnce(is, "ReferenceMismatch", keyText(other)),
  }),
  row("P22", "Contradicted", all, "Flagged", "same", {
    when: "a statement of the service says the opposite",
    rules: [130],
    make: ({ is, stimulus: { line } }) => flagOnce(is, "TerminalContradiction", line),
  }),
  row("P22", "Parked", all, "Flagged", "same", {
    when: "a consumer refused an event too often",
    rules: [],
    guard: ({ is, stimulus: { consumer } }) => !hasOpenFlag(is.flags, "DeliveryParked", consumer),
    make: ({ stimulus: { consumer } }) => events.Flagged.make({ kind: "DeliveryParked", subject: consumer }),
  }),
]
