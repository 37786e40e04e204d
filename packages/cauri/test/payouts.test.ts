/** Payouts, refunds and people's decisions about them. */
import { assert, describe, it } from "@effect/vitest"
import { simulatedPayments } from "../src/simulated.ts"
import { failureOf, numbers, payin, payout, silent, test, open } from "./samples.ts"

const codeOf = async (promise: Promise<unknown>) => (await failureOf(promise)).code

describe("payouts", () => {
  test("sends a payout once and completes it (O5, O11)", async (payments) => {
    const sent = await payments.payouts.create(payout("salary-1"))
    assert.strictEqual(sent.status, "pending")
    assert.notInclude(JSON.stringify(sent), numbers.pushPaysAtOnce)
    const done = payments.payouts.waitFor("salary-1")
    await payments.advance("5 minutes")
    assert.strictEqual((await done).status, "completed")
    assert.strictEqual(await payments.service.creations("salary-1"), 1)
  })

  test("credits a wallet in either of its two ways (#66, #68, #69)", async (payments) => {
    const phone = numbers.wallet
    const kept = await payments.payouts.create(
      payout("kept", { phone, method: { type: "wallet", funds: "keep_in_wallet" } }),
    )
    const moved = await payments.payouts.create(
      payout("moved", { phone, amount: 1_000, method: { type: "wallet", funds: "transfer_to_mobile_money" } }),
    )
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payouts.get({ id: kept.id, project: "default" })).status, "completed")
    assert.strictEqual((await payments.payouts.get(moved.id)).status, "completed")
  })

  test("holds a twin until a person releases it, who names what was seen (O2, O3)", async (payments) => {
    await payments.payouts.create(payout("first"))
    const twin = await payments.payouts.create(payout("second"))
    assert.strictEqual(twin.status, "held")
    assert.strictEqual(twin.heldBecause, "twin")
    assert.strictEqual(await payments.service.creations("second"), 0)
    const decision = { by: "A colleague", reason: "Two invoices of one amount", asOf: twin.seq }
    assert.strictEqual(await codeOf(payments.review.release(twin, { ...decision, asOf: 1 })), "decision_refused")
    await payments.review.release(twin, decision)
    await payments.advance("5 minutes")
    assert.strictEqual((await payments.payouts.get("second")).status, "completed")
    const lines = await payments.review.history(twin)
    const released = lines.find(({ event }) => event === "released")
    assert.strictEqual(released?.by, "A colleague")
    assert.strictEqual(released?.reason, "Two invoices of one amount")
  })

  test("never sends a payout again whose answer was lost; a person rules, which is announced as the end (S2, O7, O10)", async (payments) => {
    const ends: Array<unknown> = []
    for (const type of ["payout.completed", "payout.not_completed"] as const) {
      payments.on(type, (event) => void ends.push([event.type, event.decidedBy]))
    }
    const asked = payments.payouts.create(payout("lost", { phone: "22660000080" }))
    await payments.advance("31 seconds")
    const lost = await asked
    assert.strictEqual(lost.status, "in_doubt")
    assert.deepStrictEqual(lost.decisions, ["completed"])
    await payments.advance("7 days")
    assert.strictEqual((await payments.payouts.create(payout("lost", { phone: "22660000080" }))).status, "in_doubt")
    assert.strictEqual(await payments.service.creations("lost"), 1)
    const { seq } = await payments.payouts.get("lost")
    const ruling = { by: "A colleague", reason: "It was paid", evidence: "The service's statement", asOf: seq }
    const ruled = await payments.review.resolve(lost, { ...ruling, to: "completed" })
    assert.strictEqual(ruled.status, "completed")
    assert.deepStrictEqual(ruled.decisions, [])
    await payments.advance("7 days")
    assert.deepStrictEqual(ends, [["payout.completed", { by: ruling.by, reason: ruling.reason }]])
  })

  test("cancels what was not sent, and sends what was stored (O15)", async (payments) => {
    await payments.payouts.create(payout("one"), { sendLater: true })
    assert.strictEqual((await payments.payouts.cancel("one", "A colleague")).status, "cancelled")
    await payments.payouts.create(payout("two", { amount: 300 }), { sendLater: true })
    assert.strictEqual((await payments.payouts.send("two")).status, "pending")
    assert.strictEqual((await payments.payouts.send("two")).status, "pending")
    assert.strictEqual(await payments.service.creations("two"), 1)
  })

  test("stops payouts on a hold until it is lifted, and tells who set it", async (payments) => {
    const set = await payments.review.pause("payouts", { by: "A colleague", reason: "We look into something" })
    const [pause] = await payments.review.pauses()
    assert.deepStrictEqual(set, pause)
    assert.deepStrictEqual(await payments.review.pause("payouts", { by: "Another", reason: "So do I" }), pause)
    assert.deepStrictEqual(pause, {
      scope: "payouts",
      by: "A colleague",
      reason: "We look into something",
      since: payments.now(),
    })
    assert.strictEqual((await payments.payouts.create(payout("held"))).status, "intended")
    const other = { by: "Another", since: payments.now() }
    assert.isFalse(await payments.review.resume("payouts", { seen: other }))
    assert.strictEqual(
      await codeOf(payments.review.resume("payouts", { seen: { by: "A", since: "then" } })),
      "invalid_input",
    )
    assert.isTrue(await payments.review.resume("payouts", { seen: set }))
    assert.isFalse(await payments.review.resume("payouts"))
    await payments.advance("5 minutes")
    assert.strictEqual((await payments.payouts.get("held")).status, "completed")
    assert.strictEqual(
      await codeOf(payments.review.pause("payout", { by: "A colleague", reason: "A slip" })),
      "invalid_input",
    )
  })
})

const paid = async (id: string) => {
  const payments = await open()
  await payments.payins.create(
    payin(id, { method: { type: "direct", mode: "ussd_push", phone: numbers.pushPaysAtOnce } }),
  )
  await payments.advance("1 minute")
  return payments
}

describe("refunds", () => {
  it("gives a payin back to the number that paid, once, however often it is asked", async () => {
    await using payments = await paid("order")
    const refund = await payments.payins.refund("order")
    assert.strictEqual(refund.id, "refund-order")
    assert.strictEqual(refund.refundOf, "order")
    assert.strictEqual(refund.amount, 1_500)
    assert.strictEqual(refund.phone, "226••••••90")
    assert.strictEqual((await payments.payins.refund("order")).id, refund.id)
    await payments.advance("5 minutes")
    assert.strictEqual((await payments.payouts.get(refund.id)).status, "completed")
    assert.strictEqual(await payments.service.creations(refund.id), 1)
  })

  it("gives parts back, and never more than was paid", async () => {
    await using payments = await paid("order")
    await payments.payins.refund("order", { id: "part-1", amount: 1_000 })
    const error = await failureOf(payments.payins.refund("order", { id: "part-2", amount: 501 }))
    assert.strictEqual(error.field, "amount")
    assert.match(error.expected ?? "", /at most 500 XOF/)
    await payments.payins.refund("order", { id: "part-3", amount: 500, phone: numbers.pushPaysAtOnce })
  })

  test("refunds no payin that is not paid", async (payments) => {
    await payments.payins.create(payin("open"))
    const error = await failureOf(payments.payins.refund("open"))
    assert.strictEqual(error.field, "refundOf")
    assert.strictEqual(await codeOf(payments.payins.refund("nowhere")), "not_found")
  })

  test("shows once each what waits for a person: in doubt, held, then flagged", async (payments) => {
    const named = async (query?: { project: string }) =>
      (await payments.review.needsAttention(query)).payments.map(({ id }) => id)
    const method = { type: "direct", mode: "ussd_push", phone: "22660000088" } as const
    await payments.payins.create(payin("less", { method }))
    await payments.advance("1 minute")
    await payments.payouts.create(payout("first"))
    await payments.payouts.create(payout("held"))
    const lost = payments.payouts.create(payout("lost", { phone: "22660000080" }))
    await payments.advance("1 hour")
    await lost
    assert.deepStrictEqual(await named(), ["lost", "held", "less"])
    assert.deepStrictEqual(await named({ project: "another" }), [])
  })

  it("says why when the service could not be asked", async () => {
    const policy = {
      calls: { confirmRate: { perSecond: 0.01, burst: 1 }, callbackConfirmRate: null, confirmPatience: 0 },
    }
    await using payments = await simulatedPayments({ logger: silent, policy })
    const order = await payments.payins.create(payin("order"))
    assert.deepInclude(await payments.review.recheck(order), { unasked: null, answered: "all" })
    const unasked = await payments.review.recheck(order)
    assert.deepInclude(unasked, { unasked: "throttled", answered: null, status: "pending", id: "order" })
  })

  test("books what was really paid: less is underpaid, and completed only where a person accepts it as full (P13, P19)", async (payments) => {
    const heard: Array<unknown> = []
    for (const type of ["payin.flagged", "payin.completed", "payin.underpaid"] as const) {
      payments.on(type, (event) => void heard.push([event.type, event.payment.id, event.amountPaid]))
    }
    const method = { type: "direct", mode: "ussd_push", phone: "22660000088" } as const
    for (const [id, acceptedAsFull] of [
      ["less", false],
      ["full", true],
    ] as const) {
      await payments.payins.create(payin(id, { method }))
      await payments.advance("1 minute")
      const seen = await payments.payins.get(id)
      const paid = seen.flags[0]?.amountPaid ?? 0
      assert.isBelow(paid, seen.amount)
      assert.deepStrictEqual([seen.next, seen.amountPaid], [{ type: "wait" }, null])
      const by = { by: "A colleague", reason: "Short", evidence: "Statement, line 7", asOf: seen.seq }
      const decided = await payments.review.resolve(seen, { ...by, to: "completed", acceptedAsFull })
      const status = acceptedAsFull ? "completed" : "underpaid"
      assert.deepInclude(decided, { status, amountPaid: paid, closed: true })
      await payments.advance("1 minute")
      assert.deepStrictEqual(heard.splice(0), [
        ["payin.flagged", id, paid],
        [`payin.${status}`, id, paid],
      ])
    }
  })

  test("closes a flag with a reason, and asks the service when a person wants to know (P13)", async (payments) => {
    const method = { type: "direct", mode: "ussd_push", phone: "22660000088" } as const
    await payments.payins.create(payin("less", { method }))
    await payments.advance("1 minute")
    const flagged = await payments.review.recheck({ kind: "payin", project: "default", id: "less" })
    assert.isNull(flagged.unasked)
    const [flag] = flagged.flags
    assert.strictEqual(flag?.kind, "amount_mismatch")
    assert.match(flag?.advice.en ?? "", /another amount/)
    assert.isNull(flag?.closed ?? null)
    const decision = { by: "A colleague", reason: "Credited by hand", asOf: flagged.seq }
    const closed = await payments.review.closeFlag(flagged, flag ?? assert.fail("no flag"), decision)
    assert.strictEqual(closed.flags[0]?.closed?.by, "A colleague")
    assert.deepStrictEqual((await payments.payins.list({ flagged: true })).payments, [])
  })
})
