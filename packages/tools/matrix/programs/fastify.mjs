import Fastify from "fastify"
import { sqlite } from "cauri/sqlite"
import { consoleOf, openShop, tryShop } from "./shop.mjs"

const payments = await openShop(sqlite("payments.db"))
const pages = consoleOf(payments)
const app = Fastify()
// Both read the body themselves.
app.register(async (own) => {
  own.removeAllContentTypeParsers()
  own.addContentTypeParser("*", (_request, _payload, done) => done(null))
  own.all("/callbacks/*", (request, reply) => {
    reply.hijack()
    return payments.nodeCallbackHandler(request.raw, reply.raw)
  })
  own.all("/admin/payments*", (request, reply) => {
    reply.hijack()
    return pages.nodeHandler(request.raw, reply.raw)
  })
})
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" })
await tryShop(payments, true)
