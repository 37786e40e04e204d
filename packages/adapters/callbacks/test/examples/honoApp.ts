import { Hono } from "hono"
import type { WebHandler } from "@cauri/callbacks"

/** Hono: its raw request is a web request already. */
export const honoApp = (handler: WebHandler) => {
  const app = new Hono()
  app.all("/callbacks/*", (context) => handler(context.req.raw))
  app.post("/orders", async (context) =>
    context.json({ ordered: await context.req.json() }),
  )
  return app
}
