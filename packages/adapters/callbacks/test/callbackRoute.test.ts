import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Logger, References, Tracer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { createServer } from "node:http"
import { it } from "@cauri/house/it"
import { CallbackAddress } from "@cauri/core/adapter"
import { layerCallbackRoute, layerUntraced } from "../src/index.ts"
import { testsOfEndpoint } from "./framework.ts"
import { fetched, notedOn, postText, written } from "./serving.ts"
import { json, layerReceiver, mine, newDesk, target, until } from "./support.ts"

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
  testsOfEndpoint(Effect.map(Effect.orDie(served), ({ desk, path, port }) => ({ noted: notedOn(desk), path, port })))

  it.effect("answers 404 on every path below /callbacks that is none of ours (A4)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* served
      for (const where of ["/callbacks", `/callbacks/x${path}x`]) {
        const { body, status } = yield* fetched(`http://127.0.0.1:${port}${where}`, { method: "POST" })
        assert.deepStrictEqual([status, body], [404, "Not Found\n"])
      }
    }),
  )

  it("notes what a caller sent who did not wait for the answer (A21)", function* () {
    const { desk, path, port } = yield* served
    yield* written(port, postText(path, [`Content-Type: ${json}`, `Content-Length: ${mine.length}`], mine), {
      hangUp: true,
    })
    yield* until(() => desk.notes.length > 0)
    assert.strictEqual(desk.notes.length, 1)
  })

  it("rings the bell for a body that a caller broke off", function* () {
    const { desk, path, port } = yield* served
    yield* written(port, postText(path, [`Content-Type: ${json}`, "Content-Length: 1000"], "{"), { hangUp: true })
    yield* until(() => desk.notes.length > 0)
    assert.deepStrictEqual(
      desk.notes.map(({ body }) => body),
      [null],
    )
  })

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
