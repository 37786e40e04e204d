/** Events from the reconciler, in a program that runs no worker of its own. */
import { type AnyPaymentEvent, PaymentsError, readWebhook } from "cauri"

/** A route for the reconciler's webhook. */
export const webhookRoute =
  (secret: string, fulfil: (order: string) => Promise<void>) =>
  // #region webhook
  async (request: Request): Promise<Response> => {
    let event: AnyPaymentEvent
    try {
      event = await readWebhook(request, secret) // WEBHOOK_SECRET of the reconciler
    } catch (error) {
      if (error instanceof PaymentsError)
        return new Response(null, { status: 400 })
      throw error
    }
    // It may come twice: make what you do idempotent.
    if (event.type === "payin.completed") await fulfil(event.payment.id)
    return new Response(null, { status: 204 })
  }
// #endregion
