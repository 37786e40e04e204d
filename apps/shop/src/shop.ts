/** The shop as one web application: the rules for every page, and where each page is. */
import { serveStatic } from "@hono/node-server/serve-static"
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { setCookie } from "hono/cookie"
import { csrf } from "hono/csrf"
import { HTTPException } from "hono/http-exception"
import { secureHeaders } from "hono/secure-headers"
import { fileURLToPath } from "node:url"
import { PaymentsError } from "cauri"
import { admin } from "./admin.ts"
import { buying } from "./buying.ts"
import { following } from "./following.ts"
import { page, textsFor } from "./page.ts"
import type { Shop } from "./paying.ts"

const [own, none] = [["'self'"], ["'none'"]]
const mayLoad = { defaultSrc: none, imgSrc: own, styleSrc: own, scriptSrc: own, connectSrc: own }
const contentSecurityPolicy = { ...mayLoad, formAction: own, baseUri: none, frameAncestors: none }

/** The web application. */
export const makeShop = (shop: Shop): Hono => {
  const app = new Hono()
  // Before any middleware reads a body. A callback is no proof; it only makes the library confirm sooner.
  app.all("/callbacks/*", (c) => shop.payments.callbackHandler(c.req.raw))
  // Forms send their origin, and no other site learns the address of an order.
  app.use(secureHeaders({ contentSecurityPolicy, xFrameOptions: "DENY", referrerPolicy: "same-origin" }))
  app.use(async (c, next) => {
    await next()
    c.header("cache-control", c.res.ok && /\.(css|js|svg)$/.test(c.req.path) ? "max-age=3600" : "no-store")
  })
  app.use(serveStatic({ root: fileURLToPath(new URL("../public", import.meta.url)) }))
  app.use(csrf({ origin: shop.url }), bodyLimit({ maxSize: 16 * 1_024 }))
  app.get("*", async (c, next) => {
    const language = c.req.query("language")
    if (language === undefined) return await next()
    if (language === "fr" || language === "en")
      setCookie(c, "language", language, { sameSite: "Lax", maxAge: 365 * 86_400 })
    // One slash only: two would lead to another host.
    return c.redirect(c.req.path.replace(/^[/\\]+/, "/"), 303)
  })
  app.route("/", buying(shop)).route("/", following(shop)).route("/", admin(shop))
  app.notFound((c) => page(c, "message", { title: textsFor(c).notFound }, 404))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    const t = textsFor(c)
    const known = error instanceof PaymentsError
    console.error(JSON.stringify({ message: "A page failed.", error: known ? error : error.message }))
    const text = known ? error.customerMessage(t.language) : t.words.failures.unexpected.customer
    return page(c, "message", { title: t.somethingWentWrong, text }, 500)
  })
  return app
}
