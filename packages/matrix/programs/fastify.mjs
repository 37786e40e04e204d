import Fastify from "fastify"
import { sqlite } from "cauri/sqlite"
import { openShop, tryShop } from "./shop.mjs"

const payments = await openShop(sqlite("payments.db"))
const app = Fastify()
app.register(async (callbacks) => {
  callbacks.removeAllContentTypeParsers()
  callbacks.addContentTypeParser("*", (_request, _payload, done) => done(null))
  callbacks.all("/callbacks/*", (request, reply) => {
    reply.hijack()
    return payments.nodeCallbackHandler(request.raw, reply.raw)
  })
})
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" })
await tryShop(payments)
