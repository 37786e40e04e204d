/** A web handler behind Node's requests: what it is given, and how its answer is written. */
import { EventEmitter } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { nodeListenerOf, type WebHandler } from "../src/nodeListenerOf.ts"

const given = (fields: object = {}, headers: ReadonlyArray<string> = ["Host", "shop.example"]) =>
  Object.assign(new EventEmitter(), {
    method: "GET",
    url: "/v1/payins",
    rawHeaders: headers,
    readableEnded: false,
    socket: { remoteAddress: "::ffff:192.0.2.7" },
    ...fields,
  })

class Answer extends EventEmitter {
  headersSent = false
  writableFinished = false
  readonly ended = Promise.withResolvers<void>()
  readonly headers = new Map<string, string | ReadonlyArray<string>>()
  status = 0
  text = ""
  setHeader(name: string, value: string | ReadonlyArray<string>) {
    this.headers.set(name, value)
  }
  writeHead(status: number) {
    this.status = status
    this.headersSent = true
  }
  write(chunk: Uint8Array) {
    this.text += new TextDecoder().decode(chunk)
    this.emit("piece")
  }
  end(body: Uint8Array | string = "") {
    this.text += typeof body === "string" ? body : new TextDecoder().decode(body)
    this.writableFinished = true
    this.ended.resolve()
    this.emit("close")
  }
}

const asked = async (handler: WebHandler, request: ReturnType<typeof given>) => {
  const answer = new Answer()
  nodeListenerOf(handler)(request, answer)
  await answer.ended.promise
  return answer
}

/** Says what it was asked. */
const echo: WebHandler = async (request, from) =>
  Response.json({ method: request.method, url: request.url, from, bytes: (await request.arrayBuffer()).byteLength })

describe("a listener", () => {
  it("tells the handler who asked, and of a method that no web request can have that it is another", async () => {
    const { headers, status, text } = await asked(echo, given({ method: "TRACE", readableEnded: true, body: {} }))
    assert.strictEqual(headers.get("content-length"), String(text.length))
    const expected = { method: "UNKNOWN", url: "http://shop.example/v1/payins", from: "192.0.2.7", bytes: 0 }
    assert.deepStrictEqual([status, JSON.parse(text)], [200, expected])
  })

  it.each([
    ["a host that ends in a path", "/v1/payins", "shop.example/healthz?"],
    ["a user before the host", "/v1/payins", "user@shop.example"],
    ["a whole address for a target", "http://other.example/", "shop.example"],
    ["a star for a target", "*", "shop.example"],
  ])("refuses what another program could read otherwise: %s", async (_, url, host) => {
    assert.strictEqual((await asked(echo, given({ url }, ["Host", host]))).status, 400)
  })

  it("hands on a body that is too long before its end, and closes the connection behind the answer", async () => {
    const request = given({ method: "PUT" })
    const answered = asked(echo, request)
    for (let piece = 0; piece < 5; piece++) request.emit("data", new Uint8Array(65_536))
    const { headers, text } = await answered
    assert.strictEqual(JSON.parse(text).bytes, 196_608)
    assert.strictEqual(headers.get("connection"), "close")
  })

  it("does not ask the handler when the caller left within its request", async () => {
    const request = given({ method: "PUT" })
    let calls = 0
    const answered = asked(async () => (calls++, new Response()), request)
    request.emit("close")
    assert.deepStrictEqual([(await answered).status, calls], [500, 0])
  })

  it("writes the events of a stream as they come, and lets go of it when the reader leaves", async () => {
    const left = Promise.withResolvers<void>()
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("event: payment\n\n")),
      cancel: () => left.resolve(),
    })
    const answer = new Answer()
    const piece = new Promise((resolve) => answer.once("piece", resolve))
    let signal: AbortSignal | undefined
    nodeListenerOf(async (request) => {
      signal = request.signal
      return new Response(stream, { headers: { "content-type": "text/event-stream" } })
    })(given(), answer)
    await piece
    assert.strictEqual(answer.text, "event: payment\n\n")
    answer.emit("close")
    await left.promise
    assert.isTrue(signal?.aborted)
  })
})
