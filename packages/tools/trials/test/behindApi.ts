/** Receiver, reconciler and HTTP API on one store, with the keys of a shop and of its staff, and a person at the console. */
import { join } from "node:path"
import { addApiKey, type Service, spawnApi, spawnReceiver, spawnReconciler } from "@cauri/programs"
import { createPayments } from "cauri"
import { https } from "cauri/https"
import { sqlite } from "cauri/sqlite"
import { Effect } from "effect"

const secret = "0123456789abcdefghijklmnopqrstuvwxyz"
const webhookSecret = `whsec_${btoa("a secret of thirty-two bytes....")}`

/** Starts them; webhooks go to a shop on this port. */
export const startBehindApi = Effect.fnUntraced(function* (service: Service, folder: string, shopPort: number) {
  const file = join(folder, "payments.db")
  const callbackKeys = `k1:${secret}`
  const receiver = yield* spawnReceiver({ file, callbackKeys })
  const books = { file, callbackKeys, callbackBase: receiver.url }
  yield* spawnReconciler(books, service, {
    environment: {
      OUTCOMES: "webhook",
      WEBHOOK_URL: `http://127.0.0.1:${shopPort}/webhook`,
      WEBHOOK_SECRET: webhookSecret,
    },
  })
  const api = yield* spawnApi(books, service)
  const person = yield* Effect.acquireRelease(
    Effect.promise(() =>
      createPayments({
        gateway: https({ baseUrl: service.url, apiKey: service.apiKey, apiToken: service.apiToken, project: "shop" }),
        store: sqlite(file),
        callbacks: { base: receiver.url, key: { id: "k1", secret } },
        logger: () => {},
      }),
    ),
    (opened) => Effect.promise(() => opened.close()),
  )
  return {
    books,
    end: api.end,
    port: api.port,
    url: api.url,
    shopKey: yield* addApiKey(books, { name: "shop", may: "read,collect" }),
    staffKey: yield* addApiKey(books, { name: "staff", may: "read,refund,pay_out" }),
    webhookSecret,
    resumePayouts: () => person.review.resume("project/shop/payouts"),
  }
})
