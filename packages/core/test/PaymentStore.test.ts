/** The port over a driver: what goes in comes out the same, and what cannot be read is named without being repeated. */
import { assert, describe } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { cursorAfter, Payins, PaymentStore, StoreError } from "@cauri/core"
import type { PaymentRecord } from "@cauri/core/model"
import { it, payinKey, pushPayin } from "./scripted.ts"
import { spoil } from "./spoil.ts"
import { TestConsole } from "effect/testing"

const key = payinKey("order-1")

const idsOf = (records: ReadonlyArray<PaymentRecord>) => records.map(({ payment }) => payment.key.id)

describe("a payment in the store", () => {
  it("that cannot be read is left out of every list, named, and makes no page the last one (L6)", function* (script) {
    for (const id of ["1", "2", "3", "4", "5"]) yield* (yield* Payins).create(pushPayin(id))
    spoil(script, "2", "5")
    const store = yield* PaymentStore
    const first = yield* store.list({ limit: 2 })
    assert.deepStrictEqual(idsOf(first), ["1", "3"])
    const last = Option.getOrThrow(Option.fromUndefinedOr(first.at(-1)))
    const after = { createdAt: last.payment.createdAt, key: last.payment.key }
    assert.deepStrictEqual(idsOf(yield* store.list({ limit: 2, after })), ["4"])
    assert.deepStrictEqual(idsOf(yield* store.list({ limit: 100 })), ["1", "3", "4"])
    const lines = (yield* TestConsole.errorLines).concat(yield* TestConsole.logLines).map(String)
    for (const id of ["2", "5"]) {
      assert.isTrue(
        lines.some((line) => line.includes(`The row of the payin shop/${id} cannot be read.`)),
        id,
      )
    }
  })

  it("that cannot be read has its place in a page, by what its columns tell (L6)", function* (script, { store }) {
    for (const id of ["1", "2", "3"]) yield* (yield* Payins).create(pushPayin(id))
    spoil(script, "2", "3")
    const page = yield* store.page({ limit: 2 })
    const [first, second] = page.map(Result.match({ onSuccess: () => null, onFailure: (passed) => passed }))
    assert.isNull(first)
    assert.deepStrictEqual(second, {
      key: payinKey("2"),
      state: "pending",
      rail: "ussd_push",
      amount: 500,
      operator: null,
      createdAt: 0,
    })
    const ends = page.map(cursorAfter)
    assert.deepStrictEqual(ends, [
      { amount: 500, createdAt: 0, key: payinKey("1") },
      { amount: 500, createdAt: 0, key: payinKey("2") },
    ])
    const after = Option.getOrThrow(Option.fromUndefinedOr(ends.at(-1)))
    const rest = yield* store.page({ limit: 2, after })
    assert.deepStrictEqual(rest.map(cursorAfter), [{ amount: 500, createdAt: 0, key: payinKey("3") }])
  })

  it("whose row or history cannot be read is a defect that names it and repeats nothing of it (S16)", function* (script) {
    const store = yield* PaymentStore
    yield* (yield* Payins).create(pushPayin("order-1"))
    const odd = [...script.cell.current.payments].map(([name, payment]) => {
      const body = payment.row.body.replace("pending", "Odd")
      const events = payment.events.map((line) => ({ ...line, body: `{"at":"token-1"}` }))
      return [name, { ...payment, row: { ...payment.row, body }, events }] as const
    })
    script.cell.current = { ...script.cell.current, payments: new Map(odd) }
    const row = String(yield* Effect.exit(store.find(key)))
    assert.include(
      row,
      "The row of the payin shop/order-1 cannot be read. Use a program as new as the one that wrote it;",
    )
    const line = String(yield* Effect.exit(store.history({ key, after: 0, limit: 10 })))
    assert.include(line, "Line 1 (intended) of the history of the payin shop/order-1 cannot be read.")
    for (const secret of ["token-1", "22670000001"]) assert.notInclude(row + line, secret)
  })
})

it("an error of the store says what failed and what that means", () => {
  const error = new StoreError({ operation: "claim", cause: new Error("full") })
  assert.include(error.message, "failed during claim")
  assert.include(error.message, "nothing that it confirmed is lost")
})
