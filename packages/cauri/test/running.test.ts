/** Waiting, aborting and closing: what is under way is never lost. */
import { assert, describe, it } from "@effect/vitest"
import { memory, PaymentsError } from "../src/index.ts"
import { simulatedPayments } from "../src/simulated.ts"
import { numbers, payin, payout, silent, test, open } from "./samples.ts"

const reasonOf = async (promise: Promise<unknown>): Promise<unknown> => promise.then(silent, (error: unknown) => error)

describe("waitFor", () => {
  test("wakes all who wait for a payment when it closes, and no other", async (payments) => {
    await payments.payins.create(payin("one"))
    await payments.payins.create(payin("two", { amount: 300 }))
    const closed: Array<string> = []
    for (const id of ["one", "one", "two"]) {
      void payments.payins.waitFor(id).then(({ id: name, status }) => closed.push(`${name} ${status}`), silent)
    }
    await payments.service.phones.approve(numbers.push)
    // A wait that nobody wakes ends only after half a minute.
    await payments.advance("10 seconds")
    assert.deepStrictEqual(closed, ["two completed"])
    await payments.service.phones.approve(numbers.push)
    await payments.advance("10 seconds")
    assert.deepStrictEqual(closed, ["two completed", "one completed", "one completed"])
  })

  test("comes back at once for a payment that is closed already, and refuses one that is not there", async (payments) => {
    await payments.payins.create(payin("order"), { sendLater: true })
    await payments.payins.cancel("order", "A colleague")
    assert.strictEqual((await payments.payins.waitFor("order")).status, "cancelled")
    const error = await reasonOf(payments.payins.waitFor("nowhere"))
    assert.instanceOf(error, PaymentsError)
    assert.strictEqual(error.code, "not_found")
  })

  test("comes back only when the handlers have heard of the end, where it is set to wait for them", async (payments) => {
    const happened: Array<string> = []
    let tries = 0
    payments.onWithin("payin.completed", () => {
      tries += 1
      if (tries === 1) throw new Error("The handler is not ready.")
      happened.push("packed")
    })
    await payments.payins.create(payin("order"))
    const watching = (async () => {
      for await (const { status } of payments.payins.watch("order", { untilDelivered: true })) happened.push(status)
    })()
    void payments.payins.waitFor("order").then(() => happened.push("closed"), silent)
    void payments.payins.waitFor("order", { untilDelivered: true }).then(() => happened.push("markDelivered"), silent)
    await payments.advance("1 second")
    await payments.service.phones.approve(numbers.push)
    await payments.advance("1 minute")
    await watching
    assert.deepStrictEqual(happened.toSorted(), [
      "closed",
      "completed",
      "completed",
      "markDelivered",
      "packed",
      "pending",
    ])
    const at = (what: string) => happened.indexOf(what)
    assert.isBelow(at("closed"), at("packed"))
    assert.isBelow(at("packed"), at("markDelivered"))
    assert.strictEqual(happened.indexOf("packed") < happened.lastIndexOf("completed"), true)
  })

  test("watches a payment through its changes until it is closed", async (payments) => {
    const method = { type: "direct", mode: "sms_otp", phone: numbers.smsOtp } as const
    await payments.payins.create(payin("order", { method }))
    const seen: Array<string> = []
    const watching = (async () => {
      for await (const { status } of payments.payins.watch("order")) seen.push(status)
    })()
    await payments.advance("1 second")
    const [text = ""] = await payments.service.phones.inbox(numbers.smsOtp)
    await payments.payins.submitOtp("order", /[0-9]{4,8}/.exec(text)?.[0] ?? "")
    await payments.advance("1 minute")
    await watching
    assert.deepStrictEqual([seen[0], seen.at(-1)], ["awaiting_otp", "completed"])
  })
})

describe("a signal", () => {
  test("ends a wait with its own reason, before or while it waits", async (payments) => {
    await payments.payins.create(payin("order"))
    const reason = new Error("The customer has left.")
    assert.strictEqual(await reasonOf(payments.payins.waitFor("order", { signal: AbortSignal.abort(reason) })), reason)
    const controller = new AbortController()
    const waiting = reasonOf(payments.payins.waitFor("order", { signal: controller.signal }))
    await payments.advance("1 second")
    controller.abort(reason)
    assert.strictEqual(await waiting, reason)
  })

  test("lets a caller go while its payout is under way, whose answer is still saved (S7)", async (payments) => {
    await payments.service.fault({ id: "slow", fault: { _tag: "Delay", millis: 5_000, executed: true }, times: 1 })
    const controller = new AbortController()
    const reason = new Error("The browser was closed.")
    const sending = reasonOf(payments.payouts.create(payout("salary"), { signal: controller.signal }))
    await payments.advance("1 second")
    controller.abort(reason)
    assert.strictEqual(await sending, reason)
    assert.strictEqual((await payments.payouts.get("salary")).status, "submitting")
    await payments.advance("5 seconds")
    assert.strictEqual((await payments.payouts.get("salary")).status, "pending")
    assert.strictEqual(await payments.service.creations("salary"), 1)
  })

  test("sends nothing when it was aborted before the call", async (payments) => {
    await reasonOf(payments.payouts.create(payout("salary"), { signal: AbortSignal.abort() }))
    assert.deepStrictEqual((await payments.payouts.list()).payments, [])
  })
})

describe("create with waitFor", () => {
  for (const [what, create] of [
    [
      "payin",
      (payments: Awaited<ReturnType<typeof open>>, waitFor?: "stored") =>
        payments.payins.create(payin("one"), waitFor && { waitFor }),
    ],
    [
      "payout",
      (payments: Awaited<ReturnType<typeof open>>, waitFor?: "stored") =>
        payments.payouts.create(payout("one"), waitFor && { waitFor }),
    ],
  ] as const) {
    test(`"stored" gives the ${what} back before its answer, and sends it once; by default the answer is waited for`, async (payments) => {
      await payments.service.fault({ id: "slow", fault: { _tag: "Delay", millis: 5_000, executed: true } })
      const stored = await create(payments, "stored")
      assert.include(["intended", "submitting"], stored.status)
      const list = what === "payin" ? payments.payins : payments.payouts
      assert.strictEqual((await list.get("one")).status, "submitting")
      await payments.advance("6 seconds")
      assert.strictEqual((await list.get("one")).status, "pending")
      assert.strictEqual(await payments.service.creations("one"), 1)
      assert.strictEqual((await create(payments)).status, "pending")
    })
  }

  test("carries a dialled code, tells at once what is wrong, and takes no other word", async (payments) => {
    const asked = payin("dialled", { method: { type: "direct", mode: "ussd_otp", phone: numbers.ussdOtp } })
    const otp = await payments.service.phones.dialForCode(numbers.ussdOtp, asked.amount)
    await payments.payins.create(asked, { otp, waitFor: "stored" })
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payins.get("dialled")).status, "completed")
    const wrong = [
      payments.payins.create({ ...asked, amount: 400 }, { otp, waitFor: "stored" }),
      // @ts-expect-error -- no such word
      payments.payins.create(asked, { otp, waitFor: "nothing" }),
    ].map(async (call) => {
      const error = await reasonOf(call)
      return error instanceof PaymentsError ? [error.code, error.field] : error
    })
    assert.deepStrictEqual(await Promise.all(wrong), [
      ["content_conflict", "amount"],
      ["invalid_input", "waitFor"],
    ])
  })

  it("lets close wait for the call that it left in the background (S7)", async () => {
    const store = memory()
    const payments = await simulatedPayments({ store, logger: silent })
    await payments.service.fault({ id: "slow", fault: { _tag: "Delay", millis: 5_000, executed: true }, times: 1 })
    payments.start()
    await payments.payouts.create(payout("salary"), { waitFor: "stored" })
    await payments.advance("1 second")
    const closing = payments.close()
    await payments.advance("6 seconds").catch(silent)
    await closing
    await using again = await simulatedPayments({ store, logger: silent })
    assert.strictEqual((await again.payouts.get("salary")).status, "pending")
  })
})

describe("close", () => {
  it("waits for the answer of a payout that is under way, and saves it (S7)", async () => {
    const store = memory()
    const payments = await simulatedPayments({ store, logger: silent })
    await payments.service.fault({ id: "slow", fault: { _tag: "Delay", millis: 5_000, executed: true }, times: 1 })
    const sending = payments.payouts.create(payout("salary"))
    await payments.advance("1 second")
    let closed = false
    const closing = payments.close().then(() => (closed = true))
    await payments.advance("3 seconds").catch(silent)
    assert.isFalse(closed)
    await payments.advance("3 seconds").catch(silent)
    await closing
    assert.strictEqual((await sending).status, "pending")
    await using again = await simulatedPayments({ store, logger: silent })
    assert.strictEqual((await again.payouts.get("salary")).status, "pending")
  })

  it("ends those who only wait, takes nothing more, and may be called again", async () => {
    const payments = await open()
    await payments.payins.create(payin("order"))
    payments.start()
    const waiting = reasonOf(payments.payins.waitFor("order"))
    await Promise.all([payments.close(), payments.close()])
    for (const refused of [await waiting, await reasonOf(payments.payins.get("order"))]) {
      assert.instanceOf(refused, PaymentsError)
      assert.strictEqual(refused.code, "closed")
    }
    assert.throws(() => payments.start(), /closed/)
    const response = await payments.callbackHandler(new Request("https://shop.example/callbacks/x", { method: "POST" }))
    assert.strictEqual(response.status, 503)
    await payments.close()
  })
})

test("runOnce works through what is due, and tells when something is due next", async (payments) => {
  await payments.payins.create(payin("order"))
  const { taken, failed, nextDueAt } = await payments.runOnce()
  assert.deepStrictEqual([taken, failed], [0, 0])
  assert.isAbove(Date.parse(nextDueAt ?? ""), Date.parse(payments.now()))
})
