import { simulatedPayments } from "cauri/simulated"

/** A payin from its creation to its completion, on time that stands still until it is moved: what a test of your own looks like. */
export const fromCreationToCompletion = async (): Promise<ReadonlyArray<string>> => {
  await using payments = await simulatedPayments() // the one line: store in memory, simulator in process, time of its own
  const mails: Array<string> = []
  payments.on("payin.completed", ({ amount, payment }) => void mails.push(`${payment.id}: ${amount} francs`))

  const method = { type: "direct", mode: "ussd_push", phone: "22660000001" } as const
  const payin = await payments.payins.create({ id: "order-17", amount: 500, method, description: "Two loaves" })
  if (payin.next.type !== "confirm_on_phone") throw new Error("The customer was to confirm on the phone.")
  await payments.service.phones.approve("22660000001") // the customer enters the PIN
  await payments.advance("1 minute")
  return mails
}
