import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Agenda, type AgendaEntry, type AgendaEvent } from "../src/index.ts"
import { nextEntry, planned, takenOut, withoutNext } from "../src/model/Agenda.ts"

const entry = (at: number, number: number, payment = "p"): AgendaEntry => ({
  at,
  number,
  event: { _tag: "MoveFinal", payment },
})

const plannedAll = (entries: ReadonlyArray<AgendaEntry>): Agenda =>
  entries.reduce<Agenda>((agenda, each) => planned(agenda, each), [])

/** Every entry in the order in which the agenda gives them. */
const emptied = (agenda: Agenda): ReadonlyArray<AgendaEntry> => {
  const entries: Array<AgendaEntry> = []
  for (let rest = agenda; ; rest = withoutNext(rest)) {
    const next = nextEntry(rest)
    if (next === undefined) return entries
    entries.push(next)
  }
}

const isOfOther = (event: AgendaEvent): event is Extract<AgendaEvent, { _tag: "MoveFinal" }> =>
  event._tag === "MoveFinal" && event.payment === "other"

describe("Agenda", () => {
  it.prop(
    "gives its entries by time, and those of one time as they were planned",
    { times: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))) },
    ({ times }) => {
      // More entries than one piece holds.
      const entries = Array.from({ length: 700 }, (_, index) => entry(times[index % times.length] ?? index % 7, index))
      const expected = entries.toSorted((one, other) => one.at - other.at || one.number - other.number)
      assert.deepStrictEqual(emptied(plannedAll(entries)), expected)
    },
    { arbitrary: { runs: 30 } },
  )

  it("cuts itself into pieces of which none is empty and none is long, whatever the order of planning", () => {
    const ascending = Array.from({ length: 5_000 }, (_, index) => entry(index, index))
    for (const entries of [ascending, ascending.toReversed(), ascending.map((each) => ({ ...each, at: 1 }))]) {
      const agenda = plannedAll(entries)
      assert.isAbove(agenda.length, 15)
      assert.isTrue(agenda.every((piece) => piece.length > 0 && piece.length <= 256))
    }
  })

  it("shares every piece that a new entry does not belong to, so that planning does not copy the whole", () => {
    const agenda = plannedAll(Array.from({ length: 5_000 }, (_, index) => entry(index, index)))
    const longer = planned(agenda, entry(2_500, 5_001))
    assert.isAtLeast(longer.filter((piece) => agenda.includes(piece)).length, agenda.length - 1)
    const shorter = withoutNext(longer)
    assert.isAtLeast(shorter.filter((piece) => longer.includes(piece)).length, longer.length - 1)
  })

  it("gives out the events of one kind and leaves the others as they were", () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => entry(index, index, index < 600 ? "other" : "p"))
    const { rest, taken } = takenOut(plannedAll(entries), isOfOther)
    assert.strictEqual(taken.length, 600)
    assert.deepStrictEqual(emptied(rest), entries.slice(600))
    assert.isTrue(rest.every((piece) => piece.length > 0))
  })

  it("is empty until something is planned", () => {
    assert.isUndefined(nextEntry([]))
    assert.deepStrictEqual(withoutNext([]), [])
    assert.deepStrictEqual(planned([], entry(1, 1)), [[entry(1, 1)]])
  })
})
