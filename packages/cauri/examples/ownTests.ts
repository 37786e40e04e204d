import { simulatedPayments } from "cauri/simulated"

/** A payin on time that stands still until it is moved: what a test of your own looks like. */
export const fromCreationToCompletion = async (): Promise<Array<string>> => {
  // The one line: store in memory, simulator in process, time of its own.
  await using payments = await simulatedPayments()
  const mails: Array<string> = []
  payments.on("payin.completed", ({ amount, payment }) => {
    mails.push(`${payment.id}: ${amount} francs`)
  })
  const phone = "22660000001"
  const { next } = await payments.payins.create({
    id: "order-17",
    amount: 500,
    description: "Two loaves",
    method: { type: "direct", mode: "ussd_push", phone },
  })
  if (next.type !== "confirm_on_phone") throw new Error(`Now: ${next.type}`)
  await payments.service.phones.approve(phone) // the customer enters the PIN
  await payments.advance("1 minute")
  return mails
}
