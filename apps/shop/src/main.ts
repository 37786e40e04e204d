/** The shop as a program: one database for orders and payments, the library on it, and a port. */
import { serve } from "@hono/node-server"
import Database from "better-sqlite3"
import { createPayments } from "cauri"
import { https } from "cauri/https"
import { sqlite } from "cauri/sqlite"
import { helpText, readSettings } from "./config.ts"
import { fulfilOrders, makeOrders } from "./orders.ts"
import { makeShop } from "./shop.ts"
import { makeStaff } from "./staff.ts"

if (process.argv.includes("--help")) {
  process.stdout.write(helpText)
  process.exit()
}
const settings = readSettings(process.env)
const { SERVICE_API_KEY: apiKey, SERVICE_API_TOKEN: apiToken, SERVICE_URL: baseUrl, SHOP_URL: url } = settings
process.umask(0o077) // Only the owner may read orders and payments.
const database = new Database(settings.SHOP_FILE)
database.pragma("journal_mode = WAL")
const payments = await createPayments({
  gateway: https({ baseUrl, apiKey, apiToken }),
  store: sqlite(database),
  callbacks: { base: url, key: { id: "shop", secret: settings.CALLBACK_SECRET } },
  shop: { name: "Karité & Co", siteUrl: url },
  onFailure: () => process.exit(74), // The store must not be used any more; the log says why.
})
const shop = { payments, orders: makeOrders(database, payments), url, staff: makeStaff(settings.STAFF) }
fulfilOrders(payments) // Before the payments start, so that no event comes too early.
payments.start()
const server = serve(
  { fetch: makeShop(shop).fetch, hostname: settings.HOST, port: Number(settings.PORT) },
  ({ port }) => console.log(JSON.stringify({ message: "The shop is open.", url, port })),
)

// Open answers are saved first; live pages need not end by themselves.
const close = async () => {
  server.close()
  await payments.close()
  database.close()
  process.exit(0)
}
process.once("SIGTERM", () => void close()).once("SIGINT", () => void close())
