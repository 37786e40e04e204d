// Bun and Deno: their own server, the service over fetch, payments in memory.
import { openShop, tryShop } from "./shop.mjs"

const payments = await openShop()
const listening = { port: Number(process.env.PORT), hostname: "127.0.0.1" }
if (globalThis.Deno === undefined) globalThis.Bun.serve({ ...listening, fetch: payments.callbackHandler })
else globalThis.Deno.serve({ ...listening, onListen: () => {} }, payments.callbackHandler)
await tryShop(payments)
