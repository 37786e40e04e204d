/** The server in the test's own process, over an intake that keeps what it is given, and connections on which a test writes its own bytes. */
import { connect, type Socket } from "node:net"
import { Context, Effect, Layer, Logger, Redacted, Schedule, type Scope } from "effect"
import { CallbackReceiver, layerCallbackAddress, type ReceiverLimits } from "@cauri/callbacks"
import { PaymentId, ProjectId, type StoreError } from "@cauri/core"
import { CallbackAddress, CallbackIntake, type CallbackNote, type NoteResult } from "@cauri/core/adapter"
import type { RunningServer, SocketLimits } from "@cauri/runtime"
import { serve } from "../src/server.ts"

/** What the keys of callback addresses are in tests. */
export const callbackKey = { id: "k1", secret: "0123456789abcdefghijklmnopqrstuvwxyz" }

const payin = { kind: "payin" as const, project: ProjectId.make("shop") }

/** An intake that a test may steer. */
interface Desk {
  readonly notes: Array<CallbackNote>
  answer: (note: CallbackNote) => Effect.Effect<NoteResult, StoreError>
}

export interface Served extends RunningServer {
  readonly desk: Desk
  /** The paths that it knows, of two payments. */
  readonly path: string
  readonly otherPath: string
}

/** Starts one; it drains and closes with the scope. */
export const served = Effect.fnUntraced(function* (
  limits: Partial<SocketLimits> = {},
  receiver: Partial<ReceiverLimits> = {},
): Effect.fn.Return<Served, unknown, Scope.Scope> {
  const notes: Array<CallbackNote> = []
  const desk: Desk = { notes, answer: (note) => Effect.sync(() => (notes.push(note), "First" as const)) }
  const services = yield* Layer.build(
    CallbackReceiver.layer(receiver).pipe(
      Layer.provideMerge(
        layerCallbackAddress({
          base: "https://callbacks.shop.example",
          signing: { id: callbackKey.id, secret: Redacted.make(callbackKey.secret) },
        }),
      ),
      Layer.provide(Layer.succeed(CallbackIntake, { receive: (note) => Effect.suspend(() => desk.answer(note)) })),
      Layer.provideMerge(Logger.layer([])),
    ),
  )
  const serving = yield* Effect.provide(serve({ host: "127.0.0.1", port: 0 }, limits), services)
  const pathOf = (id: string) =>
    Effect.map(
      Context.get(services, CallbackAddress).make({ key: { ...payin, id: PaymentId.make(id) }, attempt: 1 }),
      (address) => new URL(address).pathname,
    )
  return { ...serving, desk, path: yield* pathOf("order-17"), otherPath: yield* pathOf("order-18") }
})

/** A connection on which a test writes what it wants. */
export interface Wire {
  readonly socket: Socket
  readonly write: (text: string) => void
  readonly heard: () => string
  readonly until: (pattern: RegExp) => Effect.Effect<string>
  /** Waits until the other side has closed it, and gives everything that came. */
  readonly closed: Effect.Effect<string>
}

/** Opens a connection. It is destroyed with the scope. */
export const wireTo = (port: number): Effect.Effect<Wire, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Wire>((resume) => {
      let heard = ""
      let over = false
      const listeners = new Set<() => void>()
      const news = () => {
        for (const listener of listeners) listener()
      }
      const socket = connect(port, "127.0.0.1")
      socket.setEncoding("latin1")
      socket.on("data", (chunk: string) => {
        heard += chunk
        news()
      })
      socket.on("error", () => resume(Effect.die(new Error("Nobody listens."))))
      socket.on("close", () => {
        over = true
        news()
      })
      const when = (isSo: () => boolean) =>
        Effect.callback<string>((done) => {
          const look = () => {
            if (isSo()) done(Effect.succeed(heard))
            else if (over) done(Effect.die(new Error(`The connection was closed after: ${heard}`)))
          }
          listeners.add(look)
          look()
          return Effect.sync(() => listeners.delete(look))
        })
      socket.once("connect", () =>
        resume(
          Effect.succeed({
            socket,
            write: (text) => void socket.write(text, "latin1"),
            heard: () => heard,
            until: (pattern) => when(() => pattern.test(heard)),
            closed: when(() => over),
          }),
        ),
      )
    }),
    ({ socket }) => Effect.sync(() => socket.destroy()),
  )

/** What the server answers to these bytes, up to its end of the connection. */
export const answersTo = Effect.fnUntraced(function* (port: number, text: string) {
  const wire = yield* wireTo(port)
  wire.write(text)
  return yield* wire.closed
}, Effect.scoped)

export const until = (isSo: () => boolean): Effect.Effect<boolean> =>
  Effect.repeat(Effect.sync(isSo), { schedule: Schedule.spaced("5 millis"), until: (so) => so })

/** The statuses of the answers, in their order. */
export const statusesIn = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))

export const json = "Content-Type: application/json"
export const body = '{"status":"completed","custom_data":{"transaction_id":"order-17"}}'

/** The text of a request; its headers are lines. */
export const requestText = (line: string, headers: ReadonlyArray<string>, content = ""): string =>
  [line, ...headers, "", content].join("\r\n")

/** The text of a POST with the right length, on a connection that ends or stays. */
export const postText = (path: string, { content = body, headers = [json], stays = false } = {}): string =>
  requestText(
    `POST ${path} HTTP/1.1`,
    [
      "Host: callbacks.shop.example",
      ...(stays ? [] : ["Connection: close"]),
      ...headers,
      `Content-Length: ${Buffer.byteLength(content)}`,
    ],
    content,
  )
