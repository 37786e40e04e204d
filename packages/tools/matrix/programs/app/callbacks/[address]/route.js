import { payments } from "../../../payments.mjs"

const handler = async (request) => (await payments()).callbackHandler(request)
export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
