import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { noAnswer } from "@cauri/core/adapter"
import { createPayin, createPayout, newWorld, spoil, sweep, type World } from "../world.ts"
import { it, itFrom } from "../it.ts"

/** The ids of a list, as programs read them. */
const idsIn = (out: string): ReadonlyArray<string> => {
  const { payments }: { readonly payments: ReadonlyArray<{ readonly id: string }> } = JSON.parse(out)
  return payments.map(({ id }) => id)
}

/** The ids of a list that is read in pages of one. */
const oneByOne = Effect.fnUntraced(function* (world: World) {
  const seen: Array<string> = []
  for (let after: string | null = "", pages = 0; after !== null && pages < 9; pages++) {
    const { out } = yield* world.console("list", "--json", "--limit", "1", ...(after === "" ? [] : ["--after", after]))
    seen.push(...idsIn(out))
    const { next }: { readonly next: string | null } = JSON.parse(out)
    after = next
  }
  return seen
})

/** One payment in each list. */
const variety = Effect.gen(function* () {
  const world = yield* newWorld()
  yield* createPayin(world, "pending-1")
  yield* createPayout(world, "held-1", { amount: 10, phone: "22670000009" })
  yield* createPayout(world, "held-2", { amount: 10, phone: "22670000009" })
  world.service.create = noAnswer("timed_out")
  yield* createPayout(world, "doubtful-1", { operator: "Operator One" })
  return world
})

const test = itFrom(variety)

describe("list", () => {
  it("says so when there is nothing", function* (world) {
    assert.deepStrictEqual(yield* world.console("list"), { code: 0, out: "No matching payments.\n", err: "" })
    assert.deepStrictEqual(yield* world.console("list", "--json"), {
      code: 0,
      out: '{\n  "payments": [],\n  "next": null\n}\n',
      err: "",
    })
  })

  test("shows status, amount, rail, operator, age and a masked number, the oldest first", function* (world) {
    yield* TestClock.adjust("3 minutes")
    const { code, out } = yield* world.console("list")
    assert.strictEqual(code, 0)
    const lines = out.split("\n")
    assert.match(lines[0] ?? "", /^payment +status +amount +rail +operator +party +age +flags$/)
    assert.match(lines[1] ?? "", /^payin shop\/pending-1 +pending +5,000.F.CFA +ussd_push +– +226••••••01 +3.min$/)
    assert.match(
      lines[2] ?? "",
      /^payout shop\/doubtful-1 +in_doubt +7,000.F.CFA +mobile_money_payout +Operator One +226••••••02 +3.min$/,
    )
    assert.include(out, "held (twin)")
  })

  test("holds exactly what the filters ask for", function* (world) {
    const ids = (...flags: ReadonlyArray<string>) =>
      Effect.map(world.console("list", "--json", ...flags), ({ out }) => idsIn(out).toSorted())
    assert.deepStrictEqual(yield* ids("--status", "in_doubt"), ["doubtful-1"])
    assert.deepStrictEqual(yield* ids("--status", "held, pending"), ["held-1", "held-2", "pending-1"])
    assert.deepStrictEqual(yield* ids("--kind", "payin"), ["pending-1"])
    assert.deepStrictEqual(yield* ids("--operator", "Operator One"), ["doubtful-1"])
    assert.deepStrictEqual(yield* ids("--rail", "ussd_push"), ["pending-1"])
    assert.deepStrictEqual(yield* ids("--project", "elsewhere"), [])
    assert.deepStrictEqual(yield* ids("--from", "1970-01-02"), [])
    assert.strictEqual((yield* ids("--until", "1970-01-02")).length, 4)
  })

  test("shows what cannot be read in every list that may be about it, by its columns (L6)", function* (world) {
    spoil(world, "payout shop/doubtful-1", "payout shop/held-1")
    const { out } = yield* world.console("list")
    assert.match(
      out,
      /^payout shop\/doubtful-1 +in_doubt \(cannot be read\) +7,000.F.CFA +mobile_money_payout +Operator One +– +<.1.s *$/m,
    )
    const ids = (...flags: ReadonlyArray<string>) =>
      Effect.map(world.console("list", "--json", ...flags), (printed) => idsIn(printed.out).toSorted())
    assert.deepStrictEqual(yield* ids("--status", "in_doubt"), ["doubtful-1"])
    assert.deepStrictEqual(yield* ids("--overdue"), ["doubtful-1", "held-1"])
    assert.deepStrictEqual(yield* ids("--limit", "4"), ["doubtful-1", "held-1", "held-2", "pending-1"])
    assert.strictEqual((yield* world.console("list", "--status", "in_doubt", "--fail")).code, 1)
    const csv = (yield* world.console("list", "--csv", "--status", "in_doubt")).out
    assert.match(csv, /,openFlags,readable\r?\n.*doubtful-1.*,false\r?\n$/)
  })

  test("goes on from what cannot be read to the next page", function* (world) {
    spoil(world, "payin shop/pending-1", "payout shop/held-1")
    assert.deepStrictEqual(yield* oneByOne(world), ["pending-1", "doubtful-1", "held-1", "held-2"])
  })

  test("tells what is overdue from its deadline or its rail's first level on, and not before", function* (world) {
    const overdue = Effect.map(world.console("list", "--json", "--overdue"), ({ out }) => idsIn(out).toSorted())
    assert.deepStrictEqual(yield* overdue, [])
    yield* TestClock.adjust("899 seconds")
    assert.deepStrictEqual(yield* overdue, [])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* overdue, ["pending-1"])
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* overdue, ["doubtful-1", "held-1", "pending-1"])
  })

  test("tells what is flagged, and ends with 1 only when it is asked to", function* (world) {
    assert.strictEqual((yield* world.console("list", "--flagged", "--fail")).code, 0)
    yield* TestClock.adjust("25 hours")
    yield* sweep(world)
    const flagged = yield* world.console("list", "--flagged", "--fail")
    assert.include(flagged.out, "overdue")
    assert.strictEqual(flagged.code, 1)
    assert.strictEqual((yield* world.console("list", "--flagged")).code, 0)
  })

  test("goes on where the page before ended, and neither skips nor repeats", function* (world) {
    const seen = yield* oneByOne(world)
    assert.deepStrictEqual(seen.toSorted(), ["doubtful-1", "held-1", "held-2", "pending-1"])
    const table = yield* world.console("list", "--limit", "2")
    assert.match(table.err, /^There are more: --after 0:payout:shop:/)
  })

  test("prints CSV for a spreadsheet", function* (world) {
    const { out } = yield* world.console("list", "--csv", "--status", "in_doubt")
    assert.strictEqual(
      out,
      "kind,project,id,status,heldBecause,amount,amountPaid,rail,operator,phone,createdAt,overdue,openFlags,readable\r\n" +
        "payout,shop,doubtful-1,in_doubt,,7000,,mobile_money_payout,Operator One,226••••••02,1970-01-01T00:00:00.000Z,false,,true\r\n",
    )
  })

  it("refuses what it does not understand with 64, and says what it expected", function* (world) {
    const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [["--status", "lost"], "--status must be one of intended, held, "],
      [["--from", "2026-02-30"], "--from must be a day such as 2026-01-31"],
      [["--limit", "0"], "--limit must be from 1 to 1000"],
      [["--after", "nonsense"], "--after must be what the page before printed"],
      [["--flagged", "--overdue"], "--flagged, --overdue must be given one at a time"],
      [["--rail", "hosetd", "--fail"], "--rail must be one of hosted, "],
      [["--project", "sho p", "--fail"], "--project must be a project in 1 to 64 letters"],
      [["--operator", "Opérateur", "--fail"], "--operator must be an operator in 1 to 64 printable ASCII characters"],
      [["--order", "basket 1", "--fail"], "--order must be a reference in 1 to 128 printable ASCII characters"],
      [["--refund-of", "", "--fail"], "--refund-of must be an id in 1 to 64 letters"],
      [["--kind", "transfer"], "Try cauri console list --help."],
    ]
    for (const [flags, sentence] of wrong) {
      const { code, err, out } = yield* world.console("list", ...flags)
      assert.strictEqual(code, 64, flags.join(" "))
      assert.include(err, sentence)
      assert.strictEqual(out, "")
    }
  })

  it("uses colours on a terminal only", function* () {
    const plain = yield* newWorld()
    yield* createPayin(plain, "order-1")
    assert.notInclude((yield* plain.console("list")).out, "\u001B[")
    const colourful = yield* newWorld({ colours: true })
    yield* createPayin(colourful, "order-1")
    assert.include((yield* colourful.console("list")).out, "\u001B[1mpayment")
  })
})
