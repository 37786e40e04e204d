/** From a form to a payment: what the checkout and a second try have in common. */
import { html } from "hono/html"
import { instructions } from "@cauri/phone"
import { coreStep, type Language, type NextStep, type PayinInput, type Payments, PaymentsError } from "@cauri/promise"
import type { SqliteHost } from "@cauri/promise/sqlite"
import { linesOf } from "./goods.ts"
import { type makeOrders, type Order, payinOf } from "./orders.ts"
import { codeField, field, hidden, type Markup, sayIn } from "./page.ts"
import { methodOf, readPhone, type Way, ways } from "./ways.ts"

/** What the pages work with. */
export interface Shop {
  readonly payments: Payments<SqliteHost>
  readonly orders: ReturnType<typeof makeOrders>
  /** The public address. */
  readonly url: string
  readonly adminPassword: string
}

/** A form that was sent, field by field: texts without the space around them, and no longer than anybody needs. */
export type Form = (name: string) => string
export const readForm = async (request: { parseBody(): Promise<Record<string, unknown>> }): Promise<Form> => {
  const fields = await request.parseBody()
  return (name) => {
    const value = fields[name]
    return typeof value === "string" ? value.trim().slice(0, 200) : ""
  }
}

/** The code in a form, without the spaces that people put in. */
export const otpIn = (form: Form): string => form("otp").replace(/\s/g, "")

/** A payment as the customer wants it. */
export type Choice = { readonly way: Way; readonly phone: string; readonly otp: string }

/** What the form says about paying, or what is wrong with it. */
export const readChoice = (form: Form, language: Language): Choice | { readonly problem: string } => {
  const way = ways.find(({ id }) => id === form("way"))
  if (way === undefined) return { problem: sayIn(language)("Choisissez un moyen de paiement.", "Choose a way to pay.") }
  const otp = otpIn(form)
  if (!/^[!-~]{0,32}$/.test(otp)) return { problem: sayIn(language)("Vérifiez le code.", "Check the code.") }
  const read = way.by === "hosted" && form("phone") === "" ? { phone: "" } : readPhone(form("phone"), language)
  return "problem" in read ? read : { way, otp, phone: read.phone }
}

/** The payment of this order, as the library takes it. */
export const payinFor = (
  order: Pick<Order, "id" | "lines" | "total" | "payins">,
  { phone, way }: Choice,
  url: string,
): PayinInput => ({
  id: payinOf(order),
  orderRef: order.id,
  amount: order.total,
  description: `Karité & Co ${order.id.slice(0, 8)}`,
  method: methodOf(way, phone, `${url}/orders/${order.id}`),
  items: linesOf(order.lines).map(({ good, pieces }) => ({
    name: good.name.fr,
    quantity: pieces,
    unitPrice: good.price,
  })),
})

/** What the customer must do before this payment is made, unless the code is there already. */
export const toDialFirst = async (
  { payments }: Shop,
  input: PayinInput,
  { otp, way }: Choice,
): Promise<NextStep | null> =>
  way.by === "ussd_otp" && otp === "" ? await payments.payins.beforeCreation(input) : null

/** Sends a stored payment. What goes wrong is told by the order's page, and the worker goes on with it: nobody places the order again. */
export const send = async ({ payments }: Shop, id: string, { otp, way }: Choice): Promise<void> => {
  try {
    await payments.payins.send(id, { signal: AbortSignal.timeout(10_000), ...(way.by === "ussd_otp" ? { otp } : {}) })
  } catch (error) {
    const known = error instanceof PaymentsError
    if (!known && !(error instanceof DOMException)) throw error
    const why = known ? error : error.message
    console.error(JSON.stringify({ message: "A stored payment was not sent at once.", payment: id, error: why }))
  }
}

/** What the customer is told to do. */
export const instructionOf = (step: NextStep, { dialCode, operator }: Partial<Way>, language: Language): string =>
  instructions(coreStep(step), language, { ...(operator && { operator }), ...(dialCode && { dialCode }) })

/** The choice of a way to pay. */
export const choiceFields = (language: Language, form: Form = () => ""): Markup => {
  const say = sayIn(language)
  const radio = (way: Way) => html`<label class="way">
    <input type="radio" name="way" value="${way.id}" required ${way.id === (form("way") || "page") ? "checked" : ""} />${way[language]}</label>`
  const phone = say("Numéro qui paie (inutile pour la page)", "Number that pays (not needed for the page)")
  return html`<fieldset><legend>${say("Moyen de paiement", "Way to pay")}</legend>${ways.map(radio)}</fieldset>
    ${field(phone, { name: "phone", type: "tel", autocomplete: "tel", value: form("phone"), placeholder: "+226 70 00 00 00" })}`
}

/** The step between choice and payment where a code is dialled first; the other fields travel along. */
export const dialForm = (
  action: string,
  step: NextStep,
  { phone, way }: Choice,
  fields: Readonly<Record<string, string>>,
  language: Language,
): Markup =>
  html`<form method="post" action="${action}"><p class="todo">${instructionOf(step, way, language)}</p>
    ${hidden({ ...fields, way: way.id, phone })}${codeField(language)}<button>${sayIn(language)("Payer", "Pay")}</button></form>`
