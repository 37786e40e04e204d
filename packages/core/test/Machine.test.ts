import { diagram } from "@cauri/house/machineText"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { deliveredAs, type PaymentEvent } from "../src/model/Event.ts"
import {
  type PayinStateTag,
  type Payment,
  type PayoutStateTag,
  type StateTag,
  stateTraits,
} from "../src/model/Payment.ts"
import { append, fold, issuePage } from "../src/machine/decide.ts"
import { allows, type Row, rowsFor } from "../src/machine/table.ts"
import { PayinState } from "../src/model/Payin.ts"
import { payinRows } from "../src/machine/payinRows.ts"
import { PayoutState } from "../src/model/Payout.ts"
import { payoutRows } from "../src/machine/payoutRows.ts"
import { everyEvent } from "./everyEvent.ts"
import { newPayin, newPayout, payinIntent, payinWith, payoutIntent, payoutWith, silence, tried } from "./samples.ts"

const rests = ["Intended", "Pending", "InDoubt", "Refused"] as const

describe("the tables", () => {
  it("let no late answer move what is final, expired, or under way again (P18, O8)", () => {
    for (const to of rests) {
      for (const from of ["Completed", "NotCompleted", "Expired", "Submitting"] as const) {
        assert.isFalse(allows(payinRows, from, "AnsweredLate", to), `payin ${from} ${to}`)
      }
      for (const from of ["Completed", "NotCompleted", "Submitting"] as const) {
        assert.isFalse(allows(payoutRows, from, "AnsweredLate", to), `payout ${from} ${to}`)
      }
      assert.isTrue(allows(payinRows, "InDoubt", "AnsweredLate", to))
      assert.isTrue(allows(payoutRows, "InDoubt", "AnsweredLate", to))
    }
  })

  it("let an answer lead nowhere that the attempts cannot rest (P4, P7, P8)", () => {
    assert.isFalse(allows(payinRows, "Submitting", "AttemptNotSent", "Refused"))
    assert.isFalse(allows(payinRows, "Submitting", "AttemptRefused", "Intended"))
    assert.isFalse(allows(payinRows, "Submitting", "AttemptUnanswered", "Intended"))
    assert.isFalse(allows(payinRows, "Submitting", "AttemptUnanswered", "Refused"))
  })
})

const cases = PayinState.cases
const payinStates: Readonly<Record<PayinStateTag, PayinState>> = {
  Intended: cases.Intended.make({}),
  Submitting: cases.Submitting.make({}),
  AwaitingOtp: cases.AwaitingOtp.make({}),
  Pending: cases.Pending.make({}),
  Completed: cases.Completed.make({ at: 0, attempt: null, late: false, amountPaid: 500 }),
  Underpaid: cases.Underpaid.make({ at: 0, attempt: null, late: false, amountPaid: 499 }),
  NotCompleted: cases.NotCompleted.make({ at: 0 }),
  Refused: cases.Refused.make({ at: 0 }),
  InDoubt: cases.InDoubt.make({}),
  Expired: cases.Expired.make({ at: 0 }),
  Cancelled: cases.Cancelled.make({ at: 0 }),
}
const payoutStates: Readonly<Record<PayoutStateTag, PayoutState>> = {
  Intended: PayoutState.cases.Intended.make({}),
  Held: PayoutState.cases.Held.make({ because: "Twin" }),
  Submitting: PayoutState.cases.Submitting.make({}),
  Pending: PayoutState.cases.Pending.make({}),
  Completed: PayoutState.cases.Completed.make({ at: 0, attempt: null }),
  NotCompleted: PayoutState.cases.NotCompleted.make({ at: 0 }),
  Refused: PayoutState.cases.Refused.make({ at: 0 }),
  InDoubt: PayoutState.cases.InDoubt.make({}),
  Cancelled: PayoutState.cases.Cancelled.make({ at: 0 }),
}
const payins = Object.values(payinStates).map((state) => payinWith(tried(newPayin(), silence), { state }))
const payouts = Object.values(payoutStates).map((state) => payoutWith(tried(newPayout(), silence), { state }))

const allEvents: ReadonlyArray<PaymentEvent> = Object.values(everyEvent).flat()

/** Every step that is legal from a payment: the event, and the states that it can lead to. */
const legalSteps = (payment: Payment): ReadonlyArray<string> =>
  Object.entries(everyEvent).flatMap(([tag, events]) => {
    const all: ReadonlyArray<PaymentEvent> = events
    const ends = all.flatMap((event) => {
      const step = append(payment, [event], 1)
      return Result.isSuccess(step) ? [step.success.payment.state._tag] : []
    })
    return ends.length === 0 ? [] : [`${tag}: ${[...new Set(ends)].toSorted().join(" ")}`]
  })

const flags = (state: StateTag) => [`Flagged: ${state}`, `FlagClosed: ${state}`]
const asked = (state: StateTag) => [`ApprovalRequested: ${state}`, `ApprovalWithdrawn: ${state}`]
const paid = "Completed: Completed"
const failed = "NotCompleted: NotCompleted"
const begun = "AttemptStarted: Submitting"
const expired = "Expired: Expired"
const cancelled = "Cancelled: Cancelled"
const executed = "Resolved: Completed"
const restored = "Restored: InDoubt"
const decided = "Resolved: Completed NotCompleted"
const payinDecided = "Resolved: Completed NotCompleted Underpaid"
const payinLate = "AnsweredLate: AwaitingOtp InDoubt Intended Pending Refused"
const payoutLate = "AnsweredLate: InDoubt Intended Pending Refused"

/** The two tables once more, written down by state instead of by row, so that no mistake is made twice the same way. */
const legalPayinSteps: Readonly<Record<PayinStateTag, ReadonlyArray<string>>> = {
  Intended: [begun, payinLate, "Reopened: InDoubt", paid, cancelled, restored, ...flags("Intended")],
  Submitting: [
    "Accepted: Pending",
    "OtpRequested: AwaitingOtp Pending",
    "AttemptRefused: InDoubt Pending Refused",
    "AttemptNotSent: AwaitingOtp InDoubt Intended Pending",
    "AttemptUnanswered: AwaitingOtp InDoubt Pending",
    "AnsweredLate: Submitting",
    ...flags("Submitting"),
  ],
  AwaitingOtp: [begun, payinLate, paid, failed, expired, payinDecided, restored, ...flags("AwaitingOtp")],
  Pending: [begun, payinLate, paid, failed, expired, payinDecided, ...flags("Pending")],
  Completed: ["AnsweredLate: Completed", "CompletionSeen: Completed", ...flags("Completed")],
  Underpaid: ["AnsweredLate: Underpaid", "CompletionSeen: Underpaid", ...flags("Underpaid")],
  NotCompleted: ["AnsweredLate: NotCompleted", ...flags("NotCompleted")],
  Refused: [payinLate, "Refused: Refused", paid, payinDecided, ...flags("Refused")],
  InDoubt: [
    begun,
    payinLate,
    "InDoubt: InDoubt",
    paid,
    expired,
    cancelled,
    payinDecided,
    restored,
    ...flags("InDoubt"),
  ],
  Expired: ["AnsweredLate: Expired", paid, failed, payinDecided, ...flags("Expired")],
  Cancelled: [payinLate.replace("AwaitingOtp", "AwaitingOtp Cancelled"), paid, payinDecided, ...flags("Cancelled")],
}
const legalPayoutSteps: Readonly<Record<PayoutStateTag, ReadonlyArray<string>>> = {
  Intended: [begun, payoutLate, "Reopened: InDoubt", cancelled, "Held: Held", restored, ...flags("Intended")],
  Held: [
    payoutLate.replace("InDoubt", "Held InDoubt"),
    "Reopened: InDoubt",
    cancelled,
    restored,
    "Released: Intended",
    ...asked("Held"),
    ...flags("Held"),
  ],
  Submitting: [
    "Accepted: Pending",
    "AttemptRefused: InDoubt Pending Refused",
    "AttemptNotSent: InDoubt Intended Pending",
    "AttemptUnanswered: InDoubt Pending",
    "AnsweredLate: Submitting",
    ...flags("Submitting"),
  ],
  Pending: [payoutLate, paid, failed, decided, ...flags("Pending")],
  Completed: ["AnsweredLate: Completed", "CompletionSeen: Completed", ...flags("Completed")],
  NotCompleted: ["AnsweredLate: NotCompleted", ...flags("NotCompleted")],
  Refused: [payoutLate, "Refused: Refused", executed, ...flags("Refused")],
  InDoubt: [
    payoutLate,
    "InDoubt: InDoubt",
    restored,
    "Resolved: Completed Intended NotCompleted",
    ...asked("InDoubt"),
    ...flags("InDoubt"),
  ],
  Cancelled: [payoutLate.replace("InDoubt", "Cancelled InDoubt"), executed, ...flags("Cancelled")],
}

describe("every pair of a state and an event", () => {
  for (const payin of payins) {
    const state = payin.state._tag
    it(`is legal for a payin that is ${state} exactly where the table of the life says so`, () => {
      assert.deepStrictEqual(legalSteps(payin).toSorted(), legalPayinSteps[state].toSorted())
    })
  }
  for (const payout of payouts) {
    const state = payout.state._tag
    it(`is legal for a payout that is ${state} exactly where the table of the life says so`, () => {
      assert.deepStrictEqual(legalSteps(payout).toSorted(), legalPayoutSteps[state].toSorted())
    })
  }

  it("has a row behind it when it is legal, and none when it is not", () => {
    let pairs = 0
    for (const tag of new Set(allEvents.map(({ _tag }) => _tag))) {
      const events = allEvents.filter(({ _tag }) => _tag === tag)
      const legal = (payment: Payment) => events.some((event) => Result.isSuccess(append(payment, [event], 1)))
      for (const payin of payins) {
        assert.strictEqual(
          legal(payin),
          rowsFor(payinRows, payin.state._tag, tag).length > 0,
          `${payin.state._tag} ${tag}`,
        )
        pairs++
      }
      for (const payout of payouts) {
        assert.strictEqual(
          legal(payout),
          rowsFor(payoutRows, payout.state._tag, tag).length > 0,
          `${payout.state._tag} ${tag}`,
        )
        pairs++
      }
    }
    assert.strictEqual(pairs, 20 * 24)
  })

  it("is announced as an end exactly where it leads there, so once per payment", () => {
    for (const payment of [...payins, ...payouts]) {
      for (const event of allEvents) {
        const step = append(payment, [event], 1)
        if (Result.isFailure(step)) continue
        const ends = [payment, step.success.payment].map(({ state }) =>
          stateTraits[state._tag].isFinal ? state._tag : null,
        )
        const announced = deliveredAs(event)
        const isEnd = announced === "Completed" || announced === "Underpaid" || announced === "NotCompleted"
        assert.strictEqual(isEnd ? announced : null, ends[0] === ends[1] ? null : ends[1], event._tag)
      }
    }
  })

  it("that is illegal stores nothing and names the payment, its state and the event, and nothing else", () => {
    let refused = 0
    for (const payment of [...payins, ...payouts]) {
      const { kind, id } = payment.content
      const text = String(payment)
      for (const event of allEvents) {
        const step = append(payment, [event], 1)
        if (Result.isSuccess(step)) continue
        refused++
        const says = `The ${kind} shop/${id} is ${payment.state._tag}, and no row allows ${event._tag} there. Nothing was stored. Report this defect at ${issuePage}.`
        assert.strictEqual(step.failure, says)
      }
      assert.strictEqual(String(payment), text)
    }
    assert.isAbove(refused, 500)
  })

  it("is nothing before the intent, and the intent comes once and fits its kind (P1, O1)", () => {
    for (const event of allEvents) {
      const entry = { seq: 1, at: 0, event }
      if (event._tag === "Intended") assert.strictEqual(Result.getOrThrow(fold([entry])).state._tag, "Intended")
      else assert.throws(() => fold([entry]), "The history of a payment begins with its intent.")
    }
    assert.deepStrictEqual(
      rowsFor(payinRows, null, "Intended").map(({ row }) => row),
      ["P1"],
    )
    assert.deepStrictEqual(
      rowsFor(payoutRows, null, "Intended").map(({ row }) => row),
      ["O1"],
    )
    assert.isTrue(allows(payinRows, null, "Intended", "Intended"))
    assert.isFalse(allows(payinRows, null, "AttemptStarted", "Submitting"))
    assert.isTrue(Result.isFailure(append(newPayin(), [payinIntent().event], 1)))
    assert.isTrue(Result.isFailure(append(newPayout(), [payoutIntent().event], 1)))
  })
})

/** The edges that a diagram draws, with the rows on them. */
const edgesOf = (text: string) =>
  [...text.matchAll(/^ {2}(\S+) --> (\S+): (.*)$/gm)].map(([, from, to, rows]) => ({
    from,
    to,
    rows: (rows ?? "").split(", "),
  }))

describe("the diagrams", () => {
  for (const [name, text, table] of [
    ["payin", diagram(payinRows), payinRows],
    ["payout", diagram(payoutRows), payoutRows],
  ] as const) {
    it(`draw of the ${name} only what its table allows, every edge once, and few enough to follow`, () => {
      const edges = edgesOf(text)
      for (const { from, to, rows } of edges) {
        for (const label of rows) {
          const fits = (row: Row) =>
            row.row === label &&
            (from === "[*]" ? row.from === null : row.from?.some((state) => state === from) === true) &&
            row.to !== "same" &&
            row.to.some((state) => state === to)
          assert.isTrue(table.some(fits), `${from} --> ${to}: ${label}`)
        }
      }
      assert.strictEqual(new Set(edges.map(({ from, to }) => `${from} ${to}`)).size, edges.length)
      assert.isAtMost(edges.length, 24)
    })

    it(`draw or name every step of the ${name} that moves its state`, () => {
      const rows: ReadonlyArray<Row> = table
      for (const { row, from, to, event } of rows) {
        if (to === "same") continue
        for (const state of from ?? ["[*]"]) {
          const drawn = edgesOf(text).filter((edge) => edge.from === state && edge.rows.includes(row))
          const named = new RegExp(`^ {4}${row} \\(${event}\\): .*\\b${state}\\b.* to ${to.join(", ")}$`, "m")
          assert.isTrue(
            to.every((next) => drawn.some((edge) => edge.to === next)) || named.test(text),
            `${row} ${state}`,
          )
        }
      }
    })
  }

  it("show the life: a state that only a wide row leaves has its main edge (P12, O11)", () => {
    assert.include(diagram(payinRows), "Pending --> Completed: P12")
    assert.include(diagram(payoutRows), "Pending --> Completed: O10, O11")
    assert.notInclude(diagram(payinRows), "Cancelled --> ")
  })

  it("carry no note when nothing is left out", () => {
    const [create, claim] = payinRows
    if (create === undefined || claim === undefined) throw new Error("the table is empty")
    const expected = "stateDiagram-v2\n  [*] --> Intended: P1\n  Intended --> Submitting: P2"
    assert.strictEqual(diagram([create, claim]), expected)
  })
})
