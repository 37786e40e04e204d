/**
 * What a store keeps of statements: files, statements with their lines, and what a restoration forgot.
 */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { type NewAccountStatement, type StatementLine, AccountStatements, type StorePorts } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { newGround, payinIn, payoutIn } from "../samples.ts"
import { everything, put } from "../steps.ts"

const day = 86_400_000

/** A file of this name; its digest is its name. */
const keep = (name: string, bytes: Uint8Array = Uint8Array.of(1)) =>
  AccountStatements.use((statements) =>
    statements.keepFile({ digest: name, name: `${name}.csv`, bytes, by: "A", at: 7 }),
  )

const statementOf = (file: string, more: Partial<NewAccountStatement> = {}): NewAccountStatement => ({
  file,
  project: "shop",
  from: 0,
  before: day,
  covers: [],
  by: "A. Colleague",
  at: 9,
  replaces: null,
  ...more,
})

const lineOf = (number: number, more: Partial<StatementLine> = {}): StatementLine => ({
  number,
  at: number * 1_000,
  amount: -number,
  digest: `line ${number}`,
  body: `{"text":"line ${number}"}`,
  ...more,
})

const added = Effect.fnUntraced(function* (
  file: string,
  lines: ReadonlyArray<StatementLine>,
  more: Partial<NewAccountStatement> = {},
) {
  yield* keep(file)
  return yield* (yield* AccountStatements).add(statementOf(file, more), lines)
})

const linesOf = (project = "shop", from = 0, before = day) =>
  AccountStatements.use((statements) => statements.lines({ project, from, before, limit: everything }))
const placesOf = (project?: string) =>
  Effect.map(linesOf(project), (lines) => lines.map(({ digest, statement }) => `${statement} ${digest}`))
const listed = Effect.map(
  AccountStatements.use((statements) => statements.list({ limit: everything })),
  (all) => all.map(({ number }) => number),
)

const refusal = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect).pipe(Effect.orElseSucceed(() => null))

export const statements: Facet<StorePorts> = {
  name: "statements of the service",
  alone: true,
  cases: {
    "a file comes back byte for byte, and is kept once under its first name": Effect.gen(function* () {
      const { file, keepFile } = yield* AccountStatements
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      const kept = { digest: "abc", name: "Relevé d’août.csv", bytes, by: "A", at: 7 }
      yield* keepFile(kept)
      yield* keepFile({ ...kept, name: "other.csv", by: "B", at: 8 })
      assert.deepStrictEqual(yield* file("abc"), Option.some(kept))
      assert.deepStrictEqual(yield* file("abd"), Option.none())
    }),

    "a statement comes back as it was added, with its number, the name of its file and the number of its lines":
      Effect.gen(function* () {
        const { find } = yield* AccountStatements
        const first = statementOf("one", { covers: ["Orange é", ""] })
        yield* keep("one")
        yield* keep("two")
        const { add } = yield* AccountStatements
        assert.deepStrictEqual(yield* add(first, [lineOf(1), lineOf(2)]), { _tag: "Added", number: 1, counted: 2 })
        assert.deepStrictEqual(yield* add(statementOf("two"), []), { _tag: "Added", number: 2, counted: 0 })
        const seen = { ...first, number: 1, fileName: "one.csv", lines: 2, replacedBy: null }
        assert.deepStrictEqual(yield* find(1), Option.some(seen))
        assert.deepStrictEqual(yield* find(3), Option.none())
      }),

    "the same file twice adds nothing": Effect.gen(function* () {
      yield* added("one", [lineOf(1)])
      assert.deepStrictEqual(yield* added("one", [lineOf(2)], { project: "other" }), {
        _tag: "AlreadyThere",
        number: 1,
      })
      assert.deepStrictEqual(yield* placesOf(), ["1 line 1"])
      assert.deepStrictEqual(yield* listed, [1])
    }),

    "a line that two statements have counts once, from the first, and in each project by itself": Effect.gen(
      function* () {
        yield* added("one", [lineOf(1), lineOf(2)])
        assert.deepStrictEqual(yield* added("two", [lineOf(1, { digest: "line 2" }), lineOf(3)]), {
          _tag: "Added",
          number: 2,
          counted: 1,
        })
        yield* added("three", [lineOf(2)], { project: "other" })
        assert.deepStrictEqual(yield* placesOf(), ["1 line 1", "1 line 2", "2 line 3"])
        assert.deepStrictEqual(yield* placesOf("other"), ["3 line 2"])
      },
    ),

    "a statement that replaces another counts instead of it, and nothing is lost": Effect.gen(function* () {
      const { find } = yield* AccountStatements
      yield* added("one", [lineOf(1), lineOf(2)])
      yield* added("two", [lineOf(2)])
      const corrected = lineOf(1, { amount: 1, digest: "corrected" })
      assert.deepStrictEqual(yield* added("one", [corrected], { replaces: 1 }), {
        _tag: "Added",
        number: 3,
        counted: 1,
      })
      assert.deepStrictEqual(yield* placesOf(), ["3 corrected", "2 line 2"])
      assert.deepStrictEqual(yield* added("one", [lineOf(1)]), { _tag: "AlreadyThere", number: 3 })
      const [first, third] = [yield* find(1), yield* find(3)]
      assert.deepInclude(Option.getOrThrow(first), { lines: 2, replacedBy: 3 })
      assert.deepInclude(Option.getOrThrow(third), { replaces: 1, replacedBy: null })
    }),

    "what cannot be kept whole is refused, and nothing of it is kept": Effect.gen(function* () {
      const { add } = yield* AccountStatements
      yield* added("one", [lineOf(1)])
      yield* added("two", [], { replaces: 1 })
      yield* keep("three")
      for (const [statement, lines] of [
        [statementOf("unknown"), []],
        [statementOf("three", { replaces: 1 }), []],
        [statementOf("three", { replaces: 9 }), []],
        [statementOf("three"), [lineOf(1), lineOf(2, { body: "no JSON" })]],
        [statementOf("three"), [lineOf(1), lineOf(1)]],
      ] as const) {
        assert.deepInclude(yield* refusal(add(statement, lines)), { _tag: "StoreError", operation: "add" })
      }
      assert.deepStrictEqual(yield* listed, [2, 1])
      assert.deepStrictEqual(yield* linesOf(), [])
      assert.deepInclude(yield* add(statementOf("three"), [lineOf(1)]), { _tag: "Added" })
    }),

    "lines come by time, then statement and number, page by page, letter for letter": Effect.gen(function* () {
      const same = { at: 500, amount: 9_007_199_254_740_991 }
      yield* added("one", [
        lineOf(1, { ...same, digest: "b" }),
        lineOf(2, { ...same, digest: "a", body: '{ "a":"\\u0000"}' }),
      ])
      yield* added("two", [lineOf(1, { ...same, digest: "c" }), lineOf(2, { at: 499 }), lineOf(3, { at: day - 1 })])
      yield* added("three", [lineOf(1, { at: day, digest: "later" })])
      const all = yield* linesOf()
      assert.deepStrictEqual(
        all.map(({ digest }) => digest),
        ["line 2", "b", "a", "c", "line 3"],
      )
      assert.deepStrictEqual(all[2], { ...lineOf(2, { ...same, digest: "a", body: '{ "a":"\\u0000"}' }), statement: 1 })
      assert.deepStrictEqual(
        (yield* linesOf("shop", 499, 500)).map(({ digest }) => digest),
        ["line 2"],
      )
      const paged: Array<string> = []
      let after: (typeof all)[number] | undefined
      for (;;) {
        const query = { project: "shop", from: 0, before: day, limit: 2, ...(after === undefined ? {} : { after }) }
        const page = yield* (yield* AccountStatements).lines(query)
        paged.push(...page.map(({ digest }) => digest))
        after = page.at(-1)
        if (after === undefined) break
      }
      assert.deepStrictEqual(
        paged,
        all.map(({ digest }) => digest),
      )
    }),

    "statements are listed from the newest, by project and by the period that they touch": Effect.gen(function* () {
      const { list } = yield* AccountStatements
      yield* added("one", [], { from: 0, before: 10 })
      yield* added("two", [], { from: 10, before: 20 })
      yield* added("three", [], { from: 0, before: 30, project: "other" })
      const numbers = (query: Parameters<typeof list>[0]) =>
        Effect.map(list(query), (all) => all.map(({ number }) => number))
      assert.deepStrictEqual(yield* numbers({ limit: 2 }), [3, 2])
      assert.deepStrictEqual(yield* numbers({ limit: 9, below: 2 }), [1])
      assert.deepStrictEqual(yield* numbers({ limit: 9, project: "shop" }), [2, 1])
      assert.deepStrictEqual(yield* numbers({ limit: 9, touching: { from: 9, before: 10 } }), [3, 1])
      assert.deepStrictEqual(yield* numbers({ limit: 9, touching: { from: 10, before: 11 } }), [3, 2])
    }),

    "a gap begins with the newest event, in every project with payouts": Effect.gen(function* () {
      const { gaps, openGap } = yield* AccountStatements
      yield* openGap(5)
      const ground = yield* newGround
      yield* put(payoutIn(ground, "salary", "Pending", { at: ground.at, endedAt: ground.at + 5 }))
      yield* put(payinIn(ground, "order", "Pending", { project: ground.elsewhere, at: ground.at + 1 }))
      yield* openGap(ground.at + 9)
      yield* openGap(ground.at + 10)
      const gap = { project: ground.project, from: ground.at + 5 }
      assert.deepStrictEqual(
        [...(yield* gaps())],
        [9, 10].map((after) => ({ ...gap, before: ground.at + after })),
      )
    }),
  },
}
