/** The first test: a payment from its creation to its end, on time that stands still until the test moves it. Nothing leaves this process. */
import assert from "node:assert/strict"
import { test } from "node:test"
import { simulatedPayments } from "cauri/simulated"
import { makeShop } from "../src/shop.ts"

const open = async () => {
  const payments = await simulatedPayments()
  const delivered: Array<string> = []
  const shop = makeShop({ payments, url: "https://shop.example", deliver: (order) => void delivered.push(order) })
  payments.on("payin.completed", shop.receive)
  return { payments, delivered, shop }
}

test("a customer pays, and the order is delivered once", async () => {
  const { delivered, payments, shop } = await open()
  const address = await shop.order("order-17")
  assert.equal(await shop.order("order-17"), address, "the same form again is the same order")

  await payments.service.page.pay(address, { operatorId: "12", phone: "22660000001" })
  await payments.service.phones.approve("22660000001") // the customer enters the PIN
  await payments.advance("5 minutes")

  assert.deepEqual(delivered, ["order-17"])
  const { closed, payAt } = await shop.show("order-17")
  assert.deepEqual({ closed, payAt }, { closed: true, payAt: null })
  await payments.close()
})

test("a customer refuses, and nothing is delivered", async () => {
  const { delivered, payments, shop } = await open()
  await payments.service.page.pay(await shop.order("order-18"), { operatorId: "12", phone: "22660000002" })
  await payments.service.phones.refuse("22660000002")
  await payments.advance("5 minutes")
  assert.deepEqual(delivered, [])
  await payments.close()
})
