/** Who hears what became of payments, how often, and what happens when a handler fails. */
import { PaymentStore } from "@cauri/core"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { memory, type PaymentEvent, PaymentsError } from "../src/index.ts"
import { eventNames } from "../src/events/events.ts"
import { insideOf } from "../src/inside.ts"
import { simulatedPayments } from "../src/simulated.ts"
import { failureOf, numbers, payin, payout, silent, test } from "./samples.ts"

const paying = { method: { type: "direct", mode: "ussd_push", phone: numbers.pushPaysAtOnce } } as const

const by = (phone: string) => ({ method: { type: "direct", mode: "ussd_push", phone } }) as const

const thrownBy = (act: () => unknown): PaymentsError => {
  try {
    act()
  } catch (error) {
    return error instanceof PaymentsError ? error : assert.fail(String(error))
  }
  return assert.fail("It was expected to throw.")
}

describe("on", () => {
  test("hears of a payin's completion under a stable id, without a secret", async (payments) => {
    const received: Array<PaymentEvent> = []
    payments.on("payin.completed", (event) => {
      received.push(event)
    })
    await payments.payins.create(payin("order", { ...paying, orderRef: "cart-7" }))
    await payments.advance("1 minute")
    const [event] = received
    assert.lengthOf(received, 1)
    assert.match(event?.id ?? "", /^payin default\/order#[0-9]+$/)
    assert.deepStrictEqual(
      { ...event, id: "", seq: 0, at: "" },
      {
        id: "",
        type: "payin.completed",
        seq: 0,
        at: "",
        status: "completed",
        amount: 1_500,
        payment: { kind: "payin", project: "default", id: "order" },
        rail: "ussd_push",
        orderRef: "cart-7",
        late: false,
        amountPaid: 1_500,
        decidedBy: null,
        operator: Reflect.get(event ?? {}, "operator"),
      },
    )
    assert.isString(Reflect.get(event ?? {}, "operator"))
    assert.notInclude(JSON.stringify(received), numbers.pushPaysAtOnce)
  })

  test("retries a handler that throws, and every other handler still hears (L3, L6)", async (payments) => {
    let down = true
    const received: Array<string> = []
    const others: Array<string> = []
    payments.on("payin.completed", async (event) => {
      if (down) throw new Error("The mail server is away.")
      received.push(event.payment.id)
    })
    payments.on("payin.completed", (event) => void others.push(event.payment.id), { name: "books" })
    await payments.payins.create(payin("one", paying))
    await payments.payins.create(payin("two", { ...paying, amount: 700 }))
    await payments.advance("10 seconds")
    assert.sameMembers(others, ["one", "two"])
    assert.deepStrictEqual(received, [])
    down = false
    await payments.advance("1 minute")
    assert.sameMembers(received, ["one", "two"])
    assert.lengthOf(others, 2)
  })

  test("hears why a payment was refused, with the sub-code of the service #216 #227 #232", async (payments) => {
    const received: Array<readonly [string, string | null, string]> = []
    for (const type of ["payin.refused", "payout.refused"] as const) {
      payments.on(type, ({ reason, subCode }) => void received.push([type, reason, subCode]))
    }
    await payments.payins.create(payin("limit", by("22660000095")))
    const wallet = { type: "wallet", funds: "keep_in_wallet" } as const
    await payments.payouts.create(payout("salary", { method: wallet, phone: numbers.push }))
    await payments.advance("1 minute")
    assert.sameDeepMembers(received, [
      ["payin.refused", "amount_refused", "Code02"],
      ["payout.refused", "beneficiary_without_wallet", "Code02"],
    ])
  })

  test("hears only of its own event, and of each kind of payment by its name", async (payments) => {
    const received: Array<string> = []
    for (const type of ["payin.not_completed", "payin.refused", "payout.completed", "payout.held"] as const) {
      payments.on(type, (event) => void received.push(`${event.type} ${event.payment.id}`))
    }
    payments.on("payin.flagged", (event) => void received.push(`${event.flag} ${event.payment.id}`))
    payments.on("payout.in_doubt", (event) => void received.push(`${event.type} ${event.payment.id}`))
    await payments.payins.create(payin("no", by(numbers.pushRefuses)))
    await payments.payins.create(payin("limit", by("22660000095")))
    await payments.payins.create(payin("less", by("22660000088")))
    await payments.payouts.create(payout("salary"))
    await payments.payouts.create(payout("twin"))
    void payments.payouts.create(payout("lost", { phone: "22660000080" })).catch(silent)
    await payments.advance("5 minutes")
    assert.sameMembers(received, [
      "payin.not_completed no",
      "payin.refused limit",
      "amount_mismatch less",
      "payout.completed salary",
      "payout.held twin",
      "payout.in_doubt lost",
    ])
  })

  test("refuses an unknown event, a handler that is none, a name that is taken, and a handler that comes too late", async (payments) => {
    // @ts-expect-error -- no such event
    const unknown = thrownBy(() => payments.on("payin.paid", silent))
    assert.strictEqual(unknown.field, "event")
    assert.include(unknown.expected ?? "", "payin.completed")
    // @ts-expect-error -- no function
    assert.strictEqual(thrownBy(() => payments.on("payin.completed", "mail")).field, "handler")
    payments.on("payin.completed", silent)
    assert.strictEqual(thrownBy(() => payments.on("payin.completed", silent)).field, "name")
    assert.strictEqual(thrownBy(() => payments.on("payin.expired", silent, { from: "yesterday" })).field, "from")
    // @ts-expect-error -- no such field
    assert.strictEqual(thrownBy(() => payments.on("payin.expired", silent, { since: "2026-01-05" })).field, "since")
    assert.strictEqual(thrownBy(() => payments.on("payin.expired", silent, { name: "with space" })).field, "name")
    payments.start()
    assert.strictEqual(thrownBy(() => payments.on("payin.expired", silent)).code, "too_late")
  })

  it("has one name for every event that core announces", () => {
    assert.lengthOf(new Set(eventNames), eventNames.length)
    assert.lengthOf(eventNames, 15)
  })

  it("lets a handler that came later hear of older payments from a time on, where the store remembers", async () => {
    const store = memory()
    const first = await simulatedPayments({ store, logger: silent })
    await first.payins.create(payin("old", paying))
    await first.advance("1 minute")
    await first.close()
    await using second = await simulatedPayments({ store, logger: silent, startsAt: Date.parse(first.now()) })
    const received: Array<string> = []
    const others: Array<string> = []
    second.on("payin.completed", (event) => void received.push(event.payment.id), {
      name: "newsletter",
      from: "2026-01-01T00:00:00Z",
    })
    second.on("payin.completed", (event) => void others.push(event.payment.id))
    await second.advance("1 minute")
    assert.deepStrictEqual(received, ["old"])
    assert.deepStrictEqual(others, [])
  })

  it("keeps events for those who hear in another process", async () => {
    const store = memory()
    const received: Array<string> = []
    const mailerAt = async (startsAt?: string) => {
      const times = startsAt === undefined ? {} : { startsAt: Date.parse(startsAt) }
      const mailer = await simulatedPayments({ store, logger: silent, ...times })
      mailer.on("payin.completed", (event) => void received.push(event.payment.id), { name: "mail" })
      return mailer
    }
    const registered = await mailerAt()
    await registered.runOnce()
    await registered.close()
    const worker = await simulatedPayments({ store, logger: silent })
    await worker.payins.create(payin("order", paying))
    await worker.advance("1 minute")
    await worker.close()
    assert.deepStrictEqual(received, [])
    await using mailer = await mailerAt(worker.now())
    await mailer.advance("5 minutes")
    assert.deepStrictEqual(received, ["order"])
  })

  test("keeps for each handler its own event alone, however many there are", async (payments) => {
    for (const name of eventNames) payments.on(name, silent)
    await payments.runOnce()
    await payments.payins.create(payin("order", paying))
    const { context } = insideOf(payments)
    const { marked, taken } = { marked: new Set<string>(), taken: new Set<string>() }
    const store = Context.get(context, PaymentStore)
    for (let minute = 0; minute < 5; minute++) {
      await payments.advance("1 minute")
      for (const { consumer } of await Effect.runPromise(store.deliveries({ limit: 99 }))) taken.add(consumer)
      marked.add((await payments.payins.get("order")).status)
    }
    assert.isTrue(marked.has("completed"))
    assert.isTrue([...taken].every((consumer) => consumer === "payin.completed"))
  })

  it("forgets no handler that another program has", async () => {
    const store = memory()
    await using worker = await simulatedPayments({ store, logger: silent })
    worker.on("payin.completed", silent, { name: "books" })
    worker.start()
    await worker.advance("1 second")
    await using other = await simulatedPayments({ store, logger: silent, startsAt: Date.parse(worker.now()) })
    const refused = await failureOf(other.forget("books"))
    assert.include(String(refused), "sign of life")
  })

  it("forgets a handler that is gone, and no payment waits for it any more", async () => {
    const store = memory()
    const old = await simulatedPayments({ store, logger: silent })
    old.on("payin.completed", silent, { name: "gone" })
    await old.runOnce()
    await old.close()
    await using payments = await simulatedPayments({ store, logger: silent })
    payments.on("payin.completed", silent)
    await payments.payins.create(payin("order", paying))
    let received = false
    const waiting = payments.payins.waitFor("order", { untilDelivered: true }).then(() => (received = true))
    await payments.advance("10 minutes")
    assert.isFalse(received)
    const refused = await payments.forget("payin.completed").then(
      () => null,
      (thrown: unknown) => thrown,
    )
    assert.strictEqual(refused instanceof PaymentsError ? refused.field : null, "name")
    await payments.forget("gone")
    await payments.advance("1 hour")
    await waiting
    assert.isTrue(received)
  })
})

describe("onWithin", () => {
  test("hears again when the handler threw, and never twice when it did not", async (payments) => {
    let tries = 0
    payments.onWithin("payin.completed", (handed, event) => {
      assert.isNull(handed)
      assert.strictEqual(event.payment.id, "order")
      tries += 1
      if (tries === 1) throw new Error("Not this time.")
    })
    const others: Array<string> = []
    payments.onWithin("payin.expired", (_handed, event) => void others.push(event.type))
    await payments.payins.create(payin("order", paying))
    await payments.advance("1 hour")
    assert.strictEqual(tries, 2)
    assert.deepStrictEqual(others, [])
  })

  test("refuses an async handler where transactions cannot wait, and one that returns a promise although it is not async", async (payments) => {
    // @ts-expect-error -- memory cannot wait
    assert.strictEqual(thrownBy(() => payments.onWithin("payin.completed", async () => {})).field, "handler")
    let calls = 0
    // @ts-expect-error -- memory cannot wait
    payments.onWithin("payin.completed", () => {
      calls += 1
      return Promise.resolve()
    })
    await payments.payins.create(payin("order", paying))
    await payments.advance("2 minutes")
    assert.isAbove(calls, 1)
  })
})
