/**
 * The page of an order follows its payment: live where scripts run, by reloading where they do not. Here the
 * customer enters a code, asks for the request once more, or pays again after a failure.
 */
import { instructions, payinStatus } from "cauri/phone"
import { actions, attributes, elsewhere, form, html, type Markup, nothing } from "@cauri/pages"
import type { Payin } from "cauri"
import type { Context } from "hono"
import { browserOf } from "./basket.ts"
import { linesOf } from "./goods.ts"
import { type Order, payinOf } from "./orders.ts"
import { type Form, type Page, page, type Problem, readForm, type Shop, type Texts, xof } from "./page.ts"
import { codeField, otpIn, pay, problemOf, waysToPay } from "./paying.ts"
import { ways } from "./ways.ts"

/** The service accepted the payment and gave no page to pay on: the customer cannot continue. */
const hasNoPage = ({ flags, next, status }: Payin) =>
  status === "pending" && next.type === "wait" && flags.some(({ kind }) => kind === "no_payment_url")

/** May the order be paid again? If both payments end up paid, the library flags it. */
const mayPayAgain = (payin: Payin) => (payin.closed && payin.status !== "completed") || hasNoPage(payin)

const tones: Record<string, string> = { completed: "settled", in_doubt: "doubt", refused: "failed" }

/** A form that does one thing; `tries` tells which of the order's payments the customer saw. */
const deed = ({ id, tries }: Order, act: string, button: string, fields: Markup = nothing) => {
  const quiet = html`<p class="actions"><button class="button">${button}</button></p>`
  const send = act === "again" ? quiet : actions(button)
  return form({ action: `/orders/${id}`, hidden: { act, tries: String(tries) } }, html`${fields} ${send}`)
}

const deeds = (t: Texts, order: Order, payin: Payin): Markup => {
  const { flags, next, rail, status } = payin
  const words = t.words.pages
  if (next.type === "open_url") {
    const link = elsewhere(next.url)
    return html`<p class="actions"><a class="button primary" ${link}>${words.open_page}</a></p>`
  }
  if (next.type === "enter_code" || next.type === "wait_or_enter_code") {
    const another = next.from === "dialled_code" ? nothing : deed(order, "again", words.another_code)
    const codes = html`${deed(order, "code", words.confirm, codeField(t))} ${another}`
    if (next.type === "enter_code") return codes
    return html`<details><summary>${words.wrong_code}</summary>${codes}</details>`
  }
  // A callback proves that the service knows the request: another one would charge twice.
  if (status !== "in_doubt" || flags.some(({ kind }) => kind === "callback_without_token")) return nothing
  const code = rail === "ussd_otp" ? codeField(t) : nothing
  return html`<p>${words.try_once_more}</p>${deed(order, "try", words.request, code)}`
}

/** How the payment stands, and what the customer can do now: replaced live when its version changes. */
const paymentPart = (t: Texts, order: Order, payin: Payin): Markup => {
  const { closed, next, problem, status } = payin
  const way = ways.find(({ id }) => id === order.way)
  const todo = hasNoPage(payin) ? t.words.pages.no_page : instructions(next, t.language, way)
  const isRefused = status === "refused" && problem !== null
  // Expired or without a page, the payment may still go through once its customer has confirmed it.
  const isConfirmable = hasNoPage(payin) || status === "expired"
  const again = html`${isConfirmable ? html`<p>${t.words.pages.pay_unconfirmed}</p>` : nothing}
    ${deed(
      order,
      "pay",
      t.words.pages.pay,
      waysToPay(t, () => ""),
    )}`
  const version = `${payin.id} ${status} ${next.type} ${order.fulfilled_at ?? ""}`
  return html`<div class="stack" data-version="${version}">
    <div class="notice ${tones[status] ?? "waiting"}">
      <p>${payinStatus(status, t.language)}</p>
      ${isRefused ? html`<p>${problem.customerMessages[t.language]}</p>` : nothing}
      ${order.fulfilled_at === null ? nothing : html`<p><strong>${t.packing}</strong></p>`}
    </div>
    ${!closed || next.type === "enter_code" ? html`<p><strong>${todo}</strong></p>` : nothing}
    ${deeds(t, order, payin)}
    ${mayPayAgain(payin) ? again : nothing}
  </div>`
}

/** What else the page shows: a problem, or a form in place of how the payment stands. */
type Instead = Readonly<{ instead?: Markup; problem?: Problem }>
const orderPage = (c: Context, t: Texts, order: Order, payin: Payin, { instead, problem }: Instead = {}) => {
  const part = instead ?? paymentPart(t, order, payin)
  const live = instead === undefined ? `/orders/${order.id}/live` : null
  const lines = linesOf(order.lines).map(
    ({ good, quantity }) => html`<li>${quantity} × ${good.name[t.language]}</li>`,
  )
  const body = html`
    <section class="card" aria-label="${t.payment}" aria-live="polite" ${attributes({ "data-live": live })}>
      ${part}
    </section>
    <noscript><p><a href="/orders/${order.id}">${t.lookAgain}</a></p></noscript>
    <h2>${t.yourOrder}</h2>
    <ul class="plain">${lines}</ul>
    <p class="headline"><span>${t.total}</span> <strong class="sum">${xof(order.total, t)}</strong></p>
    <p>${order.name}, ${order.note}</p>`
  // A reload must not discard what the customer types.
  const again = !payin.closed && !part.text.includes("<form")
  return page(c, { title: `${t.order} ${order.id.slice(0, 8)}`, body, again, ...(problem && { problem }) })
}

/** Does what the form asks for, and gives the form that asks for more first, or null. */
const act = async (shop: Shop, c: Context, t: Texts, order: Order, payin: Payin, sent: Form) => {
  const { payins } = shop.payments
  const wanted = sent("act")
  if (wanted === "code") await payins.submitOtp(payin.id, otpIn(sent).otp ?? "")
  if (wanted === "again") await payins.sendOtpAgain(payin.id)
  if (wanted === "try") await payins.tryAgain(payin.id, otpIn(sent))
  if (wanted !== "pay" || !mayPayAgain(payin) || sent("tries") !== String(order.tries)) return null
  const next = { ...order, tries: order.tries + 1 }
  return await pay(shop, c, t, next, sent, (prepared, way) => shop.orders.tryAgain(order, way, prepared))
}

/** An order is shown to the browser that placed it, and to no other. */
const ofOwn =
  (show: (shop: Shop, c: Context, t: Texts, order: Order) => Response | Promise<Response>): Page =>
  (shop, c, t) => {
    const order = shop.orders.find(c.req.param("id") ?? "")
    return order?.browser === browserOf(shop, c) ? show(shop, c, t, order) : c.notFound()
  }

/** `GET /orders/:id` */
export const showOrder = ofOwn(async ({ payments }, c, t, order) =>
  orderPage(c, t, order, await payments.payins.get(payinOf(order))),
)

/** `POST /orders/:id` */
export const continuePaying = ofOwn(async (shop, c, t, order) => {
  const { payins } = shop.payments
  const payin = await payins.get(payinOf(order))
  try {
    const instead = await act(shop, c, t, order, payin, await readForm(c))
    return instead === null
      ? c.redirect(`/orders/${order.id}`, 303)
      : orderPage(c, t, order, payin, { instead })
  } catch (error) {
    return orderPage(c, t, order, await payins.get(payin.id), { problem: problemOf(error, t) })
  }
})

/** `GET /orders/:id/live`: sends the part at each change, until the order is packed or its payment failed. */
export const followPayment = ofOwn(({ orders, payments }, _, t, order) => {
  const part = (payin: Payin) => paymentPart(t, orders.find(order.id) ?? order, payin).text
  const signal = AbortSignal.timeout(15 * 60_000)
  return payments.payins.eventStream(payinOf(order), part, { untilDelivered: true, signal })
})
