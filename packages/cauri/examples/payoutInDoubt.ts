import { simulatedPayments } from "cauri/simulated"

/** A payout whose answer is lost: it is sent once, and a person decides what became of it. */
export const payoutInDoubt = async (): Promise<ReadonlyArray<string>> => {
  await using payments = await simulatedPayments() // in earnest: createPayments
  const salary = {
    id: "salary-3",
    amount: 7_000,
    phone: "22660000082",
    description: "June",
  } // a number whose answers are lost
  const create = () =>
    payments.payouts.create({ ...salary, method: { type: "mobile_money" } })

  const lost = await create()
  await create() // the same id: nothing is sent
  const sent = await payments.service.creations("salary-3")

  // An admin page lists what `review.needsAttention()` gives; the `decisions` of a payment
  // say what can be decided.
  const decided = await payments.review.resolve(lost, {
    to: "completed",
    by: "A. Colleague",
    reason: "The answer was lost.",
    evidence: "The operator's statement of 3 June, line 4",
    asOf: lost.seq,
  })
  return [lost.status, `sent: ${sent}`, decided.status]
}
