import { assert, describe } from "@effect/vitest"
import { Context, Result } from "effect"
import { TestClock } from "effect/testing"
import { Review } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { readDay } from "../../src/words/days.ts"
import { completed, createPayin, createPayout, keyOf, spoil, sweep } from "../world.ts"
import { it } from "../it.ts"

const day = 86_400_000
const none = { count: 0, sum: 0 }

describe("report", () => {
  it("counts and sums a day by kind, rail, operator and status", function* (world) {
    yield* TestClock.setTime(5 * day - 1)
    yield* createPayin(world, "yesterday")
    yield* TestClock.setTime(5 * day)
    yield* createPayin(world, "order-1")
    yield* createPayin(world, "order-2", { amount: 1_000 })
    world.service.create = noAnswer("timed_out")
    yield* createPayout(world, "salary-1", { operator: "=Operator" })
    const { out } = yield* world.console("report", "--day", "1970-01-06", "--json")
    const report: unknown = JSON.parse(out)
    assert.deepStrictEqual(report, {
      day: "1970-01-06",
      from: "1970-01-06T00:00:00.000Z",
      before: "1970-01-07T00:00:00.000Z",
      figures: [
        {
          kind: "payin",
          rail: "ussd_push",
          operator: null,
          status: "pending",
          count: 2,
          sum: 6_000,
          paid: 0,
          openFlags: 0,
          completedLate: none,
          overdue: none,
        },
        {
          kind: "payout",
          rail: "mobile_money_payout",
          operator: "=Operator",
          status: "in_doubt",
          count: 1,
          sum: 7_000,
          paid: 0,
          openFlags: 0,
          completedLate: none,
          overdue: none,
        },
      ],
      completed: [],
      total: { payin: { count: 2, sum: 6_000 }, payout: { count: 1, sum: 7_000 } },
      statuses: { pending: { count: 2, sum: 6_000 }, in_doubt: { count: 1, sum: 7_000 } },
      inDoubt: { count: 1, sum: 7_000 },
      completedLate: none,
      overdue: none,
      flagged: none,
      openFlags: 0,
      unreadable: none,
    })
    const csv = yield* world.console("report", "--csv")
    assert.include(
      csv.out,
      `1970-01-06,created,payout,mobile_money_payout,"'=Operator",in_doubt,1,7000,0,0,0,0,0,0\r\n`,
    )
    const table = yield* world.console("report")
    assert.match(table.out, /^Payments created on 1970-01-06 \(UTC\), as they stand now\n/)
    assert.match(table.out, /payin +ussd_push +– +pending +2 +6,000.F.CFA +0.F.CFA +0/)
  })

  it("tells what was completed late, what is overdue and what is flagged", function* (world) {
    yield* createPayin(world, "order-1")
    yield* createPayout(world, "salary-1")
    yield* TestClock.adjust("20 minutes")
    yield* sweep(world)
    world.service.confirm = completed(5_000)
    yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
    yield* TestClock.adjust("25 hours")
    world.service.confirm = { ...completed(5_000), status: "pending" }
    yield* sweep(world)
    const { out } = yield* world.console("report", "--day", "1970-01-01", "--json")
    assert.deepInclude(JSON.parse(out), {
      completedLate: { count: 1, sum: 5_000 },
      overdue: { count: 1, sum: 7_000 },
      flagged: { count: 1, sum: 7_000 },
      openFlags: 1,
    })
    const csv = yield* world.console("report", "--day", "1970-01-01", "--csv")
    assert.deepStrictEqual(csv.out.split("\r\n"), [
      "day,by,kind,rail,operator,status,count,sum,paid,openFlags,overdue,overdueSum,completedLate,completedLateSum",
      "1970-01-01,created,payin,ussd_push,Operator One,completed,1,5000,5000,0,0,0,1,5000",
      "1970-01-01,created,payout,mobile_money_payout,Operator One,pending,1,7000,0,1,1,7000,0,0",
      "1970-01-01,completed,payin,ussd_push,Operator One,completed,1,5000,5000,0,0,0,0,0",
      "",
    ])
  })

  it("sums what was really paid, by the operator that the service named, on the day of completion (#85, #238)", function* (world) {
    yield* createPayin(world, "order-1")
    yield* TestClock.adjust("25 hours")
    world.service.confirm = { ...completed(5_000), operatorName: "ORANGE BURKINA" }
    yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
    const created = yield* world.console("report", "--day", "1970-01-01")
    assert.match(created.out, /payin +ussd_push +ORANGE BURKINA +completed +1 +5,000.F.CFA +5,000.F.CFA +0\n/)
    assert.notInclude(created.out, "Payments completed on")
    const later = yield* world.console("report", "--day", "1970-01-02")
    assert.match(
      later.out,
      /None\.\n\nPayments completed on 1970-01-02 \(UTC\)\n\n.*\npayin +ussd_push +ORANGE BURKINA +completed +1 +5,000.F.CFA +5,000.F.CFA +0\n$/,
    )
  })

  it("tells how many it could not read, each once, and keeps them in its sums", function* (world) {
    yield* createPayout(world, "salary-1")
    world.service.create = noAnswer("timed_out")
    yield* createPayout(world, "salary-2", { amount: 100 })
    yield* TestClock.adjust("73 hours")
    yield* sweep(world)
    assert.notInclude((yield* world.console("report", "--day", "1970-01-01")).out, "cannot be read")
    spoil(world, "payout shop/salary-1", "payout shop/salary-2")
    const { out } = yield* world.console("report", "--day", "1970-01-01", "--json")
    assert.deepInclude(JSON.parse(out), {
      inDoubt: { count: 1, sum: 100 },
      overdue: { count: 0, sum: 0 },
      unreadable: { count: 2, sum: 7_100 },
    })
    const table = yield* world.console("report", "--day", "1970-01-01")
    assert.match(table.out, /cannot be read +2 payments, 7,100.F.CFA; missing in the three lines above\n/)
  })

  it("says so when there was nothing", function* (world) {
    const { code, out } = yield* world.console("report", "--day", "2026-01-31")
    assert.deepStrictEqual(
      { code, out },
      { code: 0, out: "Payments created on 2026-01-31 (UTC), as they stand now\nNone.\n" },
    )
  })

  it("reads days of the calendar only", () => {
    assert.deepInclude(Result.getOrThrow(readDay("1970-01-02")), { from: day, before: 2 * day })
    assert.isTrue(Result.isSuccess(readDay("2028-02-29")))
    for (const wrong of ["2027-02-29", "2026-13-01", "2026-1-1", "today", "", "2026-01-31T00:00"]) {
      assert.isTrue(Result.isFailure(readDay(wrong)), wrong)
    }
  })
})
