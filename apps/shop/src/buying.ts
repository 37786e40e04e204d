/** The catalogue, the basket and the checkout. */
import { type Context, Hono } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import { goods, linesOf } from "./goods.ts"
import { newId } from "./orders.ts"
import { page, Problem, readForm, textsFor } from "./page.ts"
import { pay, problemOf, type Shop } from "./paying.ts"
import { ways } from "./ways.ts"

/** The cookie that names the browser, and so opens its basket and its orders; on https no other host can set it. */
const cookieOf = ({ url }: Shop): string => (url.startsWith("https:") ? "__Host-basket" : "basket")

/** The name of the browser that asks; none has the empty one. */
export const browserOf = (c: Context, shop: Shop): string => getCookie(c, cookieOf(shop)) ?? ""

/** The pages before there is an order. */
export const buying = (shop: Shop) => {
  const { orders } = shop
  const basketFor = (c: Context) => orders.basketOf(browserOf(c, shop))
  return new Hono()
    .get("/", (c) => page(c, "catalogue", { goods }))
    .get("/basket", (c) => page(c, "basket", { basket: basketFor(c), linesOf }))
    .post("/basket", async (c) => {
      const sent = await readForm(c)
      const good = goods.find(({ id }) => id === sent("good"))
      if (good === undefined) return c.notFound()
      const browser = browserOf(c, shop) || newId()
      const more = sent("pieces") === "+1"
      const pieces = more ? (basketFor(c).lines[good.id] ?? 0) + 1 : Math.trunc(Number(sent("pieces"))) || 0
      orders.fill(browser, good.id, Math.min(20, Math.max(0, pieces)))
      const secure = shop.url.startsWith("https:")
      setCookie(c, cookieOf(shop), browser, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: 90 * 86_400 })
      return c.redirect("/basket", 303)
    })
    .get("/checkout", (c) => {
      const basket = basketFor(c)
      return basket.total === 0 ? c.redirect("/basket", 303) : page(c, "checkout", { basket, ways })
    })
    .post("/checkout", async (c) => {
      const t = textsFor(c)
      const sent = await readForm(c)
      const [id, name, note] = [sent("order"), sent("name"), sent("note")]
      // A form that is sent again leads to the existing order.
      if (orders.find(id) !== undefined) return c.redirect(`/orders/${id}`, 303)
      const basket = basketFor(c)
      if (basket.total === 0) return c.redirect("/basket", 303)
      try {
        if (id !== basket.id) throw new Problem(t.basketHasChanged)
        if (name === "" || note === "") throw new Problem(t.fillInEveryField)
        const part = await pay(c, shop, { ...basket, payins: 1 }, sent, (payin, way) =>
          orders.place(basket, name, note, way, payin),
        )
        return part === null ? c.redirect(`/orders/${id}`, 303) : page(c, "message", { title: t.words.pages.pay, part })
      } catch (error) {
        return page(c, "checkout", { basket, ways, sent, problem: problemOf(error, t) })
      }
    })
}
