/** Statements of the service in a key-value store: files as they came, each line once, what was replaced, what is forgotten. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Payins, Payouts } from "@cauri/core"
import { type NewAccountStatement, type StatementLine, AccountStatements } from "@cauri/core/adapter"
import { payout, pushPayin, scripted } from "./scripted.ts"

const by = { by: "A colleague", at: 9 }
const keep = (digest: string) =>
  AccountStatements.use(({ keepFile }) => keepFile({ digest, name: `${digest}.csv`, bytes: Uint8Array.of(1), ...by }))

const statementOf = (file: string, more: Partial<NewAccountStatement> = {}): NewAccountStatement => ({
  file,
  project: "shop",
  from: 0,
  before: 100,
  covers: [],
  replaces: null,
  ...by,
  ...more,
})
const line = (number: number, at: number, digest = `line ${number}`): StatementLine => ({
  number,
  at,
  amount: -number,
  digest,
  body: "{}",
})
const added = (file: string, lines: ReadonlyArray<StatementLine>, more: Partial<NewAccountStatement> = {}) =>
  Effect.andThen(
    keep(file),
    AccountStatements.use(({ add }) => add(statementOf(file, more), lines)),
  )
const numbers = (query: Omit<Parameters<AccountStatements["Service"]["list"]>[0], "limit"> = {}) =>
  Effect.map(
    AccountStatements.use(({ list }) => list({ limit: 9, ...query })),
    (all) => all.map(({ number }) => number),
  )
const lines = (query: Partial<Parameters<AccountStatements["Service"]["lines"]>[0]> = {}) =>
  Effect.map(
    AccountStatements.use((statements) =>
      statements.lines({ project: "shop", from: 0, before: 100, limit: 9, ...query }),
    ),
    (all) => all.map(({ digest, statement }) => `${statement} ${digest}`),
  )

describe("files", () => {
  it.effect("a file is kept once, and neither who gave it nor who reads it changes its bytes", () =>
    scripted(() =>
      Effect.gen(function* () {
        const { file, keepFile } = yield* AccountStatements
        const bytes = Uint8Array.of(1, 2)
        const kept = { digest: "abc", name: "one.csv", bytes: Uint8Array.of(1, 2), ...by }
        yield* keepFile({ ...kept, bytes })
        yield* keepFile({ ...kept, name: "other.csv" })
        bytes.fill(0)
        Option.getOrThrow(yield* file("abc")).bytes.fill(0)
        assert.deepStrictEqual(yield* file("abc"), Option.some(kept))
        assert.deepStrictEqual(yield* file("abd"), Option.none())
      }),
    ),
  )
})

describe("statements", () => {
  it.effect("count each line of a project once, and a replaced one counts no longer", () =>
    scripted(() =>
      Effect.gen(function* () {
        const { find } = yield* AccountStatements
        assert.deepInclude(yield* added("one", [line(1, 5), line(2, 5)]), { _tag: "Added", number: 1, counted: 2 })
        assert.deepInclude(yield* added("two", [line(1, 5, "line 2"), line(3, 4)]), { number: 2, counted: 1 })
        assert.deepInclude(yield* added("three", [line(1, 100)], { project: "kiosk", before: 101 }), { counted: 1 })
        assert.deepStrictEqual(yield* added("one", []), { _tag: "AlreadyThere", number: 1 })
        assert.deepStrictEqual(yield* lines(), ["2 line 3", "1 line 1", "1 line 2"])
        assert.deepStrictEqual(yield* lines({ after: { at: 5, statement: 1, number: 1 } }), ["1 line 2"])
        assert.deepInclude(yield* added("one", [line(1, 5, "new")], { replaces: 1 }), { number: 4, counted: 1 })
        assert.deepStrictEqual(yield* lines(), ["2 line 3", "2 line 2", "4 new"])
        const first = { ...statementOf("one"), number: 1, fileName: "one.csv", lines: 2, replacedBy: 4 }
        assert.deepStrictEqual(yield* find(1), Option.some(first))
        assert.deepStrictEqual(yield* find(5), Option.none())
        assert.deepStrictEqual(yield* numbers({ below: 4, project: "shop" }), [2, 1])
        assert.deepStrictEqual(yield* numbers({ touching: { from: 100, before: 101 } }), [3])
      }),
    ),
  )

  it.effect("are kept whole or not at all", () =>
    scripted(() =>
      Effect.gen(function* () {
        const { add } = yield* AccountStatements
        yield* added("one", [])
        yield* added("two", [], { replaces: 1 })
        yield* keep("three")
        const reasons: Array<string> = []
        for (const [statement, rows] of [
          [statementOf("unknown"), []],
          [statementOf("three", { replaces: 1 }), []],
          [statementOf("three", { replaces: 9 }), []],
          [statementOf("three"), [line(1, 5), line(1, 6)]],
          [statementOf("three"), [{ ...line(1, 5), body: "no JSON" }]],
        ] as const) {
          reasons.push(String((yield* Effect.flip(add(statement, rows))).cause))
        }
        assert.deepStrictEqual(reasons.slice(0, 4), [
          "Error: The file was not kept.",
          "Error: The statement was replaced already.",
          "Error: There is no such statement.",
          "Error: Two lines have one number.",
        ])
        assert.deepStrictEqual([yield* numbers(), yield* lines()], [[2, 1], []])
      }),
    ),
  )
})

describe("what a restored store forgot", () => {
  it.effect("begins with the newest event, in each project with payouts, and comes by project, the oldest first", () =>
    scripted(() =>
      Effect.gen(function* () {
        const { gaps, openGap } = yield* AccountStatements
        yield* (yield* Payouts).create(payout("salary", { project: "market" }), { sendLater: true })
        // The shop has payins only.
        yield* (yield* Payins).create(pushPayin("order-1"))
        yield* openGap(9)
        yield* TestClock.setTime(4)
        yield* (yield* Payouts).create(payout("wage", { project: "kiosk" }), { sendLater: true })
        yield* openGap(9)
        yield* openGap(5)
        assert.deepStrictEqual(yield* gaps(), [
          { project: "kiosk", from: 4, before: 5 },
          { project: "kiosk", from: 4, before: 9 },
          { project: "market", from: 4, before: 5 },
          { project: "market", from: 0, before: 9 },
          { project: "market", from: 4, before: 9 },
        ])
      }),
    ),
  )
})
