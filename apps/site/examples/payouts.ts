/** Payouts and refunds. */
import type { Host, Payments } from "cauri"

const salary = {
  id: "salary-17-june",
  amount: 25_000,
  phone: "22660000090",
  description: "June",
}

/** A payout to mobile money, and one to a wallet. */
export const pay = async (payments: Payments<Host>) => {
  // #region create
  const toPhone = await payments.payouts.create({
    ...salary,
    method: { type: "mobile_money" },
  })
  const toWallet = await payments.payouts.create({
    ...salary,
    id: "salary-18-june",
    phone: "22699000001",
    method: { type: "wallet", funds: "keep_in_wallet" }, // or "transfer_to_mobile_money"
  })
  // both: status "pending". "completed" comes seconds to days later, with payout.completed.
  // #endregion
  return [toPhone.status, toWallet.status]
}

/** A second payout of one amount to one number within minutes waits for a person. */
export const twin = async (payments: Payments<Host>) => {
  // #region twin
  const again = await payments.payouts.create({
    ...salary,
    id: "bonus-17",
    method: { type: "mobile_money" },
  })
  // again.status: "held"; again.heldBecause: "twin"; nothing was sent

  // A person has looked, on your admin page or in the console:
  await payments.review.release(again, {
    by: "A. Colleague",
    reason: "A bonus of one salary",
    asOf: again.seq,
  })
  // #endregion
  return again
}

/** The whole of a payin goes back, or a part of it. */
export const refund = async (payments: Payments<Host>) => {
  // #region refund
  const part = await payments.payins.refund("order-17", {
    id: "refund-order-17-bread",
    amount: 300,
  })
  // A payout to the number that paid, of at most what is left of the payin.
  // The same id again sends nothing.
  // #endregion
  return part
}
