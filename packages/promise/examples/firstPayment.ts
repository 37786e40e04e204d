import { createPayments, type PaymentEvents } from "@cauri/promise"
import { simulated } from "@cauri/promise/simulated"
import { sqlite } from "@cauri/promise/sqlite"

export const firstPayment = async (file: string): Promise<PaymentEvents["payin.completed"]> => {
  await using payments = await createPayments({
    gateway: simulated({ timeFactor: 100 }), // in earnest: https({ baseUrl, apiKey, apiToken }), and `callbacks`
    store: sqlite(file),
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
  })
  const paid = new Promise<PaymentEvents["payin.completed"]>((resolve) => payments.on("payin.completed", resolve))
  payments.start()
  const method = { type: "direct", mode: "ussd_push", phone: "22660000090" } as const // a number that pays by itself
  const { next } = await payments.payins.create({ id: "order-17", amount: 500, method, description: "Two loaves" })
  console.log(`What the customer does next: ${next.type}`)
  return await paid
}
