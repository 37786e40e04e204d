/**
 * Node's transport: what it says of a request, against what a server saw of it. The many kinds of fault are the conformance suite's;
 * here is what belongs to this transport alone.
 */
import diagnostics from "node:diagnostics_channel"
import dns from "node:dns"
import { connect, createServer as createTcpServer, type Socket } from "node:net"
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber, Option } from "effect"
import { it } from "@cauri/house/it"
import type { Dispatcher } from "undici"
import { type OutgoingRequest, unanswered, unsent } from "../src/Transport.ts"
import { PendingRequest, makeUndiciTransport as makeTransport, type UndiciOptions } from "../src/undiciTransport.ts"
import { pausedAnswer, pausing } from "./pausing.ts"
import { closedPort, json, portOf, serving } from "./server.ts"
import { withoutHead } from "./withoutHead.ts"

const makeUndiciTransport = (options: UndiciOptions) => Effect.map(makeTransport(options), withoutHead)

const sendingTo = (origin: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  line: "Payout",
  method: "POST",
  origin,
  path: "/pay",
  headers: { Apikey: "k" },
  body: "{}",
  mayLeave: () => true,
  connectWithin: 20_000,
  answerWithin: () => 20_000,
  ...more,
})
const plain = { connectTimeout: 20_000, ca: null, proxy: null }

/** A TCP server that handles each connection as a test says. */
const tcp = (handle: (socket: Socket) => void) =>
  Effect.gen(function* () {
    const server = createTcpServer(handle)
    const sockets = new Set<Socket>()
    server.on("connection", (socket) => {
      sockets.add(socket.on("error", () => socket.destroy()))
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          for (const socket of sockets) socket.destroy()
        }),
    )
    return { origin: `http://127.0.0.1:${portOf(server)}`, connections: sockets }
  })

/** Answers every look-up of a name as a test says, until the scope closes. */
const resolving = (answer: (back: (...found: ReadonlyArray<unknown>) => void) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { lookup } = dns
      Reflect.set(dns, "lookup", (_name: unknown, _options: unknown, back: Parameters<typeof answer>[0]) =>
        answer(back),
      )
      return lookup
    }),
    (lookup) => Effect.sync(() => Reflect.set(dns, "lookup", lookup)),
  )

describe("a request that did not leave", () => {
  it.live("because no server listens was not sent", function* () {
    const send = yield* makeUndiciTransport(plain)
    const port = yield* closedPort
    assert.deepStrictEqual(yield* send(sendingTo(`http://127.0.0.1:${port}`)), unsent("connection_refused"))
  })

  it.live("because its name is unknown was not sent", function* () {
    let asked = 0
    yield* resolving((back) => {
      asked += 1
      back(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }))
    })
    const send = yield* makeUndiciTransport(plain)
    assert.deepStrictEqual(yield* send(sendingTo("http://pay.example")), unsent("name_not_resolved"))
    assert.strictEqual(asked, 1)
  })

  it.live("because the other side speaks no TLS was not sent, and saw no request", function* () {
    const heard: Array<Buffer> = []
    const { origin } = yield* tcp((socket) =>
      socket.on("data", (chunk: Buffer) => heard.push(chunk)).write("no TLS here\r\n"),
    )
    const send = yield* makeUndiciTransport(plain)
    const delivery = yield* send(sendingTo(origin.replace("http:", "https:")))
    assert.deepStrictEqual(delivery, unsent("tls_failure"))
    assert.notInclude(Buffer.concat(heard).toString("latin1"), "Apikey")
  })

  it.live("because the handshake was cut was not sent", function* () {
    const { origin } = yield* tcp((socket) => socket.on("data", () => socket.resetAndDestroy()))
    const send = yield* makeUndiciTransport(plain)
    const delivery = yield* send(sendingTo(origin.replace("http:", "https:")))
    assert.deepStrictEqual(delivery, unsent("connection_refused"))
  })

  it.live("because the connection took too long was not sent, by undici's timer or by ours", function* () {
    const { origin } = yield* tcp(() => undefined)
    const silent = sendingTo(origin.replace("http:", "https:"))
    const theirs = yield* makeUndiciTransport({ ...plain, connectTimeout: 20 })
    assert.deepStrictEqual(yield* theirs(silent), unsent("connect_timeout"))
    const ours = yield* makeUndiciTransport({ ...plain, connectTimeout: 2_000 })
    assert.deepStrictEqual(yield* ours({ ...silent, connectWithin: 20 }), unsent("connect_timeout"))
  })

  it.live("because it cannot be written was not sent", function* () {
    const { seen, url } = yield* serving(json({}))
    const send = yield* makeUndiciTransport(plain)
    const headers = { Apikey: "k\r\nX-Evil: 1" }
    assert.deepStrictEqual(yield* send(sendingTo(url, { headers })), unsent("invalid_request"))
    assert.strictEqual(seen.length, 0)
  })

  it.live("because its lease was over when the connection stood: not one byte left, and nothing is held", function* () {
    const bytes: Array<Buffer> = []
    const { connections, origin } = yield* tcp((socket) => socket.on("data", (chunk: Buffer) => bytes.push(chunk)))
    const send = yield* makeUndiciTransport(plain)
    assert.deepStrictEqual(yield* send(sendingTo(origin, { mayLeave: () => false })), unsent("lease_over"))
    const [socket] = connections
    yield* Effect.callback<void>((resume) => {
      if (socket?.closed ?? true) resume(Effect.void)
      else socket?.on("close", () => resume(Effect.void))
    })
    assert.strictEqual(Buffer.concat(bytes).length, 0)
  })

  it.live(
    "whose caller went away while it waited for a connection never leaves, though the connection comes",
    function* () {
      const bytes: Array<Buffer> = []
      const accepting = yield* tcp((socket) => socket.on("data", (chunk: Buffer) => bytes.push(chunk)))
      // The name is resolved when the test says so: until then the request waits for its connection.
      const waiting: Array<() => void> = []
      yield* resolving((back) => waiting.push(() => back(null, [{ address: "127.0.0.1", family: 4 }])))
      const send = yield* makeUndiciTransport(plain)
      const port = new URL(accepting.origin).port
      const sending = yield* Effect.forkChild(send(sendingTo(`http://pay.example:${port}`)), { startImmediately: true })
      yield* Fiber.interrupt(sending)
      const connected = Effect.callback<void>((resume) => {
        const stop = setInterval(() => {
          const [socket] = accepting.connections
          if (socket?.closed ?? false) {
            clearInterval(stop)
            resume(Effect.void)
          }
        }, 5)
      })
      for (const resolve of waiting) resolve()
      yield* connected
      assert.strictEqual(Buffer.concat(bytes).length, 0)
    },
  )
})

describe("a request that may have left", () => {
  it.live(
    "is unanswered when the connection is lost after it was read, or before anything of it was (B4)",
    function* () {
      const read = yield* tcp((socket) => socket.on("data", () => socket.resetAndDestroy()))
      const unread = yield* tcp((socket) => socket.pause().resetAndDestroy())
      const send = yield* makeUndiciTransport(plain)
      assert.deepStrictEqual(yield* send(sendingTo(read.origin)), unanswered("connection_lost"))
      const delivery = yield* send(sendingTo(unread.origin))
      assert.include(["no_answer", "not_sent"], delivery._tag)
    },
  )

  it.live("is unanswered when nothing comes back in time, and its connection is closed", function* () {
    const { connections, origin } = yield* tcp((socket) => socket.resume())
    const send = yield* makeUndiciTransport(plain)
    assert.deepStrictEqual(yield* send(sendingTo(origin, { answerWithin: () => 20 })), unanswered("timed_out"))
    const [socket] = connections
    yield* Effect.callback<void>((resume) => {
      if (socket?.closed ?? true) resume(Effect.void)
      else socket?.on("close", () => resume(Effect.void))
    })
  })

  it.live(
    "is answered when its answer waits in the socket, though the time for it passed while the program stood still",
    () =>
      Effect.gen(function* () {
        const { origin, pause, read } = yield* pausing
        const send = yield* makeUndiciTransport(plain)
        const sending = yield* Effect.forkChild(send(sendingTo(origin, { answerWithin: () => 500 })), {
          startImmediately: true,
        })
        yield* read
        yield* pause(1_000)
        assert.deepStrictEqual(yield* Fiber.join(sending), pausedAnswer)
      }),
  )

  it.live("is unanswered in time when its answer comes in drops", function* () {
    const { url } = yield* serving((_, response) => {
      const drops = setInterval(() => response.write("x"), 1)
      response.once("close", () => clearInterval(drops))
    })
    const send = yield* makeUndiciTransport(plain)
    assert.deepStrictEqual(yield* send(sendingTo(url, { answerWithin: () => 100 })), unanswered("timed_out"))
  })

  it.live("is unanswered in the same time when the clock is set back meanwhile", function* () {
    let shift = 0
    const clock = yield* Clock.Clock
    const set: Clock.Clock = Object.create(clock, {
      currentTimeMillisUnsafe: { value: () => clock.currentTimeMillisUnsafe() + shift },
    })
    const { origin } = yield* tcp((socket) => socket.on("data", () => (shift = -60_000)))
    const send = yield* makeUndiciTransport(plain)
    const sending = Effect.provideService(send(sendingTo(origin, { answerWithin: () => 200 })), Clock.Clock, set)
    const delivery = yield* Effect.timeoutOption(sending, "4 seconds")
    assert.deepStrictEqual([shift, delivery], [-60_000, Option.some(unanswered("timed_out"))])
  })

  it.live("is unanswered when its answer is cut in the middle", function* () {
    const { url } = yield* serving((_, response) => {
      response.writeHead(200, { "content-length": "100" })
      response.write('{"response_code":"00"', () => response.destroy())
    })
    const send = yield* makeTransport(plain)
    const received = { status: 200, contentType: "", text: '{"response_code":"00"' }
    assert.deepStrictEqual(yield* send(sendingTo(url)), unanswered("cut_off", received))
  })
})

describe("what came back", () => {
  it.live("is read under any status, and in pieces", function* () {
    for (const status of [200, 201, 400, 403, 404, 500, 503, 599]) {
      const { url } = yield* serving((_, response) => {
        response.writeHead(status)
        response.write('{"a":"é'.slice(0, 5))
        response.end('{"a":"é"}'.slice(5))
      })
      const send = yield* makeUndiciTransport(plain)
      assert.deepStrictEqual(yield* send(sendingTo(url)), { _tag: "answered", text: '{"a":"é"}' })
    }
  })

  it.live("before the answer itself counts for nothing (1xx)", function* () {
    const { url } = yield* serving((request, response) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: "</a>; rel=preload", "content-encoding": "gzip" })
      json({})(request, response)
    })
    const send = yield* makeUndiciTransport(plain)
    assert.deepStrictEqual(yield* send(sendingTo(url)), { _tag: "answered", text: "{}" })
  })

  for (const [how, pieces] of [
    ["in one piece", (bytes: Buffer) => [bytes]],
    ["byte by byte", (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte))],
  ] as const) {
    it.live(`after a 100 Continue that was not asked for, twice and ${how}, is read`, function* () {
      const interim = "HTTP/1.1 100 Continue\r\nx-note: 1\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
      const text = "HTTP/1.1 100 is no head here"
      const final = `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`
      const { origin } = yield* tcp((socket) =>
        socket.setNoDelay(true).once("data", () => {
          const [first, ...others] = pieces(Buffer.from(interim + final))
          const next = (piece: Buffer | undefined) => {
            if (piece !== undefined) socket.write(piece, () => setImmediate(next, others.shift()))
          }
          next(first)
        }),
      )
      const send = yield* makeUndiciTransport(plain)
      assert.deepStrictEqual(yield* send(sendingTo(origin)), { _tag: "answered", text })
    })
  }

  for (const [what, headers, body] of [
    ["T9: with a length above the limit", {}, "x".repeat(256 * 1024 + 1)],
    ["T9: encoded", { "content-encoding": "gzip" }, "x"],
    ["T9: encoded twice", { "content-encoding": ["identity", "br"] }, "x"],
  ] as const) {
    it.live(`${what} is not read`, function* () {
      const { url } = yield* serving((_, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
        response.end(body)
      })
      const send = yield* makeUndiciTransport(plain)
      assert.deepStrictEqual(yield* send(sendingTo(url)), unanswered("unreadable"))
    })
  }

  it.live(
    "T9: without a length and without an end is read up to the limit, and the connection is closed",
    function* () {
      let written = 0
      const { url } = yield* serving((_, response) => {
        const more = (error?: Error | null) => {
          if (error !== undefined && error !== null) return
          if (response.destroyed || written >= 64 * 1024 * 1024) return
          written += 65_536
          response.write(Buffer.alloc(65_536), more)
        }
        response.writeHead(200)
        more()
      })
      const send = yield* makeUndiciTransport(plain)
      assert.deepStrictEqual(yield* send(sendingTo(url)), unanswered("unreadable"))
      assert.isBelow(written, 64 * 1024 * 1024)
    },
  )

  it.live("of exactly the limit is read", function* () {
    const { url } = yield* serving((_, response) => response.end("x".repeat(256 * 1024)))
    const send = yield* makeUndiciTransport(plain)
    const delivery = yield* send(sendingTo(url))
    assert.strictEqual(delivery._tag === "answered" ? delivery.text.length : 0, 256 * 1024)
  })
})

/** What undici hands to a handler, and whether it was told to stop. */
const controlled = () => {
  const aborted: Array<Error> = []
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    pause: () => undefined,
    resume: () => undefined,
    abort: (reason) => aborted.push(reason),
  }
  return { aborted, controller }
}

describe("a request that undici begins again", () => {
  it("is stopped before its first byte, and may have left the first time (S1, B3)", () => {
    const journey = new PendingRequest(sendingTo("https://pay.example"), () => 0)
    const first = controlled()
    const second = controlled()
    journey.onRequestStart(first.controller)
    assert.isNull(journey.delivery)
    journey.onRequestStart(second.controller)
    assert.deepStrictEqual(journey.delivery, unanswered("connection_lost"))
    assert.deepStrictEqual([first.aborted.length, second.aborted.length], [0, 1])
  })

  it("keeps what was said of it first, whatever comes later", () => {
    const journey = new PendingRequest(sendingTo("https://pay.example"), () => 0)
    const { aborted, controller } = controlled()
    journey.giveUp()
    assert.deepStrictEqual(journey.delivery, unsent("connect_timeout"))
    journey.onRequestStart(controller)
    journey.giveUp()
    assert.strictEqual(aborted.length, 1)
    journey.onResponseEnd()
    journey.onResponseError(controller, new Error("late"))
    assert.deepStrictEqual(journey.delivery, unsent("connect_timeout"))
  })
})

describe("connections", () => {
  it.live("a creation has one of its own, and confirms share theirs", function* () {
    const { seen, url } = yield* serving(json({}))
    const send = yield* makeUndiciTransport(plain)
    const confirm = { line: "Confirm", method: "GET", body: null } as const
    for (const more of [{}, { line: "Payin" }, {}] as const) yield* send(sendingTo(url, more))
    for (let index = 0; index < 6; index++) yield* send(sendingTo(url, confirm))
    const numbers = seen.map(({ connection }) => connection)
    assert.deepStrictEqual(numbers.slice(0, 4), [1, 2, 3, 4])
    // undici looks at an idle connection for a moment before it uses it again, so a second one may come to be.
    assert.isAtMost(Math.max(...numbers), 5)
    assert.deepStrictEqual(
      seen.map(({ headers }) => headers.connection),
      [...Array.from({ length: 3 }, () => "close"), ...Array.from({ length: 6 }, () => "keep-alive")],
    )
  })

  /** A service that answers one request on each connection, and the transport after its first creation, with a connection ready. */
  const withOneReady = Effect.gen(function* () {
    const asked: Array<Socket> = []
    const { connections, origin } = yield* tcp((socket) =>
      socket.once("data", () => {
        asked.push(socket)
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
      }),
    )
    const send = yield* makeUndiciTransport(plain)
    yield* send(sendingTo(origin))
    yield* Effect.repeat(Effect.yieldNow, { until: () => connections.size === 2 })
    const [first, ready] = connections
    assert.strictEqual(asked[0], first)
    assert.isDefined(ready)
    return { asked, ready, send: send(sendingTo(origin)) }
  })

  it.live("a creation finds one that stands already, which carried nothing before", function* () {
    const { asked, ready, send } = yield* withOneReady
    yield* send
    assert.strictEqual(asked[1], ready)
  })

  it.live(
    "that stand already are not used once the service has closed or answered them, though nothing has looked",
    () =>
      Effect.gen(function* () {
        const spoilings = [
          (ready: Socket) => ready.end(),
          (ready: Socket) => ready.resetAndDestroy(),
          (ready: Socket) => ready.write("HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n"),
        ]
        for (const spoil of spoilings) {
          const { asked, ready, send } = yield* withOneReady
          spoil(ready)
          assert.deepEqual(yield* send, { _tag: "answered", text: "{}" })
          assert.notInclude(asked, ready)
        }
      }),
  )

  it.live(
    "carry nothing but what was asked for, the host, the length and the refusal of encodings (#131, #132)",
    function* () {
      const { port, seen, url } = yield* serving(json({}))
      const send = yield* makeUndiciTransport(plain)
      yield* send(sendingTo(url))
      assert.deepStrictEqual(seen[0]?.rawHeaders, [
        "host",
        `127.0.0.1:${port}`,
        "connection",
        "close",
        "Apikey",
        "k",
        "accept-encoding",
        "identity",
        "content-length",
        "2",
      ])
    },
  )

  it.live(
    "undici's own witness agrees: headers were sent for a request exactly when it was said that it may have left",
    () =>
      Effect.gen(function* () {
        const written: Array<string> = []
        const note = (message: unknown) => {
          const request = Object(Reflect.get(Object(message), "request"))
          written.push(String(Reflect.get(request, "path")))
        }
        diagnostics.subscribe("undici:client:sendHeaders", note)
        yield* Effect.addFinalizer(() => Effect.sync(() => diagnostics.unsubscribe("undici:client:sendHeaders", note)))
        const dropping = yield* serving((request, response) =>
          request.url.endsWith("0") ? json({})(request, response) : response.destroy(),
        )
        const send = yield* makeUndiciTransport(plain)
        const deliveries = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, index) => index),
          (index) => {
            const line = index % 3 === 0 ? "Confirm" : "Payout"
            const sending = sendingTo(dropping.url, { path: `/${index}`, line, mayLeave: () => index % 4 !== 1 })
            return Effect.map(send(sending), (delivery) => ({ path: `/${index}`, delivery }))
          },
          { concurrency: 20 },
        )
        const left = deliveries.filter(({ delivery }) => delivery._tag !== "not_sent").map(({ path }) => path)
        assert.deepStrictEqual(left.toSorted(), written.toSorted())
        assert.deepStrictEqual(left.toSorted(), dropping.seen.map(({ url }) => url).toSorted())
        assert.strictEqual(left.length, 45)
      }),
  )
})

describe("closing", () => {
  it.live("waits for the answers that are under way", function* () {
    const waiting: Array<() => void> = []
    const { seen, url } = yield* serving((request, response) => {
      waiting.push(() => json({ response_code: "00" })(request, response))
    })
    const delivery = yield* Effect.scoped(
      Effect.gen(function* () {
        const send = yield* makeUndiciTransport(plain)
        const fiber = yield* Effect.forkDetach(send(sendingTo(url)), { startImmediately: true })
        while (seen.length === 0) yield* Effect.sleep(5)
        yield* Effect.forkDetach(
          Effect.delay(
            Effect.sync(() => {
              for (const answer of waiting) answer()
            }),
            50,
          ),
        )
        return fiber
      }),
    )
    assert.deepStrictEqual(yield* Fiber.join(delivery), { _tag: "answered", text: '{"response_code":"00"}' })
  })
})

describe("a proxy for creations", () => {
  it.live("carries payins and payouts through a tunnel, and no confirm (#193, #229, #246)", function* () {
    const { port, seen, url } = yield* serving(json({}))
    const asked: Array<string> = []
    const proxy = yield* tcp((socket) =>
      socket.once("data", (chunk) => {
        asked.push(chunk.toString().split("\r\n")[0] ?? "")
        const onward = connect(port, "127.0.0.1", () => {
          socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
          socket.pipe(onward).pipe(socket)
        })
      }),
    )
    const send = yield* makeUndiciTransport({ ...plain, proxy: proxy.origin })
    const answered = { _tag: "answered", text: "{}" } as const
    assert.deepStrictEqual(yield* send(sendingTo(url)), answered)
    assert.deepStrictEqual(yield* send(sendingTo(url, { line: "Payin" })), answered)
    assert.deepStrictEqual(yield* send(sendingTo(url, { line: "Confirm", method: "GET", body: null })), answered)
    const tunnel = `CONNECT 127.0.0.1:${port} HTTP/1.1`
    assert.deepStrictEqual(asked, [tunnel, tunnel])
    assert.strictEqual(seen.length, 3)
  })

  it.live("passes a 100 Continue on that was not asked for, and the answer after it is read", function* () {
    const proxy = yield* tcp((socket) =>
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
        socket.once("data", () =>
          socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"),
        )
      }),
    )
    const send = yield* makeUndiciTransport({ ...plain, proxy: proxy.origin })
    assert.deepStrictEqual(yield* send(sendingTo("http://127.0.0.1:9")), { _tag: "answered", text: "{}" })
  })

  it.live("that refuses means that nothing was sent", function* () {
    const { seen, url } = yield* serving(json({}))
    const proxy = yield* tcp((socket) => socket.once("data", () => socket.end("HTTP/1.1 407 No\r\n\r\n")))
    const send = yield* makeUndiciTransport({ ...plain, proxy: proxy.origin })
    assert.deepStrictEqual(yield* send(sendingTo(url)), unsent("connection_refused"))
    assert.strictEqual(seen.length, 0)
  })

  it.live("that never answers means that nothing was sent, and does not hold the closing up", function* () {
    const gone: Array<number> = []
    const proxy = yield* tcp((socket) => socket.resume().once("close", () => gone.push(1)))
    const answer = yield* Effect.scoped(
      Effect.gen(function* () {
        const send = yield* makeUndiciTransport({ ...plain, connectTimeout: 300, proxy: proxy.origin })
        return yield* send(sendingTo("http://127.0.0.1:9", { connectWithin: 100 }))
      }),
    )
    assert.deepStrictEqual(answer, unsent("connect_timeout"))
    while (gone.length === 0) yield* Effect.sleep(5)
    assert.strictEqual(proxy.connections.size, 1)
  })
})
