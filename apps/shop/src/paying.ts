/** From a form to a payment: what the checkout and a further try have in common. */
import { instructions } from "cauri/phone"
import { actions, choices, field, form, html, type Markup } from "@cauri/pages"
import { PaymentsError, type PreparedPayment } from "cauri"
import type { Context } from "hono"
import { linesOf } from "./goods.ts"
import { type Order, payinOf } from "./orders.ts"
import { besideFields, type Form, Problem, type Shop, type Texts } from "./page.ts"
import { methodOf, ways } from "./ways.ts"

/** The fields in which a customer chooses how to pay. */
export const waysToPay = (t: Texts, sent: Form, problem?: Problem): Markup => {
  const problems = besideFields(problem)
  const offered = ways.map(({ by, id, operator }) => {
    const words = t.words.ways[by]
    return { value: id, label: operator ?? words, hint: operator === undefined ? "" : words }
  })
  const way = { name: "way", label: t.words.pages.way_to_pay, value: sent("way") || "page", problems }
  const phone = { name: "phone", label: t.words.pages.paying_number, value: sent("phone"), problems }
  const more = { type: "tel", maxlength: 80, placeholder: "+226 70 00 00 00" }
  return html`${choices(way, offered)} ${field({ ...phone, autocomplete: "tel", more })}`
}

export const codeField = (t: Texts): Markup => {
  const more = { required: true, maxlength: 80, inputmode: "numeric" }
  const code = { name: "otp", label: t.words.pages.code_received, value: "", problems: {} }
  return field({ ...code, autocomplete: "one-time-code", more })
}

/** The code in a form, without the spaces that people put in. */
export const otpIn = (sent: Form): { readonly otp?: string } => {
  const otp = sent("otp").replace(/\s/g, "")
  return otp === "" ? {} : { otp }
}

/** A code is dialled before the payment is made: the form comes again, with all that was filled in. */
const dialForm = (c: Context, t: Texts, sent: Form, todo: string): Markup => {
  const kept = ["order", "name", "note", "act", "tries", "way", "phone"].map((name) => [name, sent(name)])
  const fields = html`${codeField(t)} ${actions(t.words.pages.pay)}`
  return html`<p class="notice waiting">${todo}</p>
    ${form({ action: c.req.path, hidden: Object.fromEntries(kept), class: "card" }, fields)}`
}

/** The customer's text for a problem; an error that the form did not cause is thrown on. */
export const problemOf = (error: unknown, t: Texts): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof PaymentsError) return new Problem(error.customerMessage(t.language))
  throw error
}

/**
 * Pays an order as the form says. `store` writes the payment together with the order, and is false when the
 * same form has done so before. Where the customer dials a code first, nothing is stored: the form that asks
 * for the code is given back, else null.
 */
export const pay = async (
  { payments, url }: Shop,
  c: Context,
  t: Texts,
  order: Pick<Order, "id" | "lines" | "total" | "tries">,
  sent: Form,
  store: (payin: PreparedPayment, way: string) => boolean,
): Promise<Markup | null> => {
  const way = ways.find(({ id }) => id === sent("way"))
  if (way === undefined) throw new Problem(t.words.pages.choose_way, "way")
  const { otp = "" } = otpIn(sent)
  if (!/^[!-~]{0,32}$/.test(otp)) throw new Problem(t.words.pages.check_code)
  const input = {
    id: payinOf(order),
    orderRef: order.id,
    amount: order.total,
    description: `Karité & Co ${order.id.slice(0, 8)}`,
    method: methodOf(way, sent("phone"), t, `${url}/orders/${order.id}`),
    items: linesOf(order.lines).map(({ good: { name, price }, quantity }) => {
      return { name: name.fr, quantity, unitPrice: price }
    }),
  }
  const step = otp === "" ? await payments.payins.beforeCreation(input) : null
  const todo = step && instructions(step, t.language, way)
  if (todo !== null) return dialForm(c, t, sent, todo)
  if (!store(await payments.payins.prepare(input), way.id)) return null
  try {
    await payments.payins.send(input.id, { signal: AbortSignal.timeout(10_000), ...otpIn(sent) })
  } catch (error) {
    // The worker sends it later, and the order's page shows its state: the customer need not order again.
    const why = error instanceof PaymentsError ? error : String(error)
    console.error(
      JSON.stringify({ message: "A stored payment was not sent at once.", payment: input.id, error: why }),
    )
  }
  return null
}
