import Fastify, { type FastifyInstance } from "fastify"
import type { NodeListener } from "@cauri/callbacks"

/** Fastify: inside the plugin no parser takes the body; outside of it the app parses as ever. */
export const fastifyApp = (listener: NodeListener): FastifyInstance => {
  const app = Fastify()
  app.register(async (callbacks) => {
    callbacks.removeAllContentTypeParsers()
    callbacks.addContentTypeParser("*", (_request, _payload, done) =>
      done(null),
    )
    callbacks.all("/callbacks/*", (request, reply) => {
      reply.hijack()
      return listener(request.raw, reply.raw)
    })
  })
  app.post("/orders", (request, reply) => reply.send({ ordered: request.body }))
  return app
}
