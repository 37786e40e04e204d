/** The shop as a process: whom its file belongs to; killed between payments and their fulfilment, and while it fulfils. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { statSync } from "node:fs"
import { vi } from "vitest"
import { it } from "@cauri/house/it"
import { serveShop } from "./serving.ts"
import { order, visit } from "./world.ts"

describe("a shop that is killed", () => {
  it.live("has fulfilled each order exactly once when it is open again", () =>
    Effect.gen(function* () {
      const { at, database, end, open, sandbox } = yield* serveShop
      const app = { request: (address: string, init: RequestInit) => fetch(address, init) }
      const customers = Array.from({ length: 8 }, (_, index) => `2266000001${index}`)
      yield* Effect.promise(async () => {
        for (const phone of customers) await order(visit({ app, at }), "moov", phone)
      })
      yield* end("SIGKILL")
      // They pay while nobody listens.
      const approve = (phone: string) => sandbox.control(`/phones/${phone}/acts`, { _tag: "Approve" })
      yield* Effect.forEach(customers, approve, { concurrency: 1 })
      const fulfilled = () => Number(database.prepare("select count(fulfilled_at) from orders").pluck().get())
      assert.strictEqual(fulfilled(), 0)
      // Killed as soon as the first are fulfilled, and again after some more.
      for (const enough of [1, 4, 8]) {
        yield* open
        const reached = () => assert.isAtLeast(fulfilled(), enough)
        yield* Effect.promise(() => vi.waitFor(reached, { timeout: 100_000, interval: 10 }))
        if (enough < 8) yield* end("SIGKILL")
      }
      assert.strictEqual(yield* end("SIGTERM"), 0)
      assert.deepStrictEqual(database.prepare("select good, pieces from sold").all(), [{ good: "soap", pieces: 16 }])
      assert.deepStrictEqual(database.prepare("select state, count(*) as n from cauri_payments group by state").all(), [
        { state: "completed", n: 8 },
      ])
    }),
  )
})

describe("the file of a shop", () => {
  it.live("is for its own user alone", function* () {
    const { database } = yield* serveShop
    assert.strictEqual(statSync(database.name).mode & 0o777, 0o600)
  })
})
