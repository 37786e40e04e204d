/** Several payments decided together: each on its own, as it was shown, and none that lets money leave. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Payins, Payouts, Review } from "@cauri/core"
import { keyOf, payin, payout, storedPayment } from "../serving/world.ts"
import { inWorld } from "../serving/browsing.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWorld)

const held = Effect.gen(function* () {
  for (const id of ["first", "twin-1", "twin-2"]) yield* (yield* Payouts).create(payout(id, 9_000))
})

const pick = (...ids: ReadonlyArray<string>) => ids.map((id) => `pick=payout:shop:${id}`).join("&")
const itemsOf = (text: string) => [...text.matchAll(/name="item"\s+value="([^"]+)"/g)].map(([, item = ""]) => item)

describe("deciding together", () => {
  it("lists what will happen to each, names what cannot be decided there, and decides each with one reason", function* (browser) {
    yield* held
    const list = yield* browser.get("/?list=held")
    assert.include(list.text, 'type="checkbox" name="pick" value="payout:shop:twin-1"')
    const asked = yield* browser.get(`/together?act=cancel&${pick("twin-1", "twin-2", "first", "unknown")}`)
    assert.strictEqual(asked.status, 200)
    assert.deepStrictEqual(itemsOf(asked.text), ["payout:shop:twin-1:2", "payout:shop:twin-2:2"])
    assert.include(asked.text, "This payout cannot be sent any more.")
    assert.include(asked.text, "Its state does not allow this decision.")
    assert.include(asked.text, "It cannot be read, or it is not in this store.")
    yield* (yield* Review).release(keyOf("payout", "twin-2"), { by: "Another", reason: "due", asOf: 2 })
    const form = new URLSearchParams([
      ["act", "cancel"],
      ["by", "A. Colleague"],
      ["reason", "ordered twice"],
      ...itemsOf(asked.text).map((item) => ["item", item]),
    ])
    const done = yield* browser.post("/together", form)
    assert.strictEqual(done.status, 409)
    assert.include(done.text, "Decided")
    assert.include(done.text, "The payment has changed since you looked.")
    assert.strictEqual((yield* storedPayment("payout", "twin-1")).state._tag, "cancelled")
    assert.notStrictEqual((yield* storedPayment("payout", "twin-2")).state._tag, "cancelled")
  })

  it("takes no decision that lets money leave or needs evidence, and nothing without a reason", function* (browser) {
    yield* held
    yield* (yield* Payins).create(payin("order-1", 1_000))
    for (const act of ["release", "send_again", "completed", "not_completed", ""]) {
      assert.strictEqual((yield* browser.get(`/together?act=${act}&${pick("twin-1")}`)).status, 422, act)
      const form = new URLSearchParams({ act, by: "A", reason: "b", item: "payout:shop:twin-1:2" })
      assert.strictEqual((yield* browser.post("/together", form)).status, 422, act)
    }
    assert.strictEqual((yield* browser.get("/together?act=cancel")).status, 422)
    const form = new URLSearchParams({ act: "cancel", by: "A", reason: "", item: "payout:shop:twin-1:2" })
    const without = yield* browser.post("/together", form)
    assert.strictEqual(without.status, 422)
    assert.deepStrictEqual(itemsOf(without.text), ["payout:shop:twin-1:2"])
    assert.strictEqual((yield* storedPayment("payout", "twin-1")).state._tag, "held")
  })
})
