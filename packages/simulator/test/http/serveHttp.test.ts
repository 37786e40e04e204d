import { assert, describe } from "@effect/vitest"
import { endpointNames, endpoints } from "@cauri/wire"
import { Console, Effect, Fiber } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { connect, type Socket } from "node:net"
import { it } from "@cauri/house/it"
import {
  startBanner,
  asObserved,
  defaultSocketLimits,
  Engine,
  type Fault,
  PortRefused,
  ProductionRefused,
  serve,
  type Served,
  strict,
} from "../../src/index.ts"
import { faces } from "../support.ts"
import { refusalStatus } from "./client.ts"
import { counted, failureOf, faulty, opening, payout, until } from "./lines.ts"

/** Sends bytes as they are and gives everything that comes back until the server closes. */
const raw = ({ port }: Served, bytes: string) =>
  Effect.callback<string>((resume) => {
    let text = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
    socket.on("data", (chunk) => (text += chunk.toString()))
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(text)))
    return Effect.sync(() => socket.destroy())
  })

const statusOf = (text: string): string => text.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)

/** Closes a simulator while a payout is under way, and gives what becomes of it. */
const closing = (fault: Fault, closingMillis: number) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { credentials, services, url } = yield* serve(faulty(fault), { limits: { closingMillis } })
      const { payouts } = yield* Effect.provideContext(counted(), services)
      const waiting = yield* Effect.forkDetach(
        failureOf(() => payout(globalThis.fetch, url, credentials[0] ?? opening)),
      )
      yield* until(payouts, (count) => count > 0)
      return waiting
    }),
  )

/** A connection that is open and says nothing. */
const connected = ({ port }: Served) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => socket.destroy()),
  )

const assertRefused = (url: string) =>
  fetch(url).then(
    () => assert.fail("Something listens."),
    () => undefined,
  )

describe("serve", () => {
  for (const [face, options] of faces) {
    it.live(
      `accepts the credentials that it issued, new ones at every start, and no others (${face}) #15 #180`,
      function* () {
        const { credentials, url } = yield* serve(options)
        const other = yield* serve(options)
        const own = credentials[0] ?? opening
        assert.notDeepEqual(credentials, other.credentials)
        const answerTo = (given: typeof opening) =>
          Effect.promise(async () => {
            const response = await payout(globalThis.fetch, url, given)
            return { status: response.status, text: await response.text() }
          })
        const accepted = yield* answerTo(own)
        assert.strictEqual(accepted.status, 200)
        assert.include(accepted.text, '"response_code":"00"')
        for (const wrong of [opening, other.credentials[0] ?? opening]) {
          const denied = yield* answerTo(wrong)
          assert.strictEqual(denied.status, refusalStatus(options, 401))
          assert.include(denied.text, "Code00")
        }
      },
    )
  }

  for (const profile of [strict, asObserved]) {
    it.live(
      `listens on loopback and marks every answer as the sandbox's unless told not to (${profile.name})`,
      function* () {
        const marked = yield* serve({ profile })
        const unmarked = yield* serve({ profile }, { sandboxHeader: false })
        assert.match(marked.url, /^http:\/\/127\.0\.0\.1:[0-9]+$/)
        const paths = [
          "/nothing",
          "/wiki/createInvoice",
          "/pay/invoice/x",
          "/_control/state",
          "/openapi.json",
          ...endpointNames.map((name) => endpoints[name].path),
        ]
        for (const path of paths) {
          const headerOf = (url: string) =>
            Effect.promise(() => fetch(`${url}${path}`).then(({ headers }) => headers.get("x-sandbox")))
          assert.strictEqual(yield* headerOf(marked.url), "1", path)
          assert.isNull(yield* headerOf(unmarked.url), path)
        }
      },
    )
  }

  it.live(
    "prints its address, its token and its credentials when it is to announce itself, and nothing otherwise",
    () =>
      Effect.gen(function* () {
        const lines: Array<unknown> = []
        const heard: Console.Console = { ...globalThis.console, log: (...args) => void lines.push(...args) }
        yield* serve().pipe(Effect.provideService(Console.Console, heard))
        assert.deepStrictEqual(lines, [])
        const served = yield* serve({}, { printBanner: true }).pipe(Effect.provideService(Console.Console, heard))
        assert.deepStrictEqual(lines, [startBanner(served)])
        const text = startBanner(served)
        const { apiKey, apiToken } = served.credentials[0] ?? opening
        for (const part of [served.url, served.controlToken, apiKey, apiToken, "X-Control-Token"])
          assert.include(text, part)
      }),
  )

  it.live("opens no port where NODE_ENV is production", function* () {
    const { port } = yield* Effect.scoped(serve())
    const before = process.env["NODE_ENV"]
    yield* Effect.acquireRelease(
      Effect.sync(() => (process.env["NODE_ENV"] = "production")),
      () => Effect.sync(() => (process.env["NODE_ENV"] = before)),
    )
    assert.instanceOf(yield* Effect.flip(serve({}, { port })), ProductionRefused)
    yield* Effect.promise(() => assertRefused(`http://127.0.0.1:${port}/`))
  })

  it.live("says which port it could not open", function* () {
    const { port } = yield* serve()
    const refused = yield* Effect.flip(serve({}, { port }))
    assert.instanceOf(refused, PortRefused)
    assert.strictEqual(refused.code, "EADDRINUSE")
    assert.include(refused.message, `Port ${port} could not be opened (EADDRINUSE)`)
  })

  for (const [face, options] of faces) {
    it.live(`answers 10 MB in the service's envelope (${face}) #216`, () =>
      Effect.gen(function* () {
        const { credentials, url } = yield* serve(options)
        const { apiKey, apiToken } = credentials[0] ?? opening
        const response = yield* Effect.promise(() =>
          fetch(`${url}/pay/v01/straight/payout`, {
            method: "POST",
            headers: {
              apikey: apiKey,
              authorization: `Bearer ${apiToken}`,
              accept: "application/json",
              "content-type": "application/json",
            },
            body: "x".repeat(10_000_000),
          }),
        )
        assert.strictEqual(response.status, refusalStatus(options, 422))
        assert.include(yield* Effect.promise(() => response.text()), '"response_code":"01"')
      }),
    )
  }

  it.live("joins a header that came twice, so that two credentials are none #180", () =>
    Effect.gen(function* () {
      const served = yield* serve()
      const { apiKey, apiToken } = served.credentials[0] ?? opening
      const head = (authorizations: ReadonlyArray<string>) =>
        [
          "GET /pay/v01/withdrawal/confirm/?withdrawalToken=x HTTP/1.1",
          "Host: 127.0.0.1",
          `Apikey: ${apiKey}`,
          ...authorizations.map((token) => `Authorization: Bearer ${token}`),
          "Connection: close",
          "",
          "",
        ].join("\r\n")
      assert.notInclude(yield* raw(served, head([apiToken])), "Code00")
      assert.include(yield* raw(served, head([apiToken, "other"])), "Code00")
    }),
  )

  it.live("refuses two hosts, a foreign host in an absolute target, and a host that is no name", function* () {
    const served = yield* serve()
    const get = (target: string, ...hosts: ReadonlyArray<string>) =>
      raw(
        served,
        [`GET ${target} HTTP/1.1`, ...hosts.map((each) => `Host: ${each}`), "Connection: close", "", ""].join("\r\n"),
      )
    assert.strictEqual(statusOf(yield* get("/wiki/createInvoice", "localhost:1")), "200")
    assert.strictEqual(statusOf(yield* get("/wiki/createInvoice", "127.0.0.1", "evil.example")), "421")
    assert.strictEqual(statusOf(yield* get("/wiki/createInvoice", "evil.example")), "421")
    assert.strictEqual(statusOf(yield* get("http://evil.example/wiki/createInvoice", "evil.example")), "421")
    assert.strictEqual(statusOf(yield* get("/wiki/createInvoice", "")), "421")
    assert.strictEqual(statusOf(yield* get("/wiki/createInvoice")), "400")
  })

  it.live("closes a connection that says nothing, which the times of requests do not", function* () {
    const limits = { idleMillis: 100, headersMillis: 60_000, requestMillis: 60_000 }
    assert.strictEqual(yield* raw(yield* serve({}, { limits }), ""), "")
  })

  it.live("closes a connection that never ends its headers or its body", function* () {
    const served = yield* serve({}, { limits: { idleMillis: 60_000, headersMillis: 200, requestMillis: 300 } })
    const texts = yield* Effect.all(
      [
        raw(served, "GET /wiki/createInvoice HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"),
        raw(served, "POST /pay/v01/straight/payout HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{"),
      ],
      { concurrency: "unbounded" },
    )
    for (const text of texts) assert.strictEqual(statusOf(text), "408")
  })

  it.live("closes a connection that is kept alive and asks for nothing more", function* () {
    const request = "GET /wiki/createInvoice HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    const limits = { idleMillis: 60_000, headersMillis: 60_000, requestMillis: 60_000 }
    const short = yield* serve({}, { limits: { ...limits, keepAliveMillis: 50 } })
    const long = yield* serve({}, { limits: { ...limits, keepAliveMillis: 60_000 } })
    const waiting = yield* Effect.forkChild(raw(long, request))
    const text = yield* raw(short, request)
    assert.strictEqual(statusOf(text), "200")
    assert.match(text, /connection: keep-alive/i)
    assert.isUndefined(waiting.pollUnsafe())
  })

  it.live("tells how long it keeps a connection, as its limit says", function* () {
    const { url } = yield* serve({}, { limits: { keepAliveMillis: 7_000 } })
    const response = yield* Effect.promise(() => fetch(`${url}/wiki/createInvoice`))
    assert.strictEqual(response.headers.get("keep-alive"), "timeout=7")
    assert.strictEqual(defaultSocketLimits.keepAliveMillis, 5_000)
  })

  it.live("refuses headers of more than 16 KiB before anything reads them", function* () {
    const served = yield* serve()
    const get = (size: number) =>
      raw(
        served,
        `GET /wiki/createInvoice HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-Long: ${"x".repeat(size)}\r\n\r\n`,
      )
    assert.strictEqual(statusOf(yield* get(15_000)), "200")
    assert.strictEqual(statusOf(yield* get(17_000)), "431")
  })

  it.live("turns away connections beyond its limit", function* () {
    const served = yield* serve({}, { limits: { connections: 1 } })
    yield* connected(served)
    assert.strictEqual(yield* raw(served, "GET /wiki/createInvoice HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), "")
  })

  it.live("lets a request under way end when it closes, and cuts what does not end", function* () {
    const slow = yield* closing({ _tag: "Delay", millis: 50, executed: true }, 5_000)
    assert.strictEqual(yield* Fiber.join(slow), "no failure")
    const silent = yield* closing({ _tag: "AnswerDropped" }, 50)
    assert.instanceOf(yield* Fiber.join(silent), TypeError)
  })
})

describe("serve, for an app", () => {
  it.live("serves further routes beside its own, which know the services and the address", () =>
    Effect.gen(function* () {
      const served = yield* serve(
        {},
        {
          routes: ({ controlToken, url }) =>
            HttpRouter.use(
              Effect.fnUntraced(function* (router) {
                const { now } = yield* Engine
                const page = Effect.map(now, (at) => HttpServerResponse.text(`${url} ${controlToken} ${at > 0}`))
                yield* router.add("GET", "/own", page)
              }),
            ),
        },
      )
      const own = yield* Effect.promise(() => fetch(`${served.url}/own`))
      assert.strictEqual(own.headers.get("x-sandbox"), "1")
      const text = yield* Effect.promise(() => own.text())
      assert.strictEqual(text, `${served.url} ${served.controlToken} true`)
      assert.strictEqual((yield* Effect.promise(() => fetch(`${served.url}/openapi.json`))).status, 200)
    }),
  )

  it.live("goes on from a saved state, with its projects and their credentials", function* () {
    const first = yield* serve()
    const saved = yield* Effect.flatMap(Engine, ({ save }) => save).pipe(Effect.provideContext(first.services))
    const second = yield* serve({}, { saved })
    assert.deepStrictEqual(second.credentials, first.credentials)
    const broken = yield* Effect.exit(Effect.scoped(serve({}, { saved: { now: "yesterday" } })))
    assert.strictEqual(broken._tag, "Failure")
  })
})
