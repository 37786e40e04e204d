/**
 * The merchant's page: orders with their payments, and refunds. What a person decides about payments is the
 * console's, which is mounted beside it under `/admin/payments`, behind the same sign-in.
 */
import { normalisePhone } from "cauri/phone"
import { actions, cell, field, form, html, type Markup, nothing, row, rowHead, table } from "@cauri/pages"
import { type Payin, PaymentsError } from "cauri"
import { consoleHandler } from "cauri/console"
import type { Context } from "hono"
import { type Order, payinOf } from "./orders.ts"
import { type Page, page, Problem, readForm, type Shop, type Texts, xof } from "./page.ts"

/** The form that gives an order back. */
const refundForm = (t: Texts, { amount, id }: Payin): Markup => {
  const words = t.words.review
  const given = { scope: id, problems: {} }
  const fields = html`
    ${field({ ...given, name: "amount", label: words.amount, value: String(amount), as: "amount" })}
    ${field({ ...given, name: "phone", label: words.other_number, value: "", more: { type: "tel" } })}
    ${actions(words.refund)}`
  return html`<details>
    <summary>${words.refund}</summary>
    ${form({ action: "/admin/refund", hidden: { id } }, fields)}
  </details>`
}

/** How an order's newest payment stands; one that cannot be read says so, and the other rows stay. */
const standing = (t: Texts, payin: Payin | undefined): Markup => {
  if (payin === undefined) return html`${t.words.review.cannot_be_read}<br />${t.words.asides.unreadable}`
  const state = t.words.states[payin.status].name
  return html`<a href="/admin/payments/payments/payin/default/${payin.id}">${state}</a><br />
    ${t.words.rails[payin.rail]} ${payin.phone ?? ""}`
}

/** A row of the table. `then`: what was given back, or the form for it. */
const orderRow = (t: Texts, order: Order, payin: Payin | undefined, then: Markup): Markup => {
  const [, customer, total, payment, last] = t.columns.map((label) => ({ label }))
  const placed = order.placed_at.slice(0, 16).replace("T", " ")
  return row([
    rowHead(html`<code>${order.id.slice(0, 8)}</code><br />${placed}`),
    cell(html`${order.name}<br />${order.note}`, customer),
    cell(xof(order.total, t), { ...total, kind: "number" }),
    cell(standing(t, payin), payment),
    cell(html`${order.fulfilled_at === null ? nothing : html`<p>${t.packed}</p>`} ${then}`, last),
  ])
}

/** May the person who asks let money leave? */
const mayRefund = ({ staff }: Shop, c: Context): boolean =>
  staff.personOf(c.req.raw)?.may.includes("release") === true

type Refused = Readonly<{ problem?: Problem; more?: Markup }>
const adminPage = async (shop: Shop, c: Context, t: Texts, refused: Refused = {}) => {
  const { orders, payments } = shop
  const rows: Array<Markup> = []
  // One order after the other: the database is asked for one thing at a time, however many orders there are.
  for (const order of orders.newest(50)) {
    const { payments: payins } = await payments.payins.list({ orderRef: order.id, limit: 1_000 })
    const { payments: refunds } = await payments.payouts.list({ refundOf: payinOf(order) })
    const payin = payins.find(({ id }) => id === payinOf(order))
    const given = refunds.map(({ amount, status }) => {
      return html`<p>${t.words.review.refund_of(xof(amount, t), t.words.states[status].name)}</p>`
    })
    const canRefund = mayRefund(shop, c) && payin?.status === "completed" && refunds.length === 0
    rows.push(orderRow(t, order, payin, canRefund ? refundForm(t, payin) : html`${given}`))
  }
  const waiting = await payments.review.needsAttention()
  const count = waiting.payments.length + waiting.unreadable.length
  const body = html`
    <p class="notice ${count === 0 ? "settled" : "doubt"}">
      <a href="/admin/payments">${t.words.review.to_decide}: ${count}</a>
    </p>
    ${table({ caption: t.orders, seen: true, heads: t.columns, rows })}`
  return page(c, { title: t.administration, broad: true, body, ...refused })
}

/** `GET /admin`: the newest orders. */
export const showOrders: Page = (shop, c, t) => adminPage(shop, c, t)

/** `POST /admin/refund`: gives an order back, once for each payment, however often the button is pressed. */
export const refund: Page = async (shop, c, t) => {
  if (!mayRefund(shop, c)) return c.text("Forbidden", 403)
  const sent = await readForm(c)
  try {
    const typed = sent("phone") === "" ? null : normalisePhone(sent("phone"), "BF")
    if (typed?.ok === false) throw new Problem(typed.problem.customerMessages[t.language])
    const to = typed === null ? {} : { phone: typed.phone }
    await shop.payments.payins.refund(sent("id"), { amount: Number(sent("amount")), ...to })
    return c.redirect("/admin", 303)
  } catch (error) {
    if (error instanceof Problem) return await adminPage(shop, c, t, { problem: error })
    if (!(error instanceof PaymentsError)) throw error
    const problem = new Problem(error.operatorMessage(t.language))
    return await adminPage(shop, c, t, { problem, more: html`<p lang="en">${error.message}</p>` })
  }
}

/** Everything under `/admin/payments`. The console asks who sends a request, and offers what they may do. */
export const mountConsole = ({ payments, staff }: Shop) => {
  const { handler } = consoleHandler({ payments, base: "/admin/payments", who: staff.personOf })
  return (c: Context) => handler(c.req.raw)
}
