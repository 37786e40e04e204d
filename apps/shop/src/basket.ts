/** The basket. A cookie names the browser; its basket is in the database, and becomes the order. */
import { field, form, html } from "@cauri/pages"
import type { Context } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import { goods, linesOf, quantitiesIn } from "./goods.ts"
import { type Basket, newId } from "./orders.ts"
import { type Page, page, readForm, type Shop, xof } from "./page.ts"

/** On https no other host can set a cookie of this name. */
const cookieOf = ({ url }: Shop): string => (url.startsWith("https:") ? "__Host-basket" : "basket")

/** The name of the browser that asks: it opens its basket and its orders. None has the empty one. */
export const browserOf = (shop: Shop, c: Context): string => getCookie(c, cookieOf(shop)) ?? ""

export const basketFor = (shop: Shop, c: Context): Basket => shop.orders.basketOf(browserOf(shop, c))

/** `POST /basket`: one piece more, or so many. */
export const fillBasket: Page = async (shop, c) => {
  const sent = await readForm(c)
  const good = goods.find(({ id }) => id === sent("good"))
  if (good === undefined) return c.notFound()
  const browser = browserOf(shop, c) || newId()
  const more = sent("pieces") === "+1"
  const pieces = more
    ? (quantitiesIn(basketFor(shop, c).lines)[good.id] ?? 0) + 1
    : Math.trunc(Number(sent("pieces"))) || 0
  shop.orders.fill(browser, good.id, Math.min(20, Math.max(0, pieces)))
  const secure = shop.url.startsWith("https:")
  const kept = { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: 90 * 86_400 } as const
  setCookie(c, cookieOf(shop), browser, kept)
  return c.redirect("/basket", 303)
}

/** `GET /basket` */
export const showBasket: Page = (shop, c, t) => {
  const basket = basketFor(shop, c)
  if (basket.total === 0) {
    return page(c, {
      title: t.yourBasket,
      body: html`<p>${t.itIsEmpty} <a href="/">${t.seeTheCatalogue}</a></p>`,
    })
  }
  const rows = linesOf(basket.lines).map(({ good, quantity }) => {
    const name = good.name[t.language]
    const more = { type: "number", min: 0, max: 20 }
    const pieces = {
      name: "pieces",
      scope: good.id,
      label: name,
      value: String(quantity),
      problems: {},
      more,
    }
    const change = html`<button class="button">${t.change}<span class="unseen"> : ${name}</span></button>`
    return form(
      { action: "/basket", hidden: { good: good.id }, class: "find" },
      html`${field(pieces)} <p class="actions">${change}</p>`,
    )
  })
  const body = html`
    <div class="card stack">${rows}</div>
    <p class="headline"><span>${t.total}</span> <strong class="sum">${xof(basket.total, t)}</strong></p>
    <p class="actions"><a class="button primary" href="/checkout">${t.checkOut}</a></p>`
  return page(c, { title: t.yourBasket, body })
}
