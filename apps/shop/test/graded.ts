/** The shop as the sandbox grades it: its customers buy through its pages, its merchant refunds on its own, and both read what they say. */
import { catalogue, money } from "@cauri/catalogue"
import type { GradedPart, GradedProgram } from "@cauri/programs"
import { setTimeout as sleep } from "node:timers/promises"
import { adminPassword, checkoutForm, visit, type Visitor } from "./world.ts"

/** What each order costs: two soaps. */
export const priceXof = 1_000

const ways: Readonly<Record<string, string>> = {
  hosted: "page",
  ussd_push: "moov",
  guided_ussd: "moov-sms",
  ussd_otp: "orange",
  sms_otp: "telecel",
  wallet: "wallet",
}

const readyPayer = "22660000190"

const merchant = { authorization: `Basic ${btoa(`colleague:${adminPassword}`)}` }

const read = (page: string) => ({
  isPacked: page.includes("We are packing your order."),
  status: /data-version="\S+ (\S+)/.exec(page)?.[1] ?? "",
})

/** A customer's browser, and the order that it placed. */
interface Customer {
  readonly visitor: Visitor
  readonly order: string
}

const pageOf = async ({ order, visitor }: Customer) => read((await visitor.ask(`/orders/${order}`)).text)

const failed = ["not_completed", "refused", "cancelled"]

/** The shop behind the addresses that the sandbox asks. `resume`: what a person does once payouts are allowed again. */
export const gradedShop = (at: string, resume: () => Promise<unknown>): GradedProgram => {
  const app = { request: (address: string, init: RequestInit) => fetch(address, init) }
  const customers = new Map<string, Customer>()
  const refunded = new Map<string, string>()
  let isPaused = false

  const buy = async (way: string, phone: string, code: string | null) => {
    const visitor = visit({ app, at })
    const form = await checkoutForm(visitor, way, phone)
    const customer = { visitor, order: form.order }
    customers.set(`${form.order}-1`, customer)
    // Where the answer is lost, the page takes as long as the shop waits for it.
    return { customer, sent: visitor.post("/checkout", { ...form, ...(code !== null && { otp: code }) }) }
  }

  /** Refunds an order that was paid for this. */
  const refund = async (phone: string) => {
    const { customer, sent } = await buy("moov", readyPayer, null)
    await sent
    while (!(await pageOf(customer)).isPacked) await sleep(50)
    refunded.set(`refund-${customer.order}-1`, customer.order)
    const fields = { id: `${customer.order}-1`, amount: String(priceXof), phone }
    return visit({ app, at }).post("/admin/refund", fields, merchant)
  }

  const latest = () => [...customers.values()].at(-1)
  const acts = async ({ code, does, kind, phone, scenario }: GradedPart) => {
    switch (does) {
      case "creates": {
        if (kind === "wallet_payout") return "cannot"
        if (kind === "mobile_money_payout") {
          if (isPaused) await resume()
          isPaused = scenario === "payouts-ip-denied" || scenario === "low-balance"
          void refund(phone)
          return "begun"
        }
        const { sent } = await buy(ways[kind] ?? "", kind === "hosted" ? "" : phone, kind === "ussd_otp" ? code : null)
        void sent
        return "begun"
      }
      case "creates_twin":
        await refund(phone)
        return "done"
      case "submits_right_code":
      case "submits_wrong_code": {
        const otp = does === "submits_right_code" ? (code ?? "") : "000000"
        const customer = latest()
        await customer?.visitor.post(`/orders/${customer.order}`, { act: "code", otp })
        return "done"
      }
      case "tries_again": {
        const customer = latest()
        await customer?.visitor.post(`/orders/${customer.order}`, { act: "try" })
        return "done"
      }
      // The library does it by itself.
      case "calls_again":
        return "done"
      default:
        return "cannot"
    }
  }

  const refundSays = async (order: string) => {
    const { text } = await visit({ app, at }).ask("/admin", { headers: merchant })
    const row = text.split('<tr role="row">').find((each) => each.includes(`<code>${order.slice(0, 8)}</code>`)) ?? ""
    const { completed, not_completed, refused } = catalogue.en.states
    const is = (name: string) => row.includes(catalogue.en.review.refund_of(money(priceXof, "en"), name))
    if (is(completed.name)) return { state: "paid" }
    return { state: is(not_completed.name) || is(refused.name) ? "failed" : "open" }
  }

  return {
    acts,
    says: async (reference) => {
      const order = refunded.get(reference)
      if (order !== undefined) return await refundSays(order)
      const customer = customers.get(reference)
      if (customer === undefined) return null
      const { isPacked, status } = await pageOf(customer)
      if (isPacked) return { state: "paid", bookedXof: priceXof }
      return { state: failed.includes(status) ? "failed" : "open", bookedXof: 0 }
    },
    visited: async (reference, token) => {
      const { order = "" } = customers.get(reference) ?? {}
      await visit({ app, at }).ask(`/orders/${order}?token=${encodeURIComponent(token)}`)
    },
  }
}
