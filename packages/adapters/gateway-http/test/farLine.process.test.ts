/** A creation over TLS on a line where each way takes 75 ms: how often it waits for the other end, with and without a connection that stands. */
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { newAuthority } from "@cauri/conformance"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { makeUndiciTransport } from "../src/undiciTransport.ts"
import { portOf } from "./server.ts"

const oneWayLater = (arrive: () => void) => setTimeout(arrive, 75)

const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(portOf(server))))
    }),
    () => Effect.sync(() => server.close()),
  )

/** The line to a port, and what happened on each of its connections: a chunk that follows another one of its way is not noted. */
const lineTo = Effect.fnUntraced(function* (port: number) {
  const connections: Array<Array<string>> = []
  const server = createTcpServer((near) => {
    const happened = ["connected"]
    connections.push(happened)
    const far = connect(port, "127.0.0.1")
    const pass = (from: Socket, to: Socket, way: string) => {
      from.on("error", () => to.destroy()).on("end", () => oneWayLater(() => to.end()))
      from.on("data", (chunk) => {
        if (happened.at(-1) !== way) happened.push(way)
        oneWayLater(() => to.write(chunk))
      })
    }
    pass(near, far, "there")
    pass(far, near, "back")
  })
  return { connections, origin: `https://127.0.0.1:${yield* listening(server)}` }
})

describe("a creation on a far line", () => {
  it.live(
    "waits for connection, handshake and answer, and for its answer alone where a connection stands",
    function* () {
      const { ca, issue } = newAuthority()
      const service = createTlsServer(issue(), (socket) =>
        socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")),
      )
      const { connections, origin } = yield* lineTo(yield* listening(service))
      const send = yield* makeUndiciTransport({ connectTimeout: 20_000, ca: [ca], proxy: null })
      const creation = send({
        line: "Payout",
        method: "POST",
        origin,
        path: "/pay",
        headers: {},
        body: "{}",
        mayLeave: () => true,
        connectWithin: 20_000,
        answerWithin: () => 20_000,
      })
      const standing = ["connected", "there", "back", "there", "back"]

      assert.strictEqual((yield* creation)._tag, "answered")
      assert.deepStrictEqual(connections[0], standing)

      const stands = Effect.repeat(Effect.sleep(5), { until: () => connections[1]?.length === standing.length })
      yield* Effect.timeout(stands, "20 seconds")
      assert.strictEqual((yield* creation)._tag, "answered")
      assert.deepStrictEqual(connections[1], [...standing, "there", "back"])
    },
  )
})
