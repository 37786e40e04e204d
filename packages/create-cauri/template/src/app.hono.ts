/** The routes of the shop, on Hono. */
import { randomUUID } from "node:crypto"
//? run=embedded
import { type Host, type Payments, PaymentsError } from "cauri"
//? run=programs
import { PaymentsError, readWebhook } from "cauri"
//?
import { Hono } from "hono"
import { frontPage, orderPage, problemPage } from "./pages.ts"
import type { Shop } from "./shop.ts"
import { words } from "./words.ts"

//? run=embedded
export const makeApp = (shop: Shop, payments: Payments<Host>) => {
//? run=programs
export const makeApp = (shop: Shop, webhookSecret: string) => {
//?
  const app = new Hono()
  app.get("/", (c) => c.html(frontPage(randomUUID())))
  app.post("/orders", async (c) => c.redirect(await shop.order(String((await c.req.parseBody())["id"])), 303))
  app.get("/orders/:id", async (c) => c.html(orderPage(await shop.show(c.req.param("id")))))
//? run=embedded
  app.all("/callbacks/*", (c) => payments.callbackHandler(c.req.raw))
//? run=programs
  app.post("/payment-events", async (c) => {
    await shop.hear(await readWebhook(c.req.raw, webhookSecret))
    return c.body(null, 204)
  })
//?
  app.onError((error, c) => {
    if (!(error instanceof PaymentsError)) throw error
    console.error(error)
    return new Response(problemPage(error.customerMessage(words.language)), {
      status: error.status,
      headers: { ...Object.fromEntries(c.res.headers), "content-type": "text/html; charset=utf-8" },
    })
  })
  return app
}
