import { PaymentsError } from "cauri"
import { openShop } from "../../src/main.ts"
import { words } from "../../src/words.ts"

/** A form of the front page becomes an order, and the customer goes on to pay. */
export const POST = async (request: Request): Promise<Response> => {
  const { shop } = await openShop()
  const form = await request.formData()
  try {
    return new Response(null, { status: 303, headers: { location: await shop.order(String(form.get("id"))) } })
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    console.error(error)
    return new Response(error.customerMessage(words.language), { status: error.status })
  }
}
