/** What the merchant and the customers of a benchmark say to the simulator, and how they read its replies. */
import { endpoints, type EndpointName, invoiceTokenParameter, requestHeaders } from "@cauri/wire"
import { account, defaultProject, type Reply, type ServiceRequest } from "@cauri/simulator"

/** The operator of the opening state whose customers confirm a prompt with their PIN. */
export const operatorId = "12"

export const merchantAccount = account.merchant(defaultProject.id, operatorId)

/** One of a thousand customers. The endings 80 to 99 choose outcomes by themselves, so no customer has them. */
export const phoneOf = (index: number): string => {
  const customer = index % 1_000
  const digits = [Math.floor(customer / 80), customer % 80].map((part) => String(part).padStart(2, "0"))
  return `2266000${digits.join("")}`
}

/** A call of endpoint 1. */
export const creation = (index: number, amountXof: number): ServiceRequest => ({
  ...callOf("createHostedInvoice"),
  body: {
    commande: {
      invoice: {
        items: [{ name: "Book", description: "", quantity: 1, unit_price: amountXof, total_price: amountXof }],
        total_amount: amountXof,
        devise: "XOF",
        description: `Order ${index}`,
        customer: "",
        customer_firstname: "A",
        customer_lastname: "B",
        customer_email: "a@shop.example",
        external_id: "",
        otp: "",
      },
      store: { name: "Shop", website_url: "https://shop.example" },
      actions: {
        cancel_url: "https://shop.example/cancel",
        return_url: "https://shop.example/return",
        callback_url: "https://shop.example/callback",
      },
      custom_data: { transaction_id: `T${index}` },
    },
  },
})

/** A call of endpoint 2. */
export const confirmation = (token: string): ServiceRequest => ({
  ...callOf("confirmInvoice"),
  parameters: { [invoiceTokenParameter]: token },
})

/** A field of a reply that is a text; of anything else it is empty. */
export const textOf = (reply: Reply, field: string): string => {
  const value = reply._tag === "Json" ? reply.body[field] : undefined
  return typeof value === "string" ? value : ""
}

const callOf = (endpoint: EndpointName): ServiceRequest => ({
  endpoint,
  headers: Object.fromEntries(
    Object.entries(requestHeaders(endpoints[endpoint], defaultProject)).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  ),
  parameters: {},
  body: undefined,
  ip: "127.0.0.1",
})
