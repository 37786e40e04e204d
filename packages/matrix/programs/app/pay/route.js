import { payments } from "../../payments.mjs"
import { payOrder } from "../../shop.mjs"

export const POST = async () => new Response(await payOrder(await payments()))
