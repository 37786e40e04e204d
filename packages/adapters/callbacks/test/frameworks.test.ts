/** The examples against the real frameworks, on the loopback. Next, which wants a build, is in `next.process.test.ts`. */
import { createAdaptorServer } from "@hono/node-server"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { Server } from "node:net"
import { it } from "@cauri/house/it"
import type { NodeListener, WebHandler } from "../src/index.ts"
import { expressApp } from "./examples/expressApp.ts"
import { fastifyApp } from "./examples/fastifyApp.ts"
import { honoApp } from "./examples/honoApp.ts"
import { nodeHttpServer } from "./examples/nodeHttp.ts"
import { testsOfEndpoint } from "./framework.ts"
import { endpoint, fetched, listening, notedOn } from "./serving.ts"
import { json } from "./support.ts"

interface Framework {
  readonly serve: (handler: WebHandler, listener: NodeListener) => Promise<Server>
  /** Whether the app has a route of its own that wants parsed bodies. */
  readonly orders: boolean
}

const frameworks: Readonly<Record<string, Framework>> = {
  "node:http": { serve: async (_handler, listener) => nodeHttpServer(listener), orders: false },
  Express: { serve: async (_handler, listener) => createServer(expressApp(listener)), orders: true },
  Fastify: {
    serve: async (_handler, listener) => {
      const app = fastifyApp(listener)
      await app.ready()
      return app.server
    },
    orders: true,
  },
  Hono: { serve: async (handler) => createAdaptorServer({ fetch: honoApp(handler).fetch }), orders: true },
}

for (const [name, { orders, serve }] of Object.entries(frameworks)) {
  const started = Effect.gen(function* () {
    const { desk, handler, listener, path } = yield* endpoint
    const port = yield* listening(yield* Effect.promise(() => serve(handler, listener)))
    return { noted: notedOn(desk), path, port }
  })

  describe(`the endpoint under ${name}`, () => {
    testsOfEndpoint(started)

    if (orders)
      it("leaves the app's own routes their parsers", function* () {
        const { port } = yield* started
        const answer = yield* fetched(`http://127.0.0.1:${port}/orders`, {
          method: "POST",
          headers: { "content-type": json },
          body: '{"loaves":2}',
        })
        assert.strictEqual(answer.body, '{"ordered":{"loaves":2}}')
      })
  })
}
