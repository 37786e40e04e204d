import { assert, describe } from "@effect/vitest"
import { TestClock } from "effect/testing"
import { noAnswer } from "@cauri/core/adapter"
import { createPayout, newWorld, spoil, stored } from "../world.ts"
import { it } from "../it.ts"

describe("pauses", () => {
  it("are set with a name and a reason, are listed, stop creations, and are lifted", function* (world) {
    assert.strictEqual((yield* world.console("pauses")).out, "Nothing is paused.\n")
    const set = yield* world.console("pause", "payouts", "--reason", "outage")
    assert.strictEqual(set.code, 0, set.err)
    assert.include(set.out, '`cauri console resume payouts --reason "…"` ends it.')
    yield* createPayout(world, "salary-1")
    assert.strictEqual((yield* stored(world, "payout", "salary-1")).payment.state._tag, "intended")
    const { out } = yield* world.console("pauses")
    assert.match(out, /payouts +1970-01-01 00:00:00Z +A\. Colleague +outage +cauri console resume payouts --reason "…"/)
    const json: unknown = JSON.parse((yield* world.console("pauses", "--json")).out)
    assert.deepStrictEqual(json, [
      {
        scope: "payouts",
        since: "1970-01-01T00:00:00.000Z",
        by: "A. Colleague",
        reason: "outage",
        liftedByCredentials: false,
      },
    ])
    const resumed = yield* world.console("resume", "payouts", "--reason", "it is back")
    assert.strictEqual(resumed.out, "payouts continues.\n")
    assert.deepInclude(JSON.parse(resumed.err), {
      record: "resume",
      scope: "payouts",
      by: "A. Colleague",
      reason: "it is back",
    })
    const again = yield* world.console("resume", "payouts", "--reason", "it is back")
    assert.include(again.out, "payouts was not paused")
    assert.strictEqual(again.err, "", "what was not done is not recorded")
    const deeds: unknown = JSON.parse((yield* world.console("deeds", "--json")).out)
    assert.lengthOf(Object(deeds), 2)
  })

  it("refuse a scope that would stop nothing", function* (world) {
    for (const command of ["pause", "resume"]) {
      const { code, err } = yield* world.console(command, "payout", "--reason", "outage")
      assert.strictEqual(code, 64)
      assert.include(err, "project/…/payouts")
    }
  })

  it("are set once by the same person, and never said to be set where another's is in force", function* (world) {
    yield* world.console("pause", "payouts", "--reason", "outage")
    const again = yield* world.console("pause", "payouts", "--reason", "outage")
    assert.deepStrictEqual([again.code, again.out.includes("payouts is paused.")], [0, true])
    const other = yield* world.console("pause", "payouts", "--reason", "fraud", "--by", "B. Colleague")
    assert.strictEqual(other.code, 1)
    assert.include(other.out, "payouts was paused already, by A. Colleague since 1970-01-01 00:00:00Z: outage")
    assert.include(other.out, "Your pause was not added")
    const told: unknown = JSON.parse(
      (yield* world.console("pause", "payouts", "--reason", "fraud", "--by", "B. Colleague", "--json")).out,
    )
    assert.deepInclude(told, { held: false })
    const own = yield* world.console("pause", "payouts", "--reason", "fraud", "--by", "cauri")
    assert.deepStrictEqual([own.code, own.err.includes("name of a person")], [64, true])
  })

  it("of a low balance say when they end by themselves (#237)", function* (world) {
    const scope = "operator/shop/ORANGE"
    const low = { scope, reason: "balance_too_low", by: "cauri", since: 0, credentials: null }
    world.cell.current = { ...world.cell.current, pauses: new Map([[scope, [low]]]) }
    assert.match((yield* world.console("pauses")).out, /itself at 1970-01-01 00:15\S*.*, or cauri console resume/)
  })

  it("of a person stay where the program's own is lifted, which has to be named", function* (world) {
    const scope = "project/shop/payouts"
    const own = { scope, reason: "ip_denied", by: "cauri", since: 0, credentials: null }
    world.cell.current = { ...world.cell.current, pauses: new Map([[scope, [own]]]) }
    const set = yield* world.console("pause", scope, "--reason", "fraud", "--by", "B. Colleague")
    assert.strictEqual(set.code, 0, set.out)
    const listed = yield* world.console("pauses")
    assert.include(listed.out, "  the program (cauri)  IP address not allowed")
    const either = yield* world.console("resume", scope, "--reason", "whitelisted")
    assert.deepStrictEqual([either.code, either.err.includes("one of cauri, B. Colleague")], [64, true])
    const resumed = yield* world.console("resume", scope, "--reason", "whitelisted", "--paused-by", "cauri")
    assert.strictEqual(resumed.code, 0)
    assert.include(resumed.out, "The pause by the program has ended. It is still paused, by B. Colleague since")
    yield* createPayout(world, "salary-1")
    assert.strictEqual((yield* stored(world, "payout", "salary-1")).payment.state._tag, "intended")
    const deeds: unknown = JSON.parse((yield* world.console("deeds", "--json")).out)
    assert.deepInclude(Object(deeds)[0], { pausedBy: "cauri", pausedBecause: "ip_denied" })
    const nobodys = yield* world.console("resume", scope, "--reason", "whitelisted", "--paused-by", "cauri")
    assert.include(nobodys.out, "was not paused by that name")
  })

  it("are never anonymous and never without a reason", function* () {
    const world = yield* newWorld({ user: null })
    for (const command of ["pause", "resume"]) {
      assert.strictEqual((yield* world.console(command, "payouts", "--reason", "outage")).code, 64)
      assert.strictEqual((yield* world.console(command, "payouts", "--by", "A. Colleague")).code, 64)
    }
  })
})

describe("restored", () => {
  it("puts in doubt everything that may have been sent meanwhile (row O16)", function* (world) {
    yield* world.console("pause", "payouts", "--reason", "restore")
    yield* createPayout(world, "salary-1", { amount: 1 })
    world.service.create = noAnswer("timed_out")
    const { code, out } = yield* world.console("restored", "--reason", "backup of 3 May")
    assert.strictEqual(code, 0)
    assert.match(
      out,
      /^Payouts are paused\. In doubt now, to compare with the service’s statement: 1 payout and 0 payins\. .*STORE_IDENTITY=\S+@\d+ /,
    )
    assert.strictEqual((yield* stored(world, "payout", "salary-1")).payment.state._tag, "in_doubt")
    const shown = (yield* world.console("show", "shop/salary-1")).out
    assert.include(shown, "The backup knows of no call. One may have been made since.")
    yield* TestClock.adjust("3 days")
    const refused = yield* world.console(
      "resolve",
      "shop/salary-1",
      "--to",
      "send_again",
      "--evidence",
      "none",
      "--as-of",
      "3",
      "--reason",
      "wanted",
      "--amount",
      "1",
    )
    assert.strictEqual(refused.code, 1)
    assert.include(refused.err, "Import the service’s statement over that time first")
    const again = yield* world.console("restored", "--reason", "backup of 3 May", "--json")
    assert.deepStrictEqual(JSON.parse(again.out), { payouts: 1, payins: 0, unreadable: [] })
  })

  it("names what cannot be read, and needs a person as long as there is any (row O16)", function* () {
    const world = yield* newWorld({ policy: { approvals: { statementAfterRestore: false } } })
    yield* world.console("pause", "payouts", "--reason", "restore")
    yield* createPayout(world, "salary-1", { amount: 1 })
    const { payments } = world.cell.current
    spoil(world, "payout shop/salary-1")
    const { code, out } = yield* world.console("restored", "--reason", "backup of 3 May")
    assert.strictEqual(code, 1)
    assert.include(out, "These cannot be read, and nothing was done to them:\n  payout shop/salary-1\n")
    assert.include(out, "Before you resume payouts, run this again")
    const asJson = yield* world.console("restored", "--reason", "backup of 3 May", "--json")
    assert.strictEqual(asJson.code, 1)
    const unreadable = [{ kind: "payout", project: "shop", id: "salary-1" }]
    assert.deepStrictEqual(JSON.parse(asJson.out), { payouts: 0, payins: 0, unreadable })
    const refused = yield* world.console("resume", "payouts", "--reason", "compared")
    assert.strictEqual(refused.code, 1)
    assert.include(refused.err, "Nothing was decided about the payout shop/salary-1. A payout cannot be read")
    assert.notInclude(refused.err, '"record"', "what was not done is not recorded as done")
    const despite = yield* world.console("resume", "payouts", "--reason", "compared", "--despite-unreadable")
    assert.deepStrictEqual([despite.code, despite.out], [0, "payouts continues.\n"])
    assert.deepInclude(JSON.parse(despite.err), { ignoreUnreadable: "yes" })
    world.cell.current = { ...world.cell.current, payments }
    const again = yield* world.console("restored", "--reason", "backup of 3 May")
    assert.deepStrictEqual([again.code, again.out.includes("1 payout")], [0, true])
  })
})
