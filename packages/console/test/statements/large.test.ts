/** A statement of 10,000 lines is imported into a file and compared: 50 payouts in doubt are proposed, and nothing is decided. */
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { PaymentStore } from "@cauri/core"
import { Documents } from "@cauri/core/adapter"
import { temporaryFolder } from "@cauri/programs"
import { layer as layerSqlite } from "@cauri/store-sqlite"
import { totalsOf } from "../../src/statements/match.ts"
import { compareStatements, importStatement } from "../../src/statements/statements.ts"
import { doubtful, layerWorld, newScript, payout } from "../serving/world.ts"
import { projectIn } from "../../src/statements/statementParts.ts"

const hour = 3_600_000
const day = 24 * hour

/** The number of a beneficiary. */
const phoneOf = (index: number): string => `226${70_000_000 + index}`

describe("a statement of 10,000 lines", () => {
  it.effect("proposes for each of 50 payouts in doubt, and decides nothing by itself", () =>
    Effect.gen(function* () {
      const script = newScript()
      const calls = { breaker: { calls: 1_000 } }
      const store = layerSqlite({ file: join(yield* temporaryFolder, "payments.db") })
      yield* Effect.gen(function* () {
        yield* TestClock.adjust(day)
        for (let index = 0; index < 50; index++) {
          yield* doubtful(script, payout(`salary-${index}`, 5_000 + index, { phone: phoneOf(index) }))
        }
        yield* TestClock.adjust(9 * day)
        // Half of those in doubt moved; the other lines are of nothing that is known here.
        const lines = Array.from({ length: 10_000 }, (_, index) => {
          const phone = phoneOf(index < 25 ? index : index + 1_000)
          return `1970-01-02 00:${String(index % 60).padStart(2, "0")};payout;${index < 25 ? 5_000 + index : 700};${phone};`
        })
        const moved = 25 * 5_012 + 9_975 * 700
        const opening = `1970-01-01;opening;;;${moved}`
        const text = ["time;kind;amount;number;balance", opening, ...lines, "1970-01-10;closing;;;0"].join("\n")
        const project = projectIn("shop") ?? assert.fail("shop is a project")
        const period = { from: 0, before: 9 * day }
        const done = yield* importStatement({
          name: "january.csv",
          bytes: new TextEncoder().encode(text),
          project,
          replaces: null,
          by: "A colleague",
          place: "",
          reason: "monthly",
        })
        assert.deepInclude(done, { _tag: "Added", counted: 10_000, covers: [""], contradicted: 0 })
        const { proposals, theirs, ...rest } = yield* compareStatements(project, period.from, period.before)
        const proposed = (tag: string) => proposals.filter(({ _tag }) => _tag === tag).length
        assert.deepStrictEqual([proposed("completed"), proposed("not_completed"), proposals.length], [25, 25, 50])
        assert.lengthOf(theirs, 9_975)
        const [, out] = totalsOf({ theirs, ...rest })
        assert.deepInclude(out, { ours: 0, theirs: moved })
        const open = yield* (yield* PaymentStore).page({ project, states: ["in_doubt"], limit: 100 })
        assert.lengthOf(open, 50)
      }).pipe(Effect.provide(layerWorld(script, true, Layer.orDie(store), { calls })))
    }).pipe(Effect.scoped),
  )
})

const shop = projectIn("shop") ?? assert.fail("shop is a project")

const importing = (name: string, ...lines: ReadonlyArray<string>) =>
  importStatement({
    name,
    bytes: new TextEncoder().encode(["time;kind;amount;number;balance", ...lines].join("\n")),
    project: shop,
    replaces: null,
    by: "A colleague",
    place: "",
    reason: "monthly",
  })

describe("statements that overlap", () => {
  it.effect("count a line once, also at the moment with which their period ends", () =>
    Effect.gen(function* () {
      const [one, other] = ["1970-01-02;payout;500;22670000001;", "1970-01-03;payout;700;22670000002;"]
      const [opening, closing] = ["1970-01-01;opening;;;1200", "1970-01-03;closing;;;0"]
      assert.deepInclude(yield* importing("a.csv", opening, one, other, closing), { _tag: "Added", counted: 2 })
      const rest = "1970-01-03;opening;;;700"
      assert.deepInclude(yield* importing("b.csv", rest, other, closing), { _tag: "Added", counted: 0 })
    }).pipe(Effect.provide(layerWorld(newScript(), true))),
  )

  it.effect("cover nothing where their lines cannot be read", () =>
    Effect.gen(function* () {
      const head = JSON.stringify({ fileName: "newer.csv", by: "A colleague", covers: [""], lines: 1 })
      const kept = { kind: "statement", digest: "newer", at: 0, head, project: "shop", from: 0, before: day } as const
      const line = JSON.stringify([{ number: 1, at: 1, amount: 5, moved: "perhaps" }])
      yield* (yield* Documents).keep({ ...kept, body: new TextEncoder().encode(`${line}\n`) })
      const { missing } = yield* compareStatements(shop, 0, day)
      assert.deepStrictEqual(missing, [{ from: 0, before: day }])
    }).pipe(Effect.provide(layerWorld(newScript(), true))),
  )
})
