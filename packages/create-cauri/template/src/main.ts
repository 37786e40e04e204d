/** The shop as a program: cauri, its store, and a port. This is the whole wiring. */
import { createServer } from "node:http"
import { createPayments, PaymentsError } from "cauri"
import { https } from "cauri/https"
//? store=sqlite
import { sqlite } from "cauri/sqlite"
//? store=postgres
import { postgres } from "cauri/postgres"
//?
import { makeApp } from "./app.ts"
import { readSettings } from "./settings.ts"
import { makeShop } from "./shop.ts"
import { words } from "./words.ts"

const settings = readSettings(process.env)

/** Says why the shop does not open. What passes by itself (75) is tried again; what a person must mend (64) is not. */
const refuse = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof PaymentsError && error.retryable ? 75 : 64)
}
const payments = await createPayments({
  gateway: https({
    baseUrl: settings.SERVICE_URL,
    project: "shop",
    apiKey: settings.API_KEY_shop,
    apiToken: settings.API_TOKEN_shop,
  }),
//? store=sqlite
  store: sqlite(settings.STORE_URL.slice("sqlite:".length), { create: settings.create }),
//? store=postgres
  store: postgres(settings.STORE_URL, { create: settings.create }),
//?
  ...(settings.STORE_MARK_FILE === "" ? {} : { markFile: settings.STORE_MARK_FILE }),
  callbacks: settings.callbacks,
  shop: { name: words.shop, siteUrl: settings.SHOP_URL },
  onFailure: () => process.exit(74), // The store must not be used any more; the log says why.
}).catch(refuse)
const shop = makeShop({
  payments,
  url: settings.SHOP_URL,
  deliver: (order, amount) => console.log(`Order ${order} is paid: ${amount} francs. Deliver it here.`),
})
//? run=embedded
payments.on("payin.completed", shop.receive)
payments.start() // The worker: it sends, checks and closes payments, and calls the handlers above.
const app = makeApp(shop, payments)
//? run=programs
// The reconciler follows the payments, and posts what becomes of them to /payment-events.
const app = makeApp(shop, settings.WEBHOOK_SECRET)
//?

const opened = () => console.log(`The shop is open: ${settings.SHOP_URL}`)
const server = createServer(app).listen(Number(settings.PORT), settings.HOST, opened)

/** Answers that are under way are saved first. */
const close = async () => {
  server.close()
  await payments.close()
  process.exit(0)
}
process.once("SIGTERM", () => void close()).once("SIGINT", () => void close())
