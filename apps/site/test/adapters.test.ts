/** The adapters of one's own that the pages show. */
import { assert, describe, it } from "@effect/vitest"
import { type DeliveredEvent, keyText, PaymentId, ProjectId } from "@cauri/core"
import { createPayments, memory } from "cauri"
import { simulatedPayments } from "cauri/simulated"
import { Effect } from "effect"
import { createServer } from "node:http"
import { onTestFinished } from "vitest"
import { forward, toQueue } from "../examples/queue.ts"
import { gatewayWith } from "../examples/vault.ts"

describe("a queue of one's own", () => {
  it("takes each event under its id, and one that it refused comes again", async () => {
    await using payments = await simulatedPayments({ logger: () => {} })
    const sent: Array<string> = []
    let down = true
    forward(payments, {
      send: async ({ group, id }) => {
        sent.push(`${group} ${id}`)
        if (down) throw new Error("the queue is away")
      },
    })
    const method = { type: "direct", mode: "ussd_push", phone: "22660000090" } as const
    await payments.payins.create({ id: "order-17", amount: 500, description: "Two loaves", method })
    await payments.advance("30 seconds")
    down = false
    await payments.advance("1 minute")
    assert.isAtLeast(sent.length, 2)
    assert.strictEqual(new Set(sent).size, 1)
    assert.match(sent[0] ?? "", /^payin default\/order-17 payin default\/order-17#\d+$/)
  })

  it.effect("is a consumer of core", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const consumer = toQueue({ send: async ({ group, id }) => void sent.push(group, id) })
      const key = { kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-17") } as const
      const event: DeliveredEvent = {
        id: `${keyText(key)}#3`,
        key,
        seq: 3,
        at: 0,
        _tag: "expired",
        detail: {},
        state: "expired",
        amount: 500,
        rail: "ussd_push",
        orderRef: null,
      }
      yield* consumer.receive(event)
      assert.deepStrictEqual(sent, [keyText(key), event.id])
    }),
  )
})

describe("a vault of one's own", () => {
  it("sends nothing for a project that it does not know", async () => {
    let requests = 0
    const service = createServer((_, response) => {
      requests += 1
      response.end("{}")
    })
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void service.close())
    const address = service.address()
    const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
    const shop = { name: "Shop", siteUrl: "https://shop.example" }
    await using payments = await createPayments({
      gateway: gatewayWith({ read: async () => null }, url),
      store: memory(),
      callbacks: { base: "https://shop.example", key: { id: "k1", secret: "a-secret-for-tests-0123456789abcdef" } },
      policy: { merchant: { shops: { unknown: shop } } },
      logger: () => {},
    })
    const method = { type: "direct", mode: "ussd_push", phone: "22660000090" } as const
    await payments.payins
      .create({ project: "unknown", id: "order-17", amount: 500, description: "Two loaves", method })
      .catch(() => {})
    assert.strictEqual(requests, 0)
  })
})
