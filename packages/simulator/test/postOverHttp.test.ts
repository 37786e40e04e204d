import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { setGlobalProxyFromEnv } from "node:http"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import type { CallbackPost, CallbackResult } from "../src/model/Callback.ts"
import { maximumAnswerBytes, postOverHttp } from "../src/sending/postOverHttp.ts"
import { closedPort, httpReceiver, postTo, rawReceiver } from "./receivers.ts"
import { type Bilingual, undelivered } from "../src/model/Bilingual.ts"

const send = (post: CallbackPost): Effect.Effect<CallbackResult> => postOverHttp(new URL(post.url), post)

const noAnswer = (because: Bilingual): CallbackResult => ({ _tag: "NoAnswer", because })

const failed = (code: string): CallbackResult => noAnswer(undelivered((texts) => texts.failed(code)))

/** Sends in a fibre of its own, and goes on when the receiver was reached. */
const sendAndReach = Effect.fnUntraced(function* (url: string, reached: Promise<void>) {
  const sending = yield* Effect.forkChild(send(postTo(url)), { startImmediately: true })
  yield* Effect.promise(() => reached)
  return sending
})

describe("postOverHttp", () => {
  it.effect.each([200, 204, 404, 599])("tells the status %i and nothing else of an answer #213", (status) =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver((_request, response) => {
        response.writeHead(status, "Internal words", { "x-internal": "secret" }).end(status === 204 ? "" : "secret")
      })
      assert.deepStrictEqual(yield* send(postTo(receiver.url)), { _tag: "Answered", status })
    }),
  )

  it.effect.each([301, 302, 307])("does not follow the redirect %i #195", (status) =>
    Effect.gen(function* () {
      const elsewhere = yield* httpReceiver((_request, response) => response.end())
      const receiver = yield* httpReceiver((_request, response) => {
        response.writeHead(status, { location: elsewhere.url }).end()
      })
      assert.deepStrictEqual(yield* send(postTo(receiver.url)), { _tag: "Answered", status })
      assert.strictEqual(elsewhere.connections.length, 0)
    }),
  )

  it("opens a connection of its own for each POST, and brings no cookie back", function* () {
    const receiver = yield* httpReceiver((_request, response) => {
      response.writeHead(200, { "set-cookie": "a=b", connection: "keep-alive" }).end()
    })
    yield* send(postTo(receiver.url))
    yield* send(postTo(receiver.url))
    assert.strictEqual(receiver.connections.length, 2)
    assert.notProperty(receiver.received[1]?.headers, "cookie")
  })

  it("passes by the proxy that the process was told to use", function* () {
    const proxy = yield* httpReceiver((_request, response) => response.end())
    const receiver = yield* httpReceiver((_request, response) => response.end())
    yield* Effect.acquireRelease(
      Effect.sync(() => setGlobalProxyFromEnv({ http_proxy: proxy.url, https_proxy: proxy.url })),
      (restore) => Effect.sync(restore),
    )
    assert.deepStrictEqual(yield* send(postTo(receiver.url)), { _tag: "Answered", status: 200 })
    assert.strictEqual(proxy.connections.length, 0)
    assert.strictEqual(receiver.received.length, 1)
  })

  it("waits five seconds for an answer, then cuts the connection #213", function* () {
    const receiver = yield* httpReceiver(() => undefined)
    const sending = yield* sendAndReach(receiver.url, receiver.reached)
    yield* TestClock.adjust("4999 millis")
    assert.isUndefined(sending.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* Fiber.join(sending), noAnswer(undelivered((texts) => texts.host_silent)))
    yield* Effect.promise(() => receiver.left)
  })

  it("cuts the connection when the one who sends is interrupted", function* () {
    const receiver = yield* httpReceiver(() => undefined)
    const sending = yield* sendAndReach(receiver.url, receiver.reached)
    yield* Fiber.interrupt(sending)
    yield* Effect.promise(() => receiver.left)
    assert.strictEqual(receiver.received.length, 1)
  })

  it("keeps the status of an answer whose body does not end in time #213", function* () {
    const receiver = yield* httpReceiver((_request, response) => {
      response.writeHead(202)
      response.write("x".repeat(maximumAnswerBytes - 1))
    })
    const began = Promise.withResolvers<void>()
    const onBegan = () => began.resolve()
    yield* Effect.acquireRelease(
      Effect.sync(() => subscribe("http.client.response.finish", onBegan)),
      () => Effect.sync(() => unsubscribe("http.client.response.finish", onBegan)),
    )
    const sending = yield* sendAndReach(receiver.url, began.promise)
    assert.isUndefined(sending.pollUnsafe())
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(yield* Fiber.join(sending), { _tag: "Answered", status: 202 })
    yield* Effect.promise(() => receiver.left)
  })

  it("cuts an answer after 64 KiB of its body #213", function* () {
    const receiver = yield* httpReceiver((_request, response) => {
      response.writeHead(200)
      response.write("x".repeat(maximumAnswerBytes))
    })
    assert.strictEqual(maximumAnswerBytes, 65_536)
    assert.deepStrictEqual(yield* send(postTo(receiver.url)), { _tag: "Answered", status: 200 })
    yield* Effect.promise(() => receiver.left)
  })

  it.effect("says that no receiver answered when the connection is refused", () =>
    Effect.gen(function* () {
      const port = yield* closedPort
      assert.deepStrictEqual(yield* send(postTo(`http://127.0.0.1:${port}/`)), failed("ECONNREFUSED"))
      assert.deepStrictEqual(yield* send(postTo(`http://localhost:${port}/`)), failed("ECONNREFUSED"))
    }),
  )

  it.effect.each([
    { answer: "nothing", bytes: "", code: "ECONNRESET" },
    { answer: "something else than HTTP", bytes: "SSH-2.0-secret\r\n\r\n", code: "HPE_INVALID_CONSTANT" },
    { answer: "endless headers", bytes: `HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}`, code: "HPE_HEADER_OVERFLOW" },
  ])("says that no receiver answered when the answer is $answer, and repeats none of it", ({ bytes, code }) =>
    Effect.gen(function* () {
      const receiver = yield* rawReceiver((socket) => socket.end(bytes))
      assert.deepStrictEqual(yield* send(postTo(receiver.url)), failed(code))
    }),
  )

  it("keeps the status when the connection breaks within the body", function* () {
    const receiver = yield* rawReceiver((socket) => socket.end("HTTP/1.1 500 Oops\r\ncontent-length: 9\r\n\r\nx"))
    assert.deepStrictEqual(yield* send(postTo(receiver.url)), { _tag: "Answered", status: 500 })
  })

  it("sends nothing when the content type cannot be a header", function* () {
    const receiver = yield* httpReceiver((_request, response) => response.end())
    assert.deepStrictEqual(yield* send(postTo(receiver.url, { contentType: "text/plain\r\nx-injected: 1" })), {
      _tag: "NotSent",
      because: undelivered((texts) => texts.not_made("ERR_INVALID_CHAR")),
    })
    assert.strictEqual(receiver.connections.length, 0)
  })
})
