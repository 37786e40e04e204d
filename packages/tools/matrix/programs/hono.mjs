import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { sqlite } from "cauri/sqlite"
import { consoleOf, openShop, tryShop } from "./shop.mjs"

const payments = await openShop(sqlite("payments.db"))
const app = new Hono()
app.all("/callbacks/*", (context) => payments.callbackHandler(context.req.raw))
const pages = consoleOf(payments)
for (const path of ["/admin/payments", "/admin/payments/*"]) app.all(path, (context) => pages.handler(context.req.raw))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" }, () => tryShop(payments, true))
