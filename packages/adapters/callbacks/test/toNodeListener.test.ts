import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import express from "express"
import { createServer, type IncomingMessage } from "node:http"
import { connect, createServer as createHttp2Server } from "node:http2"
import { it } from "@cauri/house/it"
import { CallbackReceiver, toNodeListener } from "../src/index.ts"
import { endpoint, fetched, listening, postText, written } from "./serving.ts"
import { json, mine, soon, until } from "./support.ts"

const started = Effect.gen(function* () {
  const { desk, listener, path } = yield* endpoint
  const port = yield* listening(createServer(listener))
  return { desk, path, port }
})

const typed = `Content-Type: ${json}`
const sized = (body: string) => [typed, `Content-Length: ${body.length}`]

const silent = () => undefined

describe("toNodeListener", () => {
  it("takes no part of the body before the receiver asks for it", function* () {
    const requests: Array<IncomingMessage> = []
    const flowing: Array<boolean | null> = []
    const unread = CallbackReceiver.of({
      answer: () => Effect.die("unused"),
      take: (_, tell) =>
        Effect.promise(async () => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          for (const each of requests) flowing.push(each.readableFlowing)
          tell("Stored")
        }),
      receive: () => Effect.die("unused"),
    })
    const listener = yield* Effect.provideService(toNodeListener, CallbackReceiver, unread)
    const port = yield* listening(
      createServer((request, response) => {
        requests.push(request)
        listener(request, response)
      }),
    )
    const answer = yield* fetched(`http://127.0.0.1:${port}/`, { method: "POST", body: mine })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(flowing, [null])
  })

  it("takes an empty body as it is, announced by its length or in chunks", function* () {
    const { desk, path, port } = yield* started
    const chunked = postText(path, [typed, "Transfer-Encoding: chunked"], "0\r\n\r\n")
    for (const text of [chunked, postText(path, sized(""), "")])
      assert.match(yield* written(port, text), /^HTTP\/1.1 200 /)
    assert.deepStrictEqual(
      desk.notes.map(({ body }) => body?.length),
      [0, 0],
    )
  })

  it("says of a body that was read before that it comes too late, announced by its length or in chunks", function* () {
    const { listener, path } = yield* endpoint
    const reading = createServer((request, response) => {
      request.resume().on("end", () => setImmediate(() => listener(request, response)))
    })
    const port = yield* listening(reading)
    const chunked = postText(path, [typed, "Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n")
    for (const text of [chunked, postText(path, sized("{}"), "{}")])
      assert.match(yield* written(port, text), /^HTTP\/1.1 503 /)
  })

  it("writes nothing where another handler has answered, and the process lives on (A26)", function* () {
    const { listener } = yield* endpoint
    const port = yield* listening(
      createServer((request, response) => {
        response.end("early")
        listener(request, response)
      }),
    )
    assert.strictEqual((yield* fetched(`http://127.0.0.1:${port}/`, { method: "POST" })).body, "early")
    yield* soon
  })

  it("asks for the body of a caller who waits for that, and only where the address is ours (A4, A9)", function* () {
    const { continueListener, desk, path } = yield* endpoint
    const server = createServer()
    const port = yield* listening(server.on("checkContinue", continueListener))
    const waiting = ["Expect: 100-continue", ...sized(mine)]
    assert.match(
      yield* written(port, postText(path, waiting, mine)),
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
    )
    assert.match(yield* written(port, postText(`${path}x`, waiting, "")), /^HTTP\/1\.1 404 /)
    const large = ["Expect: 100-continue", typed, "Content-Length: 131073"]
    assert.match(yield* written(port, postText(path, large, "")), /^HTTP\/1\.1 413 /)
    assert.strictEqual(desk.notes.length, 2)
  })

  it("knows the whole path where Express cut a prefix from it", function* () {
    const { desk, listener, path } = yield* endpoint
    const app = express()
    app.use("/callbacks", listener)
    const port = yield* listening(createServer(app))
    const init = { method: "POST", headers: { "content-type": json }, body: mine }
    assert.strictEqual((yield* fetched(`http://127.0.0.1:${port}${path}`, init)).status, 200)
    assert.strictEqual(desk.notes.length, 1)
  })

  for (const method of ["GET", "HEAD", "TRACE", "OPTIONS", "PROPFIND", "M-SEARCH"])
    it(`answers 405 to ${method}, also where no web request could have it (A17)`, function* () {
      const { path, port } = yield* started
      const answer = yield* written(port, postText(path, [], "").replace("POST", method))
      assert.match(answer, /^HTTP\/1\.1 405 Method Not Allowed\r\n(.+\r\n)*allow: POST\r\n/)
      assert.strictEqual(answer.endsWith("Method Not Allowed\n"), method !== "HEAD")
    })

  for (const [what, target] of [
    ["a whole URL", "http://elsewhere.example"],
    ["an asterisk", "*"],
    ["a host", "//elsewhere.example"],
    ["odd characters", "/\\\\[callbacks]/%zz%00/../"],
  ] as const)
    it(`answers 404 to a target that is ${what} (A17)`, function* () {
      const { desk, path, port } = yield* started
      const where = target === "*" ? "*" : `${target}${target.startsWith("http") ? path : ""}`
      assert.match(yield* written(port, postText(where, sized(mine), mine)), /^HTTP\/1\.1 404 /)
      assert.deepStrictEqual(desk.notes, [])
    })

  it("closes the connection behind a body that is too large, instead of reading on (A9)", function* () {
    const { path, port } = yield* started
    const keepAlive = postText(path, [typed, "Content-Length: 10000000"], "x".repeat(100)).replace(
      "Connection: close\r\n",
      "",
    )
    // The connection ends by itself, or the test would wait for ever.
    assert.match(yield* written(port, keepAlive), /^HTTP\/1\.1 413 (.|\r\n)*\r\nconnection: close\r\n/i)
  })

  it("notes at once what broke off while its address was verified (A8)", function* () {
    const { desk, listener, path } = yield* endpoint
    const server = createServer((request, response) => {
      request.destroy()
      listener(request, response)
    })
    const port = yield* listening(server)
    yield* written(port, postText(path, sized(mine), mine))
    // Its time would be five seconds.
    yield* until(() => desk.notes.length > 0)
    assert.deepStrictEqual(
      desk.notes.map(({ body }) => body),
      [null],
    )
  })

  it("drops what comes behind the limit, to its end (A9)", function* () {
    const { path, port } = yield* started
    const body = `${`10000\r\n${"x".repeat(0x10000)}\r\n`.repeat(4)}0\r\n\r\n`
    for (let times = 0; times < 3; times++) {
      const answer = yield* written(port, postText(path, [typed, "Transfer-Encoding: chunked"], body))
      assert.match(answer, /^HTTP\/1\.1 413 /)
    }
    yield* soon
  })

  it("answers a request that has no target or no method, which Node's types allow", function* () {
    const { listener } = yield* endpoint
    const bare = {
      httpVersionMajor: 1,
      headers: {},
      complete: true,
      destroyed: false,
      readableEnded: true,
      on: silent,
    }
    const heard = (method: string | undefined) =>
      Effect.callback<number>((resume) => {
        const end = (status: number) => ({ end: () => resume(Effect.succeed(status)) })
        listener({ ...bare, method }, { headersSent: false, writeContinue: silent, writeHead: end })
      })
    assert.deepStrictEqual([yield* heard("POST"), yield* heard(undefined)], [404, 405])
  })

  it("serves HTTP/2, whose answers have no header Connection (A9)", function* () {
    const { desk, listener, path } = yield* endpoint
    const server = createHttp2Server(listener)
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
    assert.strictEqual(yield* ask("x".repeat(140_000)), 413)
    client.destroy()
    assert.deepStrictEqual(
      desk.notes.map(({ body }) => body?.length ?? null),
      [mine.length, null],
    )
  })

  it("takes the first of two content types, as Node does, and the other changes nothing (A14)", function* () {
    const { desk, path, port } = yield* started
    const two = [`Content-Type: text/plain`, ...sized(mine)]
    assert.match(yield* written(port, postText(path, two, mine)), /^HTTP\/1\.1 415 /)
    assert.strictEqual(desk.notes.length, 1)
  })
})
