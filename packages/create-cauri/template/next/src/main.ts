/** The shop in Next: cauri and its store. This is the whole wiring. */
import { createPayments } from "cauri"
import { https } from "cauri/https"
//? store=sqlite
import { sqlite } from "cauri/sqlite"
//? store=postgres
import { postgres } from "cauri/postgres"
//?
import { readSettings } from "./settings.ts"
import { makeShop } from "./shop.ts"
import { words } from "./words.ts"

const open = async () => {
  const settings = readSettings(process.env)
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
  })
  const shop = makeShop({
    payments,
    url: settings.SHOP_URL,
    deliver: (order, amount) => console.log(`Order ${order} is paid: ${amount} francs. Deliver it here.`),
  })
//? run=embedded
  payments.on("payin.completed", shop.receive)
  payments.start() // The worker: it sends, checks and closes payments, and calls the handlers above.
//? run=programs
  // The reconciler follows the payments, and posts what becomes of them to /payment-events.
//?
  // With NEXT_MANUAL_SIG_HANDLE Next leaves signals to this program, and answers that are under way are saved first.
  if (process.env["NEXT_MANUAL_SIG_HANDLE"])
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => void payments.close().then(() => process.exit(0)))
  return { payments, settings, shop }
}

/** Next loads modules more than once, and when it builds the app, where nothing can be opened. */
const kept = globalThis as typeof globalThis & { openShop?: ReturnType<typeof open> }

/** The shop, which is opened once in this process. */
export const openShop = () => (kept.openShop ??= open())
