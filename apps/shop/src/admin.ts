/** The merchant's page: orders with their payments, refunds, and what waits for a person. */
import { type Context, Hono } from "hono"
import { basicAuth } from "hono/basic-auth"
import { html } from "hono/html"
import { auth } from "hono/utils/basic-auth"
import { createHash, timingSafeEqual } from "node:crypto"
import { normalisePhone } from "@cauri/phone"
import { type Payin, type Payout, PaymentsError } from "@cauri/promise"
import { francs } from "./goods.ts"
import { type Order, payinOf } from "./orders.ts"
import { field, hidden, languageOf, type Markup, page, sayIn } from "./page.ts"
import { type Form, readForm, type Shop } from "./paying.ts"

/** Compares in a time that tells nothing, not even the length. */
const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string) => createHash("sha256").update(text).digest()

const orderRow = async (c: Context, { payments }: Shop, order: Order): Promise<Markup> => {
  const language = languageOf(c)
  const say = sayIn(language)
  const payin = await payments.payins.get(payinOf(order))
  const refunds = (await payments.payouts.list({ refundOf: payin.id })).payments
  const refund = html`<details><summary>${say("Rembourser", "Refund")}</summary><form method="post" action="/admin/refund">${hidden({ id: payin.id })}
    ${field(say("Montant", "Amount"), { name: "amount", type: "number", min: 1, max: payin.amount, value: payin.amount })}
    ${field(say("Numéro, si ce n'est pas celui qui a payé", "Number, if not the one that paid"), { name: "phone", type: "tel" })}
    <button>${say("Rembourser", "Refund")}</button></form></details>`
  return html`<tr><td><code>${order.id.slice(0, 8)}</code><br />${order.placed_at.slice(0, 16).replace("T", " ")}</td>
    <td>${order.name}<br />${order.note}</td><td>${francs(order.total, language)}</td>
    <td>${payin.status}<br />${payin.rail} ${payin.phone}</td>
    <td>${order.fulfilled_at === null ? "" : say("préparée", "packed")}
      ${refunds.map((each) => html`<br />${say("remboursement", "refund")} ${francs(each.amount, language)}: ${each.status}`)}
      ${payin.status === "completed" && refunds.length === 0 ? refund : ""}</td></tr>`
}

/** What a person should look at, with the library's advice. */
const matter = (c: Context, payment: Payin | Payout): Markup => {
  const say = sayIn(languageOf(c))
  const open = payment.flags.filter(({ closed }) => closed === null)
  const { id, kind, rulings, seq } = payment
  const ruling = html`<details><summary>${say("Décider", "Decide")}</summary><form method="post" action="/admin/resolve">${hidden({ kind, id, seq })}
    <label>${say("Ce qu'il en est", "What became of it")} <select name="to">${rulings.map((each) => html`<option>${each}</option>`)}</select></label>
    ${field(say("Preuve", "Evidence"), { name: "evidence", required: "" })}${field(say("Raison", "Reason"), { name: "reason", required: "" })}
    <button>${say("Décider", "Decide")}</button></form></details>`
  return html`<li class="card"><h3>${kind} <code>${id}</code></h3>
    <p>${payment.status}, ${francs(payment.amount, languageOf(c))}, ${payment.rail} ${payment.phone}</p>
    <p lang="en">${payment.problem?.message} ${open.map(({ advice }) => advice)}</p>${rulings.length === 0 ? "" : ruling}</li>`
}

const adminPage = async (c: Context, shop: Shop, problem = "") => {
  const say = sayIn(languageOf(c))
  const { payins, payouts } = shop.payments
  const rows = await Promise.all(shop.orders.newest(50).map((order) => orderRow(c, shop, order)))
  const doubtful = [payins.list({ status: "in_doubt" }), payins.list({ flagged: true })]
  const stuck = [payouts.list({ status: ["in_doubt", "held"] }), payouts.list({ flagged: true })]
  const found = (await Promise.all([...doubtful, ...stuck])).flatMap(
    ({ payments }): ReadonlyArray<Payin | Payout> => payments,
  )
  const matters = [...new Map(found.map((each) => [`${each.kind} ${each.id}`, each])).values()]
  const titles = [
    say("Commande", "Order"),
    say("Client", "Customer"),
    "Total",
    say("Paiement", "Payment"),
    say("Suite", "Then"),
  ]
  const body = html`<h2>${say("À décider", "To decide")}</h2>
    ${matters.length === 0 ? html`<p>${say("Rien n'attend.", "Nothing waits.")}</p>` : html`<ul class="plain">${matters.map((each) => matter(c, each))}</ul>`}
    <h2>${say("Commandes", "Orders")}</h2><div class="wide" role="region" tabindex="0" aria-label="${say("Commandes", "Orders")}"><table>
      <thead><tr>${titles.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
  return page(c, "Administration", body, { problem })
}

/** The merchant's page, for whoever knows the password; the user name is written beside decisions. */
export const admin = (shop: Shop) => {
  const { desk, payins, payouts } = shop.payments
  const refund = async (form: Form, c: Context): Promise<string> => {
    const typed = form("phone") === "" ? null : normalisePhone(form("phone"), "BF")
    if (typed?._tag === "Failure") return typed.failure.customerMessage(languageOf(c))
    await payins.refund(form("id"), {
      amount: Number(form("amount")),
      ...(typed === null ? {} : { phone: typed.success }),
    })
    return ""
  }
  const resolve = async (form: Form, c: Context): Promise<string> => {
    const payment = await (form("kind") === "payin" ? payins : payouts).get(form("id"))
    const to = payment.rulings.find((ruling) => ruling === form("to"))
    if (to === undefined) return sayIn(languageOf(c))("Cela n'est plus possible.", "That is no longer possible.")
    const [reason, evidence] = [form("reason"), form("evidence")]
    await desk.resolve(payment, {
      by: auth(c.req.raw)?.username ?? "",
      asOf: Number(form("seq")),
      to,
      reason,
      evidence,
    })
    return ""
  }
  const verifyUser = (user: string, password: string) =>
    same(password, shop.adminPassword) && /^[\p{L}\p{N}._-]{1,40}$/u.test(user)
  return new Hono()
    .use("/admin/*", basicAuth({ realm: "Admin", verifyUser }))
    .get("/admin", (c) => adminPage(c, shop))
    .post("/admin/:act{refund|resolve}", async (c) => {
      try {
        const problem = await (c.req.param("act") === "refund" ? refund : resolve)(await readForm(c.req), c)
        return problem === "" ? c.redirect("/admin", 303) : await adminPage(c, shop, problem)
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error
        return await adminPage(c, shop, error.message)
      }
    })
}
