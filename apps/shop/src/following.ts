/** The page of an order, with its payment's state: live where there is a script, by reloading where there is none. */
import { type Context, Hono } from "hono"
import { instructions, payinStatus } from "@cauri/phone"
import type { Payin } from "cauri"
import { browserOf } from "./buying.ts"
import { linesOf } from "./goods.ts"
import { type Order, payinOf } from "./orders.ts"
import { type Form, page, readForm, render, textsFor } from "./page.ts"
import { otpIn, pay, problemOf, type Shop } from "./paying.ts"
import { ways } from "./ways.ts"

/** The service accepted the payment and gave no page to pay on: the customer cannot continue. */
const hasNoPage = ({ flags, next, status }: Payin) =>
  status === "pending" && next.type === "wait" && flags.some(({ kind }) => kind === "no_payment_url")
/** May the order be paid again? If both payments end up paid, the library flags it. */
const mayPayAgain = (payin: Payin) => (payin.closed && payin.status !== "completed") || hasNoPage(payin)

/** How the payment stands, and what the customer can do now. */
const paymentPart = (c: Context, order: Order, payin: Payin): string => {
  const t = textsFor(c)
  const way = ways.find(({ id }) => id === order.way)
  const stands = payinStatus(payin.status, t.language)
  const todo = hasNoPage(payin) ? t.words.pages.no_page : instructions(payin.next, t.language, way)
  // Expired or without a page, the payment may still go through once its customer has confirmed it.
  const isConfirmable = hasNoPage(payin) || payin.status === "expired"
  return render(c, "payment", { order, payin, stands, todo, ways, payAgain: mayPayAgain(payin), isConfirmable })
}

/** The page of an order; `instead` of how its payment stands it may ask for something. */
const orderPage = (c: Context, order: Order, payin: Payin, { instead = "", problem = "" } = {}) => {
  const part = instead || paymentPart(c, order, payin)
  const again = !payin.closed && !part.includes("<form") // A reload must not discard what the customer types.
  return page(c, "order", { order, lines: linesOf(order.lines), part, live: instead === "", again, problem })
}

/** Does what the form asks for, and gives the form that asks for more first, or null. */
const act = async (c: Context, shop: Shop, order: Order, payin: Payin, sent: Form): Promise<string | null> => {
  const { payins } = shop.payments
  const otp = otpIn(sent)
  if (sent("act") === "code") await payins.submitOtp(payin.id, otp)
  if (sent("act") === "again") await payins.sendOtpAgain(payin.id)
  if (sent("act") === "try") await payins.tryAgain(payin.id, otp === "" ? {} : { otp })
  if (sent("act") !== "pay" || !mayPayAgain(payin) || sent("payins") !== String(order.payins)) return null
  return await pay(c, shop, { ...order, payins: order.payins + 1 }, sent, (next, way) =>
    shop.orders.payAgain(order, way, next),
  )
}

/** The pages of orders. An order is shown to the browser that placed it, and to no other. */
export const following = (shop: Shop) => {
  const { payins } = shop.payments
  const own = (show: (c: Context, order: Order) => Response | Promise<Response>) => (c: Context) => {
    const order = shop.orders.find(c.req.param("id") ?? "")
    return order?.browser === browserOf(c, shop) ? show(c, order) : c.notFound()
  }
  const show = own(async (c, order) => orderPage(c, order, await payins.get(payinOf(order))))
  const change = own(async (c, order) => {
    const payin = await payins.get(payinOf(order))
    try {
      const instead = await act(c, shop, order, payin, await readForm(c))
      return instead === null ? c.redirect(`/orders/${order.id}`, 303) : orderPage(c, order, payin, { instead })
    } catch (error) {
      return orderPage(c, order, await payins.get(payin.id), { problem: problemOf(error, textsFor(c)) })
    }
  })
  /** Streams this part of the page again at each change, until the order is packed or its payment failed. */
  const follow = own((c, order) => {
    const part = (payin: Payin) => paymentPart(c, shop.orders.find(order.id) ?? order, payin)
    return payins.eventStream(payinOf(order), part, { untilHeard: true, signal: AbortSignal.timeout(15 * 60_000) })
  })
  return new Hono().get("/orders/:id", show).post("/orders/:id", change).get("/orders/:id/live", follow)
}
