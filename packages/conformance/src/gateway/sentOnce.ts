/**
 * Every answer and every way to break off that has made some client send a request again: each creation is one request, the GET that sends
 * a code too, on a new connection, on a used one, and where HTTP/2 is offered.
 */
import { assert } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { createSecureServer, type Http2ServerRequest } from "node:http2"
import type { Socket } from "node:net"
import type { Case, Facet } from "../Facet.ts"
import { arrived } from "./arrived.ts"
import { creations, usualCredentials, usualFacts } from "./calls.ts"
import { newAuthority } from "./certificates.ts"
import { scriptFor } from "./faults/Fault.ts"
import { GatewayUnderTest, withGateway } from "./GatewayUnderTest.ts"
import { addressOf, ignore, listen, portOf } from "./Listener.ts"
import { headOf, jsonReply, replyOf } from "./replies.ts"

type Ending = (socket: Socket, tempting: string) => void

/** What an answer of this status may bring along to be asked for again. */
const inviting = {
  Location: "/",
  "Retry-After": "0",
  "WWW-Authenticate": 'Basic realm="x"',
  "Proxy-Authenticate": "Basic",
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const statuses = range(200, 599)

const bodiless = (status: number) => status === 204 || status === 304

const answers: ReadonlyArray<readonly [string, Ending]> = statuses.flatMap((status) => {
  const reply = (tempting: string, headers = {}) =>
    bodiless(status)
      ? Buffer.from(headOf(status, { ...inviting, ...headers }))
      : replyOf({ status, headers: { ...inviting, ...headers }, body: tempting })
  const open: readonly [string, Ending] = [`${status}`, (socket, tempting) => void socket.write(reply(tempting))]
  if (![200, 401, 407, 408, 421, 425, 429, 503].includes(status)) return [open]
  return [open, [`${status}-closing`, (socket, tempting) => void socket.end(reply(tempting, { Connection: "close" }))]]
})

const interim: typeof answers = range(100, 199).map((status) => [
  `${status}`,
  (socket, tempting) => {
    socket.write(`HTTP/1.1 ${status} Interim\r\n\r\n`)
    socket.write(jsonReply(JSON.parse(tempting)))
  },
])

const breaks: typeof answers = [
  ["reset", (socket) => void socket.resetAndDestroy()],
  ["destroyed", (socket) => void socket.destroy()],
  ["ended", (socket) => void socket.end()],
  ["half-head", (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-")],
  ["half-body", (socket, tempting) => void socket.end(jsonReply(JSON.parse(tempting)).subarray(0, -9))],
  ["half-chunk", (socket) => void socket.end(`${headOf(200, { "Transfer-Encoding": "chunked" })}ff\r\n{`)],
  [
    "half-body-reset",
    (socket, tempting) =>
      void socket.write(jsonReply(JSON.parse(tempting)).subarray(0, -9), () => socket.resetAndDestroy()),
  ],
  ["garbage", (socket) => void socket.end("garbage\r\n\r\n")],
  ["idle", (socket) => void socket.end(headOf(408, { Connection: "close", "Content-Length": "0" }))],
]

const to = (phone: string) => ({ facts: { ...usualFacts, phone } })

/** A server whose customers each have an ending of their own, by the last digits of their number. */
interface Place {
  readonly baseUrl: string
  readonly ca?: string
  /** Each request that was seen, by its customer. */
  readonly seen: Map<string, number>
}

const firstPhone = 22_670_000_000
const phoneOf = (index: number) => `${firstPhone + index}`
const indexIn = (text: string): number => Number(/226700[0-9]{5}/.exec(text)?.[0] ?? firstPhone) - firstPhone

/** Of a payout and of a code the customers are two, with one ending. */
const endingFor = <A>(endings: ReadonlyArray<A>, index: number): A | undefined =>
  index < endings.length * 2 ? endings[index % endings.length] : undefined

const count = (seen: Map<string, number>, key: string): void => void seen.set(key, (seen.get(key) ?? 0) + 1)

type Open = Effect.Effect<Place, never, Scope.Scope | GatewayUnderTest>

const plainly = (endings: typeof answers): Open =>
  Effect.gen(function* () {
    const seen = new Map<string, number>()
    const script = yield* scriptFor(({ yes }) => ({
      asked: ({ socket }, request) => {
        const index = indexIn(`${request.target} ${request.body}`)
        const ending = endingFor(endings, index)
        if (ending === undefined) return socket.write(jsonReply(yes(request)))
        count(seen, `${phoneOf(index)}: ${ending[0]}`)
        return ending[1](socket, JSON.stringify(yes(request)))
      },
    }))
    return { baseUrl: addressOf(yield* listen(script)), seen }
  })

/** How a server of HTTP/2 ends a stream that it will not answer: some clients take each for an invitation. */
const streamEndings: Readonly<Record<string, (stream: Http2ServerRequest["stream"]) => void>> = {
  refused: (stream) => stream.close(7),
  cancelled: (stream) => stream.close(8),
  "http1-required": (stream) => stream.close(13),
  "going-away": (stream) => {
    stream.session?.goaway(0, 0)
    setImmediate(() => stream.session?.destroy())
  },
  "going-away-before": (stream) => {
    stream.session?.goaway(0, Math.max(0, (stream.id ?? 0) - 2))
    setImmediate(() => stream.session?.destroy())
  },
  destroyed: (stream) => stream.session?.destroy(),
}

const secureEndings = [...statuses.map(String), ...Object.keys(streamEndings)]

const overTls: Open = Effect.flatMap(GatewayUnderTest, ({ replies: { yes } }) => {
  const authority = newAuthority()
  const seen = new Map<string, number>()
  const server = createSecureServer({ ...authority.issue(), allowHTTP1: true })
  const sockets = new Set<Socket>()
  server.on("secureConnection", (socket: Socket) => void sockets.add(socket.on("error", ignore)))
  server.on("sessionError", ignore)
  server.on("request", (request, response) => {
    request.on("error", ignore)
    response.on("error", ignore)
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => {
      const asked = { method: request.method, target: request.url, body }
      const index = indexIn(`${asked.target} ${body}`)
      const ending = endingFor(secureEndings, index) ?? ""
      count(seen, `${phoneOf(index)}: ${ending}`)
      const breaking = streamEndings[ending]
      if (breaking === undefined) {
        response.writeHead(Number(ending), inviting)
        response.end(bodiless(Number(ending)) ? "" : JSON.stringify(yes(asked)))
      } else if (request.httpVersion === "2.0") breaking(request.stream)
      else request.socket.destroy()
    })
  })
  return Effect.acquireRelease(
    Effect.callback<Place>((resume) => {
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({ baseUrl: `https://127.0.0.1:${portOf(server)}`, ca: authority.ca, seen })),
      )
    }),
    () =>
      Effect.callback<void>((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done(Effect.void))
      }),
  )
})

/** A payout and a code by one adapter for each ending; `warms`: each after a call that leaves a sound connection behind. */
const meetEach = (open: Open, endings: number, warms = false): Case<GatewayUnderTest> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { seesItsSocket } = yield* GatewayUnderTest
      const { seen, ...place } = yield* open
      yield* withGateway({ ...place, credentials: usualCredentials }, (gateway) =>
        Effect.forEach(
          range(0, endings - 1),
          (index) => {
            const warm = warms ? creations.sendWalletOtp(gateway, to(phoneOf(endings * 2))) : Effect.void
            const payout = creations.createMobileMoneyPayout(gateway, to(phoneOf(index)))
            return Effect.all([warm, payout, warm, creations.sendWalletOtp(gateway, to(phoneOf(endings + index)))])
          },
          { concurrency: warms ? 1 : 12, discard: true },
        ),
      )
      yield* arrived
      assert.deepStrictEqual(
        [...seen].filter(([, times]) => times > 1),
        [],
        "requests that were sent again",
      )
      // One that trusts only what its runtime trusts does not come through.
      if (seesItsSocket || place.ca === undefined) assert.strictEqual(seen.size, endings * 2, "creations that arrived")
    }),
  )

/** Nothing makes an adapter send a creation again. */
export const sentOnce: Facet<GatewayUnderTest> = {
  name: "each creation is sent once, whatever the server says or does (T8, B3)",
  alone: false,
  together: true,
  cases: {
    "every status from 200 to 599 ends a creation, on a connection that stays open or closes": meetEach(
      plainly(answers),
      answers.length,
    ),
    "every interim status leaves a creation at one request": meetEach(plainly(interim), interim.length),
    "a used connection that breaks, however it does, carries no creation a second time": meetEach(
      plainly(breaks),
      breaks.length,
      true,
    ),
    "over TLS that offers HTTP/2, every status and every broken stream ends a creation": meetEach(
      overTls,
      secureEndings.length,
    ),
  },
}
