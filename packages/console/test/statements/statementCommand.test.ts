/** `statement`: a file is imported once, compared with the payments, and a payout in doubt is decided with its line as evidence. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import { createPayout, newWorld } from "../world.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-statement-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

const files = Effect.map(folder, (path) => (name: string, ...lines: ReadonlyArray<string>) => {
  writeFileSync(join(path, name), lines.join("\r\n"))
  return ["statement", "import", "--file", join(path, name), "--project", "shop", "--reason", "monthly"]
})
const compare = ["statement", "compare", "--project", "shop", "--from", "1970-01-01", "--until", "1970-01-10"]

const header = "time,kind,amount,number,reference,balance"
const phoneOf = ({ payment: { content } }: { readonly payment: { readonly content: object } }) =>
  "phone" in content ? String(content.phone) : ""

describe("statement", () => {
  it.effect("imports a file once, says what it covers, and proposes a decision without taking it", () =>
    Effect.gen(function* () {
      const world = yield* newWorld()
      world.service.create = noAnswer("timed_out")
      const phone = phoneOf(yield* createPayout(world, "salary-1"))
      yield* TestClock.adjust("9 days")
      const given = (yield* files)(
        "may.csv",
        header,
        "1970-01-01,opening,,,,20000",
        `1970-01-01 00:01:00,payout,7000,${phone},,`,
        "1970-01-02 00:01:00,payout,9999,70000009,,3001",
        "1970-01-10,closing,,,,3001",
      )
      const first = yield* world.console(...given)
      assert.strictEqual(first.code, 0)
      assert.match(first.err, /"record":"import".*"file":"[0-9a-f]{64}","project":"shop"/)
      assert.match(first.out, /Statement 1 is imported: 2 lines, 2 of them new\.\nIt covers: the whole project\./)
      assert.match((yield* world.console(...given)).out, /imported already, as statement 1/)
      assert.include((yield* world.console("statement", "list")).out, "may.csv")
      const compared = yield* world.console(...compare, "--json")
      assert.strictEqual(compared.code, 1)
      const found: unknown = JSON.parse(compared.out)
      assert.deepInclude(found, { statements: [1], missing: [], contradictions: [], ours: [], several: [] })
      assert.deepInclude(found, {
        theirs: [{ statement: 1, line: 4, amount: -9_999, at: "1970-01-02T00:01:00.000Z" }],
        inDoubt: [
          {
            payment: "payout shop/salary-1",
            proposal: "completed",
            because: null,
            lines: [{ statement: 1, line: 3, amount: -7_000, at: "1970-01-01T00:01:00.000Z" }],
          },
        ],
      })
      assert.include((yield* world.console("show", "salary-1", "--json")).out, "in_doubt")
      assert.include((yield* world.console(...compare)).out, "in theirs and not in ours")
    }).pipe(Effect.scoped),
  )

  it.effect(
    "calls a refused payout that the statement shows as paid a contradiction, and puts it on the worklist",
    () =>
      Effect.gen(function* () {
        const world = yield* newWorld()
        world.service.create = CreationAnswer.cases.refused.make({
          reason: CallFailure.cases.amount_refused.make({ code: "Code02" }),
        })
        const phone = phoneOf(yield* createPayout(world, "salary-1"))
        const file = yield* files
        const imported = yield* world.console(
          ...file(
            "may.csv",
            header,
            "1970-01-01,opening,,,,20000",
            `1970-01-01 00:01:00,payout,7000,${phone},,13000`,
            "1970-01-10,closing,,,,13000",
          ),
        )
        assert.strictEqual(imported.code, 1)
        assert.include(imported.out, "It contradicts 1 payment")
        const compared = yield* world.console(...compare)
        assert.strictEqual(compared.code, 1)
        assert.match(compared.out, /contradiction: Refused here, moved there .*salary-1/)
        assert.notInclude(compared.out, "in both")
        assert.deepInclude(JSON.parse((yield* world.console(...compare, "--json")).out), {
          both: [],
          contradictions: [
            {
              payment: "payout shop/salary-1",
              here: "refused",
              there: "moved",
              statement: 1,
              line: 3,
              amount: -7_000,
              at: "1970-01-01T00:01:00.000Z",
            },
          ],
        })
        assert.include((yield* world.console("list", "--flagged")).out, "salary-1")
        assert.include((yield* world.console("show", "salary-1", "--json")).out, "statement 1, line 3")
      }).pipe(Effect.scoped),
  )

  it.effect("imports nothing of a file with a row that it cannot read, and no empty one", () =>
    Effect.gen(function* () {
      const world = yield* newWorld()
      const file = yield* files
      const bad = yield* world.console(
        ...file("bad.csv", header, "1970-01-02,payout,9999,70000009,,", "1970-01-03,payout,5.5,70000009,,"),
      )
      assert.strictEqual(bad.code, 1)
      assert.match(bad.err, /Nothing was imported[^]*line 3: its amount is no whole number/)
      const empty = yield* world.console(...file("empty.csv", header))
      assert.strictEqual(empty.code, 1)
      assert.include(empty.err, "This file has no row.")
      const book = yield* world.console(...file("book.csv", "PK\u0003\u0004\u0000"))
      assert.match(book.err, /Save it as “CSV UTF-8”/)
      assert.strictEqual((yield* world.console(...file("x", "").with(3, "none"))).code, 64)
      assert.match((yield* world.console("statement", "list")).out, /No statement was imported/)
      const open = yield* world.console(...file("open.csv", header, "1970-01-02,payout,9999,70000009,,"))
      assert.strictEqual(open.code, 0)
      assert.include(open.out, "It covers nothing")
    }).pipe(Effect.scoped),
  )
})
