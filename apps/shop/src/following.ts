/** The page of an order, which follows its payment: live where there is a script, by looking again where there is none. */
import { type Context, Hono } from "hono"
import { html } from "hono/html"
import { streamSSE } from "hono/streaming"
import { payinStatus } from "@cauri/phone"
import { coreStatus, type Language, type Payin, PaymentsError } from "@cauri/promise"
import { basketOf } from "./buying.ts"
import { francs, linesOf } from "./goods.ts"
import { type Order, payinOf } from "./orders.ts"
import { codeField, hidden, languageOf, type Markup, page, sayIn } from "./page.ts"
import {
  choiceFields,
  dialForm,
  type Form,
  instructionOf,
  otpIn,
  payinFor,
  readChoice,
  readForm,
  send,
  type Shop,
  toDialFirst,
} from "./paying.ts"
import { ways } from "./ways.ts"

/** Whether a code may be entered: also after one was, because the service does not say that it was wrong. */
const takesCode = ({ next, rail, status }: Payin): boolean =>
  next.type === "enter_code" || (status === "pending" && ["ussd_otp", "sms_otp", "wallet"].includes(rail))

const mayRepeat = (say: ReturnType<typeof sayIn>, codes: Markup): Markup =>
  html`<details><summary>${say("Le code était faux ?", "Was the code wrong?")}</summary>${codes}</details>`

/** What the customer can do now. */
const deeds = (order: Order, payin: Payin, language: Language): Markup | "" => {
  const say = sayIn(language)
  const deed = (
    act: string,
    button: string,
    fields: Markup | "" = "",
  ) => html`<form method="post" action="/orders/${order.id}">
    ${hidden({ act, payins: order.payins })}${fields}<button>${button}</button></form>`
  if (payin.closed && payin.status === "completed") return ""
  if (payin.closed)
    return html`<h2>${say("Payer autrement", "Pay another way")}</h2>${deed("pay", say("Payer", "Pay"), choiceFields(language))}`
  if (payin.status === "in_doubt")
    return deed("try", say("Réessayer", "Try again"), payin.rail === "ussd_otp" ? codeField(language) : "")
  if (payin.next.type === "open_url")
    return html`<p><a class="button" href="${payin.next.url}" rel="noreferrer">${say("Ouvrir la page de paiement", "Open the payment page")}</a></p>`
  if (!takesCode(payin)) return ""
  const fields = deed("code", say("Valider", "Confirm"), codeField(language))
  if (payin.rail === "ussd_otp") return mayRepeat(say, fields)
  const codes = html`${fields}${deed("again", say("Recevoir un autre code", "Get another code"))}`
  return payin.next.type === "enter_code" ? codes : mayRepeat(say, codes)
}

/** How the payment stands: the part of the page that is replaced when its version changes. */
const paymentPart = (order: Order, payin: Payin, language: Language): Markup => {
  const texts = [payinStatus(coreStatus(payin.status), language)]
  if (payin.status === "refused" && payin.problem !== null) texts.push(payin.problem.customerMessages[language])
  if (order.fulfilled_at !== null)
    texts.push(sayIn(language)("Nous préparons votre commande.", "We are packing your order."))
  const way = ways.find(({ id }) => id === order.way) ?? {}
  return html`<div data-version="${payin.id} ${payin.status} ${payin.next.type} ${order.fulfilled_at}">
    ${texts.map((text) => html`<p class="status ${payin.status}">${text}</p>`)}
    ${payin.closed ? "" : html`<p class="todo">${instructionOf(payin.next, way, language)}</p>`}${deeds(order, payin, language)}</div>`
}

const orderPage = (c: Context, order: Order, payin: Payin, problem = "", instead?: Markup) => {
  const language = languageOf(c)
  const say = sayIn(language)
  const live = instead === undefined ? html`data-live="/orders/${order.id}/live"` : ""
  const body = html`<section class="card" aria-label="${say("Paiement", "Payment")}" aria-live="polite" ${live}>
      ${instead ?? paymentPart(order, payin, language)}</section>
    <noscript><p><a href="/orders/${order.id}">${say("Actualiser", "Look again")}</a></p></noscript>
    <h2>${say("Votre commande", "Your order")}</h2>
    <ul class="lines">${linesOf(order.lines).map(({ good, pieces }) => html`<li>${pieces} × ${good.name[language]}</li>`)}</ul>
    <p class="total">Total <b>${francs(order.total, language)}</b></p><p>${order.name}, ${order.note}</p>`
  const typing = instead !== undefined || payin.closed || takesCode(payin) || payin.status === "in_doubt"
  return page(c, `${say("Commande", "Order")} ${order.id.slice(0, 8)}`, body, { problem, again: !typing })
}

/** A further payment of an order whose last one came to nothing. Should both be paid in the end, the library flags it. */
const payAgain = async (c: Context, shop: Shop, order: Order, payin: Payin, form: Form) => {
  const language = languageOf(c)
  if (form("payins") !== String(order.payins) || !payin.closed || payin.status === "completed") return null
  const choice = readChoice(form, language)
  if ("problem" in choice) return orderPage(c, order, payin, choice.problem)
  const input = payinFor({ ...order, payins: order.payins + 1 }, choice, shop.url)
  const step = await toDialFirst(shop, input, choice)
  const fields = { act: "pay", payins: form("payins") }
  if (step !== null)
    return orderPage(c, order, payin, "", dialForm(`/orders/${order.id}`, step, choice, fields, language))
  const prepared = await shop.payments.payins.prepare(input)
  if (shop.orders.payAgain(order, choice.way.id, prepared)) await send(shop, input.id, choice)
  return null
}

const act = async (c: Context, shop: Shop, order: Order, payin: Payin) => {
  const form = await readForm(c.req)
  const { payins } = shop.payments
  if (form("act") === "code") await payins.submitOtp(payin.id, otpIn(form))
  if (form("act") === "again") await payins.sendOtpAgain(payin.id)
  if (form("act") === "try") await payins.tryAgain(payin.id, otpIn(form) === "" ? {} : { otp: otpIn(form) })
  return form("act") === "pay" ? await payAgain(c, shop, order, payin, form) : null
}

/** The pages of orders. An order is shown to the browser that placed it, and to no other. */
export const following = (shop: Shop) => {
  const { payins } = shop.payments
  const ownOrder = (c: Context): Order | undefined => {
    const order = shop.orders.find(c.req.param("id") ?? "")
    return order?.basket === basketOf(c, shop)?.id ? order : undefined
  }
  const follow = (c: Context, order: Order) =>
    streamSSE(c, async (stream) => {
      const left = new AbortController()
      stream.onAbort(() => left.abort())
      const signal = AbortSignal.any([left.signal, AbortSignal.timeout(15 * 60_000)])
      const show = async (payin: Payin) => {
        const now = shop.orders.find(order.id) ?? order
        await stream.writeSSE({ event: "payment", data: String(await paymentPart(now, payin, languageOf(c))) })
        return now.fulfilled_at !== null
      }
      try {
        for await (const payin of payins.watch(payinOf(order), { signal })) {
          let told = (await show(payin)) || payin.status !== "completed"
          // The order is fulfilled right after the money; a page that stopped at the money would not tell of it.
          for (let look = 0; !told && look < 20; look++) {
            await stream.sleep(250)
            told = await show(payin)
          }
        }
        await stream.writeSSE({ event: "end", data: "" })
      } catch (error) {
        // The customer has gone, or looked for long, or the shop closes: the browser opens the next connection by itself.
        if (!signal.aborted && !(error instanceof PaymentsError && error.code === "closed")) throw error
      }
    })
  return new Hono()
    .get("/orders/:id", async (c) => {
      const order = ownOrder(c)
      return order === undefined ? c.notFound() : orderPage(c, order, await payins.get(payinOf(order)))
    })
    .get("/orders/:id/live", (c) => {
      const order = ownOrder(c)
      return order === undefined ? c.notFound() : follow(c, order)
    })
    .post("/orders/:id", async (c) => {
      const order = ownOrder(c)
      if (order === undefined) return c.notFound()
      try {
        return (await act(c, shop, order, await payins.get(payinOf(order)))) ?? c.redirect(`/orders/${order.id}`, 303)
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error
        return orderPage(c, order, await payins.get(payinOf(order)), error.customerMessage(languageOf(c)))
      }
    })
}
