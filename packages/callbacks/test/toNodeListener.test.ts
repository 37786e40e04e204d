import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import express from "express"
import { createServer, type IncomingMessage } from "node:http"
import { connect, createServer as createHttp2Server } from "node:http2"
import { toNodeListener, type WebHandler } from "../src/index.ts"
import { endpoint, fetched, listening, postText, written } from "./serving.ts"
import { json, mine, soon } from "./support.ts"

const started = Effect.gen(function* () {
  const { desk, handler, path } = yield* endpoint
  const port = yield* listening(createServer(toNodeListener(handler)))
  return { desk, path, port }
})

const typed = `Content-Type: ${json}`
const sized = (body: string) => [typed, `Content-Length: ${body.length}`]

const silent = () => undefined

describe("toNodeListener", () => {
  it.effect("answers 503 where the handler fails, and the process lives on (A26)", () =>
    Effect.gen(function* () {
      const failures: ReadonlyArray<WebHandler> = [
        () => Promise.reject(new Error("CANARY")),
        () => {
          throw new Error("CANARY")
        },
      ]
      for (const failure of failures) {
        const port = yield* listening(createServer(toNodeListener(failure)))
        const answer = yield* fetched(`http://127.0.0.1:${port}/`, { method: "POST" })
        assert.deepStrictEqual([answer.status, answer.body], [503, "Service Unavailable\n"])
      }
    }),
  )

  it.effect("takes no part of the body before the handler asks for it", () =>
    Effect.gen(function* () {
      const requests: Array<IncomingMessage> = []
      const unread: WebHandler = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return new Response(requests.map((each) => `${each.readableEnded} ${each.readableFlowing}`).join())
      }
      const listener = toNodeListener(unread)
      const port = yield* listening(
        createServer((request, response) => {
          requests.push(request)
          listener(request, response)
        }),
      )
      const answer = yield* fetched(`http://127.0.0.1:${port}/`, { method: "POST", body: mine })
      assert.strictEqual(answer.body, "false null")
    }),
  )

  it.effect("writes nothing where somebody else has answered, and the process lives on (A26)", () =>
    Effect.gen(function* () {
      const listener = toNodeListener(() => Promise.resolve(new Response("late")))
      const port = yield* listening(
        createServer((request, response) => {
          response.end("early")
          listener(request, response)
        }),
      )
      assert.strictEqual((yield* fetched(`http://127.0.0.1:${port}/`, { method: "POST" })).body, "early")
      yield* soon
    }),
  )

  it.effect("sees that somebody took the body before, and says 503 instead of losing callbacks", () =>
    Effect.gen(function* () {
      const { desk, handler, path } = yield* endpoint
      const app = express()
      app.use(express.json())
      app.all("/callbacks/*address", toNodeListener(handler))
      const port = yield* listening(createServer(app))
      const init = { method: "POST", headers: { "content-type": json }, body: mine }
      assert.strictEqual((yield* fetched(`http://127.0.0.1:${port}${path}`, init)).status, 503)
      assert.deepStrictEqual(
        desk.notes.map(({ body }) => body),
        [null],
      )
    }),
  )

  it.effect("knows the whole path where Express cut a prefix from it", () =>
    Effect.gen(function* () {
      const { desk, handler, path } = yield* endpoint
      const app = express()
      app.use("/callbacks", toNodeListener(handler))
      const port = yield* listening(createServer(app))
      const init = { method: "POST", headers: { "content-type": json }, body: mine }
      assert.strictEqual((yield* fetched(`http://127.0.0.1:${port}${path}`, init)).status, 200)
      assert.strictEqual(desk.notes.length, 1)
    }),
  )

  for (const method of ["GET", "HEAD", "TRACE", "OPTIONS", "PROPFIND", "M-SEARCH"])
    it.effect(`answers 405 to ${method}, also where no web request could have it (A17)`, () =>
      Effect.gen(function* () {
        const { path, port } = yield* started
        const answer = yield* written(port, postText(path, [], "").replace("POST", method))
        assert.match(answer, /^HTTP\/1\.1 405 Method Not Allowed\r\n(.+\r\n)*allow: POST\r\n/)
        assert.strictEqual(answer.endsWith("Method Not Allowed\n"), method !== "HEAD")
      }),
    )

  for (const [what, target] of [
    ["a whole URL", "http://elsewhere.example"],
    ["an asterisk", "*"],
    ["a host", "//elsewhere.example"],
    ["odd characters", "/\\\\[callbacks]/%zz%00/../"],
  ] as const)
    it.effect(`answers 404 to a target that is ${what} (A17)`, () =>
      Effect.gen(function* () {
        const { desk, path, port } = yield* started
        const where = target === "*" ? "*" : `${target}${target.startsWith("http") ? path : ""}`
        assert.match(yield* written(port, postText(where, sized(mine), mine)), /^HTTP\/1\.1 404 /)
        assert.deepStrictEqual(desk.notes, [])
      }),
    )

  it.effect("closes the connection behind a body that is too large, instead of reading on (A9)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* started
      const keepAlive = postText(path, [typed, "Content-Length: 10000000"], "x".repeat(100)).replace(
        "Connection: close\r\n",
        "",
      )
      // The connection ends by itself, or the test would wait for ever.
      assert.match(yield* written(port, keepAlive), /^HTTP\/1\.1 413 (.|\r\n)*\r\nconnection: close\r\n/i)
    }),
  )

  it.effect("drops what comes behind the limit, to its end (A9)", () =>
    Effect.gen(function* () {
      const { path, port } = yield* started
      const body = `${`2000\r\n${"x".repeat(0x2000)}\r\n`.repeat(4)}0\r\n\r\n`
      for (let times = 0; times < 3; times++) {
        const answer = yield* written(port, postText(path, [typed, "Transfer-Encoding: chunked"], body))
        assert.match(answer, /^HTTP\/1\.1 413 /)
      }
      yield* soon
    }),
  )

  it.effect("answers 404 to a request that has no target, which Node's types allow", () =>
    Effect.gen(function* () {
      const { handler } = yield* endpoint
      const heard = yield* Effect.callback<number>((resume) => {
        toNodeListener(handler)(
          {
            method: "POST",
            httpVersionMajor: 1,
            headers: {},
            readableEnded: true,
            on: silent,
            pause: silent,
            resume: silent,
          },
          { writeHead: (status) => ({ end: () => resume(Effect.succeed(status)) }) },
        )
      })
      assert.strictEqual(heard, 404)
    }),
  )

  it.effect("serves HTTP/2, whose answers have no header Connection (A9)", () =>
    Effect.gen(function* () {
      const { desk, handler, path } = yield* endpoint
      const server = createHttp2Server(toNodeListener(handler))
      const port = yield* listening(server)
      const client = connect(`http://127.0.0.1:${port}`)
      const ask = (body: string) =>
        Effect.callback<number>((resume) => {
          const stream = client.request({ ":method": "POST", ":path": path, "content-type": json })
          stream.on("error", () => {})
          stream.resume()
          stream.on("response", ({ ":status": status }) => resume(Effect.succeed(Number(status))))
          stream.end(body)
        })
      assert.strictEqual(yield* ask(mine), 200)
      assert.strictEqual(yield* ask("x".repeat(20_000)), 413)
      client.destroy()
      assert.deepStrictEqual(
        desk.notes.map(({ body }) => body?.length ?? null),
        [mine.length, null],
      )
    }),
  )

  it.effect("takes the first of two content types, as Node does, and the other changes nothing (A14)", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* started
      const two = [`Content-Type: text/plain`, ...sized(mine)]
      assert.match(yield* written(port, postText(path, two, mine)), /^HTTP\/1\.1 415 /)
      assert.strictEqual(desk.notes.length, 1)
    }),
  )
})
