import express, { type Express } from "express"
import { toNodeListener, type WebHandler } from "@cauri/callbacks"

/** Express: the callbacks come before `express.json()`, which would take their bodies. */
export const expressApp = (handler: WebHandler): Express => {
  const app = express()
  app.disable("x-powered-by")
  app.all("/callbacks/*address", toNodeListener(handler))
  app.use(express.json(), express.urlencoded({ extended: true }))
  app.post("/orders", (request, response) => void response.json({ ordered: request.body }))
  return app
}
