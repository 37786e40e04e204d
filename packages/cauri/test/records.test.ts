/** What a payment was made with, what the service last said of it, and what keeps it from being sent. */
import { assert, describe, it } from "@effect/vitest"
import type { LogLine } from "../src/index.ts"
import { simulatedPayments } from "../src/simulated.ts"
import { numbers, payin, payout, test } from "./samples.ts"

const by = (phone: string) => ({ method: { type: "direct", mode: "ussd_push", phone } }) as const

test("a payment gives back all that it was made with, its number masked", async (payments) => {
  const made = payin("order", {
    items: [{ name: "Loaf", quantity: 2, unitPrice: 750 }],
    customer: { firstName: "Awa", email: "awa@shop.example" },
    customData: { basket: "7" },
    shop: { name: "Bakery", siteUrl: "https://bakery.example" },
  })
  const { method, items, customer, customData, shop } = await payments.payins.create(made)
  assert.deepStrictEqual(
    { method, items, customer, customData, shop },
    {
      method: { type: "direct", mode: "ussd_push", phone: "226••••••01" },
      items: [{ name: "Loaf", quantity: 2, unitPrice: 750 }],
      customer: { firstName: "Awa", email: "awa@shop.example" },
      customData: { basket: "7" },
      shop: { name: "Bakery", siteUrl: "https://bakery.example" },
    },
  )
  const wallet = { type: "wallet", funds: "keep_in_wallet" } as const
  const sent = await payments.payouts.create(
    payout("salary", { phone: numbers.wallet, method: wallet, operator: "wallet", customData: { month: "June" } }),
  )
  assert.deepStrictEqual([sent.method, sent.operator, sent.customData], [wallet, "wallet", { month: "June" }])
  const back = { type: "hosted", returnUrl: "https://shop.example/a", cancelUrl: "https://shop.example/b" } as const
  const hosted = await payments.payins.create(payin("page", { method: back }))
  assert.deepStrictEqual(hosted.method, { ...back, phone: null })
})

describe("what the service last said", () => {
  test("shows of a payin that waits the request_id that its support asks for #93", async (payments) => {
    const created = await payments.payins.create(payin("order"))
    assert.isNull(created.confirmed)
    await payments.advance("30 seconds")
    const { confirmed, status } = await payments.payins.get("order")
    assert.strictEqual(status, "pending")
    assert.deepInclude(confirmed, { status: "pending", amount: 1_500, operator: null, payer: null })
    assert.isNotEmpty(confirmed?.requestId)
    assert.isNotEmpty(confirmed?.date)
    assert.isTrue(Date.parse(confirmed?.askedAt ?? "") > Date.parse(created.createdAt))
  })

  test("shows a paid one: operator, payer, amount, date and customer details #85 #87 #88 #89 #100", async (payments) => {
    const customer = { firstName: "Awa", email: "awa@shop.example" }
    await payments.payins.create(payin("order", { ...by(numbers.pushPaysAtOnce), customer }))
    await payments.advance("1 minute")
    const { confirmed } = await payments.payins.get("order")
    assert.deepInclude(confirmed, { status: "completed", amount: 1_500, payer: "226••••••90" })
    assert.isNotEmpty(confirmed?.operator?.name)
    assert.isNotEmpty(confirmed?.reference)
    assert.deepInclude(confirmed?.customer, { firstName: "Awa", email: "awa@shop.example" })
    // The same from every call and list, and from the creation that is asked for again.
    const again = await payments.payins.create(payin("order", { ...by(numbers.pushPaysAtOnce), customer }))
    assert.deepStrictEqual(again.confirmed, confirmed)
    assert.deepStrictEqual((await payments.payins.list()).payments[0]?.confirmed, confirmed)
  })

  test("shows one that failed, and a payout #93 #108", async (payments) => {
    await payments.payins.create(payin("order", by(numbers.pushRefuses)))
    await payments.payouts.create(payout("salary"))
    await payments.advance("5 minutes")
    const failed = await payments.payins.get("order")
    assert.strictEqual(failed.status, "not_completed")
    assert.strictEqual(failed.confirmed?.status, "not_completed")
    assert.isNotEmpty(failed.confirmed?.requestId)
    const paid = await payments.payouts.get("salary")
    assert.strictEqual(paid.confirmed?.status, "completed")
    assert.isNotEmpty(paid.confirmed?.operator?.id)
  })

  it("holds no full number, in the payment, in events and in the log; a call of its own gives who paid #87", async () => {
    const lines: Array<LogLine> = []
    await using payments = await simulatedPayments({ logger: (line) => lines.push(line) })
    const events: Array<unknown> = []
    payments.on("payin.completed", (event) => void events.push(event))
    const back = { type: "hosted", returnUrl: "https://shop.example/a", cancelUrl: "https://shop.example/b" } as const
    const { next } = await payments.payins.create(payin("order", { method: back }))
    assert.deepStrictEqual(await payments.payins.phones("order"), { phone: null, payer: null })
    await payments.service.page.pay(next.type === "open_url" ? next.url : "", { operatorId: "12", phone: numbers.push })
    await payments.service.phones.approve(numbers.push)
    await payments.advance("5 minutes")
    const told = JSON.stringify([await payments.payins.get("order"), events, lines])
    assert.include(told, "226••••••01")
    assert.notInclude(told, numbers.push)
    assert.deepStrictEqual(await payments.payins.phones("order"), { phone: null, payer: numbers.push })
    await payments.payouts.create(payout("salary"))
    assert.deepStrictEqual(await payments.payouts.phones("salary"), { phone: numbers.pushPaysAtOnce, payer: null })
  })
})

describe("a payment behind a hold", () => {
  test("says which hold, by whom, why and since when, until it is lifted", async (payments) => {
    const pause = await payments.review.pause("project/default/payouts", { by: "A colleague", reason: "A count" })
    assert.deepStrictEqual((await payments.payouts.create(payout("salary"))).pause, pause)
    assert.deepStrictEqual((await payments.payouts.list()).payments[0]?.pause, pause)
    assert.strictEqual(pause.since, payments.now())
    // What was not stopped by it says nothing of it.
    assert.isNull((await payments.payins.create(payin("order"))).pause)
    await payments.review.resume(pause.scope)
    assert.isNull((await payments.payouts.get("salary")).pause)
  })

  test("names the service's own refusal where that set the hold #231", async (payments) => {
    await payments.service.fault({ id: "ip", fault: { _tag: "SubCode", code: "06", executed: false }, times: 1 })
    const first = await payments.payouts.create(payout("salary"))
    assert.deepInclude(first.pause, { scope: "project/default/payouts", reason: "ip_denied", by: "cauri" })
    const second = await payments.payouts.create(payout("bonus", { amount: 700 }))
    assert.deepStrictEqual(second.pause, first.pause)
    assert.isNull(second.problem)
  })
})
