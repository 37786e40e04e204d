/** The proof over small books: it agrees where they agree, and every lie in either of them is found. */
import { assert, describe, it } from "@effect/vitest"
import type { ReceivedEvent, Ours } from "../src/ourBooks.ts"
import { type Evidence, prove, whyWaiting } from "../src/proof.ts"
import type { Known } from "../src/SandboxControl.ts"

const ours = (id: string, change: Partial<Ours> = {}): Ours => ({
  id,
  kind: "payin",
  rail: "ussd_push",
  state: "completed",
  amount: 500,
  flags: [],
  unanswered: null,
  attempts: 1,
  ...change,
})

const known = (id: string, change: Partial<Known> = {}): Known => ({
  id,
  kind: "payin",
  movedXof: 500,
  movements: 1,
  pending: false,
  calls: 1,
  repeatedCalls: 0,
  ...change,
})

const completion = (id: string, amount = 500): ReceivedEvent => ({
  type: "payin.completed",
  data: { id: `payin shop/${id}#4`, payment: { id }, amount },
})

const evidence = (
  rows: ReadonlyArray<Ours>,
  there: ReadonlyArray<Known>,
  received: ReadonlyArray<ReceivedEvent>,
): Evidence => ({
  ours: rows,
  service: { known: new Map(there.map((each) => [each.id, each])), struck: {} },
  received,
})

const wage = { kind: "payout", rail: "mobile_money_payout" } as const

describe("the proof", () => {
  it("agrees where every franc is on both sides, and the host has heard of it", () => {
    const proof = prove(
      evidence(
        [ours("a"), ours("b", { state: "expired" }), ours("w", { ...wage, amount: 900 })],
        [known("a"), known("b", { movedXof: 0, movements: 0 }), known("w", { kind: "payout", movedXof: 900 })],
        [completion("a"), completion("w", 900)],
      ),
    )
    assert.deepStrictEqual(proof.disagreements, [])
    assert.deepStrictEqual(proof.payins.there, { payments: 1, francs: 500 })
    assert.deepStrictEqual(proof.payouts.here, { payments: 1, francs: 900 })
    assert.deepStrictEqual(proof.completions, { payments: 2, francs: 1_400 })
    assert.deepStrictEqual(proof.calls, { begun: 3, arrived: 3, repeated: 0 })
  })

  it("lets a person's question stand for a difference, and counts it", () => {
    const doubt = ours("w", { ...wage, state: "in_doubt", unanswered: "timed_out" })
    const paidDoubt = ours("v", { ...wage, state: "in_doubt", unanswered: "timed_out" })
    const flagged = ours("a", { state: "expired", flags: ["unanswered", "callback_without_token"] })
    const proof = prove(evidence([doubt, paidDoubt, flagged], [known("v", { kind: "payout" }), known("a")], []))
    assert.deepStrictEqual(proof.disagreements, [])
    assert.deepStrictEqual(proof.waiting, [
      { kind: "payout", why: "timed_out", payments: 2, francs: 1_000, moved: 1 },
      { kind: "payin", why: "callback_without_token", payments: 1, francs: 500, moved: 1 },
    ])
    assert.strictEqual(proof.payouts.there.francs, proof.payouts.here.francs + proof.payouts.forPerson.francs)
    assert.strictEqual(proof.payins.there.francs, proof.payins.here.francs + proof.payins.forPerson.francs)
  })

  it.each<readonly [lie: string, about: string, Evidence]>([
    ["money that nobody here knows of", "payin", evidence([ours("a", { state: "expired" })], [known("a")], [])],
    [
      "a completion without money",
      "payin",
      evidence([ours("a")], [known("a", { movedXof: 0, movements: 0 })], [completion("a")]),
    ],
    ["another amount", "payin", evidence([ours("a")], [known("a", { movedXof: 499 })], [completion("a")])],
    ["a payment that our store lost", "payin", evidence([], [known("a")], [])],
    [
      "a payout that was paid twice, although a person is asked about it",
      "twice",
      evidence(
        [ours("w", { ...wage, state: "in_doubt", attempts: 2 })],
        [known("w", { kind: "payout", movements: 2, movedXof: 1_000, calls: 2 })],
        [],
      ),
    ],
    [
      "a call that arrived twice",
      "calls",
      evidence([ours("a", { attempts: 2 })], [known("a", { calls: 2, repeatedCalls: 1 })], [completion("a")]),
    ],
    [
      "a call that was not noted before it left",
      "calls",
      evidence([ours("a")], [known("a", { calls: 2 })], [completion("a")]),
    ],
    ["a completion that the host never heard of", "host", evidence([ours("a")], [known("a")], [])],
    [
      "a completion under two ids",
      "host",
      evidence(
        [ours("a")],
        [known("a")],
        [completion("a"), { ...completion("a"), data: { ...completion("a").data, id: "payin shop/a#5" } }],
      ),
    ],
    ["a completion of another amount", "host", evidence([ours("a")], [known("a")], [completion("a", 499)])],
    [
      "a completion that never was",
      "host",
      evidence([ours("a", { state: "expired" })], [known("a", { movedXof: 0 })], [completion("a")]),
    ],
  ])("finds %s", (_, about, lie) => {
    const { disagreements } = prove(lie)
    assert.deepStrictEqual(
      disagreements.map((each) => each.about),
      [about],
    )
  })

  it("takes the same announcement under the same id for one", () => {
    const proof = prove(evidence([ours("a")], [known("a")], [completion("a"), completion("a")]))
    assert.deepStrictEqual(proof.disagreements, [])
    assert.strictEqual(proof.receivedAgain, 1)
    assert.strictEqual(proof.completions.payments, 1)
  })

  it("says of a payment why a person is asked: its doubt, that it is held, or the flag that says most", () => {
    assert.isNull(whyWaiting(ours("a")))
    assert.strictEqual(whyWaiting(ours("a", { ...wage, state: "in_doubt", unanswered: "unreadable" })), "unreadable")
    assert.strictEqual(whyWaiting(ours("a", { ...wage, state: "held" })), "held")
    assert.strictEqual(
      whyWaiting(ours("a", { flags: ["unanswered", "terminal_contradiction"] })),
      "terminal_contradiction",
    )
    assert.strictEqual(whyWaiting(ours("a", { flags: ["overdue"] })), "overdue")
  })
})
