import { assert, describe, it } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Clock, Effect, Layer, Logger, Tracer } from "effect"
import { HttpClient, HttpRouter } from "effect/http"
import { memoryStore, StoreError } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { TestClock } from "effect/testing"
import { boundedServer, layerOperations, layerRoutes, notReadyBecause } from "../src/operations.ts"
import { Stopping } from "../src/Stopping.ts"
import { listening } from "./support.ts"

const beat = Effect.gen(function* () {
  const shared = yield* SharedState
  yield* shared.beat({ process: "reconciler-1", role: "reconciler", at: yield* Clock.currentTimeMillis })
})

const served = HttpRouter.serve(layerRoutes("reconciler-1"), { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(Stopping.layer),
  Layer.provideMerge(NodeHttpServer.layerTest),
)

const ask = Effect.fnUntraced(function* (path: string) {
  const response = yield* (yield* HttpClient.HttpClient).get(path)
  return { status: response.status, text: yield* response.text, headers: response.headers }
})

describe("operations", () => {
  it.effect("say that the process lives, whatever the store does", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* ask("/livez"), { status: 200, text: "alive\n" })
    }).pipe(Effect.provide(Layer.provideMerge(served, memoryStore))),
  )

  it.effect("say that it is ready while its own heartbeat is fresh, and never by another's", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* ask("/readyz"), {
        status: 503,
        text: "not ready: it gave no heartbeat for a minute; its log says why\n",
      })
      yield* (yield* SharedState).beat({ process: "reconciler-2", role: "reconciler", at: 0 })
      assert.deepInclude(yield* ask("/readyz"), { status: 503 })
      yield* beat
      const ready = yield* ask("/readyz")
      assert.deepInclude(ready, { status: 200, text: "ready\n" })
      assert.strictEqual(ready.headers["cache-control"], "no-store")
    }).pipe(Effect.provide(Layer.provideMerge(served, memoryStore))),
  )

  it.effect("take a heartbeat of a minute ago for none", () =>
    Effect.gen(function* () {
      yield* beat
      yield* TestClock.adjust("59 seconds")
      assert.isNull(yield* notReadyBecause("reconciler-1"))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* notReadyBecause("reconciler-1"), "it gave no heartbeat for a minute; its log says why")
    }).pipe(Effect.provide([memoryStore, Stopping.layer])),
  )

  it.effect("say that it lives and is not ready once it was told to stop", () =>
    Effect.gen(function* () {
      yield* beat
      assert.deepInclude(yield* ask("/readyz"), { status: 200 })
      yield* (yield* Stopping).begin
      assert.deepInclude(yield* ask("/readyz"), {
        status: 503,
        text: "not ready: it is stopping; send requests to another process\n",
      })
      assert.deepInclude(yield* ask("/livez"), { status: 200 })
    }).pipe(Effect.provide(Layer.provideMerge(served, memoryStore))),
  )

  it.effect("say that it is not ready when the store fails, without saying how it failed", () =>
    Effect.gen(function* () {
      const answer = yield* ask("/readyz")
      assert.deepInclude(answer, {
        status: 503,
        text: "not ready: the store does not answer; check that it is reachable and has room\n",
      })
    }).pipe(
      Effect.provide(
        Layer.provide(
          served,
          Layer.mock(SharedState)({
            heartbeats: () => Effect.fail(new StoreError({ operation: "heartbeats", cause: "canary" })),
          }),
        ),
      ),
    ),
  )

  it.effect("show the metrics in the form of Prometheus", () =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* ask("/metrics")
      assert.strictEqual(status, 200)
      assert.include(headers["content-type"], "text/plain; version=0.0.4")
      assert.isString(text)
      assert.deepInclude(yield* ask("/payments"), { status: 404 })
    }).pipe(Effect.provide(Layer.provideMerge(served, memoryStore))),
  )

  it.effect("answer HEAD as GET, without the body: some who ask for health ask so", () =>
    Effect.gen(function* () {
      yield* beat
      for (const path of ["/livez", "/readyz", "/metrics", "/payments"]) {
        const response = yield* (yield* HttpClient.HttpClient).head(path)
        const got = yield* ask(path)
        assert.deepStrictEqual([response.status, yield* response.text], [got.status, ""], path)
        assert.strictEqual(response.headers["content-type"], got.headers["content-type"], path)
      }
    }).pipe(Effect.provide(Layer.provideMerge(served, memoryStore))),
  )

  it.live("listen where they are told to, without a trace, and end the program when others listen there", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(listening(() => {}))
      const operations = { operations: { host: "127.0.0.1", port }, processName: "reconciler-1" }
      const spans: Array<string> = []
      const tracer = Tracer.make({
        span: (options) => {
          spans.push(options.name)
          return new Tracer.NativeSpan(options)
        },
      })
      yield* Effect.gen(function* () {
        const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/livez`))
        assert.strictEqual(response.status, 200)
        const refusal = yield* Effect.flip(Effect.scoped(Layer.build(layerOperations(operations))))
        assert.strictEqual(refusal._tag, "PortRefused")
        assert.include(refusal.message, `port ${port}, because another program uses it`)
      }).pipe(Effect.provide(layerOperations(operations)), Effect.provideService(Tracer.Tracer, tracer))
      assert.deepStrictEqual(spans, [])
    }).pipe(Effect.provide(memoryStore)),
  )

  it.live("tell in the log which port they got where any was right", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const keeping = Logger.make(({ message }) => logged.push(message))
      yield* Effect.gen(function* () {
        assert.strictEqual(logged.length, 1)
        const [sentence, about] = Array.from(logged).flat()
        assert.strictEqual(sentence, "Health and metrics are served.")
        const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${Object(about).port}/livez`))
        assert.strictEqual(response.status, 200)
      }).pipe(
        Effect.provide(
          layerOperations({ operations: { host: "127.0.0.1", port: 0 }, processName: "reconciler-1" }).pipe(
            Layer.provide(Logger.layer([keeping])),
          ),
        ),
      )
    }).pipe(Effect.provide(memoryStore)),
  )

  it("close a connection that stays silent, and refuse more of them than a few", () => {
    const limits = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 5_000, timeout: 10_000 }
    assert.deepInclude(boundedServer(), { ...limits, maxConnections: 100 })
  })
})
