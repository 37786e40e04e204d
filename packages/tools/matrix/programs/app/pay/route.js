import { payments } from "../../payments.mjs"
import { payOrder } from "../../shop.mjs"

export const POST = async () => {
  const id = `order-${process.hrtime.bigint()}`
  return Response.json({ id, status: await payOrder(await payments(), id) })
}
