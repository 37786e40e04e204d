/** A server on loopback that notes every request it reads and answers as it is told. Faults of sockets are the conformance suite's. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Server } from "node:net"
import { Effect } from "effect"

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly rawHeaders: ReadonlyArray<string>
  readonly body: string
  readonly connection: number
}

export const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server does not listen")
  return address.port
}

/** Serves until the scope closes. */
export const serving = (answer: (request: SeenRequest, response: ServerResponse) => void) =>
  Effect.gen(function* () {
    const seen: Array<SeenRequest> = []
    const connections = new Map<unknown, number>()
    const server = createServer((message, response) => {
      const chunks: Array<Buffer> = []
      message.on("data", (chunk: Buffer) => chunks.push(chunk))
      message.on("end", () => {
        connections.set(message.socket, connections.get(message.socket) ?? connections.size + 1)
        const request = {
          method: message.method ?? "",
          url: message.url ?? "",
          headers: message.headers,
          rawHeaders: message.rawHeaders,
          body: Buffer.concat(chunks).toString(),
          connection: connections.get(message.socket) ?? 0,
        }
        seen.push(request)
        answer(request, response)
      })
    })
    const port = yield* Effect.acquireRelease(
      Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(portOf(server))))
      }),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        }),
    )
    return { url: `http://127.0.0.1:${port}`, port, seen }
  })

/** A port of this machine at which nobody listens. */
export const closedPort = Effect.scoped(
  Effect.map(
    serving(() => undefined),
    ({ port }) => port,
  ),
)

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  (_: SeenRequest, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(JSON.stringify(body))
  }
