/** What a test of yours can make go wrong. */
import { simulatedPayments } from "cauri/simulated"

/** A customer pays two days later, and an answer is lost: nothing is sent twice. */
export const lateAndLost = async (): Promise<
  ReadonlyArray<string | number | boolean>
> => {
  // #region faults
  await using payments = await simulatedPayments({ logger: () => {} })
  const order = { amount: 500, description: "Two loaves" }
  const push = { type: "direct", mode: "ussd_push" } as const

  // A magic number: this customer pays after two days.
  await payments.payins.create({
    ...order,
    id: "late",
    method: { ...push, phone: "22660000096" },
  })
  await payments.advance("1 hour")
  const expired = await payments.payins.get("late") // status: "expired"
  await payments.advance("3 days")
  const paid = await payments.payins.get("late") // status: "completed", late: true

  // A fault: the service executes the next creation, and its answer never arrives.
  await payments.service.fault({
    id: "lost",
    fault: { _tag: "ConnectionReset", executed: true },
    times: 1,
  })
  await payments.payins.create({
    ...order,
    id: "lost",
    method: { ...push, phone: "22660000090" },
  })
  await payments.advance("5 minutes")
  // 1: nothing was sent again.
  const creations = await payments.service.creations("lost")
  // #endregion
  return [expired.status, paid.status, paid.late, creations]
}
