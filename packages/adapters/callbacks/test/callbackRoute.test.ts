import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, References, Tracer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { createServer } from "node:http"
import { CallbackAddress } from "@cauri/core/adapter"
import { layerCallbackRoute, layerUntraced } from "../src/index.ts"
import { fetched, postText, written } from "./serving.ts"
import { form, json, layerReceiver, mine, mineAsForm, newDesk, target, until } from "./support.ts"

/** A server with the route, and everything that it said in logs and spans. */
const served = Effect.gen(function* () {
  const desk = newDesk()
  const said: Array<string> = []
  const spans: Array<Tracer.NativeSpan> = []
  const log = Logger.make<unknown, void>(({ fiber, message }) => {
    said.push(
      JSON.stringify([
        message,
        fiber.getRef(References.CurrentLogAnnotations),
        fiber.getRef(References.CurrentLogSpans),
      ]),
    )
  })
  const tracer = Tracer.make({
    span: (options) => {
      spans.push(new Tracer.NativeSpan(options))
      return spans.at(-1) ?? assert.fail("there is no span")
    },
  })
  const layer = HttpRouter.serve(layerCallbackRoute, { disableListenLog: true }).pipe(
    Layer.provideMerge(layerReceiver(desk)),
    Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
    Layer.provide([layerUntraced, Logger.layer([log]), Layer.succeed(Tracer.Tracer, tracer)]),
  )
  const context = yield* Layer.build(layer)
  const { address, url } = yield* Effect.provide(
    Effect.gen(function* () {
      const server = yield* HttpServer.HttpServer
      const addresses = yield* CallbackAddress
      return { address: server.address, url: yield* addresses.make(target) }
    }),
    context,
  )
  const port = "port" in address ? address.port : assert.fail("the server has no port")
  const everything = () =>
    [...said, ...spans.map(({ attributes, name }) => JSON.stringify([name, ...attributes]))].join("\n")
  return { desk, everything, port, path: new URL(url).pathname }
})

describe("the route of Effect's router", () => {
  it.effect("takes both POSTs of an event #196 #198 #199", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served
      for (const [body, type] of [
        [mine, json],
        [mineAsForm, form],
      ] as const) {
        const answer = yield* fetched(`http://127.0.0.1:${port}${path}`, {
          method: "POST",
          body,
          headers: { "content-type": type },
        })
        assert.deepStrictEqual(
          [answer.status, answer.body, answer.headers.get("cache-control")],
          [200, "OK\n", "no-store"],
        )
        assert.isNull(answer.headers.get("server"))
      }
      assert.deepStrictEqual(
        desk.notes.map((note) => new TextDecoder().decode(note.body ?? undefined)),
        [mine, mineAsForm],
      )
      assert.strictEqual(new Set(desk.notes.map(({ fingerprint }) => fingerprint)).size, 1)
    }),
  )

  it.effect("answers every method and every path below /callbacks, and large and odd bodies (A4, A9, A14, A17)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served
      const to = (where: string, init: RequestInit) =>
        Effect.map(fetched(`http://127.0.0.1:${port}${where}`, init), ({ body, status }) => `${status} ${body}`)
      const large = { method: "POST", body: "x".repeat(140_000), headers: { "content-type": json } }
      assert.strictEqual(yield* to(path, { method: "GET" }), "405 Method Not Allowed\n")
      assert.strictEqual(yield* to(path, { method: "DELETE" }), "405 Method Not Allowed\n")
      assert.strictEqual(yield* to(`${path}x`, { method: "POST" }), "404 Not Found\n")
      assert.strictEqual(yield* to("/callbacks", { method: "POST" }), "404 Not Found\n")
      assert.strictEqual(yield* to(`/callbacks/x${path}x`, { method: "POST" }), "404 Not Found\n")
      assert.deepStrictEqual(desk.notes, [])
      assert.strictEqual(yield* to(path, large), "413 Content Too Large\n")
      assert.strictEqual(yield* to(path, { method: "POST", body: mine }), "415 Unsupported Media Type\n")
      assert.strictEqual(desk.notes.length, 2)
    }),
  )

  it.effect("waits for no byte of a body whose length says that it is too large (A8, A9)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served
      const head = postText(path, [`Content-Type: ${json}`, "Content-Length: 10000000"], "")
      assert.match(yield* written(port, head), /^HTTP\/1\.1 413 /)
    }),
  )

  it.effect("notes what a caller sent who did not wait for the answer (A21)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served
      yield* written(port, postText(path, [`Content-Type: ${json}`, `Content-Length: ${mine.length}`], mine), {
        hangUp: true,
      })
      yield* until(() => desk.notes.length > 0)
      assert.strictEqual(desk.notes.length, 1)
    }),
  )

  it.effect("rings the bell for a body that a caller broke off", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served
      yield* written(port, postText(path, [`Content-Type: ${json}`, "Content-Length: 1000"], "{"), { hangUp: true })
      yield* until(() => desk.notes.length > 0)
      assert.deepStrictEqual(
        desk.notes.map(({ body }) => body),
        [null],
      )
    }),
  )

  it.effect("keeps the address out of logs and spans, while other paths have theirs (A19)", () =>
    Effect.gen(function* () {
      const { everything, path, port } = yield* served
      const url = `http://127.0.0.1:${port}`
      yield* fetched(`${url}${path}`, { method: "POST", body: "<html>", headers: { "content-type": json } })
      yield* fetched(`${url}${path}x`, { method: "POST" })
      yield* fetched(`${url}/elsewhere`, {})
      yield* until(
        () => /"url\.path","\/elsewhere"/.test(everything()) && everything().includes('"http.url":"/elsewhere"'),
      )
      assert.include(everything(), "Unreadable")
      assert.notInclude(everything(), path.slice(-22))
    }),
  )
})
