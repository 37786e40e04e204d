/** The catalogue, the basket and the checkout. */
import { type Context, Hono } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import { html } from "hono/html"
import { PaymentsError } from "@cauri/promise"
import { francs, goods, linesOf, totalOf } from "./goods.ts"
import type { Basket } from "./orders.ts"
import { field, hidden, languageOf, type Markup, page, sayIn } from "./page.ts"
import {
  choiceFields,
  dialForm,
  type Form,
  payinFor,
  readChoice,
  readForm,
  send,
  type Shop,
  toDialFirst,
} from "./paying.ts"

/** The cookie that names the basket, and so opens its orders; on https no other host can set it. */
const cookieOf = ({ url }: Shop): string => (url.startsWith("https:") ? "__Host-basket" : "basket")

/** The basket of a request. */
export const basketOf = (c: Context, shop: Shop) => shop.orders.basket(getCookie(c, cookieOf(shop)) ?? "")

const total = (basket: Basket, c: Context): Markup =>
  html`<p class="total">Total <b>${francs(totalOf(basket.lines), languageOf(c))}</b></p>`

const catalogue = (c: Context) => {
  const language = languageOf(c)
  const say = sayIn(language)
  const card = (good: (typeof goods)[number]) => html`<li class="card">
    <img src="/${good.id}.svg" alt="" width="160" height="120" /><h2>${good.name[language]}</h2>
    <p>${good.about[language]}</p><p class="price">${francs(good.price, language)}</p>
    <form method="post" action="/basket">${hidden({ good: good.id, pieces: "+1" })}
      <button>${say("Ajouter", "Add")}<span class="hidden"> : ${good.name[language]}</span></button></form></li>`
  return page(c, say("Fait main", "Made by hand"), html`<ul class="goods">${goods.map(card)}</ul>`)
}

const basketPage = (c: Context, basket: Basket | undefined) => {
  const language = languageOf(c)
  const say = sayIn(language)
  const title = say("Votre panier", "Your basket")
  if (basket === undefined || totalOf(basket.lines) === 0)
    return page(
      c,
      title,
      html`<p>${say("Il est vide.", "It is empty.")} <a href="/">${say("Voir le catalogue", "See the catalogue")}</a></p>`,
    )
  const row = ({
    good,
    pieces,
  }: ReturnType<typeof linesOf>[number]) => html`<form method="post" action="/basket" class="row">
    ${hidden({ good: good.id })}${field(good.name[language], { name: "pieces", type: "number", min: 0, max: 20, value: pieces })}
    <button class="quiet">${say("Modifier", "Change")}<span class="hidden"> : ${good.name[language]}</span></button></form>`
  const order = html`<p><a class="button" href="/checkout">${say("Commander", "Check out")}</a></p>`
  return page(c, title, html`${linesOf(basket.lines).map(row)}${total(basket, c)}${order}`)
}

const checkoutPage = (c: Context, basket: Basket, problem = "", form: Form = () => "") => {
  const language = languageOf(c)
  const say = sayIn(language)
  const body = html`${total(basket, c)}<form method="post" action="/checkout" class="card">${hidden({ order: basket.nextOrder })}
    ${field(say("Votre nom", "Your name"), { name: "name", required: "", autocomplete: "name", value: form("name") })}
    ${field(say("Où livrer", "Where to deliver"), { name: "note", required: "", maxlength: 200, value: form("note") })}
    ${choiceFields(language, form)}<button>${say("Payer", "Pay")} ${francs(totalOf(basket.lines), language)}</button></form>`
  return page(c, say("Commander", "Check out"), body, { problem })
}

/** Places the order that the form names, once: whoever sends it again comes to the order that is there. */
const checkOut = async (c: Context, shop: Shop) => {
  const language = languageOf(c)
  const say = sayIn(language)
  const form = await readForm(c.req)
  const [id, name, note] = [form("order"), form("name"), form("note")]
  const basket = basketOf(c, shop)
  if (shop.orders.find(id) !== undefined) return c.redirect(`/orders/${id}`, 303)
  if (basket === undefined || totalOf(basket.lines) === 0) return c.redirect("/basket", 303)
  const refuse = (problem: string) => checkoutPage(c, basket, problem, form)
  if (id !== basket.nextOrder)
    return refuse(say("Votre panier a changé : vérifiez-le.", "Your basket has changed: check it."))
  if (name === "" || note === "") return refuse(say("Remplissez tous les champs.", "Fill in every field."))
  const choice = readChoice(form, language)
  if ("problem" in choice) return refuse(choice.problem)
  try {
    const input = payinFor({ id, lines: basket.lines, total: totalOf(basket.lines), payins: 1 }, choice, shop.url)
    const step = await toDialFirst(shop, input, choice)
    if (step !== null)
      return page(c, say("Payer", "Pay"), dialForm("/checkout", step, choice, { order: id, name, note }, language))
    const payin = await shop.payments.payins.prepare(input)
    if (shop.orders.place(basket, { name, note, way: choice.way.id }, payin)) await send(shop, input.id, choice)
  } catch (error) {
    if (error instanceof PaymentsError && error.code === "invalid_input") return refuse(error.customerMessage(language))
    throw error
  }
  return c.redirect(`/orders/${id}`, 303)
}

/** The pages before there is an order. */
export const buying = (shop: Shop) =>
  new Hono()
    .get("/", catalogue)
    .get("/basket", (c) => basketPage(c, basketOf(c, shop)))
    .post("/basket", async (c) => {
      const form = await readForm(c.req)
      const good = goods.find(({ id }) => id === form("good"))
      if (good === undefined) return c.notFound()
      const old = basketOf(c, shop)
      const pieces = form("pieces") === "+1" ? (old?.lines[good.id] ?? 0) + 1 : Math.trunc(Number(form("pieces"))) || 0
      const id = shop.orders.fill(old, good.id, Math.min(20, Math.max(0, pieces)))
      const secure = shop.url.startsWith("https:")
      setCookie(c, cookieOf(shop), id, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: 90 * 86_400 })
      return c.redirect("/basket", 303)
    })
    .get("/checkout", (c) => {
      const basket = basketOf(c, shop)
      return basket === undefined || totalOf(basket.lines) === 0 ? c.redirect("/basket", 303) : checkoutPage(c, basket)
    })
    .post("/checkout", (c) => checkOut(c, shop))
