/** The merchant's page: orders with their payments, refunds, and what waits for a person. */
import { type Context, Hono } from "hono"
import { basicAuth } from "hono/basic-auth"
import { HTTPException } from "hono/http-exception"
import { auth } from "hono/utils/basic-auth"
import { createHash, timingSafeEqual } from "node:crypto"
import { normalisePhone } from "@cauri/phone"
import { PaymentsError } from "cauri"
import { payinOf } from "./orders.ts"
import { type Form, page, Problem, readForm, type Texts, textsFor } from "./page.ts"
import type { Shop } from "./paying.ts"

/** Digests are compared in constant time, so not even the length leaks. */
const digest = (text: string) => createHash("sha256").update(text).digest()

/**
 * The right password always opens; wrong ones are answered five a minute, for all visitors together. That slows guesses and locks no user
 * out. The password itself stops guessing: sixteen random characters are too many to try.
 */
const doorkeeper = (password: string) => {
  let [minute, wrong] = [0, 0]
  return (user: string, given: string): boolean => {
    if (timingSafeEqual(digest(given), digest(password)) && /^[\p{L}\p{N}._-]{1,40}$/u.test(user)) return true
    const now = Math.trunc(Date.now() / 60_000)
    if (now !== minute) [minute, wrong] = [now, 0]
    wrong += 1
    if (wrong > 5) throw new HTTPException(429, { message: "Too many wrong passwords: wait a minute." })
    return false
  }
}

const adminPage = async (c: Context, { orders, payments }: Shop, told: object = {}) => {
  // One order after the other: the database is asked for one thing at a time, however many orders there are.
  const rows = []
  for (const order of orders.newest(50)) {
    // A list passes over what cannot be read, such as what a newer program wrote: the row says so then, and the others stay.
    const { payments: payins } = await payments.payins.list({ orderRef: order.id, limit: 1_000 })
    const refunds = await payments.payouts.list({ refundOf: payinOf(order) })
    rows.push({ order, payin: payins.find(({ id }) => id === payinOf(order)), refunds: refunds.payments })
  }
  return page(c, "admin", { needsAttention: await payments.review.needsAttention(), rows, ...told })
}

const refund = async ({ payments }: Shop, sent: Form, t: Texts) => {
  const typed = sent("phone") === "" ? null : normalisePhone(sent("phone"), "BF")
  if (typed?.ok === false) throw new Problem(typed.problem.customerMessages[t.language])
  const phone = typed === null ? {} : { phone: typed.phone }
  await payments.payins.refund(sent("id"), { amount: Number(sent("amount")), ...phone })
}

const resolve = async ({ payments }: Shop, sent: Form, t: Texts, by: string) => {
  const payment = await (sent("kind") === "payin" ? payments.payins : payments.payouts).get(sent("id"))
  const to = payment.rulings.find((ruling) => ruling === sent("to"))
  if (to === undefined) throw new Problem(t.words.refusals.wrong_state)
  const why = { reason: sent("reason"), evidence: sent("evidence") }
  await payments.review.resolve(payment, { by, asOf: Number(sent("seq")), to, ...why })
}

/** The merchant's page, behind the password; decisions record the user name. */
export const admin = (shop: Shop) =>
  new Hono()
    .use("/admin/*", basicAuth({ realm: "Admin", verifyUser: doorkeeper(shop.adminPassword) }))
    .get("/admin", (c) => adminPage(c, shop))
    .post("/admin/:act{refund|resolve}", async (c) => {
      const [sent, t] = [await readForm(c), textsFor(c)]
      try {
        if (c.req.param("act") === "refund") await refund(shop, sent, t)
        else await resolve(shop, sent, t, auth(c.req.raw)?.username ?? "")
        return c.redirect("/admin", 303)
      } catch (error) {
        if (!(error instanceof PaymentsError || error instanceof Problem)) throw error
        if (error instanceof Problem) return await adminPage(c, shop, { problem: error.message })
        return await adminPage(c, shop, { problem: error.operatorMessage(t.language), detail: error.message })
      }
    })
