/** What a program hears. */
import type { Host, Payments } from "cauri"

/** Registers handlers, and starts the worker that calls them. */
export const listen = (
  payments: Payments<Host>,
  {
    alert,
    mail,
  }: {
    readonly alert: (text: string) => Promise<void>
    readonly mail: (order: string) => Promise<void>
  },
): void => {
  // #region handlers
  payments.on(
    "payin.completed",
    ({ orderRef, payment }) => mail(orderRef ?? payment.id),
    { name: "mail" },
  )
  payments.on("payin.not_completed", ({ payment }) =>
    alert(`${payment.id} was not paid`),
  )
  payments.on("payout.in_doubt", ({ payment }) =>
    alert(`${payment.id} may have been paid: decide it in the console`),
  )
  payments.on("payout.held", ({ payment }) =>
    alert(`${payment.id} waits for a person`),
  )
  payments.start()
  // #endregion
}
