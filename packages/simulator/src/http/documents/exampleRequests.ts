/** A right body of each creation, for the OpenAPI document and for a first call to copy. */
import type { EndpointName } from "@cauri/wire"
import type { Schema } from "effect"

const shop = "https://shop.example"

const payin = (invoice: Readonly<Record<string, Schema.Json>>, back: string): Schema.Json => ({
  commande: {
    invoice: {
      items: [],
      total_amount: 7_500,
      devise: "XOF",
      description: "Order 1042",
      customer: "",
      customer_firstname: "",
      customer_lastname: "",
      customer_email: "",
      external_id: "",
      otp: "",
      ...invoice,
    },
    store: { name: "Shop", website_url: shop },
    actions: {
      cancel_url: back === "" ? "" : `${back}/cancel`,
      return_url: back === "" ? "" : `${back}/return`,
      callback_url: `${shop}/callback`,
    },
    custom_data: { transaction_id: "order-1042" },
  },
})

const payout = (further: Readonly<Record<string, Schema.Json>>): Schema.Json => ({
  commande: {
    amount: 7_500,
    description: "Refund of order 1042",
    callback_url: `${shop}/callback`,
    custom_data: { transaction_id: "refund-1042" },
    ...further,
  },
})

const item = { name: "Book", description: "", quantity: 1, unit_price: 7_500, total_price: 7_500 }

/** The bodies; a wallet payin needs a code that was asked for before. */
export const exampleRequests: { readonly [Name in EndpointName]?: Schema.Json } = {
  createHostedInvoice: payin({ items: [item] }, shop),
  createDirectInvoice: payin({ customer: "22660000001" }, ""),
  submitWalletInvoice: payin({ customer: "22699000001", otp: "123456" }, ""),
  createWalletPayout: payout({ customer: "22699000001", top_up_wallet: 1 }),
  createDirectPayout: payout({ customer: "22660000001" }),
}
