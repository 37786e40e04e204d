/** The examples of the guides, as their pages show them. */
import { assert, describe, it } from "@effect/vitest"
import { createHmac, randomBytes } from "node:crypto"
import { simulatedPayments } from "cauri/simulated"
import { lateAndLost } from "../examples/faults.ts"
import { listen } from "../examples/handlers.ts"
import { pay, refund, twin } from "../examples/payouts.ts"
import { functionsFor } from "../examples/serverless.ts"
import { webhookRoute } from "../examples/webhook.ts"

const open = () => simulatedPayments({ logger: () => {} })
const method = { type: "direct", mode: "ussd_push", phone: "22660000090" } as const
const order = { id: "order-17", amount: 500, description: "Two loaves", method }

describe("the examples of payouts", () => {
  it("pay once, hold a twin until a person releases it", async () => {
    await using payments = await open()
    assert.deepStrictEqual(await pay(payments), ["pending", "pending"])
    assert.deepInclude(await twin(payments), { status: "held", heldBecause: "twin" })
    await payments.advance("10 minutes")
    for (const id of ["salary-17-june", "salary-18-june", "bonus-17"])
      assert.strictEqual((await payments.payouts.get(id)).status, "completed", id)
  })

  it("give a part of a payin back, once", async () => {
    await using payments = await open()
    await payments.payins.create(order)
    await payments.advance("1 minute")
    assert.strictEqual((await refund(payments)).id, (await refund(payments)).id)
    assert.strictEqual(await payments.service.creations("refund-order-17-bread"), 1)
  })
})

describe("the examples of events", () => {
  it("hear what happened", async () => {
    await using payments = await open()
    const heard: Array<string> = []
    const say = async (text: string) => void heard.push(text)
    listen(payments, { alert: say, mail: say })
    await payments.payins.create(order)
    await payments.payins.create({ ...order, id: "order-18", method: { ...method, phone: "22660000092" } })
    await payments.advance("1 minute")
    assert.sameMembers(heard, ["order-17", "order-18 was not paid"])
  })

  const key = randomBytes(32)

  /** What the route answers to an event of this kind, and the orders that it fulfils. */
  const posting = async (kind: "payin" | "payout", signing = key) => {
    const paid: Array<string> = []
    const route = webhookRoute(`whsec_${key.toString("base64")}`, async (id) => void paid.push(id))
    const at = new Date()
    const data = {
      id: `${kind} default/order-17#3`,
      type: `${kind}.completed`,
      payment: { kind, project: "default", id: "order-17" },
      seq: 3,
      at: at.toISOString(),
      status: "completed",
      amount: 500,
      rail: kind === "payin" ? "ussd_push" : "mobile_money",
      orderRef: null,
      late: false,
      operator: "Operator",
    }
    const body = JSON.stringify({ type: data.type, timestamp: data.at, data })
    const seconds = String(Math.floor(at.getTime() / 1_000))
    const mac = createHmac("sha256", signing).update(`${data.id}.${seconds}.${body}`).digest("base64")
    const { status } = await route(
      new Request("https://shop.example/webhook", {
        method: "POST",
        headers: { "webhook-id": data.id, "webhook-timestamp": seconds, "webhook-signature": `v1,${mac}` },
        body,
      }),
    )
    return [status, paid]
  }

  it("come by webhook, when its signature is right", async () => {
    assert.deepStrictEqual(await posting("payin"), [204, ["order-17"]])
    assert.deepStrictEqual(await posting("payin", randomBytes(32)), [400, []])
  })

  it("come by webhook and deliver no order because a payout completed", async () =>
    assert.deepStrictEqual(await posting("payout"), [204, []]))
})

describe("the functions of a host without a process of its own", () => {
  it("answer a callback, and work when the timer rings, over payments that are opened once", async () => {
    await using payments = await open()
    let times = 0
    const { callbacks, minute } = functionsFor(async () => {
      times += 1
      return payments
    })
    const wrong = new Request("https://shop.example/callbacks/none", { method: "POST", body: "{}" })
    assert.strictEqual((await callbacks(wrong)).status, 404)
    await payments.payins.create(order, { sendLater: true })
    await payments.advance("10 seconds")
    await minute()
    assert.notStrictEqual((await payments.payins.get("order-17")).status, "intended")
    assert.strictEqual(times, 1)
  })
})

describe("the example of faults", () => {
  it("finds a late payment and a lost answer", async () => {
    assert.deepStrictEqual(await lateAndLost(), ["expired", "completed", true, 1])
  })
})
