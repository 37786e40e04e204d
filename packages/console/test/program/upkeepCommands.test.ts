import { assert, describe } from "@effect/vitest"
import { Context } from "effect"
import { TestClock } from "effect/testing"
import { Payins } from "@cauri/core"
import { newWorld, payin } from "../world.ts"
import { it } from "../it.ts"

const day = 86_400_000

describe("archive and erase", () => {
  it("archives what was closed before a day that has begun, and says how many", function* (world) {
    yield* Context.get(world.services, Payins).create(payin("order-1"), { sendLater: true })
    yield* world.console("cancel", "order-1", "--as-of", "1")
    yield* TestClock.setTime(3 * day)
    const tomorrow = yield* world.console("archive", "--before", "1970-01-31")
    assert.include(tomorrow.err, "--before must be a day that has begun (UTC). Nothing was done.")
    for (const count of [1, 0]) {
      const { out } = yield* world.console("archive", "--before", "1970-01-02")
      assert.include(out, `${count} payment`)
    }
  })

  it("erases what a closed payment holds of a person, and records who did it", function* (world) {
    yield* Context.get(world.services, Payins).create(payin("order-1"), { sendLater: true })
    const open = yield* world.console("erase", "order-1", "--reason", "request 7")
    assert.include(open.err, "data are still needed")
    yield* world.console("cancel", "order-1", "--as-of", "1")
    yield* TestClock.setTime(3 * day)
    const { code, out } = yield* world.console("erase", "order-1", "--reason", "request 7")
    assert.deepStrictEqual([code, out.includes("payin shop/order-1 held of a person is erased")], [0, true])
    const stored = JSON.stringify([...world.cell.current.payments.values()].map(({ events, row }) => [row, events]))
    assert.notMatch(stored, /226[0-9]{8}/)
    assert.match(
      (yield* world.console("deeds")).out,
      /erase +A\. Colleague +user@machine +payin shop\/order-1 +request 7$/m,
    )
  })
})

it("backup says how the store is copied where it does not copy itself", function* () {
  const { code, err } = yield* (yield* newWorld()).console("backup", "copy.db")
  assert.strictEqual(code, 64)
  assert.include(err, "STORE_URL must be a store that copies itself. Nothing was done.")
})

it("migrate opens the store, which brings its tables up to date, and prints which one it is", function* (world) {
  const { code, out } = yield* world.console("migrate", "--json")
  assert.strictEqual(code, 0)
  assert.match(out, /"identity": "[\w-]+@\d+"/)
})
