/** The shop as one web application: the walk of a purchase, address by address. */
import { serveStatic } from "@hono/node-server/serve-static"
import { html, icon, pageHeaders, style } from "@cauri/pages"
import { PaymentsError } from "cauri"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { setCookie } from "hono/cookie"
import { csrf } from "hono/csrf"
import { HTTPException } from "hono/http-exception"
import { fileURLToPath } from "node:url"
import { mountConsole, refund, showOrders } from "./admin.ts"
import { fillBasket, showBasket } from "./basket.ts"
import { showGoods } from "./catalogue.ts"
import { placeOrder, showCheckout } from "./checkout.ts"
import { continuePaying, followPayment, showOrder } from "./following.ts"
import { onOwnSite, type Page, page, type Shop, textsFor } from "./page.ts"

export const makeShop = (shop: Shop): Hono => {
  const app = new Hono()
  const at = (answer: Page) => (c: Context) => answer(shop, c, textsFor(c))

  // These have rules of their own. A callback is no proof; it only makes the library confirm sooner.
  app.all("/callbacks/*", (c) => shop.payments.callbackHandler(c.req.raw))
  app.use("/admin/*", shop.staff.door)
  app.all("/admin/payments/*", mountConsole(shop))

  app.use(rules, csrf({ origin: shop.url }), bodyLimit({ maxSize: 16 * 1_024 }))
  app.use(serveStatic({ root: fileURLToPath(new URL("../public", import.meta.url)) }))
  for (const { mediaType, path, text } of [style, icon]) {
    app.get(path, (c) => c.body(text, 200, { "content-type": mediaType }))
  }
  app.get("*", rememberLanguage)

  app.get("/", at(showGoods))
  app.get("/basket", at(showBasket)).post("/basket", at(fillBasket))
  app.get("/checkout", at(showCheckout)).post("/checkout", at(placeOrder))
  app.get("/orders/:id", at(showOrder)).post("/orders/:id", at(continuePaying))
  app.get("/orders/:id/live", at(followPayment))
  app.get("/admin", at(showOrders)).post("/admin/refund", at(refund))

  app.notFound((c) => page(c, { title: textsFor(c).notFound, body: html``, status: 404 }))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    const t = textsFor(c)
    const known = error instanceof PaymentsError
    console.error(JSON.stringify({ message: "A page failed.", error: known ? error : error.message }))
    const text = known ? error.customerMessage(t.language) : t.words.failures.unexpected.customer
    return page(c, { title: t.somethingWentWrong, body: html`<p>${text}</p>`, status: 500 })
  })
  return app
}

/** No frame, nothing from elsewhere, and no page is kept; what pages load is, for an hour. */
const rules = async (c: Context, next: () => Promise<void>) => {
  await next()
  for (const [name, value] of Object.entries(pageHeaders({ script: true }))) c.header(name, value)
  if (c.res.ok && /\.(css|js|svg)$/.test(c.req.path)) c.header("cache-control", "max-age=3600")
}

/** `?language=fr` on any page. */
const rememberLanguage = async (c: Context, next: () => Promise<void>) => {
  const language = c.req.query("language")
  if (language === undefined) return await next()
  if (language === "fr" || language === "en") {
    setCookie(c, "language", language, { sameSite: "Lax", maxAge: 365 * 86_400 })
  }
  return c.redirect(onOwnSite(c), 303)
}
