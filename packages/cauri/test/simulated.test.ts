/** A payin, from its creation to its completion, on simulated time. */
import { assert, describe, it } from "@effect/vitest"
import { simulatedPayments } from "../src/simulated.ts"

describe("simulatedPayments", () => {
  it("takes a direct payin from creation to completion without a socket", async () => {
    await using payments = await simulatedPayments({ logger: () => {} })
    const received: Array<string> = []
    payments.on("payin.completed", (event) => {
      received.push(`${event.payment.id} ${event.status} ${event.late}`)
    })
    const payin = await payments.payins.create({
      id: "order-1",
      amount: 1_500,
      method: { type: "direct", mode: "ussd_push", phone: "22660000001" },
      description: "Two loaves",
    })
    assert.strictEqual(payin.status, "pending")
    assert.deepStrictEqual(payin.next, { type: "confirm_on_phone", how: "enter_pin" })
    await payments.service.phones.approve("22660000001")
    const done = payments.payins.waitFor("order-1")
    await payments.advance("1 minute")
    assert.strictEqual((await done).status, "completed")
    assert.deepStrictEqual(received, ["order-1 completed false"])
  })
})
