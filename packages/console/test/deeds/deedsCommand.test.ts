import { assert, describe } from "@effect/vitest"
import { createPayin } from "../world.ts"
import { it } from "../it.ts"

describe("deeds", () => {
  it("tell who saw what is masked, and who began and ended a pause, from where, the newest first", function* (world) {
    assert.include((yield* world.console("deeds")).out, "No record yet")
    yield* createPayin(world, "order-1")
    yield* world.console("show", "order-1", "--reveal", "--reason", "ticket 12")
    yield* world.console("pause", "payouts", "--reason", "outage")
    yield* world.console("resume", "payouts", "--reason", "it is back", "--by", "B. Colleague")
    const { code, out } = yield* world.console("deeds")
    assert.strictEqual(code, 0)
    const lines = out.trimEnd().split("\n")
    assert.match(lines[0] ?? "", /^at +record +by +from +about +reason$/)
    assert.match(
      lines[1] ?? "",
      /^1970-01-01T00:00:00\.000Z +resume +B\. Colleague +user@machine +payouts +it is back$/,
    )
    assert.match(lines[2] ?? "", /^1970-01-01T00:00:00\.000Z +pause +A\. Colleague +user@machine +payouts +outage$/)
    assert.match(
      lines[3] ?? "",
      /^1970-01-01T00:00:00\.000Z +reveal +A\. Colleague +user@machine +payin shop\/order-1 +ticket 12$/,
    )
    assert.strictEqual(lines.length, 4)
    const newest = yield* world.console("deeds", "--limit", "1", "--json")
    const held = { pausedBy: "A. Colleague", pausedSince: "1970-01-01T00:00:00.000Z", pausedBecause: "outage" }
    const about = { scope: "payouts", by: "B. Colleague", from: "user@machine", reason: "it is back", ...held }
    assert.deepStrictEqual(JSON.parse(newest.out), [{ record: "resume", at: "1970-01-01T00:00:00.000Z", ...about }])
    assert.strictEqual((yield* world.console("deeds", "--limit", "0")).code, 64)
  })

  it("show no number and no address that a person wrote into a reason", function* (world) {
    yield* world.console("pause", "payouts", "--reason", "22670000001 called, ask someone@mail.example")
    yield* world.console("resume", "payouts", "--reason", "22670000001 called again")
    for (const out of [(yield* world.console("deeds")).out, (yield* world.console("deeds", "--json")).out]) {
      assert.include(out, "called")
      for (const personal of ["22670000001", "someone@mail.example"]) assert.notInclude(out, personal)
    }
  })

  it("are not done when their text cannot be written down", function* (world) {
    yield* createPayin(world, "order-1")
    for (const reason of ["a\u0000b", "x".repeat(2_001), "\ud800", " "]) {
      const { code, out } = yield* world.console("show", "order-1", "--reveal", "--reason", reason)
      assert.deepStrictEqual({ code, out }, { code: 64, out: "" })
    }
    assert.include((yield* world.console("deeds")).out, "No record yet")
  })
})
