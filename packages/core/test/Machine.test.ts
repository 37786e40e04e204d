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

const rests = ["intended", "pending", "in_doubt", "refused"] as const

describe("the tables", () => {
  it("let no late answer move what is final, expired, or under way again (P18, O8)", () => {
    for (const to of rests) {
      for (const from of ["completed", "not_completed", "expired", "submitting"] as const) {
        assert.isFalse(allows(payinRows, from, "answered_late", to), `payin ${from} ${to}`)
      }
      for (const from of ["completed", "not_completed", "submitting"] as const) {
        assert.isFalse(allows(payoutRows, from, "answered_late", to), `payout ${from} ${to}`)
      }
      assert.isTrue(allows(payinRows, "in_doubt", "answered_late", to))
      assert.isTrue(allows(payoutRows, "in_doubt", "answered_late", to))
    }
  })

  it("let an answer lead nowhere that the attempts cannot rest (P4, P7, P8)", () => {
    assert.isFalse(allows(payinRows, "submitting", "attempt_not_sent", "refused"))
    assert.isFalse(allows(payinRows, "submitting", "attempt_refused", "intended"))
    assert.isFalse(allows(payinRows, "submitting", "attempt_unanswered", "intended"))
    assert.isFalse(allows(payinRows, "submitting", "attempt_unanswered", "refused"))
  })
})

const cases = PayinState.cases
const payinStates: Readonly<Record<PayinStateTag, PayinState>> = {
  intended: cases.intended.make({}),
  submitting: cases.submitting.make({}),
  awaiting_otp: cases.awaiting_otp.make({}),
  pending: cases.pending.make({}),
  completed: cases.completed.make({ at: 0, attempt: null, late: false, amountPaid: 500 }),
  underpaid: cases.underpaid.make({ at: 0, attempt: null, late: false, amountPaid: 499 }),
  not_completed: cases.not_completed.make({ at: 0 }),
  refused: cases.refused.make({ at: 0 }),
  in_doubt: cases.in_doubt.make({}),
  expired: cases.expired.make({ at: 0 }),
  cancelled: cases.cancelled.make({ at: 0 }),
}
const payoutStates: Readonly<Record<PayoutStateTag, PayoutState>> = {
  intended: PayoutState.cases.intended.make({}),
  held: PayoutState.cases.held.make({ because: "twin" }),
  submitting: PayoutState.cases.submitting.make({}),
  pending: PayoutState.cases.pending.make({}),
  completed: PayoutState.cases.completed.make({ at: 0, attempt: null }),
  not_completed: PayoutState.cases.not_completed.make({ at: 0 }),
  refused: PayoutState.cases.refused.make({ at: 0 }),
  in_doubt: PayoutState.cases.in_doubt.make({}),
  cancelled: PayoutState.cases.cancelled.make({ at: 0 }),
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

const flags = (state: StateTag) => [`flagged: ${state}`, `flag_closed: ${state}`]
const asked = (state: StateTag) => [`approval_requested: ${state}`, `approval_withdrawn: ${state}`]
const paid = "completed: completed"
const failed = "not_completed: not_completed"
const begun = "attempt_started: submitting"
const expired = "expired: expired"
const cancelled = "cancelled: cancelled"
const executed = "resolved: completed"
const restored = "restored: in_doubt"
const decided = "resolved: completed not_completed"
const payinDecided = "resolved: completed not_completed underpaid"
const payinLate = "answered_late: awaiting_otp in_doubt intended pending refused"
const payoutLate = "answered_late: in_doubt intended pending refused"

/** The two tables once more, written down by state instead of by row, so that no mistake is made twice the same way. */
const legalPayinSteps: Readonly<Record<PayinStateTag, ReadonlyArray<string>>> = {
  intended: [begun, payinLate, "reopened: in_doubt", paid, cancelled, restored, ...flags("intended")],
  submitting: [
    "accepted: pending",
    "otp_requested: awaiting_otp pending",
    "attempt_refused: in_doubt pending refused",
    "attempt_not_sent: awaiting_otp in_doubt intended pending",
    "attempt_unanswered: awaiting_otp in_doubt pending",
    "answered_late: submitting",
    ...flags("submitting"),
  ],
  awaiting_otp: [begun, payinLate, paid, failed, expired, payinDecided, restored, ...flags("awaiting_otp")],
  pending: [begun, payinLate, paid, failed, expired, payinDecided, ...flags("pending")],
  completed: ["answered_late: completed", "completion_seen: completed", ...flags("completed")],
  underpaid: ["answered_late: underpaid", "completion_seen: underpaid", ...flags("underpaid")],
  not_completed: ["answered_late: not_completed", ...flags("not_completed")],
  refused: [payinLate, "refused: refused", paid, payinDecided, ...flags("refused")],
  in_doubt: [
    begun,
    payinLate,
    "in_doubt: in_doubt",
    paid,
    expired,
    cancelled,
    payinDecided,
    restored,
    ...flags("in_doubt"),
  ],
  expired: ["answered_late: expired", paid, failed, payinDecided, ...flags("expired")],
  cancelled: [payinLate.replace("awaiting_otp", "awaiting_otp cancelled"), paid, payinDecided, ...flags("cancelled")],
}
const legalPayoutSteps: Readonly<Record<PayoutStateTag, ReadonlyArray<string>>> = {
  intended: [begun, payoutLate, "reopened: in_doubt", cancelled, "held: held", restored, ...flags("intended")],
  held: [
    payoutLate.replace("in_doubt", "held in_doubt"),
    "reopened: in_doubt",
    cancelled,
    restored,
    "released: intended",
    ...asked("held"),
    ...flags("held"),
  ],
  submitting: [
    "accepted: pending",
    "attempt_refused: in_doubt pending refused",
    "attempt_not_sent: in_doubt intended pending",
    "attempt_unanswered: in_doubt pending",
    "answered_late: submitting",
    ...flags("submitting"),
  ],
  pending: [payoutLate, paid, failed, decided, ...flags("pending")],
  completed: ["answered_late: completed", "completion_seen: completed", ...flags("completed")],
  not_completed: ["answered_late: not_completed", ...flags("not_completed")],
  refused: [payoutLate, "refused: refused", executed, ...flags("refused")],
  in_doubt: [
    payoutLate,
    "in_doubt: in_doubt",
    restored,
    "resolved: completed intended not_completed",
    ...asked("in_doubt"),
    ...flags("in_doubt"),
  ],
  cancelled: [payoutLate.replace("in_doubt", "cancelled in_doubt"), executed, ...flags("cancelled")],
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
        const isEnd = announced === "completed" || announced === "underpaid" || announced === "not_completed"
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
      if (event._tag === "intended") assert.strictEqual(Result.getOrThrow(fold([entry])).state._tag, "intended")
      else assert.throws(() => fold([entry]), "The history of a payment begins with its intent.")
    }
    assert.deepStrictEqual(
      rowsFor(payinRows, null, "intended").map(({ row }) => row),
      ["P1"],
    )
    assert.deepStrictEqual(
      rowsFor(payoutRows, null, "intended").map(({ row }) => row),
      ["O1"],
    )
    assert.isTrue(allows(payinRows, null, "intended", "intended"))
    assert.isFalse(allows(payinRows, null, "attempt_started", "submitting"))
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
    assert.include(diagram(payinRows), "pending --> completed: P12")
    assert.include(diagram(payoutRows), "pending --> completed: O10, O11")
    assert.notInclude(diagram(payinRows), "cancelled --> ")
  })

  it("carry no note when nothing is left out", () => {
    const [create, claim] = payinRows
    if (create === undefined || claim === undefined) throw new Error("the table is empty")
    const expected = "stateDiagram-v2\n  [*] --> intended: P1\n  intended --> submitting: P2"
    assert.strictEqual(diagram([create, claim]), expected)
  })
})
