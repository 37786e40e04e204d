/** A payin, from its creation to its completion, on simulated time. */
import { assert, describe, it } from "@effect/vitest"
import { PaymentStore } from "@cauri/core"
import { emptyMemory, memoryPorts } from "@cauri/core/adapter"
import { Context, Effect, Layer } from "effect"
import { ownStore } from "../src/own.ts"
import type { MemoryHost } from "../src/memory.ts"
import { simulatedPayments, type SimulatedPaymentsOptions } from "../src/simulated.ts"

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

  it("has the project of the policy before the gateway's, and that of the options before both", async () => {
    const shop = { name: "Stand", siteUrl: "https://stand.example" }
    const projectWith = async (options: SimulatedPaymentsOptions<MemoryHost>) => {
      await using payments = await simulatedPayments({ logger: () => {}, shop, ...options })
      const payin = await payments.payins.create({
        id: "order-1",
        amount: 7_500,
        method: { type: "direct", mode: "ussd_push", phone: "22660000001" },
        description: "Two loaves",
      })
      assert.strictEqual((await payments.payins.get("order-1")).shop.name, "Stand")
      return payin.project
    }
    const policy = { merchant: { project: "stand" } }
    assert.strictEqual(await projectWith({ policy }), "stand")
    assert.strictEqual(await projectWith({ policy, project: "market" }), "market")
    for (const none of ['{"merchant":null}', '{"merchant":{"project":null}}', "null"]) {
      assert.strictEqual(await projectWith({ policy: JSON.parse(none) }), "default")
    }
  })

  it("looks at its store only when something is due: days without payments wake no worker", async () => {
    let looks = 0
    const ports = memoryPorts({ current: emptyMemory })
    const store = Context.get(ports, PaymentStore)
    const look = <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.andThen(
        Effect.sync(() => void (looks += 1)),
        effect,
      )
    const counting = PaymentStore.of({
      ...store,
      clock: look(store.clock),
      takeDue: (...asked) => look(store.takeDue(...asked)),
      takeDeliveries: (...asked) => look(store.takeDeliveries(...asked)),
    })
    await using payments = await simulatedPayments({
      logger: () => {},
      store: ownStore(Layer.succeedContext(Context.add(ports, PaymentStore, counting))),
    })
    payments.on("payin.completed", () => {})
    await payments.advance("1 minute")
    looks = 0
    await payments.advance("10 days")
    assert.strictEqual(looks, 0)
  })
})
