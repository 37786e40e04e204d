/** The shop as one web application: what holds for every page, and where each page is. */
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { setCookie } from "hono/cookie"
import { csrf } from "hono/csrf"
import { html } from "hono/html"
import { HTTPException } from "hono/http-exception"
import { secureHeaders } from "hono/secure-headers"
import { readdirSync, readFileSync } from "node:fs"
import { PaymentsError } from "@cauri/promise"
import { admin } from "./admin.ts"
import { buying } from "./buying.ts"
import { following } from "./following.ts"
import { languageOf, page, sayIn } from "./page.ts"
import type { Shop } from "./paying.ts"

const own = ["'self'"]
const nobody = ["'none'"]
const mayLoad = { defaultSrc: nobody, imgSrc: own, styleSrc: own, scriptSrc: own, connectSrc: own }
const contentSecurityPolicy = { ...mayLoad, formAction: own, baseUri: nobody, frameAncestors: nobody }
const folder = new URL("../public/", import.meta.url)
const types = new Map([
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
  ["svg", "image/svg+xml"],
])

/** The web application. */
export const makeShop = (shop: Shop): Hono => {
  const app = new Hono()
  // Before anything reads a body. Nobody believes what a callback says; it only makes the library ask sooner.
  app.all("/callbacks/*", (c) => shop.payments.callbackHandler(c.req.raw))
  // Forms tell this site where they come from, and nobody else learns the address of an order.
  app.use(secureHeaders({ contentSecurityPolicy, xFrameOptions: "DENY", referrerPolicy: "same-origin" }))
  for (const name of readdirSync(folder)) {
    const file = readFileSync(new URL(name, folder))
    const headers = {
      "content-type": types.get(name.split(".")[1] ?? "") ?? "text/plain",
      "cache-control": "max-age=3600",
    }
    app.get(`/${name}`, (c) => c.body(file, 200, headers))
  }
  app.use(csrf({ origin: shop.url }), bodyLimit({ maxSize: 16 * 1_024 }), async (c, next) => {
    c.header("cache-control", "no-store")
    await next()
  })
  app.get("*", async (c, next) => {
    const language = c.req.query("language")
    if (language === undefined) return await next()
    if (language === "fr" || language === "en")
      setCookie(c, "language", language, { sameSite: "Lax", maxAge: 365 * 86_400 })
    // One slash only: two would lead to another host.
    return c.redirect(c.req.path.replace(/^[/\\]+/, "/"), 303)
  })
  app.route("/", buying(shop)).route("/", following(shop)).route("/", admin(shop))
  app.notFound((c) => page(c, sayIn(languageOf(c))("Page introuvable", "Page not found"), html``, { status: 404 }))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    const say = sayIn(languageOf(c))
    const known = error instanceof PaymentsError
    console.error(JSON.stringify({ message: "A page failed.", error: known ? error : error.message }))
    const text = known
      ? error.customerMessage(languageOf(c))
      : say("Réessayez dans un instant.", "Please try again in a moment.")
    return page(c, say("Un problème est survenu", "Something went wrong"), html`<p>${text}</p>`, { status: 500 })
  })
  return app
}
