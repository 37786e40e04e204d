import express, { type Express } from "express"
import Fastify, { type FastifyInstance } from "fastify"
import { Hono } from "hono"
import { createServer, type Server } from "node:http"
import type { Host, Payments } from "cauri"

// #region node
/** node:http. */
export const nodeServer = (payments: Payments<Host>): Server =>
  createServer(payments.nodeCallbackHandler)
// #endregion

// #region express
/** Express: before `express.json()`, which would take the body. */
export const expressApp = (payments: Payments<Host>): Express => {
  const app = express()
  app.all("/callbacks/*address", payments.nodeCallbackHandler)
  app.use(express.json())
  return app
}
// #endregion

// #region fastify
/** Fastify: a plugin of its own, in which no parser takes the body. */
export const fastifyApp = (payments: Payments<Host>): FastifyInstance => {
  const app = Fastify()
  app.register(async (callbacks) => {
    callbacks.removeAllContentTypeParsers()
    callbacks.addContentTypeParser("*", (_request, _payload, done) =>
      done(null),
    )
    callbacks.all("/callbacks/*", (request, reply) => {
      reply.hijack()
      return payments.nodeCallbackHandler(request.raw, reply.raw)
    })
  })
  return app
}
// #endregion

// #region hono
/** Hono, whose raw request is a web request. */
export const honoApp = (payments: Payments<Host>): Hono => {
  const app = new Hono()
  app.all("/callbacks/*", (context) =>
    payments.callbackHandler(context.req.raw),
  )
  return app
}
// #endregion

// #region next
/**
 * Next, `app/callbacks/[address]/route.ts`: `export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextRoute(payments)`, where
 * `payments()` opens them once and then gives the same. Next loads routes when it builds the app, where nothing can be opened.
 */
export const nextRoute = (payments: () => Promise<Payments<Host>>) => {
  const handler = async (request: Request) =>
    (await payments()).callbackHandler(request)
  return {
    GET: handler,
    HEAD: handler,
    OPTIONS: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
  }
}
// #endregion
