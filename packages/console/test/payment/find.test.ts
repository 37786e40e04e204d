import { assert, describe } from "@effect/vitest"
import { Result } from "effect"
import { readWanted } from "../../src/payment/find.ts"
import { createPayin, createPayout, spoil } from "../world.ts"
import { it } from "../it.ts"

const read = (text: string, flags = {}) => JSON.stringify(Result.getOrNull(readWanted(text, flags)))
const wanted = (id: string, project: string | null, kind: string | null) => JSON.stringify({ id, project, kind })

describe("the payment that is meant", () => {
  it("is named by its id, with its project, its kind, or both", () => {
    assert.strictEqual(read("order-17"), wanted("order-17", null, null))
    assert.strictEqual(read("shop/order-17"), wanted("order-17", "shop", null))
    assert.strictEqual(read("payin shop/order-17"), wanted("order-17", "shop", "payin"))
    assert.strictEqual(read("payout:shop/order-17"), wanted("order-17", "shop", "payout"))
    assert.strictEqual(read("order-17", { project: "shop", kind: "payin" }), wanted("order-17", "shop", "payin"))
    for (const wrong of ["", "a b", "a/b/c", "transfer shop/x", "x".repeat(65), "'; drop table payments; --"]) {
      assert.strictEqual(read(wrong), "null", wrong)
    }
    assert.strictEqual(read("order-17", { project: "a shop" }), "null")
  })

  it("is not named when a flag contradicts what was typed", () => {
    assert.strictEqual(
      read("payout:shop/order-17", { project: "shop", kind: "payout" }),
      wanted("order-17", "shop", "payout"),
    )
    const refused = [
      [{ project: "other" }, ["same", "project", "other", "shop"]],
      [{ kind: "payin" }, ["same", "kind", "payin", "payout"]],
    ] as const
    for (const [flags, expected] of refused) {
      assert.deepStrictEqual(readWanted("payout:shop/order-17", flags), Result.fail(expected))
    }
  })

  it("may be in a project that is called like a kind", () => {
    assert.strictEqual(read("payout/order-17"), wanted("order-17", "payout", null))
    assert.strictEqual(read("payin:payout/order-17"), wanted("order-17", "payout", "payin"))
    assert.strictEqual(read("payin:order-17"), wanted("order-17", null, "payin"))
  })

  it("is left alone when what names it contradicts itself", function* (world) {
    yield* world.console("pause", "payouts", "--reason", "an inquiry")
    yield* createPayout(world, "o-1")
    yield* createPayout(world, "o-1", { project: "other" })
    const cancelled = yield* world.console("cancel", "payout:shop/o-1", "--project", "other", "--as-of", "1")
    assert.strictEqual(cancelled.code, 64)
    assert.include(cancelled.err, "<id> must be the same as --project other, and it says shop.")
    assert.notInclude((yield* world.console("list")).out, "not_completed")
    assert.strictEqual((yield* world.console("show", "payin:shop/o-1", "--kind", "payout")).code, 64)
  })

  it("is looked for in every kind and project, and what was looked for is said when it is not there", function* (world) {
    const everywhere = yield* world.console("show", "order-1")
    assert.strictEqual(everywhere.code, 64)
    assert.include(everywhere.err, "This store has no payment order-1. Check the id")
    const narrow = yield* world.console("show", "order-1", "--kind", "payin", "--project", "shop")
    assert.include(narrow.err, "This store has no payment payin shop/order-1.")
  })

  it("has to be told apart when several have its id", function* (world) {
    yield* createPayin(world, "same")
    yield* createPayout(world, "same")
    yield* createPayin(world, "same", { project: "market" })
    const { code, err } = yield* world.console("show", "same")
    assert.strictEqual(code, 64)
    assert.include(err, "payin market/same, payin shop/same, payout shop/same. Say which, with --kind and --project.")
    assert.strictEqual((yield* world.console("show", "same", "--kind", "payout")).code, 0)
    assert.strictEqual((yield* world.console("show", "market/same")).code, 0)
    assert.strictEqual((yield* world.console("show", "shop/same")).code, 64)
    assert.strictEqual((yield* world.console("show", "payin shop/same")).code, 0)
  })

  it("is there although it cannot be read, and that is what is said of it", function* (world) {
    yield* createPayout(world, "salary-1")
    spoil(world, "payout shop/salary-1")
    const { code, err } = yield* world.console("show", "salary-1")
    assert.strictEqual(code, 64)
    assert.include(err, "The payout shop/salary-1 is in this store and cannot be read by this program.")
  })
})
