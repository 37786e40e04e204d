/** Servers on the loopback for tests, and requests that are written by hand. */
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { connect, type Server } from "node:net"
import { CallbackAddress } from "@cauri/core/adapter"
import {
  type CallbackReceiver,
  type NodeListener,
  toNodeContinueListener,
  toNodeListener,
  toWebHandler,
  type WebHandler,
} from "../src/index.ts"
import { type Desk, layerReceiver, newDesk, target } from "./support.ts"

/** A handler and a listener over a desk of its own, and the path that it answers. */
interface Endpoint {
  readonly desk: Desk
  readonly handler: WebHandler
  readonly listener: NodeListener
  readonly continueListener: NodeListener
  readonly path: string
}

export const endpoint = Effect.gen(function* () {
  const desk = newDesk()
  const runtime = ManagedRuntime.make<CallbackReceiver | CallbackAddress, never>(
    Layer.orDie(layerReceiver(desk)).pipe(Layer.provideMerge(Logger.layer([]))),
  )
  yield* Effect.addFinalizer(() => runtime.disposeEffect)
  const handler = yield* Effect.promise(() => runtime.runPromise(toWebHandler))
  const listener = yield* Effect.promise(() => runtime.runPromise(toNodeListener))
  const continueListener = yield* Effect.promise(() => runtime.runPromise(toNodeContinueListener))
  const address = yield* Effect.promise(() =>
    runtime.runPromise(CallbackAddress.use((addresses) => addresses.make(target))),
  )
  return { continueListener, desk, handler, listener, path: new URL(address).pathname } satisfies Endpoint
})

/** The address of a server that listens on the loopback until the test ends. */
export const listening = (server: Server) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          if ("closeAllConnections" in server && typeof server.closeAllConnections === "function")
            server.closeAllConnections()
        }),
    ),
    (running) => {
      const address = running.address()
      return typeof address === "object" && address !== null ? address.port : 0
    },
  )

/** The bodies that a desk has noted, without repetitions. */
export const notedOn = ({ notes }: Desk) =>
  Effect.sync(() =>
    notes
      .filter(({ fingerprint }, at) => notes.findIndex((each) => each.fingerprint === fingerprint) === at)
      .map(({ body }) => body),
  )

/** What a server writes on a connection of its own until it closes it, or until this many milliseconds have passed in silence. */
export const written = (port: number, text: string, options: { readonly hangUp?: boolean } = {}) =>
  Effect.callback<string>((resume) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text, () => options.hangUp === true && socket.destroy())
    })
    socket.setEncoding("latin1")
    socket.on("data", (chunk: string) => (answer += chunk))
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed(answer)))
    return Effect.sync(() => socket.destroy())
  })

export const postText = (path: string, headers: ReadonlyArray<string>, body: string): string =>
  [`POST ${path} HTTP/1.1`, "Host: shop.example", "Connection: close", ...headers, "", body].join("\r\n")

/** What a web request came back with. */
interface Fetched {
  readonly status: number
  readonly body: string
  readonly headers: Headers
}

export const fetched = (url: string, init: RequestInit): Effect.Effect<Fetched> =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, body: await response.text(), headers: response.headers }
  })
