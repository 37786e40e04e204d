import { assert, describe, it } from "@effect/vitest"
import type { StateTag } from "../src/Event.ts"
import { allows, diagram, type Row } from "../src/Machine.ts"
import { payinTable } from "../src/Payin.ts"
import { payoutTable } from "../src/Payout.ts"

const rests = ["Intended", "Pending", "InDoubt", "Refused"] as const

describe("the tables", () => {
  it("let no late answer move what is final, expired, or under way again (P18, O8)", () => {
    for (const to of rests) {
      for (const from of ["Completed", "NotCompleted", "Expired", "Submitting"] as const) {
        assert.isFalse(allows(payinTable, from, "AnsweredLate", to), `payin ${from} ${to}`)
      }
      for (const from of ["Completed", "NotCompleted", "Submitting"] as const) {
        assert.isFalse(allows(payoutTable, from, "AnsweredLate", to), `payout ${from} ${to}`)
      }
      assert.isTrue(allows(payinTable, "InDoubt", "AnsweredLate", to))
      assert.isTrue(allows(payoutTable, "InDoubt", "AnsweredLate", to))
    }
  })

  it("let an answer lead nowhere that the attempts cannot rest (P4, P7, P8)", () => {
    assert.isFalse(allows(payinTable, "Submitting", "AttemptNotSent", "Refused"))
    assert.isFalse(allows(payinTable, "Submitting", "AttemptRefused", "Intended"))
    assert.isFalse(allows(payinTable, "Submitting", "AttemptUnanswered", "Intended"))
    assert.isFalse(allows(payinTable, "Submitting", "AttemptUnanswered", "Refused"))
  })
})

/** The edges that a diagram draws, with the rows on them. */
const edgesOf = (text: string) =>
  [...text.matchAll(/^ {2}(\S+) --> (\S+): (.*)$/gm)].map(([, from, to, rows]) => ({
    from,
    to,
    rows: rows?.split(", "),
  }))

describe("the diagrams", () => {
  for (const [name, text, table] of [
    ["payin", diagram<StateTag>(payinTable), payinTable],
    ["payout", diagram<StateTag>(payoutTable), payoutTable],
  ] as const) {
    it(`draw of the ${name} only what its table allows, every edge once, and few enough to follow`, () => {
      const edges = edgesOf(text)
      for (const { from, to, rows } of edges) {
        for (const label of rows ?? []) {
          const fits = (row: Row<StateTag>) =>
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
      const rows: ReadonlyArray<Row<StateTag>> = table
      for (const { row, from, to, event } of rows) {
        if (to === "same") continue
        for (const state of from ?? ["[*]"]) {
          const drawn = edgesOf(text).filter((edge) => edge.from === state && edge.rows?.includes(row) === true)
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
    assert.include(diagram(payinTable), "Pending --> Completed: P12")
    assert.include(diagram(payoutTable), "Pending --> Completed: O10, O11")
    assert.notInclude(diagram(payinTable), "Cancelled --> ")
  })

  it("carry no note when nothing is left out", () => {
    const [create, claim] = payinTable
    if (create === undefined || claim === undefined) throw new Error("the table is empty")
    const expected = "stateDiagram-v2\n  [*] --> Intended: P1\n  Intended --> Submitting: P2"
    assert.strictEqual(diagram([create, claim]), expected)
  })
})
