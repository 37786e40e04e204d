/** What the shop does with payments. It knows neither the web framework nor the store, so a test runs it on virtual time. */
import { payinStatus } from "cauri/phone"
import type { AnyPaymentEvent, Host, Payments } from "cauri"
import { words } from "./words.ts"

/** What the shop stands on. */
export interface ShopParts {
  readonly payments: Payments<Host>
  /** The public address of the shop. */
  readonly url: string
  /** Hands a paid order over. It may be called twice for one order, so make it safe to repeat. */
  readonly deliver: (order: string, amount: number) => void | Promise<void>
}

/** An order as its customer sees it. */
export interface OrderView {
  readonly status: string
  /** Nothing more is expected: the page need not look again. */
  readonly closed: boolean
  /** Where the customer pays, until that is done. */
  readonly payAt: string | null
}

export type Shop = ReturnType<typeof makeShop>

export const makeShop = ({ deliver, payments, url }: ShopParts) => ({
  /** Creates the payment of an order and returns the address to send the customer to. The same id is the same order: a form may come twice. */
  order: async (id: string): Promise<string> => {
    const page = `${url}/orders/${id}`
    const { next } = await payments.payins.create({
      id,
      amount: 500,
      description: words.goods,
      method: { type: "hosted", returnUrl: page, cancelUrl: page },
    })
    return next.type === "open_url" ? next.url : page
  },

  /** How an order stands. */
  show: async (id: string): Promise<OrderView> => {
    const { closed, next, status } = await payments.payins.get(id)
    return { status: payinStatus(status, words.language), closed, payAt: next.type === "open_url" ? next.url : null }
  },

  /** Receives the events of payments. The money is there when a payin is completed, as the service says or a person decided. */
  receive: async (event: AnyPaymentEvent): Promise<void> => {
    if (event.type === "payin.completed") await deliver(event.payment.id, event.amount)
  },
})
