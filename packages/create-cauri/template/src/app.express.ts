/** The routes of the shop, on Express. */
import { randomUUID } from "node:crypto"
//? run=embedded
import { type Host, type Payments, PaymentsError } from "cauri"
//? run=programs
import { PaymentsError, readWebhook } from "cauri"
//?
import express, { type ErrorRequestHandler, type Express } from "express"
import { frontPage, orderPage, problemPage } from "./pages.ts"
import type { Shop } from "./shop.ts"
import { words } from "./words.ts"

const sayProblem: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof PaymentsError)) return next(error)
  console.error(error)
  response.status(error.status).send(problemPage(error.customerMessage(words.language)))
}

//? run=embedded
export const makeApp = (shop: Shop, payments: Payments<Host>): Express => {
//? run=programs
export const makeApp = (shop: Shop, webhookSecret: string): Express => {
//?
  const app = express()
//? run=embedded
  // Before any parser, which would take the body.
  app.all("/callbacks/*address", payments.nodeCallbackHandler)
//? run=programs
  // The body as it came: the signature is over its bytes.
  app.post("/payment-events", express.raw({ type: "*/*" }), async (request, response) => {
    await shop.hear(await readWebhook({ headers: request.headers, body: request.body }, webhookSecret))
    response.sendStatus(204)
  })
//?
  app.use(express.urlencoded({ extended: false }))
  app.get("/", (_request, response) => {
    response.send(frontPage(randomUUID()))
  })
  app.post("/orders", async (request, response) => {
    response.redirect(303, await shop.order(String(request.body.id)))
  })
  app.get("/orders/:id", async (request, response) => {
    response.send(orderPage(await shop.show(request.params.id)))
  })
  app.use(sayProblem)
  return app
}
