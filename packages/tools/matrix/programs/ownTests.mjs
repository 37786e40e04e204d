// A merchant's own test, for each runner: `check` is called once.
import { simulatedPayments } from "cauri/simulated"

/** A payin from its creation to its completion, on time that stands still until it is moved. */
export const payOnSimulatedTime = async () => {
  const payments = await simulatedPayments({ logger: () => {} })
  const paid = []
  payments.on("payin.completed", ({ payment }) => void paid.push(payment.id))
  const method = { type: "direct", mode: "ussd_push", phone: "22660000001" }
  await payments.payins.create({ id: "order-1", amount: 500, method, description: "Two loaves" })
  await payments.service.phones.approve("22660000001")
  await payments.advance("1 minute")
  const { status } = await payments.payins.get("order-1")
  await payments.close()
  return `paid: ${status}, ${paid.length} event`
}
