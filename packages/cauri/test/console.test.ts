/** The console behind open payments: what the facade adds to the handler, which `@cauri/console` tests. */
import { createServer, type Server } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { memoryPorts, emptyMemory, SharedState } from "@cauri/core/adapter"
import { PaymentStore } from "@cauri/core"
import { Context, Layer } from "effect"
import { consoleHandler, type Person } from "../src/console.ts"
import { createPayments, memory, type Payments, type Host } from "../src/index.ts"
import { ownStore } from "../src/own.ts"
import { simulated, simulatedPayments } from "../src/simulated.ts"
import { payin } from "./samples.ts"

const person: Person = { name: "A. Colleague", may: ["look", "decide", "release", "reveal"] }

const opened = (store: Parameters<typeof createPayments>[0]["store"] = memory()) =>
  createPayments({ gateway: simulated(), store, shop: { name: "Shop", siteUrl: "https://shop.example" } })

/** The pages on a port, as Express mounts them: without the prefix in `url`. */
const listening = async (payments: Payments<Host>) => {
  const { nodeHandler } = consoleHandler({ payments, base: "/admin", who: () => person })
  const server = await new Promise<Server>((resolve) => {
    const made = createServer((request, response) => {
      const { url = "" } = request
      const mounted = Object.assign(request, { originalUrl: url, url: url.slice("/admin".length) })
      nodeHandler(mounted, response)
    }).listen(0, "127.0.0.1", () => resolve(made))
  })
  const address = server.address()
  return { server, origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` }
}

describe("cauri/console", () => {
  it("shows open payments to whom the host names, and decides under that name", async () => {
    await using payments = await opened()
    await payments.payins.create(payin("order-1"))
    const { origin, server } = await listening(payments)
    try {
      const list = await fetch(`${origin}/admin/?list=all`)
      assert.include(await list.text(), "order-1")
      const paused = await fetch(`${origin}/admin/pauses`, {
        method: "POST",
        redirect: "manual",
        headers: { "sec-fetch-site": "same-origin" },
        body: new URLSearchParams({ scope: "payouts", by: "Someone else", reason: "The operator is down." }),
      })
      assert.strictEqual(paused.status, 303)
      const [pause] = await payments.review.pauses()
      assert.deepInclude(pause, { by: "A. Colleague", reason: "The operator is down." })
    } finally {
      server.close()
    }
  })

  it("shows payments on simulated time too, as the tests of a host use them", async () => {
    await using payments = await simulatedPayments()
    await payments.payins.create(payin("order-1"))
    const { handler } = consoleHandler({ payments, base: "/admin", who: () => person })
    const list = await handler(new Request("https://shop.example/admin/?list=all"))
    assert.include(await list.text(), "order-1")
  })

  it("takes a form that a framework has read already", async () => {
    await using payments = await opened()
    const { nodeHandler } = consoleHandler({ payments, who: () => person })
    const status = await new Promise<number>((resolve) => {
      const request = {
        method: "POST",
        url: "/pauses",
        rawHeaders: [
          "Host",
          "shop.example",
          "Content-Type",
          "application/x-www-form-urlencoded",
          "Sec-Fetch-Site",
          "same-origin",
        ],
        readableEnded: true,
        body: { scope: "payouts", reason: "The operator is down." },
        socket: {},
        on: () => {},
      }
      const nothing = { setHeader: () => {}, write: () => {}, end: () => {}, on: () => {} }
      nodeHandler(request, { ...nothing, headersSent: false, writableFinished: false, writeHead: resolve })
    })
    assert.strictEqual(status, 303)
  })

  it("shows nothing before the host has named a person, and nothing after payments are closed", async () => {
    const payments = await opened()
    const { handler } = consoleHandler({ payments, who: () => null })
    assert.strictEqual((await handler(new Request("https://shop.example/"))).status, 401)
    await payments.close()
    const failed = await handler(new Request("https://shop.example/")).catch((error: unknown) => error)
    assert.propertyVal(failed, "code", "closed")
  })

  it("refuses what is no payments, and says which ports a store of one's own lacks", async () => {
    // @ts-expect-error -- programs without types pass anything
    assert.throws(() => consoleHandler({ payments: {}, who: () => null }), /what createPayments gave/)
    const ports = memoryPorts({ current: emptyMemory })
    const layer = Layer.succeedContext(
      Context.make(PaymentStore, Context.get(ports, PaymentStore)).pipe(
        Context.add(SharedState, Context.get(ports, SharedState)),
      ),
    )
    await using payments = await opened(ownStore(layer))
    const { handler } = consoleHandler({ payments, who: () => person })
    const failed = await handler(new Request("https://shop.example/")).catch((error: unknown) => error)
    assert.match(String(failed), /Documents, Reports and Evidence/)
  })
})
