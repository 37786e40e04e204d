/**
 * The life of a payin, as one table. `Expired` means closed for the merchant and still listening: the service knows no expiry,
 * so money may arrive after ours (#120, #121, #248). A wrong or expired code never ends a payin (#119); only a confirm does.
 */
import { Result, Schema } from "effect"
import { Attempt, handlesOf } from "./Attempt.ts"
import { counterparty, PayinContent, railOf } from "./Content.ts"
import { type HistoryEntry, type PaymentEvent, type PayinStateTag, type RestTag } from "./Event.ts"
import { Flag } from "./Flag.ts"
import { type PaymentKey } from "./Identifiers.ts"
import { evolveAttempts, evolveFlags } from "./Life.ts"
import { allows, IllegalTransition, type Row } from "./Machine.ts"
import { maskMsisdn } from "./Msisdn.ts"
import { modeTraits, NextStep, stepAfterAcceptance } from "./ValidationMode.ts"

const all = [
  "Intended",
  "Submitting",
  "AwaitingOtp",
  "Pending",
  "Completed",
  "NotCompleted",
  "Refused",
  "InDoubt",
  "Expired",
  "Cancelled",
] as const satisfies ReadonlyArray<PayinStateTag>
const notFinal = all.filter((state) => state !== "Submitting" && state !== "Completed" && state !== "NotCompleted")
/** Where a late answer still moves the payment: not while another call is under way, and not once it is expired or final. */
const movable = notFinal.filter((state) => state !== "Expired")
const rests = ["Intended", "AwaitingOtp", "Pending", "InDoubt", "Refused"] as const

/** The table of the payin machine: rows P1 to P21. */
export const payinTable: ReadonlyArray<Row<PayinStateTag>> = [
  { row: "P1", from: null, event: "Intended", to: ["Intended"], when: "create", rules: [35, 243, 244] },
  { row: "P2", from: ["Intended"], event: "AttemptStarted", to: ["Submitting"], when: "claim", rules: [2, 18] },
  {
    row: "P3",
    from: ["Intended"],
    event: "Cancelled",
    to: ["Cancelled"],
    when: "older than the limit, out of attempts, or cancel",
    rules: [121],
  },
  {
    row: "P4",
    from: ["Submitting"],
    event: "AttemptNotSent",
    to: ["Intended", "AwaitingOtp", "Pending", "InDoubt"],
    when: "nothing left, or turned away",
    rules: [188, 229],
  },
  {
    row: "P5",
    from: ["Submitting"],
    event: "Accepted",
    to: ["Pending"],
    when: "accepted: the token is in the same write",
    rules: [71, 73, 78],
  },
  {
    row: "P6",
    from: ["Submitting"],
    event: "OtpRequested",
    to: ["AwaitingOtp", "Pending"],
    when: "a code is on its way",
    rules: [154, 155, 163],
  },
  {
    row: "P7",
    from: ["Submitting"],
    event: "AttemptRefused",
    to: ["Refused", "AwaitingOtp", "Pending", "InDoubt"],
    when: "refused",
    rules: [142, 226, 227, 228],
  },
  {
    row: "P7",
    from: ["Refused"],
    event: "Refused",
    to: "same",
    when: "refused, and that is where it rests",
    rules: [216],
  },
  {
    row: "P8",
    from: ["Submitting"],
    event: "AttemptUnanswered",
    to: ["InDoubt", "AwaitingOtp", "Pending"],
    when: "no answer, or the lease is over",
    rules: [241],
  },
  {
    row: "P8",
    from: ["InDoubt"],
    event: "InDoubt",
    to: "same",
    when: "unanswered, and that is where it rests",
    rules: [241],
  },
  {
    row: "P9",
    from: ["AwaitingOtp", "InDoubt"],
    event: "AttemptStarted",
    to: ["Submitting"],
    when: "the customer submits the code",
    rules: [156, 167, 170],
  },
  {
    row: "P10",
    from: ["AwaitingOtp", "Pending"],
    event: "AttemptStarted",
    to: ["Submitting"],
    when: "the code is sent again",
    rules: [162],
  },
  {
    row: "P11",
    from: ["Pending", "Refused"],
    event: "AttemptStarted",
    to: ["Submitting"],
    when: "another code after a wrong or expired one",
    rules: [119, 120],
  },
  {
    row: "P12",
    from: notFinal,
    drawn: ["AwaitingOtp", "Pending", "Expired"],
    event: "Completed",
    to: ["Completed"],
    when: "a confirm says completed, with the expected amount",
    rules: [80, 88, 113, 207],
  },
  {
    row: "P13",
    from: notFinal,
    event: "Flagged",
    to: "same",
    when: "a confirm says completed, with another amount or reference",
    rules: [88, 90],
  },
  {
    row: "P14",
    from: ["Pending", "AwaitingOtp", "Expired"],
    event: "NotCompleted",
    to: ["NotCompleted"],
    when: "every handle says notcompleted",
    rules: [114, 115],
  },
  {
    row: "P15",
    from: ["Pending", "AwaitingOtp", "InDoubt"],
    event: "Expired",
    to: ["Expired"],
    when: "every handle answered a confirm that began after the deadline",
    rules: [121, 122, 248],
  },
  {
    row: "P16",
    from: ["InDoubt"],
    event: "AttemptStarted",
    to: ["Submitting"],
    when: "a new attempt where the rail allows one",
    rules: [3, 150],
  },
  {
    row: "P17",
    from: all,
    event: "Flagged",
    to: "same",
    when: "a callback for an attempt without a token",
    rules: [200, 205],
  },
  {
    row: "P18",
    from: movable,
    drawn: [],
    event: "AnsweredLate",
    to: rests,
    when: "our own attempt's answer, late",
    rules: [78],
  },
  {
    row: "P18",
    from: all,
    event: "AnsweredLate",
    to: "same",
    when: "our own attempt's answer, late, where the state stands",
    rules: [78],
  },
  {
    row: "P19",
    from: ["InDoubt", "Pending", "AwaitingOtp", "Expired", "Refused"],
    drawn: ["InDoubt"],
    event: "Resolved",
    to: ["Completed", "NotCompleted"],
    when: "a person decides",
    rules: [205],
  },
  { row: "P19", from: all, event: "FlagClosed", to: "same", when: "a person closes a flag", rules: [205] },
  {
    row: "P20",
    from: ["Completed", "NotCompleted"],
    event: "Flagged",
    to: "same",
    when: "the service contradicts a final state, twice",
    rules: [130],
  },
  {
    row: "P21",
    from: ["Completed"],
    event: "Flagged",
    to: "same",
    when: "a second collection completes on this payin or its order",
    rules: [146],
  },
  {
    row: "P21",
    from: ["Completed"],
    event: "CompletionSeen",
    to: "same",
    when: "the first completion seen after a decision without one",
    rules: [113],
  },
]

const none = {}
/** The states of a payin. */
export const PayinState = Schema.TaggedUnion({
  Intended: none,
  Submitting: none,
  AwaitingOtp: none,
  Pending: none,
  /** `attempt` is the one whose confirm completed it; null after a person's decision. */
  Completed: { at: Schema.Int, attempt: Schema.NullOr(Schema.Int), late: Schema.Boolean },
  NotCompleted: { at: Schema.Int },
  Refused: { at: Schema.Int },
  InDoubt: none,
  Expired: { at: Schema.Int },
  Cancelled: { at: Schema.Int },
})
/** The states of a payin. */
export type PayinState = typeof PayinState.Type

/** A collection from a customer. Printed, it shows neither tokens nor full numbers. */
export class Payin extends Schema.Class<Payin>("@cauri/core/Payin")({
  _tag: Schema.tag("Payin"),
  content: PayinContent,
  createdAt: Schema.Int,
  state: PayinState,
  attempts: Schema.Array(Attempt),
  flags: Schema.Array(Flag),
  /** The number of the newest event. */
  seq: Schema.Int,
  /** When a person last decided about it. */
  decidedAt: Schema.NullOr(Schema.Int),
}) {
  /** What names it in a store. */
  get key(): PaymentKey {
    return { kind: "payin", project: this.content.project, id: this.content.id }
  }
  override toString() {
    const customer = counterparty(this.content)
    const from = customer === null ? "" : ` from ${maskMsisdn(customer)}`
    return `payin ${this.content.project}/${this.content.id} of ${this.content.amount} XOF${from} by ${railOf(this.content)}: ${this.state._tag}`
  }
  /** What printing shows. The stores encode by schema and are not touched by it. */
  toJSON() {
    return this.toString()
  }
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString()
  }
}

const stateAfter = (before: PayinState, event: PaymentEvent, at: number): PayinState => {
  const cases = PayinState.cases
  const resting = (to: RestTag) => (to === "Refused" ? cases.Refused.make({ at }) : cases[to].make({}))
  switch (event._tag) {
    case "Intended":
      return cases.Intended.make({})
    case "AttemptStarted":
      return cases.Submitting.make({})
    case "Accepted":
    case "OtpRequested":
    case "AttemptRefused":
    case "AttemptNotSent":
    case "AttemptUnanswered":
      return resting(event.to)
    case "AnsweredLate":
      return event.to === null ? before : resting(event.to)
    case "Completed":
      return cases.Completed.make({ at, attempt: event.observation.attempt, late: event.late })
    case "NotCompleted":
      return cases.NotCompleted.make({ at })
    case "Expired":
      return cases.Expired.make({ at })
    case "Cancelled":
      return cases.Cancelled.make({ at })
    case "Resolved":
      if (event.to === "Completed") return cases.Completed.make({ at, attempt: null, late: before._tag === "Expired" })
      return event.to === "NotCompleted" ? cases.NotCompleted.make({ at }) : cases.Intended.make({})
    case "CompletionSeen":
      return before._tag === "Completed" ? cases.Completed.make({ ...before, attempt: event.attempt }) : before
    case "Refused":
    case "InDoubt":
    case "Flagged":
    case "FlagClosed":
    case "Held":
    case "Released":
    case "Reopened":
      return before
  }
}

/** The payin after an event of its history, or the refusal of the table. */
export const evolvePayin = (
  before: Payin | null,
  { seq, at, event }: HistoryEntry,
): Result.Result<Payin, IllegalTransition> => {
  const content = before === null && event._tag === "Intended" ? event.content : before?.content
  if (content?.kind !== "payin") throw new Error("The history of a payin begins with its intent.")
  const start = PayinState.cases.Intended.make({})
  const state = stateAfter(before?.state ?? start, event, at)
  if (before !== null && !allows(payinTable, before.state._tag, event._tag, state._tag)) {
    return Result.fail(new IllegalTransition({ key: before.key, from: before.state._tag, event: event._tag }))
  }
  return Result.succeed(
    new Payin({
      content,
      createdAt: before?.createdAt ?? at,
      state,
      attempts: evolveAttempts(before?.attempts ?? [], event, at),
      flags: evolveFlags(before?.flags ?? [], event, at),
      seq,
      decidedAt: event._tag === "Resolved" ? at : (before?.decidedAt ?? null),
    }),
  )
}

/** What the customer must do next. An address that came late is never shown (#71, #72). */
export const nextStep = (payin: Payin): NextStep => {
  const method = payin.content.method
  const rail = method._tag === "Direct" ? method.mode : method._tag
  switch (payin.state._tag) {
    case "Pending": {
      const newest = handlesOf(payin.attempts)[0]
      const outcome = payin.attempts.find((attempt) => attempt.number === newest?.attempt)?.outcome
      return stepAfterAcceptance(rail, outcome?._tag === "Accepted" ? outcome.url : null)
    }
    case "AwaitingOtp":
      // Nobody is asked for a wallet's code before the service said that it was sent (#165).
      return rail === "Wallet" && !payin.attempts.some((attempt) => attempt.outcome._tag === "OtpSent")
        ? NextStep.cases.Wait.make({})
        : NextStep.cases.EnterCode.make({ from: modeTraits[rail].otpFrom ?? "Sms" })
    case "Intended":
    case "Submitting":
    case "InDoubt":
      return NextStep.cases.Wait.make({})
    case "Completed":
    case "NotCompleted":
    case "Refused":
    case "Expired":
    case "Cancelled":
      return NextStep.cases.Nothing.make({})
  }
}
