/** The checkout: the basket becomes an order, and the order and its payment are stored together. */
import { actions, field, form, html } from "@cauri/pages"
import type { Context } from "hono"
import { basketFor } from "./basket.ts"
import type { Basket } from "./orders.ts"
import { besideFields, type Form, type Page, page, Problem, readForm, type Texts, xof } from "./page.ts"
import { pay, problemOf, waysToPay } from "./paying.ts"

/** The form, with what was typed and what is wrong with it. */
const checkoutPage = (c: Context, t: Texts, basket: Basket, sent: Form = () => "", problem?: Problem) => {
  const problems = besideFields(problem)
  const text = (name: string, label: string, maxlength: number, autocomplete: string) =>
    field({ name, label, value: sent(name), problems, autocomplete, more: { required: true, maxlength } })
  const fields = html`
    ${text("name", t.yourName, 80, "name")}
    ${text("note", t.whereToDeliver, 200, "off")}
    ${waysToPay(t, sent, problem)}
    ${actions(`${t.words.pages.pay} ${xof(basket.total, t)}`)}`
  const body = html`
    <p class="headline"><span>${t.total}</span> <strong class="sum">${xof(basket.total, t)}</strong></p>
    ${form({ action: "/checkout", hidden: { order: basket.id }, class: "card" }, fields)}`
  return page(c, { title: t.checkOut, body, ...(problem && { problem }) })
}

/** `GET /checkout` */
export const showCheckout: Page = (shop, c, t) => {
  const basket = basketFor(shop, c)
  return basket.total === 0 ? c.redirect("/basket", 303) : checkoutPage(c, t, basket)
}

/** `POST /checkout` */
export const placeOrder: Page = async (shop, c, t) => {
  const sent = await readForm(c)
  const id = sent("order")
  // A form that is sent again leads to the existing order.
  if (shop.orders.find(id) !== undefined) return c.redirect(`/orders/${id}`, 303)
  const basket = basketFor(shop, c)
  if (basket.total === 0) return c.redirect("/basket", 303)
  try {
    if (id !== basket.id) throw new Problem(t.basketHasChanged)
    for (const name of ["name", "note"]) if (sent(name) === "") throw new Problem(t.fillInEveryField, name)
    const asksForCode = await pay(shop, c, t, { ...basket, tries: 1 }, sent, (payin, way) =>
      shop.orders.place(basket, sent("name"), sent("note"), way, payin),
    )
    if (asksForCode !== null) return page(c, { title: t.words.pages.pay, body: asksForCode })
    return c.redirect(`/orders/${id}`, 303)
  } catch (error) {
    return checkoutPage(c, t, basket, sent, problemOf(error, t))
  }
}
