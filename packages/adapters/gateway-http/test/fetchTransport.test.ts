/** The transport over `fetch`: it never claims more than it can know. */
import { assert, describe, vi } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { Gateway, GatewayError, noAnswer, notSent } from "@cauri/core/adapter"
import { CreationToken, CallFailure } from "@cauri/core/model"
import { layer } from "../src/fetch.ts"
import { layerCredentials } from "../src/credentials.ts"
import { makeFetchTransport as makeTransport } from "../src/fetchTransport.ts"
import { type OutgoingRequest, unanswered, unsent } from "../src/Transport.ts"
import { callOf, confirmPayout, direct, pair, payin, payout } from "./calls.ts"
import { layerFetchOnce } from "./fetchOnce.ts"
import { pausedAnswer, pausing } from "./pausing.ts"
import { withoutHead } from "./withoutHead.ts"
import { json, serving } from "./server.ts"

const sending: OutgoingRequest = {
  line: "Payout",
  method: "POST",
  origin: "https://pay.example",
  path: "/pay?a=b",
  headers: { Apikey: "k" },
  body: "{}",
  mayLeave: () => true,
  connectWithin: 5_000,
  answerWithin: () => 30_000,
}

const makeFetchTransport = Effect.map(makeTransport, withoutHead)

/** Sends over this `fetch`. */
const over = (fetch: typeof globalThis.fetch, more: Partial<OutgoingRequest> = {}) =>
  Effect.flatMap(makeFetchTransport, (send) => send({ ...sending, ...more })).pipe(
    Effect.provideService(FetchHttpClient.Fetch, fetch),
  )
const answering = (response: Response) => () => Promise.resolve(response)

describe("a request over fetch", () => {
  it("is the one that was drafted, with a refusal of encodings and of redirects", function* () {
    const seen: Array<readonly [unknown, RequestInit | undefined]> = []
    const delivery = yield* over((input, init) => {
      seen.push([input, init])
      return Promise.resolve(new Response("{}"))
    })
    assert.deepStrictEqual(delivery, { _tag: "answered", text: "{}" })
    assert.strictEqual(seen.length, 1)
    const [url, { body, signal, ...init } = {}] = seen[0] ?? []
    assert.strictEqual(url, "https://pay.example/pay?a=b")
    assert.deepStrictEqual<unknown>(init, {
      method: "POST",
      redirect: "manual",
      duplex: "half",
      keepalive: false,
      headers: { Apikey: "k", connection: "close", "content-length": "2", "accept-encoding": "identity" },
    })
    // No fetch can send this body twice.
    assert.instanceOf(body, ReadableStream)
    assert.strictEqual(yield* Effect.promise(() => new Response(body).text()), "{}")
    assert.isFalse(signal?.aborted)
  })

  it.live(
    "has a connection of its own when it creates, because a used one invites a runtime to send it again (S1, B3)",
    () =>
      Effect.gen(function* () {
        const { seen, url } = yield* serving(json({}))
        const ask = { line: "Confirm", method: "GET", body: null } as const
        const send = yield* makeFetchTransport
        for (const more of [ask, {}, { line: "Payin" } as const, ask, ask]) {
          assert.strictEqual((yield* send({ ...sending, origin: url, ...more }))._tag, "answered")
        }
        const connections = seen.map(({ connection }) => connection)
        assert.deepStrictEqual(
          seen.map(({ headers }) => headers.connection),
          ["keep-alive", "close", "close", "keep-alive", "keep-alive"],
        )
        // What follows a creation never travels on the connection of that creation.
        assert.strictEqual(new Set(connections.slice(1, 4)).size, 3)
      }).pipe(Effect.provide(layerFetchOnce())),
  )

  it("that is too late does not begin", function* () {
    const delivery = yield* over(() => Promise.reject(new Error("called")), { mayLeave: () => false })
    assert.deepStrictEqual(delivery, unsent("lease_over"))
  })

  for (const [what, error] of [
    ["a refused connection", new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } })],
    ["an unknown name", new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } })],
    ["anything else", "no error at all"],
  ] as const) {
    it(`that fails with ${what} may have left, for fetch cannot prove otherwise`, function* () {
      assert.deepStrictEqual(yield* over(() => Promise.reject(error)), unanswered("connection_lost"))
      const thrown = yield* over(() => {
        throw error
      })
      assert.deepStrictEqual(thrown, unanswered("connection_lost"))
    })
  }

  it("that takes too long is given up and aborted", function* () {
    let aborted = false
    const silent: typeof globalThis.fetch = (_, init) =>
      new Promise(() => init?.signal?.addEventListener("abort", () => (aborted = true)))
    const fiber = yield* Effect.forkChild(over(silent), { startImmediately: true })
    yield* TestClock.adjust("30 seconds")
    assert.deepStrictEqual(yield* Fiber.join(fiber), unanswered("timed_out"))
    assert.isTrue(aborted)
  })

  it.live(
    "is answered when its answer waits in the socket, though the time for it passed while the program stood still",
    () =>
      Effect.gen(function* () {
        const { origin, pause, read } = yield* pausing
        const send = yield* makeFetchTransport
        const waiting = send({ ...sending, origin, answerWithin: () => 500 })
        const fiber = yield* Effect.forkChild(waiting, { startImmediately: true })
        yield* read
        yield* pause(1_000)
        assert.deepStrictEqual(yield* Fiber.join(fiber), pausedAnswer)
      }).pipe(Effect.provide(layerFetchOnce())),
  )

  it("T3: a redirect that the runtime hides is one as well", function* () {
    const hidden = Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" })
    assert.deepStrictEqual(yield* over(answering(hidden)), unanswered("redirected"))
  })

  it("T9: is not read when it is encoded, announced as too large, or turns out to be", function* () {
    let read = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          read += 1
          controller.enqueue(new Uint8Array(65_536))
        },
      })
    for (const response of [
      new Response("x", { headers: { "content-encoding": "gzip" } }),
      new Response(endless(), { headers: { "content-length": "300000000" } }),
      new Response(endless()),
    ]) {
      assert.deepStrictEqual(yield* over(answering(response)), unanswered("unreadable"))
    }
    assert.isBelow(read, 12)
  })

  it("whose body breaks off is unanswered, and one without a body is empty", function* () {
    const broken = new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("<html>"))
        },
        pull(controller) {
          controller.error(new TypeError("terminated"))
        },
      }),
      { status: 502, headers: { "content-type": "text/html" } },
    )
    const send = yield* Effect.provideService(makeTransport, FetchHttpClient.Fetch, answering(broken))
    const received = { status: 502, contentType: "text/html", text: "<html>" }
    assert.deepStrictEqual(yield* send(sending), unanswered("cut_off", received))
    const empty = new Response(null, { status: 204 })
    assert.deepStrictEqual(yield* over(answering(empty)), { _tag: "answered", text: "" })
  })
})

const gatewayAt = (baseUrl: string) =>
  layer({ baseUrl }).pipe(Layer.provide(layerCredentials({ shop: pair })), Layer.provide(layerFetchOnce()))

describe("the runtime's own fetch", () => {
  const built = Effect.scoped(
    Layer.build(layer({ baseUrl: "https://pay.example" }).pipe(Layer.provide(layerCredentials({ shop: pair })))),
  )

  it("is refused at start where it may send a creation twice, as Node's does after 421", function* () {
    const refused = yield* Effect.flip(built)
    assert.strictEqual(refused.setting, "this program")
    assert.include(refused.message, 'transport: "node"')
  })

  it.effect("is taken on Bun", () =>
    Effect.gen(function* () {
      vi.stubGlobal("Bun", {})
      yield* built
    }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))),
  )

  it.live("has a client of its own for creations on Deno", () =>
    Effect.gen(function* () {
      const asked: Array<unknown> = []
      vi.stubGlobal("Deno", { createHttpClient: (options: unknown) => (asked.push(options), {}) })
      const { seen, url } = yield* serving(json({}))
      const send = yield* makeFetchTransport
      assert.strictEqual((yield* send({ ...sending, origin: url }))._tag, "answered")
      assert.deepStrictEqual(asked, [{ http2: false, poolMaxIdlePerHost: 0 }])
      assert.strictEqual(seen[0]?.headers["content-length"], "2")
    }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))),
  )
})

describe("the gateway over fetch", () => {
  it.live("creates and confirms over a fetch", function* () {
    const { seen, url } = yield* serving((request, response) =>
      json(
        request.method === "POST"
          ? { response_code: "00", token: "created", response_text: "" }
          : { response_code: "01", response_text: "Echec (Code02)" },
      )(request, response),
    )
    yield* Effect.gen(function* () {
      const gateway = yield* Gateway
      const call = yield* callOf(payin(direct()))
      assert.strictEqual((yield* gateway.create(call))._tag, "accepted")
      const token = CreationToken.make("created")
      assert.deepStrictEqual(
        yield* Effect.flip(confirmPayout(gateway, token)),
        new GatewayError({
          key: payout({ type: "mobile_money" }).key,
          reason: CallFailure.cases.not_found.make({ code: "Code02" }),
        }),
      )
    }).pipe(Effect.provide(gatewayAt(url)))
    assert.deepStrictEqual(
      seen.map(({ headers, method }) => [method, headers["apikey"], headers["accept-encoding"]]),
      [
        ["POST", "the-api-key", "identity"],
        ["GET", "the-api-key", "identity"],
      ],
    )
  })

  it.live("says not_sent only for what it stopped itself", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      const refused = yield* Effect.flatMap(callOf(payin(direct())), (call) => gateway.create(call))
      assert.deepStrictEqual(refused, noAnswer("connection_lost"))
      const late = yield* Effect.flatMap(callOf(payin(direct()), { notAfter: 0 }), (call) => gateway.create(call))
      assert.deepStrictEqual(late, notSent("lease_over"))
    }).pipe(Effect.provide(gatewayAt("http://127.0.0.1:9"))),
  )
})
