import { payments } from "../../../../payments.mjs"
import { consoleOf } from "../../../../shop.mjs"

let pages
const handler = async (request) => (pages ??= consoleOf(await payments())).handler(request)
export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
