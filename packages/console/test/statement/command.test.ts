/** `statement`: a file is imported once, compared with the payments, and a payout in doubt is decided with its line as evidence. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { noAnswer } from "@cauri/core/adapter"
import { createPayout, newWorld } from "../world.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-statement-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

const lines = [
  "Date;Numéro;Débit;Crédit",
  "02/01/1970 00:01:00;70000009;9 999,00;",
  "01/01/1970 00:01:00;%phone;7 000,00;",
]
const common = ["--project", "shop", "--from", "1970-01-01", "--until", "1970-01-10", "--reason", "monthly"]

describe("statement", () => {
  it.effect("imports a file once, names what disagrees, and proposes a decision without taking it", () =>
    Effect.gen(function* () {
      const world = yield* newWorld()
      world.service.create = noAnswer("TimedOut")
      const view = yield* createPayout(world, "salary-1")
      const phone = view.payment.content.kind === "payout" ? view.payment.content.beneficiary : ""
      yield* TestClock.adjust("9 days")
      const file = join(yield* folder, "may.csv")
      writeFileSync(file, lines.join("\r\n").replace("%phone", phone))
      const given = ["statement", "import", "--file", file, ...common, "--opening", "20000", "--closing", "3001"]
      const first = yield* world.console(...given)
      assert.strictEqual(first.code, 0)
      assert.match(first.err, /"record":"import".*"file":"[0-9a-f]{64}","project":"shop"/)
      assert.match(
        first.out,
        /Statement 1 is imported: 2 lines, 2 of them new\.\nThe opening balance and the lines give/,
      )
      assert.match((yield* world.console(...given)).out, /imported already, as statement 1/)
      assert.include((yield* world.console("statement", "list")).out, "may.csv")
      const compared = yield* world.console("statement", "compare", ...common.slice(0, 6), "--json")
      assert.strictEqual(compared.code, 1)
      const found: unknown = JSON.parse(compared.out)
      assert.deepInclude(found, { statements: [1], missing: [], ours: [], several: [], unreadable: 0 })
      assert.deepInclude(found, {
        theirs: [{ statement: 1, line: 2, amount: -9_999, at: "1970-01-02T00:01:00.000Z" }],
        inDoubt: [
          {
            payment: "payout shop/salary-1",
            proposal: "completed",
            because: null,
            lines: [{ statement: 1, line: 3, amount: -7_000, at: "1970-01-01T00:01:00.000Z" }],
          },
        ],
      })
      const shown = yield* world.console("show", "salary-1", "--json")
      assert.include(shown.out, "in_doubt")
      assert.include(
        (yield* world.console("statement", "compare", ...common.slice(0, 6))).out,
        "in theirs and not in ours",
      )
    }).pipe(Effect.scoped),
  )

  it.effect("imports nothing of a file with a line that it cannot read, or outside of its period", () =>
    Effect.gen(function* () {
      const world = yield* newWorld()
      const path = yield* folder
      const put = (name: string, text: string) => {
        writeFileSync(join(path, name), text)
        return join(path, name)
      }
      const bad = yield* world.console(
        "statement",
        "import",
        "--file",
        put("bad.csv", `${lines[0]}\n${lines[1]}\n${lines[1]}x;9,50;\n03/01/1970;7;5,50;`),
        ...common,
      )
      assert.strictEqual(bad.code, 1)
      assert.match(bad.err, /Nothing was imported[^]*line 4: its amount has a fraction/)
      const book = yield* world.console("statement", "import", "--file", put("book.csv", "PK\u0003\u0004"), ...common)
      assert.match(book.err, /save it as CSV/)
      const late = yield* world.console(
        "statement",
        "import",
        "--file",
        put("late.csv", lines[1]?.replace("1970", "1971") ?? ""),
        ...common,
      )
      assert.match(late.err, /outside of the period/)
      assert.strictEqual(
        (yield* world.console("statement", "import", "--file", join(path, "none"), ...common)).code,
        64,
      )
      assert.match((yield* world.console("statement", "list")).out, /No statement was imported/)
    }).pipe(Effect.scoped),
  )
})
