/** The examples of the README against the real frameworks, on the loopback. */
import { createAdaptorServer } from "@hono/node-server"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { Server } from "node:net"
import type { NodeListener, WebHandler } from "../src/index.ts"
import { expressApp } from "./examples/expressApp.ts"
import { fastifyApp } from "./examples/fastifyApp.ts"
import { honoApp } from "./examples/honoApp.ts"
import { nextRoute } from "./examples/nextRoute.ts"
import { nodeHttpServer } from "./examples/nodeHttp.ts"
import { endpoint, fetched, listening, postText, written } from "./serving.ts"
import { form, json, mine, mineAsForm, soon } from "./support.ts"

/** Next hands a web request to the export of its method. This stands for Next, which is far too large to install for it. */
const likeNext = (handler: WebHandler): WebHandler => {
  const routes = new Map(Object.entries(nextRoute(handler)))
  return async (request) => routes.get(request.method)?.(request) ?? new Response(null, { status: 405 })
}

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
  "Next's contract": { serve: async (handler) => createAdaptorServer({ fetch: likeNext(handler) }), orders: false },
}

for (const [name, { orders, serve }] of Object.entries(frameworks)) {
  const started = Effect.gen(function* () {
    const { desk, handler, listener, path } = yield* endpoint
    const port = yield* listening(yield* Effect.promise(() => serve(handler, listener)))
    const origin = `http://127.0.0.1:${port}`
    const to = (body: string | undefined, contentType = json, method = "POST", where = path) =>
      fetched(origin + where, { method, ...(body !== undefined && { body, headers: { "content-type": contentType } }) })
    return { desk, origin, path, port, to }
  })

  describe(`the endpoint under ${name}`, () => {
    it.effect("takes both POSTs of an event with their raw bodies, and knows them for one #196 #198 #199", () =>
      Effect.gen(function* () {
        const { desk, to } = yield* started
        for (const [body, type] of [
          [mine, json],
          [mineAsForm, form],
        ] as const) {
          const answer = yield* to(body, type)
          assert.deepStrictEqual([answer.status, answer.body], [200, "OK\n"])
        }
        assert.deepStrictEqual(
          desk.notes.map((note) => new TextDecoder().decode(note.body ?? undefined)),
          [mine, mineAsForm],
        )
        assert.strictEqual(new Set(desk.notes.map(({ fingerprint }) => fingerprint)).size, 1)
      }),
    )

    it.effect("answers 404, 405, 413 and 415 with the same small answers, and names no server (A4, A9, A14, A20)", () =>
      Effect.gen(function* () {
        const { desk, path, to } = yield* started
        const large = "x".repeat(16_385)
        const answers = [
          yield* to(mine, json, "POST", `${path}x`),
          yield* to(undefined, json, "GET"),
          yield* to(mine, json, "PUT"),
          yield* to(large),
          yield* to(mine, "text/plain"),
        ]
        assert.deepStrictEqual(
          answers.map(({ body, status }) => `${status} ${body}`),
          [
            "404 Not Found\n",
            "405 Method Not Allowed\n",
            "405 Method Not Allowed\n",
            "413 Content Too Large\n",
            "415 Unsupported Media Type\n",
          ],
        )
        for (const { headers } of answers) {
          assert.strictEqual(headers.get("cache-control"), "no-store")
          assert.strictEqual(headers.get("content-type"), "text/plain; charset=utf-8")
          for (const told of ["server", "x-powered-by", "etag"]) assert.isNull(headers.get(told), told)
        }
        assert.strictEqual(answers[1]?.headers.get("allow"), "POST")
        // Two with a valid address rang: the large one and the one of another media type.
        assert.strictEqual(desk.notes.length, 2)
      }),
    )

    it.effect("takes a body without a length, one byte at a time (A9)", () =>
      Effect.gen(function* () {
        const { desk, path, port } = yield* started
        const chunks = mine
          .split("")
          .map((character) => `1\r\n${character}\r\n`)
          .join("")
        const headers = [`Content-Type: ${json}`, "Transfer-Encoding: chunked"]
        assert.match(yield* written(port, postText(path, headers, `${chunks}0\r\n\r\n`)), /^HTTP\/1\.1 200 OK\r\n/)
        assert.strictEqual(new TextDecoder().decode(desk.notes[0]?.body ?? undefined), mine)
      }),
    )

    it.effect("answers 413 to a body that has no end (A9)", () =>
      Effect.gen(function* () {
        const { desk, path, port } = yield* started
        const endless = `4000\r\n${"x".repeat(0x4000)}\r\n`.repeat(4)
        const headers = [`Content-Type: ${json}`, "Transfer-Encoding: chunked"]
        assert.match(yield* written(port, postText(path, headers, endless)), /^HTTP\/1\.1 413 /)
        assert.deepStrictEqual(
          desk.notes.map(({ body }) => body),
          [null],
        )
      }),
    )

    it.effect("lives on when a caller hangs up in the middle of a body (A8, A26)", () =>
      Effect.gen(function* () {
        const { path, port, to } = yield* started
        const headers = [`Content-Type: ${json}`, "Content-Length: 1000"]
        for (let times = 0; times < 5; times++) yield* written(port, postText(path, headers, "{"), { hangUp: true })
        yield* soon
        assert.strictEqual((yield* to(mine)).status, 200)
      }),
    )

    if (orders)
      it.effect("leaves the app's own routes their parsers", () =>
        Effect.gen(function* () {
          const { origin } = yield* started
          const answer = yield* fetched(`${origin}/orders`, {
            method: "POST",
            headers: { "content-type": json },
            body: '{"loaves":2}',
          })
          assert.strictEqual(answer.body, '{"ordered":{"loaves":2}}')
        }),
      )
  })
}
