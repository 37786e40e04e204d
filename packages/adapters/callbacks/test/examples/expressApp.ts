import express, { type Express } from "express"
import type { NodeListener } from "@cauri/callbacks"

/** Express: the callbacks come before `express.json()`, which would take their bodies. */
export const expressApp = (listener: NodeListener): Express => {
  const app = express()
  app.disable("x-powered-by")
  app.all("/callbacks/*address", listener)
  app.use(express.json(), express.urlencoded({ extended: true }))
  app.post(
    "/orders",
    (request, response) => void response.json({ ordered: request.body }),
  )
  return app
}
