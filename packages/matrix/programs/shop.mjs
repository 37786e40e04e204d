// What every program of the matrix shares: payments over the sandbox, and one order that is paid.
import { createPayments, memory } from "cauri"
import { https } from "cauri/https"

const { API_KEY, API_TOKEN, PORT, SERVICE_URL, TRANSPORT } = process.env

/** Without a callback nothing is confirmed for an hour: an order that is paid at once was called back. */
const policy = { schedules: { ussd_push: { first: "1 hour", next: ["1 hour"], deadline: "2 hours" } } }

/** Opens the payments of a shop that listens on `PORT`. */
export const openShop = (store = memory()) =>
  createPayments({
    gateway: https({ baseUrl: SERVICE_URL, apiKey: API_KEY, apiToken: API_TOKEN, transport: TRANSPORT }),
    store,
    callbacks: {
      base: `http://127.0.0.1:${PORT}`,
      key: { id: "k1", secret: "only-for-this-matrix-0123456789abcdef" },
    },
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
    policy,
  })

/** Creates an order's payin, and returns what became of it. The phone pays by itself, and the service calls back. */
export const payOrder = async (payments, id = `order-${process.hrtime.bigint()}`) => {
  const events = []
  payments.on("payin.completed", ({ payment }) => void events.push(payment.id))
  payments.start()
  await payments.payins.create({
    id,
    amount: 500,
    description: "Two loaves",
    method: { type: "direct", mode: "ussd_push", phone: "22660000090" },
  })
  const { status } = await payments.payins.waitFor(id, { untilHeard: true, signal: AbortSignal.timeout(60_000) })
  return events.length === 1 ? status : `${status} after ${events.length} events`
}

/** Pays an order in this program and says what became of it. */
export const tryShop = async (payments) => {
  console.log(`paid: ${await payOrder(payments)}`)
  await payments.close()
  process.exit(0)
}
