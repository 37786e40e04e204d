import { PaymentsError, readWebhook } from "cauri"
import { openShop } from "../../src/main.ts"

/** What the reconciler posts: verified by its signature. Anything but a 2xx makes it post again later. */
export const POST = async (request: Request): Promise<Response> => {
  const { settings, shop } = await openShop()
  try {
    await shop.receive(await readWebhook(request, settings.WEBHOOK_SECRET))
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    return new Response(error.message, { status: error.status })
  }
}
