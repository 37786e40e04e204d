/** The HTTP API beside a host's own routes. */
import { assert, describe, it } from "@effect/vitest"
import { createServer } from "node:http"
import { memoryStore, PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { Context, Effect, Layer } from "effect"
import { apiHandler } from "../src/api.ts"
import { createPayments, PaymentsError } from "../src/index.ts"
import { ownStore } from "../src/own.ts"
import { simulated, simulatedPayments } from "../src/simulated.ts"
import { silent, test } from "./samples.ts"

const body = {
  amount: 500,
  description: "Two loaves",
  shop: { name: "Boutique", siteUrl: "https://shop.example" },
  method: { type: "direct", mode: "ussd_push", phone: "22660000001" },
}

describe("cauri/api", () => {
  test("creates payments behind a server of Node's, with a key of the store's", async (payments) => {
    const { keys, nodeHandler } = apiHandler({ payments, base: "/pay" })
    const { secret } = await keys.add({
      name: "till",
      project: "shop",
      may: ["collect", "read"],
      addresses: ["127.0.0.1"],
    })
    const server = createServer(nodeHandler)
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resolve(typeof address === "object" ? (address?.port ?? 0) : 0)
      })
    })
    try {
      const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" }
      const url = `http://127.0.0.1:${port}/pay/v1/payins/order-1`
      const put = () => fetch(url, { method: "PUT", headers, body: JSON.stringify(body) })
      assert.deepStrictEqual([(await put()).status, (await put()).status], [201, 200])
      assert.strictEqual((await payments.payins.get({ id: "order-1", project: "shop" })).status, "pending")
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  test("names the key that is in use, and the one that is not", async (payments) => {
    const { keys } = apiHandler({ payments })
    const till = { name: "till", project: "shop", may: ["read"] } as const
    await keys.add(till)
    const errors = await Promise.all(
      [keys.add(till), keys.revoke("shop"), keys.add({ ...till, name: "a b" })].map((each) =>
        each.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    )
    for (const error of errors) {
      assert.instanceOf(error, PaymentsError)
      assert.deepInclude(error, { code: "invalid_input", field: "name" })
    }
    assert.strictEqual((await keys.list()).length, 1)
  })

  it("answers nothing once the payments are closed", async () => {
    const payments = await simulatedPayments({ logger: silent })
    const { handler, keys } = apiHandler({ payments })
    await payments.close()
    const ended = [handler(new Request("https://shop.example/healthz")), keys.list()]
    for (const each of ended) {
      const error = await each.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      assert.deepInclude(error, { code: "closed" })
    }
  })

  it("says what a store of one's own lacks", async () => {
    const ports = Layer.effectContext(
      Effect.map(Layer.build(memoryStore), (context) =>
        Context.make(PaymentStore, Context.get(context, PaymentStore)).pipe(
          Context.add(SharedState, Context.get(context, SharedState)),
        ),
      ),
    )
    const shop = { name: "Boutique", siteUrl: "https://shop.example" }
    await using payments = await createPayments({ gateway: simulated(), store: ownStore(ports), shop, logger: silent })
    assert.throws(() => apiHandler({ payments }), /keeps its keys in the port Documents/)
  })
})
