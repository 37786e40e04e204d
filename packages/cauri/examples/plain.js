// A program without types: the same calls, the same errors, in plain JavaScript.
import { PaymentsError } from "cauri"
import { simulatedPayments } from "cauri/simulated"

export async function payInPlainJavaScript(phone) {
  const payments = await simulatedPayments({ logger: () => {} })
  const said = []
  try {
    payments.on("payin.completed", (event) => {
      said.push(`${event.payment.id} is paid`)
    })
    await payments.payins.create({
      id: "order-17",
      amount: 500,
      method: { type: "direct", mode: "ussd_push", phone },
      description: "Two loaves",
    })
    await payments.advance("1 minute")
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    said.push(`${error.field}: ${error.customerMessage("en")}`)
  } finally {
    await payments.close()
  }
  return said
}
