/** Lines and payments find each other one to one; what is ambiguous stays so; and "not completed" is proposed only when nothing speaks against it. */
import { assert, describe, it } from "@effect/vitest"
import { PaymentId, ProjectId } from "@cauri/core"
import { uncovered } from "@cauri/core/adapter"
import {
  type Line,
  match,
  type MatchTerms,
  type OurPayment,
  totalsOf,
  uncoveredFor,
  usualTerms,
} from "../../src/statements/match.ts"

const day = 86_400_000
const terms: MatchTerms = { ...usualTerms, from: 0, before: 10 * day, settled: 3 * day, covers: () => true }

let numbers = 0
const line = (more: Partial<Line> = {}): Line => {
  numbers += 1
  return {
    statement: 1,
    number: numbers,
    at: day,
    span: 0,
    amount: -5_000,
    kind: "payout",
    reference: "",
    phone: "70000001",
    operator: "",
    moved: "yes",
    digest: `line ${numbers}`,
    ...more,
  }
}

const payout = (id: string, more: Partial<OurPayment> = {}): OurPayment => ({
  key: { kind: "payout", project: ProjectId.make("shop"), id: PaymentId.make(id) },
  amount: 5_000,
  references: [id],
  phones: ["22670000001"],
  from: day,
  until: day,
  stands: "moved",
  state: "completed",
  operator: null,
  inDoubt: false,
  ...more,
})
const doubtful = (id: string, more: Partial<OurPayment> = {}) => payout(id, { stands: "open", inDoubt: true, ...more })

const proposal = (lines: ReadonlyArray<Line>, payments: ReadonlyArray<OurPayment>, how: Partial<MatchTerms> = {}) => {
  const [found] = match(lines, payments, { ...terms, ...how }).proposals
  return found?._tag === "Unclear" ? found.because : found?._tag
}

describe("lines and payments", () => {
  it("are matched by reference, with the same amount or another one", () => {
    const [same, other] = [line({ reference: "a", phone: null }), line({ reference: "b", amount: -4_000 })]
    const { both, ours, theirs } = match([same, other], [payout("a"), payout("b")], terms)
    assert.deepStrictEqual(
      both.map(({ by, line: found, payment, sameAmount }) => [payment.key.id, found, by, sameAmount]),
      [
        ["a", same, "reference", true],
        ["b", other, "reference", false],
      ],
    )
    assert.deepStrictEqual([ours, theirs], [[], []])
  })

  it("are matched by number, amount and time, and else stand on one side alone", () => {
    const [fits, lost] = [line(), line({ phone: "70000009", at: 2 * day })]
    const missing = payout("missing", { phones: ["22670000007"] })
    const { both, ours, theirs } = match([fits, lost], [payout("a"), missing], terms)
    assert.deepStrictEqual(
      both.map(({ by, payment }) => [payment.key.id, by]),
      [["a", "number"]],
    )
    assert.deepStrictEqual([ours, theirs], [[missing], [lost]])
  })

  it("of the wrong direction, a failed status, or too early or late never match", () => {
    for (const more of [
      { amount: 5_000, kind: "payin" },
      { operator: "Moov" },
      { kind: "other" },
      { moved: "no" },
      { at: day - 3_600_000 },
      { at: 10 * day },
    ] as const) {
      assert.deepStrictEqual(match([line(more)], [payout("a", { operator: "Orange" })], terms).both, [])
    }
  })

  it("that fit in more than one way are said, and never guessed", () => {
    const [one, other] = [payout("a"), payout("b")]
    const { both, ours, several, theirs } = match([line()], [one, other], terms)
    assert.deepStrictEqual([both, ours, theirs], [[], [], []])
    assert.deepStrictEqual(
      several.map(({ payments }) => payments),
      [[one, other]],
    )
    assert.strictEqual(match([line({ reference: "a" }), line({ reference: "a" })], [one], terms).several.length, 2)
  })
})

describe("a contradiction", () => {
  it("is a line that moved where the payment did not, by reference or by number, and never the same on both sides", () => {
    for (const state of ["refused", "not_completed", "cancelled", "intended", "held", "expired"] as const)
      for (const more of [{ reference: "a", phone: null }, {}]) {
        const { both, contradictions, ours, theirs } = match(
          [line(more)],
          [payout("a", { stands: "unmoved", state })],
          terms,
        )
        assert.deepStrictEqual(
          contradictions.map(({ payment }) => payment.state),
          [state],
        )
        assert.deepStrictEqual([both, ours, theirs], [[], [], []])
      }
  })

  it("is a line that did not move where the payment did", () => {
    const compared = match([line({ reference: "a", moved: "no" })], [payout("a")], terms)
    assert.deepStrictEqual(
      compared.contradictions.map(({ line: found, payment }) => [payment.state, found.moved]),
      [["completed", "no"]],
    )
    assert.deepStrictEqual([compared.both, compared.ours], [[], []])
    assert.deepInclude(totalsOf(compared)[1], { ours: 5_000, theirs: 0 })
  })
})

describe("a payout in doubt", () => {
  it("is proposed as completed with its line", () => {
    assert.strictEqual(proposal([line()], [doubtful("a")]), "completed")
    assert.strictEqual(proposal([line({ reference: "a", phone: null })], [doubtful("a")]), "completed")
  })

  it("is proposed as not completed when the time is covered and no line fits, or the service says that it failed", () => {
    assert.strictEqual(proposal([], [doubtful("a")]), "not_completed")
    assert.strictEqual(proposal([line({ reference: "a", moved: "no" })], [doubtful("a")]), "not_completed")
    assert.strictEqual(proposal([line({ phone: "70000009" })], [doubtful("a")]), "not_completed")
  })

  it("is unclear when the time is not covered whole", () => {
    assert.strictEqual(proposal([], [doubtful("a")], { covers: () => false }), "not_covered")
    const asked: Array<ReadonlyArray<number>> = []
    proposal([], [doubtful("a")], { covers: (_, from, before) => asked.push([from, before]) > 0 })
    assert.deepStrictEqual(asked, [[day - 15 * 60_000, 4 * day]])
  })

  it("is unclear whenever a line may still be it", () => {
    const maybe: ReadonlyArray<Partial<Line>> = [
      { phone: null },
      { amount: -5_050 },
      { moved: "unknown" },
      { reference: "a", amount: 5_000, kind: "payin" },
    ]
    for (const more of maybe)
      assert.strictEqual(proposal([line(more)], [doubtful("a")]), "may_fit", JSON.stringify(more))
    assert.strictEqual(proposal([line({ reference: "a", amount: -4_000 })], [doubtful("a")]), "other_amount")
    assert.strictEqual(proposal([line()], [doubtful("a"), payout("twin")]), "several")
    assert.strictEqual(
      proposal([line({ reference: "a" }), line({ reference: "a", amount: 5_000, kind: "payin" })], [doubtful("a")]),
      "several",
    )
  })

  it("does not lose its line to another payment that owns it by reference", () =>
    assert.strictEqual(proposal([line({ reference: "twin" })], [doubtful("a"), payout("twin")]), "not_completed"))
})

describe("coverage", () => {
  it("is what the periods leave out", () => {
    const periods = [
      { from: 5, before: 8 },
      { from: 0, before: 3 },
      { from: 2, before: 4 },
    ]
    assert.deepStrictEqual(uncovered(periods, 1, 10), [
      { from: 4, before: 5 },
      { from: 8, before: 10 },
    ])
    assert.deepStrictEqual(uncovered(periods, 0, 4), [])
    assert.deepStrictEqual(uncovered([], 1, 2), [{ from: 1, before: 2 }])
  })

  it("is that of each operator, unless a project has one balance", () => {
    const statements = [
      { from: 0, before: 5, covers: ["Orange"] },
      { from: 0, before: 3, covers: [""] },
      { from: 0, before: 9, covers: [] },
    ]
    assert.deepStrictEqual(uncoveredFor(statements, ["Orange", "Moov"], 0, 5), [{ from: 3, before: 5 }])
    assert.deepStrictEqual(uncoveredFor(statements, ["Orange"], 0, 5), [])
    assert.deepStrictEqual(uncoveredFor(statements, [], 0, 6), [{ from: 5, before: 6 }])
  })
})
