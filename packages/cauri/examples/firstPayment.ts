import { createPayments } from "cauri"
import { simulated } from "cauri/simulated"
import { sqlite } from "cauri/sqlite"

const payments = await createPayments({
  gateway: simulated({ timeFactor: 100 }), // in earnest: https({ … }) and `callbacks`
  store: sqlite("payments.db"),
  shop: { name: "Boutique", siteUrl: "https://shop.example" },
})
payments.on("payin.completed", ({ payment }) => console.log(`${payment.id} is paid`))
payments.start()
const order = { id: "order-17", amount: 500, description: "Two loaves" }
const { next } = await payments.payins.create({
  ...order,
  method: { type: "direct", mode: "ussd_push", phone: "22660000090" }, // pays by itself
})
console.log(`What the customer does next: ${next.type}`)
await payments.payins.waitFor(order.id, { untilDelivered: true })
await payments.close()
