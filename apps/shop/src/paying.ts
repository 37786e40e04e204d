/** From a form to a payment: what the checkout and a second try have in common. */
import type { Context } from "hono"
import { instructions } from "@cauri/phone"
import { type Payments, PaymentsError, type PreparedPayment } from "cauri"
import type { SqliteHost } from "cauri/sqlite"
import { linesOf } from "./goods.ts"
import { type makeOrders, type Order, payinOf } from "./orders.ts"
import { type Form, Problem, render, type Texts, textsFor } from "./page.ts"
import { methodOf, ways } from "./ways.ts"

/** What the pages work with. */
export interface Shop {
  readonly payments: Payments<SqliteHost>
  readonly orders: ReturnType<typeof makeOrders>
  /** The public address. */
  readonly url: string
  readonly adminPassword: string
}

/** The customer's text for a problem; an error that the form did not cause is thrown on. */
export const problemOf = (error: unknown, t: Texts): string => {
  if (error instanceof Problem) return error.message
  if (error instanceof PaymentsError) return error.customerMessage(t.language)
  throw error
}

/** The code in a form, without the spaces that people put in. */
export const otpIn = (sent: Form): string => sent("otp").replace(/\s/g, "")

/**
 * Pays an order as the form says. `store` writes the payment together with the order, and is false when the same form has done so before.
 * Where the customer dials a code first, nothing is stored yet: the form that asks for the code is given back, else null.
 */
export const pay = async (
  c: Context,
  { payments, url }: Shop,
  order: Pick<Order, "id" | "lines" | "total" | "payins">,
  sent: Form,
  store: (payin: PreparedPayment, way: string) => boolean,
): Promise<string | null> => {
  const t = textsFor(c)
  const way = ways.find(({ id }) => id === sent("way"))
  if (way === undefined) throw new Problem(t.words.pages.choose_way)
  const otp = otpIn(sent)
  if (!/^[!-~]{0,32}$/.test(otp)) throw new Problem(t.words.pages.check_code)
  const input = {
    id: payinOf(order),
    orderRef: order.id,
    amount: order.total,
    description: `Karité & Co ${order.id.slice(0, 8)}`,
    method: methodOf(way, sent("phone"), t, `${url}/orders/${order.id}`),
    items: linesOf(order.lines).map(({ good, quantity }) => ({ name: good.name.fr, quantity, unitPrice: good.price })),
  }
  const step = otp === "" ? await payments.payins.beforeCreation(input) : null
  const todo = step && instructions(step, t.language, way)
  if (todo !== null) return render(c, "dial", { action: c.req.path, sent, todo })
  if (!store(await payments.payins.prepare(input), way.id)) return null
  try {
    await payments.payins.send(input.id, { signal: AbortSignal.timeout(10_000), ...(otp === "" ? {} : { otp }) })
  } catch (error) {
    // The worker retries the payment, and the order's page shows its state: the customer need not order again.
    const why = error instanceof PaymentsError ? error : String(error)
    console.error(JSON.stringify({ message: "A stored payment was not sent at once.", payment: input.id, error: why }))
  }
  return null
}
