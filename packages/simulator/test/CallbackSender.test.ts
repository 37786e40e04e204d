import { Socket } from "node:net"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { afterEach, vi } from "vitest"
import { it } from "@cauri/house/it"
import type { CallbackPost, CallbackResult } from "../src/model/Callback.ts"
import { CallbackSender, type CallbackSenderOptions } from "../src/sending/CallbackSender.ts"
import type { CallbackHandler } from "../src/sending/postInProcess.ts"
import { httpReceiver, postTo } from "./receivers.ts"
import { undelivered } from "../src/model/Bilingual.ts"

afterEach(() => vi.restoreAllMocks())

const send = (post: CallbackPost, options?: CallbackSenderOptions): Effect.Effect<CallbackResult> =>
  Effect.flatMap(CallbackSender, (sender) => sender.send(post)).pipe(Effect.provide(CallbackSender.layer(options)))

const hand = (post: CallbackPost, handler: CallbackHandler): Effect.Effect<CallbackResult> =>
  Effect.flatMap(CallbackSender, (sender) => sender.send(post)).pipe(
    Effect.provide(CallbackSender.layerInProcess(handler)),
  )

describe("CallbackSender.layer", () => {
  it.effect("POSTs a form and a JSON body byte for byte, each with its content type #9 #196 #197", () =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver((_request, response) => response.end())
      const form = postTo(`${receiver.url}hook/a%20b?c=d`, {
        encoding: "Form",
        contentType: "application/x-www-form-urlencoded",
        body: "status=completed&customer=Zo%C3%A9&x=1+2&y=",
      })
      const json = postTo(`${receiver.url}hook?c=%C3%A9`, { body: '{"customer":"Zoé 日本 \\u0000","montant":100}\n' })
      assert.deepStrictEqual(yield* send(form), { _tag: "Answered", status: 200 })
      assert.deepStrictEqual(yield* send(json), { _tag: "Answered", status: 200 })
      assert.deepStrictEqual(
        receiver.received.map(({ method, path, headers, body }) => ({ method, path, headers, body: body.toString() })),
        [form, json].map(({ url, contentType, body }) => ({
          method: "POST",
          path: url.slice(receiver.url.length - 1),
          headers: {
            host: `127.0.0.1:${receiver.port}`,
            "content-type": contentType,
            "content-length": String(Buffer.byteLength(body)),
            connection: "close",
          },
          body,
        })),
      )
    }),
  )

  it("opens no socket for a host that is not listed, and says which setting lists it #9 #195", function* () {
    const connects = vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket) {
      setImmediate(() => this.destroy())
      return this
    })
    const refused = yield* send(postTo("https://stranger.example/"), { allowedHosts: ["shop.example"] })
    assert.deepStrictEqual(refused, { _tag: "NotSent", because: undelivered((texts) => texts.not_allowed) })
    assert.include(JSON.stringify(refused), "SANDBOX_CALLBACK_HOSTS")
    assert.strictEqual(connects.mock.calls.length, 0)
    // The spy sees what an allowed address does.
    assert.strictEqual((yield* send(postTo("http://127.0.0.1:1/")))._tag, "NoAnswer")
    assert.strictEqual(connects.mock.calls.length, 1)
  })

  it.effect("floods no receiver: the 41st POST of one moment stays at home #196", () =>
    Effect.gen(function* () {
      const receiver = yield* httpReceiver((_request, response) => response.end())
      const sender = yield* CallbackSender
      const post = (index: number) => sender.send(postTo(receiver.url, { event: `event-${index}` }))
      const results = yield* Effect.forEach(Array.from({ length: 41 }).keys(), post, { concurrency: 8 })
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Answered").length, 40)
      assert.strictEqual(receiver.received.length, 40)
      yield* TestClock.adjust("50 millis")
      assert.strictEqual((yield* post(41))._tag, "Answered")
    }).pipe(Effect.provide(CallbackSender.layer())),
  )
})

describe("CallbackSender.layerInProcess", () => {
  it("hands the POST over as a web-standard request, at any address and without a socket #9 #196", function* () {
    const connects = vi.spyOn(Socket.prototype, "connect")
    const seen: Array<unknown> = []
    const post = postTo("https://merchant.example/hook?a=b", {
      contentType: "application/x-www-form-urlencoded",
      body: "customer=Zo%C3%A9",
    })
    const result = yield* hand(post, async (request) => {
      seen.push([request.method, request.url, request.headers.get("content-type"), await request.text()])
      return new Response("secret", { status: 207 })
    })
    assert.deepStrictEqual(result, { _tag: "Answered", status: 207 })
    assert.deepStrictEqual(seen, [
      ["POST", "https://merchant.example/hook?a=b", "application/x-www-form-urlencoded", "customer=Zo%C3%A9"],
    ])
    assert.strictEqual(connects.mock.calls.length, 0)
  })
})

describe("CallbackSender.layerTo", () => {
  it("hands the POST over as the engine made it", function* () {
    const seen: Array<CallbackPost> = []
    const post = postTo("http://merchant.example/")
    const result = yield* Effect.flatMap(CallbackSender, (sender) => sender.send(post)).pipe(
      Effect.provide(
        CallbackSender.layerTo((received) =>
          Effect.sync(() => {
            seen.push(received)
            return { _tag: "Answered", status: 200 }
          }),
        ),
      ),
    )
    assert.deepStrictEqual(result, { _tag: "Answered", status: 200 })
    assert.deepStrictEqual(seen, [post])
  })
})

describe("CallbackSender.layerNone", () => {
  it("sends nothing, not even to loopback", function* () {
    const receiver = yield* httpReceiver((_request, response) => response.end())
    const result = yield* Effect.flatMap(CallbackSender, (sender) => sender.send(postTo(receiver.url))).pipe(
      Effect.provide(CallbackSender.layerNone),
    )
    assert.deepStrictEqual(result, { _tag: "NotSent", because: undelivered((texts) => texts.no_sender) })
    assert.strictEqual(receiver.connections.length, 0)
  })
})
